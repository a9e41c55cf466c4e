"""What has to be there before rounds are settled: the sheets in force flattened, and the orders of hands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from compliance.bulk import queries
from compliance.bulk.terms import flatten

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import date

    from duckdb import DuckDBPyConnection

    from compliance.rules.in_force import SheetInForce


class Rules(Protocol):
    """Where the rules of a round come from; a ``RuleBook`` is one."""

    def sheet_in_force(self, licensee_id: str, sheet_id: str, table_id: str, gaming_date: date) -> SheetInForce | None:
        """Return the sheet that a round names as its table plays it, one object for equal terms; None if unknown."""

    def positions(self, licensee_id: str, sheet_id: str, table_id: str) -> int | None:
        """Return the numbered places of a table, the player-dealer's included; None where they are not known."""


def prepare(
    con: DuckDBPyConnection, rules: Rules, condition: str = "true", parameters: Mapping[str, Any] | None = None
) -> dict[int, SheetInForce]:
    """Build the temporary relations that settling reads; return the sheets in force by rules id, from 1.

    ``condition`` on ``rounds``, with its parameters, narrows them to the rounds that will be settled. The relation
    ``places`` holds, for each licensee, sheet named, table and gaming date, the rules id (NULL where the sheet is
    unknown) and the positions.

    Raises:
        ValueError: as ``flatten``.
    """
    numbers: dict[int, int] = {}
    used: dict[int, SheetInForce] = {}
    rows = []
    for place in con.execute(
        f"SELECT DISTINCT licensee_id, rule_sheet, table_id, gaming_date FROM rounds WHERE {condition} ORDER BY ALL",
        dict(parameters or {}),
    ).fetchall():
        in_force = rules.sheet_in_force(*place)
        number = numbers.setdefault(id(in_force), len(numbers) + 1) if in_force else None
        if in_force and number:
            used[number] = in_force
        rows.append((*place, number, rules.positions(*place[:3])))
    columns = {"licensee_id": "VARCHAR", "rule_sheet": "VARCHAR", "table_id": "VARCHAR", "gaming_date": "DATE",
               "rules_id": "INTEGER", "positions": "INTEGER"}  # fmt: skip
    queries.fill(con, "places", columns, rows)
    flatten(con, used)
    queries.run(con, "cards", "labels", "order", "made", "rank_sets", "three_cards", "rank_pairs")
    queries.run(con, "hands", "five_best", "kind_terms")
    return used
