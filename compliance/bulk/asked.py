"""How many wagers ask the question of an open interpretation, whether or not its readings give other money.

A wager asks it where the value in dispute enters its settlement: what a fold does, of a folded wager; how equal hands
end, of an Ante or Play on equal hands; how the player-dealer's wager is used up, and in which order, of the wagers it
answers in a round whose money reaches it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from compliance.bulk import queries
from compliance.domain.words import ANTE, PLAY

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from duckdb import DuckDBPyConnection

    from compliance.rules.in_force import SheetInForce
    from compliance.rules.sheet import RuleSheet

ASKS = {"rules_id": "INTEGER", "interpretation": "VARCHAR", "how": "VARCHAR", "wager_kind": "VARCHAR"}
_OF_A_WAGER = {"on_fold": "folded", "paid_on_disconnect": "disconnected", "above_ante": "above_ante"}
_OF_EQUAL_HANDS = {
    "showdown.equal": ("equal_qualified", (ANTE, PLAY)),
    "showdown.not_qualified_equal": ("equal_not_qualified", (ANTE,)),
}
_MOVES_NO_MONEY = ("bank.after_consecutive", "bank.consecutive_rounds", "bank.house_may_bank")


def count_asked(con: DuckDBPyConnection, sheets: Mapping[int, SheetInForce]) -> dict[tuple[int, str], int]:
    """Return, by rules id and open interpretation, the wagers of the scope that ask its question.

    The relations of ``check_tables`` must be there.
    """
    rows = {
        (number, entry.id, how, kind)
        for number, in_force in sheets.items()
        for entry in in_force.open_interpretations
        for reading in entry.others
        for path in reading.sets
        for how, kind in _asking(in_force.sheet, path)
    }
    queries.fill(con, "asks", ASKS, sorted(rows))
    counts = {(number, entry.id): 0 for number, each in sheets.items() for entry in each.open_interpretations}
    if rows:
        queries.run(con, "tables/asking")
        for number, interpretation, wagers in con.execute(queries.text("tables/asked")).fetchall():
            counts[number, interpretation] = wagers
    return counts


def _asking(sheet: RuleSheet, path: str) -> Iterator[tuple[str, str]]:
    """Which wagers a value of the sheet enters: how they stand, and their kind."""
    section, _, key = path.partition(".")
    if path in _MOVES_NO_MONEY:
        return
    if path in _OF_EQUAL_HANDS:
        how, kinds = _OF_EQUAL_HANDS[path]
        yield from ((how, kind) for kind in kinds)
    elif section in ("bank", "button"):
        yield from (("limited", kind) for kind in (sheet.bank.answers if sheet.bank else ()))
    elif section == "cap":
        yield from (("placed", kind) for cap in sheet.cap for kind in cap.kinds)
    elif section == "wager":
        kind, _, value = key.partition(".")
        yield _OF_A_WAGER.get(value, "placed"), kind
    elif section == "showdown":
        yield from (("placed", kind) for kind in (ANTE, PLAY))
    else:
        yield from (("placed", kind) for kind in sheet.wagers)
