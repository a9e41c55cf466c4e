"""The reader of Parquet: one round a row, nested as on a line of format 1, or one wager a row."""

from __future__ import annotations

import json
import tempfile
from contextlib import contextmanager
from itertools import groupby, islice
from pathlib import Path
from typing import TYPE_CHECKING

from compliance.ingest import bulk_nested, bulk_rows
from compliance.ingest.csv_rows import Row
from compliance.ingest.faults import RefusedFileError
from compliance.ingest.flat import COLUMNS, NEEDED, named
from compliance.ingest.flat_files import FlatFile, round_of_rows
from compliance.ingest.lines import Assembled, Line
from compliance.ingest.parquet_rows import text_expressions
from compliance.ingest.parquet_source import ROWS, ParquetSource, opened
from compliance.ingest.profiles.mapping import ColumnMapping

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from compliance.ingest.intake import Intake
    from compliance.ingest.opened import Opened

_ROWS_AT_ONCE = 4_096


def read(file: Opened, intake: Intake) -> None:
    """Give every round of a Parquet file to ``intake``; a row's number stands for its line, its offset is 0.

    Raises:
        RefusedFileError: it is no Parquet, has no rows or not the columns that are needed, holds amounts in
            floating point, or changed while it was read.
        StoreError: as ``Intake.settle``.
    """
    with _plain(file) as path, opened(path, file.profile.columns) as source:
        if not source.nested:
            _read_flat(file, intake, source)
        elif file.profile.maps:
            raise RefusedFileError(
                f"profile {file.profile.name} maps rows of one wager, and this is Parquet of one round a row; "
                "ask for it in format 1, or read it with the profile canonical"
            )
        else:
            _read_nested(file, intake, source)


def cells_of(raw: bytes) -> list[str | None]:
    """Return the cells of a row of one wager from its JSON."""
    cells: list[str | None] = json.loads(raw)
    return cells


@contextmanager
def rows_again(path: Path, ours: Mapping[str, str]) -> Iterator[Callable[[int], Line]]:
    """Give what reads a row of a Parquet file by its number, each time a later one than before.

    Raises:
        RefusedFileError: it is no Parquet, or has not so many rows.
    """
    with opened(path, ours) as source:
        rows = source.rows()

        def row(number: int) -> Line:
            for line in rows:
                if line.number == number:
                    return line
            raise RefusedFileError(f"it has no row {number}")

        yield row


def _read_nested(file: Opened, intake: Intake, source: ParquetSource) -> None:
    left = _nested_in_bulk(file, intake, source)
    rows = source.rows(left) if left is None or left else iter(())
    while batch := [_nested(line) for line in islice(rows, _ROWS_AT_ONCE)]:
        intake.take(batch)
    if not intake.read:
        raise RefusedFileError("it is empty: it has no rows; ask for the log again")


def _nested_in_bulk(file: Opened, intake: Intake, source: ParquetSource) -> list[int] | None:
    """Take in bulk what is plain; return the numbers of the rows that are left, None for all of them."""
    taken: set[int] = set()

    def find(numbers: Sequence[int]) -> list[Assembled]:
        return [_nested(line) for line in source.rows(numbers)]

    try:
        for numbers in bulk_nested.stage(file.db, source, intake.default_licensee):
            intake.take_staged(len(numbers), numbers, find)
            taken.update(numbers)
    except bulk_nested.NotPlainError:
        return None
    (rows,) = file.db.one(f"SELECT count(*) FROM {ROWS}", {"path": source.pattern})
    return [number for number in range(1, rows + 1) if number not in taken]


def _nested(line: Line) -> Assembled:
    return Assembled(line.number, line.offset, line.raw, line.length, line.raw, (line,))


def _read_flat(file: Opened, intake: Intake, source: ParquetSource) -> None:
    intake.columns = columns = [name for name, _ in source.columns]
    mapping = ColumnMapping(file.profile)
    plainly = not file.profile.maps and COLUMNS.issuperset(columns) and set(columns).issuperset(NEEDED)
    left = _in_bulk(file, intake, source, mapping) if plainly else None
    if left == []:
        return
    rows = (Row(line, cells_of(line.raw)) for line in source.rows(left))
    FlatFile(file.db, intake, columns, mapping, cells_of).read(rows)


def _in_bulk(file: Opened, intake: Intake, source: ParquetSource, mapping: ColumnMapping) -> list[int] | None:
    """Take in bulk what is plain; return the numbers of the rows that are left, None for all of them."""
    db = file.db
    columns = [name for name, _ in source.columns]
    given = text_expressions(source.columns, source.ours)
    values = ", ".join(f"nullif({given[name]}, '') AS {name}" for name in sorted(given))
    absent = "".join(f", NULL::VARCHAR AS {name}" for name in sorted(COLUMNS - given.keys()))
    db.connection.execute(
        "CREATE OR REPLACE TEMP TABLE flat_rows AS SELECT file_row_number + 1 AS number, 0::BIGINT AS byte_offset, "
        f"0::BIGINT AS byte_length, {values}{absent} FROM {ROWS}",
        {"path": source.pattern},
    )
    # A row that names no round may belong to any beside it; only the strict way looks at rows in their order.
    (rows, of_no_round) = db.one("SELECT count(*), count(*) - count(round_id) FROM flat_rows")
    if not rows or of_no_round:
        return None

    def find(firsts: Sequence[int]) -> list[Assembled]:
        places = db.rows(
            "SELECT number, first FROM flat_keyed WHERE first IN (SELECT unnest($firsts::BIGINT[])) ORDER BY ALL",
            {"firsts": list(firsts)},
        )
        round_of = dict(places)
        lines = sorted(source.rows([number for number, _ in places]), key=lambda line: round_of[line.number])
        return [
            round_of_rows([(line, named(columns, cells_of(line.raw))) for line in of_round], mapping)
            for _, of_round in groupby(lines, key=lambda line: round_of[line.number])
        ]

    for count, firsts in bulk_rows.stage(db, intake.default_licensee):
        intake.take_staged(count, firsts, find)
    left = db.rows("SELECT number FROM flat_keyed WHERE first NOT IN (FROM flat_taken) ORDER BY number")
    return [number for (number,) in left]


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
