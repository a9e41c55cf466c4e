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

MOST_PARTICIPANTS = 7
"""Participants of a round that a walk is made for at most; a round with more goes the long way."""

_LOST, _OTHERWISE, _KNOWN, _RECORDED = (SLOTS * part for part in range(4))


def settle_tight(con: DuckDBPyConnection) -> None:
    """Find, among the marked rounds, those that the limit alone explains.

    Leaves ``tight_cleared (round_key)`` and ``tight_touched (rules_id, interpretation, wagers)``. The relations of the
    screen must be there.
    """
    con.execute("SET VARIABLE most_participants = ?", [MOST_PARTICIPANTS])
    queries.run(con, "tight/seats", "tight/full", "tight/rounds")
    participants = con.execute("SELECT coalesce(max(participants), 1) FROM tight_pairs").fetchall()[0][0]
    orders = con.execute("SELECT DISTINCT forfeits_first, wager_major FROM tight_pairs").fetchall() or [(True, False)]
    walks = " UNION ALL ".join(_walk(participants, *order) for order in orders)
    con.execute(f"CREATE OR REPLACE TEMP TABLE tight_walked AS {walks}")
    queries.run(con, "tight/cleared")


def _walk(participants: int, forfeits_first: bool, wager_major: bool) -> str:
    """Return the query of one order: amounts covered, derived or not, and recorded, by participant and slot."""
    places = [(participant, slot) for participant in range(participants) for slot in range(SLOTS)]
    order = sorted(places, key=lambda place: (place[1], place[0])) if wager_major else places
    if forfeits_first:
        steps = [(_number(place, part), place, part) for part in (_LOST, _OTHERWISE) for place in order]
    else:
        steps = [(f"{_number(place, _LOST)} + {_number(place, _OTHERWISE)}", place, _LOST) for place in order]
    amounts = ", ".join(f"{amount} AS amount_{step}" for step, (amount, _, _) in enumerate(steps))
    query = (
        f"SELECT round_key, variant, interpretation, numbers, carries, pay, collect, {amounts} FROM tight_pairs"
        f" WHERE forfeits_first = {forfeits_first} AND wager_major = {wager_major}"
    )
    for step in range(len(steps)):
        paid, collected = f"least(greatest(amount_{step}, 0), pay)", f"least(greatest(-amount_{step}, 0), collect)"
        query = (
            f"SELECT * REPLACE (pay - {paid} + carries * {collected} AS pay,"
            f" collect - {collected} + carries * {paid} AS collect, {paid} - {collected} AS amount_{step}) FROM ({query})"
        )
    steps_of = {place: [f"amount_{at}" for at, step in enumerate(steps) if step[1] == place] for place in places}
    covered = ", ".join(" + ".join(steps_of[place]) for place in places)
    known, recorded = (", ".join(_number(place, part) for place in places) for part in (_KNOWN, _RECORDED))
    return (
        f"SELECT round_key, variant, interpretation, [{covered}] AS covered, [{known}] AS known,"
        f" [{recorded}] AS recorded FROM ({query})"
    )


def _number(place: tuple[int, int], part: int) -> str:
    """One of a participant's numbers, 0 where the round has fewer participants."""
    participant, slot = place
    return f"coalesce(numbers[{4 * SLOTS * participant + part + slot + 1}], 0)"
