"""The reader of Parquet: one round a row, nested as on a line of format 1, or one wager a row."""

from __future__ import annotations

import json
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import duckdb

from compliance.ingest.csv_rows import Row
from compliance.ingest.faults import RefusedFileError
from compliance.ingest.flat_files import FlatFile
from compliance.ingest.lines import Assembled, Line
from compliance.ingest.parquet_rows import flat_expression, nested_expression
from compliance.ingest.profiles.mapping import ColumnMapping

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from compliance.ingest.intake import Intake
    from compliance.ingest.opened import Opened

_ROWS_AT_ONCE = 4_096
_NESTED_BY = "seats"
_SETTINGS: dict[str, Any] = {"autoinstall_known_extensions": "false", "allow_community_extensions": "false"}


def read(file: Opened, intake: Intake) -> None:
    """Give every round of a Parquet file to ``intake``; a row's number stands for its line, its offset is 0.

    Raises:
        RefusedFileError: it is no Parquet, has no rows or not the columns that are needed, holds amounts in
            floating point, or changed while it was read.
    """
    with _plain(file) as path, _opened(path) as (columns, rows):
        if any(name == _NESTED_BY for name, _ in columns):
            if file.profile.maps:
                raise RefusedFileError(
                    f"profile {file.profile.name} maps rows of one wager, and this is Parquet of one round a row; "
                    "ask for it in format 1, or read it with the profile canonical"
                )
            _read_nested(rows, intake)
        else:
            intake.columns = [name for name, _ in columns]
            mapping = ColumnMapping(file.profile)
            cells = (Row(line, cells_of(line.raw)) for line in rows)
            FlatFile(file.db, intake, intake.columns, mapping, cells_of).read(cells)


def cells_of(raw: bytes) -> list[str | None]:
    """Return the cells of a row of one wager from its JSON."""
    cells: list[str | None] = json.loads(raw)
    return cells


@contextmanager
def rows_again(path: Path) -> Iterator[Callable[[int], Line]]:
    """Give what reads a row of a Parquet file by its number, each time a later one than before.

    Raises:
        RefusedFileError: it is no Parquet, or has not so many rows.
    """
    with _opened(path) as (_, rows):

        def row(number: int) -> Line:
            for line in rows:
                if line.number == number:
                    return line
            raise RefusedFileError(f"it has no row {number}")

        yield row


def _read_nested(rows: Iterator[Line], intake: Intake) -> None:
    batch: list[Line] = []
    for line in rows:
        batch.append(Assembled(line.number, 0, line.raw, line.length, line.raw, (line,)))
        if len(batch) >= _ROWS_AT_ONCE:
            intake.take(batch)
            batch = []
    intake.take(batch)
    if not intake.read:
        raise RefusedFileError("it is empty: it has no rows; ask for the log again")


@contextmanager
def _plain(file: Opened) -> Iterator[Path]:
    """Take all of the text, and give the path of a file that holds it uncompressed."""
    if file.path.suffix.lower() == ".parquet":
        before = _state(file.path)
        for _ in file.text:
            continue
        yield file.path
        if _state(file.path) != before:
            raise RefusedFileError("it changed while it was read; wait until it is complete and ingest it again")
        return
    with tempfile.TemporaryDirectory(prefix="compliance-") as folder:
        path = Path(folder) / "plain.parquet"
        with path.open("wb") as out:
            out.writelines(file.text)
        yield path


def _state(path: Path) -> tuple[int, int, int]:
    stat = path.stat()
    return stat.st_mtime_ns, stat.st_size, stat.st_ino


@contextmanager
def _opened(path: Path) -> Iterator[tuple[Sequence[tuple[str, Any]], Iterator[Line]]]:
    """Give the columns of a Parquet file, names with DuckDB types, and its rows as JSON, in order.

    Raises:
        RefusedFileError: it cannot be read.
    """
    try:
        # In a connection of its own, whose rows stream while the other one stores rounds.
        with duckdb.connect(":memory:", config=_SETTINGS) as connection:
            found = connection.execute("FROM read_parquet($path) LIMIT 0", {"path": _literal(path)}).description or []
            columns = [(name, kind) for name, kind, *_ in found]
            nested = any(name == _NESTED_BY for name, _ in columns)
            row = nested_expression(columns) if nested else flat_expression(columns)
            connection.execute(
                f"SELECT file_row_number + 1, {row}::VARCHAR FROM read_parquet($path, file_row_number = true)",
                {"path": _literal(path)},
            )
            yield columns, _lines(connection)
    except duckdb.Error as error:
        raise RefusedFileError(
            f"it cannot be read as Parquet: {str(error).splitlines()[0][:200]}; ask for the file again"
        ) from None


def _literal(path: Path) -> str:
    """Return the path as a pattern that stands for nothing but itself."""
    return "".join(f"[{mark}]" if mark in "*?[" else mark for mark in str(path))


def _lines(connection: duckdb.DuckDBPyConnection) -> Iterator[Line]:
    while rows := connection.fetchmany(_ROWS_AT_ONCE):
        for number, text in rows:
            raw = text.encode()
            yield Line(number, 0, raw, len(raw))
