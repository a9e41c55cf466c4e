"""Rounds read again from the bytes of their files, through the strict reader."""

from __future__ import annotations

import tempfile
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from compliance.domain.rounds import Source
from compliance.ingest import parquet_files
from compliance.ingest.faults import RefusedFileError, Unreadable
from compliance.ingest.forms import Form
from compliance.ingest.kept_text import KeptFile, KeptText
from compliance.ingest.lines import Line
from compliance.ingest.strict import read_round
from compliance.store import StoreError
from compliance.store.errors import BytesChangedError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Set
    from datetime import date

    from duckdb import DuckDBPyConnection

    from compliance.domain.rounds import Round
    from compliance.store import Database

_ROWS_AT_ONCE = 4_096


@dataclass(frozen=True, slots=True)
class Selection:
    """Some of the rounds: of a licensee, a table, from one gaming date to another; None means all."""

    licensee_id: str | None = None
    table_id: str | None = None
    first: date | None = None
    last: date | None = None

    def where(self) -> tuple[str, dict[str, Any]]:
        """Return the condition on ``rounds`` in SQL, with its parameters."""
        given = {
            "licensee_id = $licensee_id": ("licensee_id", self.licensee_id),
            "table_id = $table_id": ("table_id", self.table_id),
            "gaming_date >= $first": ("first", self.first),
            "gaming_date <= $last": ("last", self.last),
        }
        chosen = {condition: pair for condition, pair in given.items() if pair[1] is not None}
        return " AND ".join(chosen) or "true", dict(chosen.values())


@dataclass(frozen=True, slots=True)
class RawLine:
    """Bytes of a file that a round was read from, without the line end. ``byte_offset`` is 0 in Parquet."""

    raw: bytes
    line: int
    byte_offset: int


def rounds_from_kept(db: Database, selection: Selection | Set[int] | None = None) -> Iterator[tuple[int, Round]]:
    """Yield (round key, round) read again from the raw lines, file by file and in the order of their lines.

    ``selection``: all rounds for None, those of some round keys, or those of a table and dates. Each file is
    streamed once, from the kept bytes or, where they were not kept, from where the file was. A round put together
    from several rows comes after its last one.

    Raises:
        StoreError: a file's bytes are not to be had, are not those that were taken in, or no longer read as
            the rounds they were. Where the bytes differ, it is raised after the file's last round.
    """
    for round_key, round_, _ in lines_from_kept(db, selection):
        yield round_key, round_


def lines_from_kept(
    db: Database, selection: Selection | Set[int] | None = None
) -> Iterator[tuple[int, Round, tuple[RawLine, ...]]]:
    """The same with the lines that each round was read from: (round key, round, lines).

    Raises:
        StoreError: as ``rounds_from_kept``.
    """
    # A cursor of its own: the caller may use the connection between two rounds.
    cursor = db.connection.cursor()
    condition, parameters = _condition(cursor, selection)
    for file in _files(cursor, condition, parameters):
        read = _by_lines if file.form is None else _by_rows
        yield from read(db, cursor, file, condition, {"file_id": file.file_id, **parameters})


def _by_lines(
    db: Database, cursor: DuckDBPyConnection, file: KeptFile, condition: str, parameters: dict[str, Any]
) -> Iterator[tuple[int, Round, tuple[RawLine, ...]]]:
    """Read a file of format 1, one line a round."""
    wanted = cursor.execute(
        "SELECT round_key, line, byte_offset, byte_length, licensee_id, round_id FROM rounds "
        f"WHERE file_id = $file_id AND {condition} ORDER BY byte_offset",
        parameters,
    )
    lines = KeptText(db, file)
    while batch := wanted.fetchmany(_ROWS_AT_ONCE):
        for round_key, line, offset, length, licensee, round_id in batch:
            raw = lines.at(offset, length)
            yield round_key, _read(file, raw, line, offset, licensee, round_id), (RawLine(raw, line, offset),)
    lines.verify()


