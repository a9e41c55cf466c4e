"""Rounds in which the player-dealer's limit binds, settled a round a row: a walk round the table, unrolled.

The limit is an accumulation from wager to wager. Here every step of it is a projection over all rounds and readings at
once, with a column for each wager.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from compliance.bulk import queries
from compliance.store.settings import settings

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

SLOTS = 4
"""Kinds of wagers that the walk knows, in the sheet's order."""

MOST_PARTICIPANTS = 7
"""Participants of a round that a walk is made for at most; a round with more goes the long way."""

_Place = tuple[int, int]


def settle_tight(con: DuckDBPyConnection) -> None:
    """Find, among the marked rounds, those that the limit alone explains.

    Leaves ``tight_cleared`` with their ``round_key``, and ``tight_touched (rules_id, interpretation, wagers)``. The
    relations of the screen must be there.
    """
    con.execute("SET VARIABLE most_participants = ?", [MOST_PARTICIPANTS])
    queries.run(con, "tight/seats", "tight/full")
    turns = con.execute("SELECT coalesce(max(turn), 0) + 1 FROM tight_seats").fetchall()[0][0]
    places = [(turn, slot) for turn in range(min(turns, MOST_PARTICIPANTS)) for slot in range(SLOTS)]
    con.execute(_sets(places))
    queries.run(con, "tight/pairs")
    orders = [order for (order,) in con.execute("SELECT DISTINCT wager_major FROM tight_pairs").fetchall()]
    # The pairs are many rows and the sets few wide ones: looked up from the pairs, two threads share the walk.
    with settings(con, disabled_optimizers="build_side_probe_side"):
        con.execute(_walked(places, orders or [False]))
    queries.run(con, "tight/cleared")


def _sets(places: list[_Place]) -> str:
    """Return the query that puts the participants of a round beside each other."""
    wagers, known = [], []
    for turn, slot in places:
        column = slot + 1
        wagers += [
            f"CASE WHEN f{turn}.l{column} THEN f{turn}.f{column} ELSE 0 END AS lost_{turn}_{slot}",
            f"CASE WHEN f{turn}.l{column} THEN 0 ELSE coalesce(f{turn}.f{column}, 0) END AS otherwise_{turn}_{slot}",
            f"coalesce(f{turn}.r{column}, 0) AS recorded_{turn}_{slot}",
        ]
        known.append(f"(coalesce(f{turn}.k{column}, false)::BIGINT << {SLOTS * turn + slot})")
    turns = (
        f"LEFT JOIN tight_full AS f{turn}"
        f" ON f{turn}.round_key = w.round_key AND f{turn}.variant = w.full_of AND f{turn}.turn = {turn}"
        for turn in sorted({turn for turn, _ in places})
    )
    return (
        queries.text("tight/sets")
        .replace("/*wagers*/", ", ".join(wagers))
        .replace("/*known*/", " | ".join(known))
        .replace("/*turns*/", " ".join(turns))
    )


def _walked(places: list[_Place], orders: list[bool]) -> str:
    """Return the query that walks the pairs of round and reading round the table, in one order of wagers or both."""
    wagers = ", ".join(
        f"CASE WHEN p.forfeits_first THEN s.lost_{turn}_{slot} ELSE 0 END AS lost_{turn}_{slot},"
        f" s.otherwise_{turn}_{slot} + CASE WHEN p.forfeits_first THEN 0 ELSE s.lost_{turn}_{slot} END"
        f" AS otherwise_{turn}_{slot}, s.recorded_{turn}_{slot}"
        for turn, slot in places
    )
    differing = " | ".join(
        f"((lost_{turn}_{slot} + otherwise_{turn}_{slot} <> recorded_{turn}_{slot})::BIGINT << {SLOTS * turn + slot})"
        for turn, slot in places
    )
    return (
        queries.text("tight/walked")
        .replace("/*wagers*/", wagers)
        .replace("/*walks*/", " UNION ALL ".join(_walk(places, order) for order in orders))
        .replace("/*differing*/", differing)
    )


def _walk(places: list[_Place], wager_major: bool) -> str:
    """Return the query that turns the amounts of each pair, in one order of wagers, into what is covered of them.

    Amounts are from the participants' side. Of one to be paid at most ``pay`` is covered, of one to be collected at
    most ``collect``; ``gives`` says what that leaves. What folding loses, and a reading collects before all else, needs
    no step by step: the sum of those before says what is left for each.
    """
    order = sorted(places, key=lambda place: (place[1], place[0])) if wager_major else places
    lost, otherwise = ([f"{part}_{turn}_{slot}" for turn, slot in order] for part in ("lost", "otherwise"))
    covered = ", ".join(
        f"greatest({amount}, -greatest({' + '.join(['collect', *lost[:number]])}, 0)) AS {amount}"
        for number, amount in enumerate(lost)
    )
    collected = f"greatest({' + '.join(lost)}, -collect)"
    query = (
        f"SELECT * REPLACE ({covered}, pay - gives * {collected} AS pay, collect + {collected} AS collect)"
        f" FROM placed WHERE wager_major = {wager_major}"
    )
    for amount in otherwise:
        covered = f"CASE WHEN {amount} > pay THEN pay WHEN {amount} < -collect THEN -collect ELSE {amount} END"
        query = (
            f"SELECT * REPLACE ({covered} AS {amount},"
            f" pay - CASE WHEN {amount} > 0 THEN {covered} ELSE gives * {covered} END AS pay,"
            f" collect + CASE WHEN {amount} > 0 THEN gives * {covered} ELSE {covered} END AS collect)"
            f" FROM ({query})"
        )
    return query
