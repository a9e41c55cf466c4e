"""The record laid out for the screen: what one pass over every round reads, derived once from the tables of the log."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from compliance.bulk import queries

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

ROUNDS_AT_A_TIME = 500_000
_LAYOUT = ("tables", "codes", "places", "rounds", "seats")
_TABLES = ("laid_by", "laid_places", "laid_rounds", "laid_seats")


def lay_out(con: DuckDBPyConnection) -> int:
    """Lay out the rounds that are not yet, and return how many there were.

    The tables ``laid_places``, ``laid_rounds`` and ``laid_seats`` hold facts of the record alone, whatever the sheet.
    ``evaluate`` calls this; called when a log has been taken in, it takes that work off the verification.
    """
    queries.run(con, "layout/codes")
    _make_tables(con)
    first, last = con.execute(
        "SELECT (SELECT coalesce(max(round_key), 0) + 1 FROM laid_rounds),"
        " (SELECT coalesce(max(round_key), 0) FROM rounds)"
    ).fetchall()[0]
    if first <= last:
        queries.run(con, "rank_sets", "three_cards")
    for start in range(first, last + 1, ROUNDS_AT_A_TIME):
        con.execute("SET VARIABLE first_key = ?", [start])
        con.execute("SET VARIABLE last_key = ?", [start + ROUNDS_AT_A_TIME - 1])
        queries.run(con, "layout/places", "layout/seats", "layout/rounds")
    return int(last - first + 1)


def _make_tables(con: DuckDBPyConnection) -> None:
    """Make the tables, or make them anew where another program laid them out another way."""
    program = hashlib.sha256("".join(queries.text(f"layout/{name}") for name in _LAYOUT).encode()).hexdigest()
    queries.run(con, "layout/tables")
    if con.execute("SELECT sha256 FROM laid_by").fetchall() != [(program,)]:
        for name in _TABLES:
            con.execute(f"DROP TABLE {name}")
        queries.run(con, "layout/tables")
        con.execute("INSERT INTO laid_by VALUES (?)", [program])
