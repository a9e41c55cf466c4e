"""Ten times the rounds in a bounded memory: does the time a round stay the same?"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from benchmarks.figure import Figure, shortest
from benchmarks.verifying import verify_in_bulk
from compliance.bulk.layout import lay_out
from compliance.rules.rulebook import RuleBook
from compliance.store import open_database

if TYPE_CHECKING:
    from pathlib import Path

TIMES = 10
MEMORY_LIMITS = ("4GB", "2GB")
"""What must be enough, and what should be."""


def multiply(database: Path) -> None:
    """Put every round of a database into it ten times over, at further tables under further ids."""
    with open_database(database) as db, db.transaction():
        (rounds,) = db.one("SELECT max(round_key) FROM rounds")
        for copy in range(1, TIMES):
            db.connection.execute(
                f"INSERT INTO rounds SELECT * REPLACE (round_key + {copy * rounds} AS round_key,"
                f" round_id || '-{copy}' AS round_id, table_id || '-{copy}' AS table_id)"
                f" FROM rounds WHERE round_key <= {rounds} ORDER BY round_key"
            )
            db.connection.execute(
                f"INSERT INTO participants SELECT * REPLACE (round_key + {copy * rounds} AS round_key)"
                f" FROM participants WHERE round_key <= {rounds} ORDER BY round_key"
            )


def figures(database: Path, sheet_id: str) -> list[Figure]:
    """Measure; the database grows tenfold."""
    book = RuleBook.load()
    with open_database(database, memory_limit=MEMORY_LIMITS[0]) as db:
        once = shortest(lambda: verify_in_bulk(db, book))
    multiply(database)
    with open_database(database) as db:
        lay_out(db.connection)
    found = []
    for limit, bound in zip(MEMORY_LIMITS, (1.3, None), strict=True):
        with open_database(database, memory_limit=limit) as db:
            (rounds,) = db.one("SELECT count(*) FROM rounds")
            seconds = shortest(partial(verify_in_bulk, db, book), 1)
        name = f"{sheet_id}: {rounds:,} rounds within {limit}, a round ÷ a round of a tenth of them"
        found.append(Figure(name, seconds / TIMES / once, bound))
    return found
