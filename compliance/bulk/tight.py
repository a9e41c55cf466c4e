"""Rounds in which the player-dealer's limit binds, settled a round a row: a walk round the table, unrolled.

The limit is an accumulation from wager to wager. Here every step of it is a projection over all rounds and readings at
once, and what a round has comes out of a list at a place known beforehand.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from compliance.bulk import queries

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

SLOTS = 4
"""Kinds of wagers that the walk knows, in the sheet's order."""

PARTICIPANTS = 7
"""Participants of a round that the walk is made for; a round with more goes the long way."""

_LOST, _OTHERWISE, _KNOWN, _RECORDED = (SLOTS * part for part in range(4))
_PLACES = [(participant, slot) for participant in range(PARTICIPANTS) for slot in range(SLOTS)]


def settle_tight(con: DuckDBPyConnection) -> None:
    """Find, among the marked rounds, those that the limit alone explains.

    Leaves ``tight_cleared (round_key)`` and ``tight_touched (rules_id, interpretation, wagers)``. The relations of the
    screen must be there.
    """
    con.execute("SET VARIABLE walk_length = ?", [PARTICIPANTS])
    queries.run(con, "tight/seats", "tight/full", "tight/rounds")
    walks = [_walk(forfeits_first, wager_major) for forfeits_first in (True, False) for wager_major in (True, False)]
    con.execute("CREATE OR REPLACE TEMP TABLE tight_walked AS " + " UNION ALL ".join(walks))
    queries.run(con, "tight/cleared")


def _walk(forfeits_first: bool, wager_major: bool) -> str:
    """Return the query of one order: amounts covered, derived or not, and recorded, by participant and slot."""
    order = sorted(_PLACES, key=lambda place: (place[1], place[0])) if wager_major else _PLACES
    if forfeits_first:
        steps = [((place, part), _number(place, part)) for part in (_LOST, _OTHERWISE) for place in order]
    else:
        steps = [((place, _LOST), f"{_number(place, _LOST)} + {_number(place, _OTHERWISE)}") for place in order]
    query = (
        "SELECT round_key, variant, interpretation, numbers, carries, pay, collect FROM tight_pairs"
        f" WHERE forfeits_first = {forfeits_first} AND wager_major = {wager_major}"
    )
    for ((participant, slot), part), amount in steps:
        paid, collected = f"least(greatest({amount}, 0), pay)", f"least(greatest(-({amount}), 0), collect)"
        query = (
            f"SELECT * REPLACE (pay - {paid} + carries * {collected} AS pay,"
            f" collect - {collected} + carries * {paid} AS collect),"
            f" {paid} - {collected} AS c_{participant}_{slot}_{part} FROM ({query})"
        )
    halves = (_LOST, _OTHERWISE) if forfeits_first else (_LOST,)
    covered = ", ".join(" + ".join(f"c_{p}_{s}_{part}" for part in halves) for p, s in _PLACES)
    known, recorded = (", ".join(_number(place, part) for place in _PLACES) for part in (_KNOWN, _RECORDED))
    return (
        f"SELECT round_key, variant, interpretation, [{covered}] AS covered, [{known}] AS known,"
        f" [{recorded}] AS recorded FROM ({query})"
    )


def _number(place: tuple[int, int], part: int) -> str:
    """One of a participant's numbers, 0 where the round has fewer participants."""
    participant, slot = place
    return f"coalesce(numbers[{4 * SLOTS * participant + part + slot + 1}], 0)"
