"""Rows of a file, gathered by round: they need not stand together, and the file may be larger than the memory."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Any

from compliance.ingest.lines import Line

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from compliance.ingest.lines import Lines
    from compliance.store import Database

_ROWS_AT_ONCE = 20_000
_TABLE = """
CREATE OR REPLACE TEMP TABLE spooled (
    licensee VARCHAR, round_id VARCHAR, number BIGINT, byte_offset BIGINT, byte_length BIGINT, raw VARCHAR,
    cells VARCHAR[]
)
"""
_COLUMNS = ("licensees", "rounds", "numbers", "offsets", "lengths", "texts", "cells")
_ADD = """
INSERT INTO spooled SELECT
    unnest($licensees::VARCHAR[]), unnest($rounds::VARCHAR[]), unnest($numbers::BIGINT[]),
    unnest($offsets::BIGINT[]), unnest($lengths::BIGINT[]), unnest($texts::VARCHAR[]), CELLS
"""
_ARRANGED = """
CREATE OR REPLACE TEMP TABLE arranged AS
SELECT
    row_number() OVER (ORDER BY first_number, number) - 1 AS place,
    first_number, number, byte_offset, byte_length, raw
FROM spooled
JOIN (SELECT licensee, round_id, min(number) AS first_number FROM spooled GROUP BY ALL) USING (licensee, round_id)
ORDER BY place
"""


class Spool:
    """Rows on their way from the order of the file to the order of rounds; within a round they keep their order.

    They are in the temporary table ``spooled``, the licensee empty where none is named, with their cells only where a
    delimiter does not tell them apart.
    """

    def __init__(self, db: Database) -> None:
        self._db = db
        self._waiting: dict[str, list[Any]] = {name: [] for name in _COLUMNS}
        db.connection.execute(_TABLE)

    def add(self, key: tuple[str | None, str], line: Line, cells: Sequence[str | None]) -> None:
        """Add a row of the round with that licensee and id; its bytes must be UTF-8 without NUL."""
        told_apart = list(cells) if b'"' in line.raw else None
        self._extend(
            [key[0] or ""], [key[1]], [line.number], [line.offset], [line.length], [line.raw.decode()], [told_apart]
        )

    def add_lines(self, lines: Lines, licensees: Sequence[str], rounds: Sequence[str]) -> None:
        """Add rows whose cells a delimiter tells apart, with the licensee and the round that each names."""
        self._extend(licensees, rounds, lines.numbers, lines.offsets, lines.lengths, lines.texts, [None] * len(lines))

    def _extend(self, *columns: Sequence[Any]) -> None:
        for waiting, more in zip(self._waiting.values(), columns, strict=True):
            waiting.extend(more)
        if len(self._waiting["numbers"]) >= _ROWS_AT_ONCE:
            self.flush()

    def flush(self) -> None:
        """Have all rows that were added in the table."""
        if self._waiting["numbers"]:
            given = dict(self._waiting)
            cells = "unnest($cells::VARCHAR[][])"
            if not any(given["cells"]):
                del given["cells"]
                cells = "NULL"
            self._db.connection.execute(_ADD.replace("CELLS", cells), given)
            for waiting in self._waiting.values():
                waiting.clear()

    def rounds(self) -> Iterator[list[Line]]:
        """Yield the rows of each round, rounds in the order of their first rows."""
        self.flush()
        self._db.connection.execute(_ARRANGED)
        self._db.connection.execute("DROP TABLE spooled")
        for _, rows in groupby(self._arranged(), key=lambda row: row[0]):
            yield [line for _, line in rows]
        self._db.connection.execute("DROP TABLE arranged")

    def _arranged(self) -> Iterator[tuple[int, Line]]:
        # By parts: the same connection loads the rounds meanwhile.
        (count,) = self._db.one("SELECT count(*) FROM arranged")
        for start in range(0, count, _ROWS_AT_ONCE):
            for first, number, offset, length, text in self._db.rows(
                "SELECT first_number, number, byte_offset, byte_length, raw FROM arranged "
                "WHERE place >= $start AND place < $stop ORDER BY place",
                {"start": start, "stop": start + _ROWS_AT_ONCE},
            ):
                yield first, Line(number, offset, text.encode(), length)
