"""Rows that go out of the store as they stand in it: quarantine, rounds, files."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

    from compliance.store.database import Database

QUARANTINE_COLUMNS = (
    "file", "file_sha256", "line", "byte_offset", "reason", "message", "raw_base64", "status",
)  # fmt: skip
"""Columns of ``quarantine_rows``; ``status`` is ``open`` or ``resolved``."""

ROUND_COLUMNS = (
    "round_id", "table_id", "gaming_date", "rule_sheet", "status", "currency",
    "file", "file_sha256", "line", "byte_offset",
)  # fmt: skip
"""Columns of ``round_rows``; ``gaming_date`` is a date, ``line`` counts from 1, ``byte_offset`` from 0."""

FILE_COLUMNS = (
    "path", "sha256", "size_bytes", "profile", "ingested_at", "received_from", "medium", "kept",
    "read", "loaded", "duplicate", "quarantined",
)  # fmt: skip
"""Columns of ``file_rows``."""

_QUARANTINE = """
SELECT f.path, f.sha256, line, byte_offset, reason, message, base64(raw),
    CASE WHEN resolved_by IS NULL THEN 'open' ELSE 'resolved' END
FROM quarantine JOIN files AS f USING (file_id)
ORDER BY file_id, line
"""

ROUND_ORDER = "gaming_date, table_id, sequence NULLS LAST, round_id, licensee_id"
"""The order of exports, for rounds."""

_ROUNDS = f"""
SELECT round_id, table_id, gaming_date, rule_sheet, status, currency, f.path, f.sha256, line, byte_offset
FROM rounds JOIN files AS f USING (file_id)
ORDER BY {ROUND_ORDER}
"""

_FILES = f"SELECT {', '.join(FILE_COLUMNS)} FROM files ORDER BY file_id"

_ROWS_AT_A_TIME = 4096


def quarantine_rows(db: Database) -> Iterator[tuple[Any, ...]]:
    """Yield every quarantined line, resolved ones included, in the order of files and lines."""
    return _stream(db, _QUARANTINE)


def round_rows(db: Database) -> Iterator[tuple[Any, ...]]:
    """Yield every round with where its bytes stand, by gaming date, table, sequence and round id."""
    return _stream(db, _ROUNDS)


def file_rows(db: Database) -> Iterator[tuple[Any, ...]]:
    """Yield every file that was taken in, with its custody and counts, in the order of taking in."""
    return _stream(db, _FILES)


def _stream(db: Database, sql: str) -> Iterator[tuple[Any, ...]]:
    # A cursor of its own: the caller may use the connection between two rows.
    cursor = db.connection.cursor().execute(sql)
    while rows := cursor.fetchmany(_ROWS_AT_A_TIME):
        yield from rows