def _by_rows(
    db: Database, cursor: DuckDBPyConnection, file: KeptFile, condition: str, parameters: dict[str, Any]
) -> Iterator[tuple[int, Round, tuple[RawLine, ...]]]:
    """Read a file of another form: its rows in their order, each round when the last of its rows has come."""
    wanted = cursor.execute(
        "SELECT round_key, coalesce(r.line, rounds.line) AS number, "
        "coalesce(r.byte_offset, rounds.byte_offset) AS place, coalesce(r.byte_length, rounds.byte_length), "
        "rounds.line, rounds.byte_offset, licensee_id, "
        "round_id, count(*) OVER (PARTITION BY round_key) "
        "FROM rounds LEFT JOIN round_rows AS r USING (round_key) "
        f"WHERE file_id = $file_id AND {condition} ORDER BY place, number",
        parameters,
    )
    places = (row for batch in iter(lambda: wanted.fetchmany(_ROWS_AT_ONCE), []) for row in batch)
    form = cast("Form", file.form)
    begun: dict[int, list[Line]] = {}
    with _rows(db, file, form) as row_at:
        for round_key, number, offset, length, line, byte_offset, licensee, round_id, count in places:
            rows = begun.setdefault(round_key, [])
            rows.append(row_at(number, offset, length))
            if len(rows) < count:
                continue
            del begun[round_key]
            try:
                record = form.record(rows)
            except Unreadable as fault:
                raise BytesChangedError(_changed(file, line, fault.sentence)) from None
            round_ = _read(file, record, line, byte_offset, licensee, round_id)
            yield round_key, round_, tuple(RawLine(row.raw, row.number, row.offset) for row in rows)


@contextmanager
def _rows(db: Database, file: KeptFile, form: Form) -> Iterator[Callable[[int, int, int], Line]]:
    """Give what reads a row by its number, offset and length, each later in the file than the one before.

    Raises:
        StoreError: the bytes are not to be had or, at the end, not those that were taken in.
    """
    lines = KeptText(db, file)
    if form.by_offset:
        yield lambda number, offset, length: Line(number, offset, lines.at(offset, length), length)
        lines.verify()
        return
    with tempfile.TemporaryDirectory(prefix="compliance-") as folder:
        path = Path(folder) / "again.parquet"
        with path.open("wb") as out:
            out.writelines(lines.all())
        lines.verify()
        try:
            with parquet_files.rows_again(path, form.profile.columns) as row:
                yield lambda number, _offset, _length: row(number)
        except RefusedFileError as error:
            raise StoreError(f"{file.path} cannot be read again: {error}; put the original bytes back") from None


def _read(file: KeptFile, record: bytes, line: int, offset: int, licensee: str, round_id: str) -> Round:
    source = Source(file.sha256, line, offset)
    try:
        round_ = read_round(record, source=source, default_licensee=licensee)
    except Unreadable as fault:
        raise BytesChangedError(_changed(file, line, fault.sentence)) from None
    if (round_.licensee_id, round_.round_id) != (licensee, round_id):
        raise BytesChangedError(_changed(file, line, f"it is not round {round_id}"))
    return round_


def raw_line(db: Database, round_key: int) -> bytes:
    """Return the bytes of a round's line, without its line end, after checking the whole file's digest.

    Of a round put together from rows, these are its rows, joined by line feeds.

    Raises:
        StoreError: there is no such round, or the file's bytes are not to be had or not those taken in.
    """
    found = list(lines_from_kept(db, {round_key}))
    if not found:
        raise StoreError(f"there is no round with key {round_key} in {db.path}")
    ((_, _, lines),) = found
    return b"\n".join(line.raw for line in lines)


def _condition(cursor: DuckDBPyConnection, selection: Selection | Set[int] | None) -> tuple[str, dict[str, Any]]:
    if selection is None:
        return "true", {}
    if isinstance(selection, Selection):
        return selection.where()
    cursor.execute(
        "CREATE OR REPLACE TEMP TABLE wanted_rounds AS SELECT unnest($keys::BIGINT[]) AS round_key",
        {"keys": sorted(selection)},
    )
    return "round_key IN (FROM wanted_rounds)", {}


def _files(connection: DuckDBPyConnection, condition: str, parameters: dict[str, Any]) -> list[KeptFile]:
    rows = connection.execute(
        "SELECT file_id, sha256, path, size_bytes, kept, form, f.profile, columns "
        "FROM files LEFT JOIN file_forms AS f USING (file_id) "
        f"WHERE file_id IN (SELECT file_id FROM rounds WHERE {condition}) ORDER BY file_id",
        parameters,
    ).fetchall()
    return [
        KeptFile(file_id, sha256, Path(path), size, kept, None if reader is None else Form.of(reader, profile, columns))
        for file_id, sha256, path, size, kept, reader, profile, columns in rows
    ]


def _changed(file: KeptFile, line: int, what: str) -> str:
    return (
        f"line {line} of {file.path} (SHA-256 {file.sha256}) no longer reads as when it was taken in: {what}; "
        "the stored bytes or the database have been changed"
    )
