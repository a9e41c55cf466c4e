"""Rounds read again from the bytes of their files, through the strict reader."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import zstandard

from compliance.domain.rounds import Source
from compliance.ingest.containers import decompressed
from compliance.ingest.faults import RefusedFileError, Unreadable
from compliance.ingest.kept import file_chunks, kept_chunks, kept_path
from compliance.ingest.limits import Limits
from compliance.ingest.strict import read_round
from compliance.store import StoreError

if TYPE_CHECKING:
    from collections.abc import Iterator, Set
    from datetime import date

    from duckdb import DuckDBPyConnection

    from compliance.domain.rounds import Round
    from compliance.store import Database

# The file has been taken in once, so its expansion was within the limits then in force.
_NO_LIMITS = Limits(expansion_free=1 << 62)


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
class _File:
    file_id: int
    sha256: str
    path: Path
    size: int
    kept: bool


def rounds_from_kept(db: Database, selection: Selection | Set[int] | None = None) -> Iterator[tuple[int, Round]]:
    """Yield (round key, round) read again from the raw lines, file by file and in the order of their lines.

    ``selection``: all rounds for None, those of some round keys, or those of a table and dates. Each file is
    streamed once, from the kept bytes or, where they were not kept, from where the file was.

    Raises:
        StoreError: a file's bytes are not to be had, are not those that were taken in, or no longer read as
            the rounds they were. Where the bytes differ, it is raised after the file's last round.
    """
    for round_key, round_, _ in lines_from_kept(db, selection):
        yield round_key, round_


def lines_from_kept(db: Database, selection: Selection | Set[int] | None = None) -> Iterator[tuple[int, Round, bytes]]:
    """The same with the bytes of each round's line, without its line end: (round key, round, bytes).

    Raises:
        StoreError: as ``rounds_from_kept``.
    """
    # A cursor of its own: the caller may use the connection between two rounds.
    cursor = db.connection.cursor()
    condition, parameters = _condition(cursor, selection)
    for file in _files(cursor, condition, parameters):
        wanted = cursor.execute(
            "SELECT round_key, line, byte_offset, byte_length, licensee_id, round_id FROM rounds "
            f"WHERE file_id = $file_id AND {condition} ORDER BY byte_offset",
            {"file_id": file.file_id, **parameters},
        )
        lines = _Lines(db, file)
        while batch := wanted.fetchmany(4096):
            for round_key, line, offset, length, licensee, round_id in batch:
                raw = lines.at(offset, length)
                source = Source(file.sha256, line, offset)
                try:
                    round_ = read_round(raw, source=source, default_licensee=licensee)
                except Unreadable as fault:
                    raise StoreError(_changed(file, line, fault.sentence)) from None
                if (round_.licensee_id, round_.round_id) != (licensee, round_id):
                    raise StoreError(_changed(file, line, f"it is not round {round_id}"))
                yield round_key, round_, raw
        lines.verify()


def raw_line(db: Database, round_key: int) -> bytes:
    """Return the bytes of a round's line, without its line end, after checking the whole file's digest.

    Raises:
        StoreError: there is no such round, or the file's bytes are not to be had or not those taken in.
    """
    rows = db.rows("SELECT file_id, byte_offset, byte_length FROM rounds WHERE round_key = ?", [round_key])
    if not rows:
        raise StoreError(f"there is no round with key {round_key} in {db.path}")
    ((file_id, offset, length),) = rows
    (file,) = _files(db.connection, "file_id = $wanted", {"wanted": file_id})
    lines = _Lines(db, file)
    raw = lines.at(offset, length)
    lines.verify()
    return raw


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


def _files(connection: DuckDBPyConnection, condition: str, parameters: dict[str, Any]) -> list[_File]:
    rows = connection.execute(
        "SELECT file_id, sha256, path, size_bytes, kept FROM files "
        f"WHERE file_id IN (SELECT file_id FROM rounds WHERE {condition}) ORDER BY file_id",
        parameters,
    ).fetchall()
    return [_File(file_id, sha256, Path(path), size, kept) for file_id, sha256, path, size, kept in rows]


def _changed(file: _File, line: int, what: str) -> str:
    return (
        f"line {line} of {file.path} (SHA-256 {file.sha256}) no longer reads as when it was taken in: {what}; "
        "the stored bytes or the database have been changed"
    )


class _Lines:
    """The text of one file, read forwards; its digest is that of the bytes as they pass."""

    def __init__(self, db: Database, file: _File) -> None:
        self._file = file
        self._digest = hashlib.sha256()
        self._where = kept_path(db.kept_files, file.sha256) if file.kept else file.path
        if not self._where.is_file():
            kept = "its kept bytes are missing" if file.kept else "its bytes were not kept and it is gone"
            raise StoreError(f"{file.path} cannot be read again: {kept}; put {self._where} back")
        self._text = decompressed(self._passing(), file.size, _NO_LIMITS)
        self._held = b""
        self._at = 0

    def _passing(self) -> Iterator[bytes]:
        for chunk in kept_chunks(self._where) if self._file.kept else file_chunks(self._where):
            self._digest.update(chunk)
            yield chunk

    def _next(self) -> bytes:
        try:
            return next(self._text, b"")
        except (RefusedFileError, zstandard.ZstdError, OSError) as error:
            raise StoreError(f"{self._where} cannot be read: {error}; put the original bytes back") from None

    def at(self, offset: int, length: int) -> bytes:
        """Return a part of the text; each call must ask for a later part than the one before."""
        while self._at + len(self._held) < offset + length:
            part = self._next()
            if not part:
                raise StoreError(f"{self._where} is shorter than what was taken in; put the original bytes back")
            passed = min(max(offset - self._at, 0), len(self._held))
            self._held = self._held[passed:] + part
            self._at += passed
        start = offset - self._at
        return self._held[start : start + length]

    def verify(self) -> None:
        """Read to the end, and refuse bytes other than those that were taken in."""
        while self._next():
            continue
        if self._digest.hexdigest() != self._file.sha256:
            raise StoreError(
                f"{self._where} does not hold the bytes that were taken in as {self._file.path} "
                f"(SHA-256 {self._file.sha256}); put the original bytes back"
            )
