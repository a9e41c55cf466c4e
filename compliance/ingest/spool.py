"""Rows of a file, gathered by round: they need not stand together, and the file may be larger than the memory."""

from __future__ import annotations

import json
from collections import deque
from itertools import groupby
from typing import TYPE_CHECKING

from compliance.ingest.lines import Line

if TYPE_CHECKING:
    from collections.abc import Iterator

    from compliance.store import Database

_ROWS_AT_ONCE = 20_000
_TABLE = """
CREATE OR REPLACE TEMP TABLE spooled (round VARCHAR, number BIGINT, byte_offset BIGINT, byte_length BIGINT, raw VARCHAR)
"""
_STRUCTURE = json.dumps(
    {"round": "VARCHAR", **dict.fromkeys(("number", "byte_offset", "byte_length"), "BIGINT"), "raw": "VARCHAR"}
)
_ARRANGED = """
CREATE OR REPLACE TEMP TABLE arranged AS
SELECT
    row_number() OVER (ORDER BY first_number, number) - 1 AS place,
    first_number, number, byte_offset, byte_length, raw
FROM spooled JOIN (SELECT round, min(number) AS first_number FROM spooled GROUP BY round) USING (round)
ORDER BY place
"""


class Spool:
    """Rows on their way from the order of the file to the order of rounds; within a round they keep their order."""

    def __init__(self, db: Database) -> None:
        self._db = db
        self._waiting: deque[str] = deque()
        db.connection.execute(_TABLE)

    def add(self, round_: str, line: Line) -> None:
        """Add a row of the round that goes by that name; its bytes must be UTF-8 without NUL."""
        record = {
            "round": round_, "number": line.number, "byte_offset": line.offset, "byte_length": line.length,
            "raw": line.raw.decode(),
        }  # fmt: skip
        self._waiting.append(json.dumps(record))
        if len(self._waiting) >= _ROWS_AT_ONCE:
            self._write()

    def _write(self) -> None:
        if self._waiting:
            self._db.connection.execute(
                "INSERT INTO spooled SELECT unnest(from_json(record, $structure)) "
                "FROM (SELECT unnest(string_split($records, chr(10))) AS record)",
                {"records": "\n".join(self._waiting), "structure": _STRUCTURE},
            )
            self._waiting.clear()

    def rounds(self) -> Iterator[list[Line]]:
        """Yield the rows of each round, rounds in the order of their first rows."""
        self._write()
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
