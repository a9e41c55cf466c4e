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
    con.execute(queries.text("tight/sets").replace("/*wagers*/", ", ".join(map(_wager, places))))
    queries.run(con, "tight/pairs")
    orders = con.execute("SELECT DISTINCT forfeits_first, wager_major FROM tight_pairs").fetchall() or [(True, False)]
    walks = " UNION ALL ".join(_walk(places, *order) for order in orders)
    con.execute(f"CREATE OR REPLACE TEMP TABLE tight_walked AS {walks}")
    con.execute(
        queries.text("tight/cleared")
        .replace("/*off the record*/", _differing(places, "w.covered", "s.recorded"))
        .replace("/*off the sheet*/", _differing(places, "w.covered", "a.covered"))
    )


def _wager(place: _Place) -> str:
    """Columns of one participant's wager in one slot."""
    turn, slot = place
    kind = ("ante", "play", "pair_plus", "six_card_bonus")[slot]
    amounts = {
        "lost": f"CASE WHEN f.l{slot + 1} THEN f.f{slot + 1} ELSE 0 END",
        "otherwise": f"CASE WHEN f.l{slot + 1} THEN 0 ELSE f.f{slot + 1} END",
        "recorded": f"s.{kind}_net",
    }
    return ", ".join(
        f"coalesce(any_value({amount}) FILTER (s.turn = {turn}), 0) AS {name}_{turn}_{slot}"
        for name, amount in amounts.items()
    )


def _walk(places: list[_Place], forfeits_first: bool, wager_major: bool) -> str:
    """Return the query of one order: the amounts covered, by participant in turn and slot."""
    order = sorted(places, key=lambda place: (place[1], place[0])) if wager_major else places
    parts = ("lost", "otherwise") if forfeits_first else ("whole",)
    steps = [f"{part}_{turn}_{slot}" for part in parts for turn, slot in order]
    whole = ", ".join(f"lost_{turn}_{slot} + otherwise_{turn}_{slot} AS whole_{turn}_{slot}" for turn, slot in places)
    query = (
        f"SELECT p.*, {', '.join(steps) if forfeits_first else whole} FROM tight_pairs AS p"
        " JOIN tight_sets AS s ON s.round_key = p.round_key AND s.full_of = p.full_of"
        f" WHERE p.forfeits_first = {forfeits_first} AND p.wager_major = {wager_major}"
    )
    for step in steps:
        paid, collected = f"least(greatest({step}, 0), pay)", f"least(greatest(-{step}, 0), collect)"
        query = (
            f"SELECT * REPLACE (pay - {paid} + carries * {collected} AS pay,"
            f" collect - {collected} + carries * {paid} AS collect, {paid} - {collected} AS {step}) FROM ({query})"
        )
    covered = ", ".join(
        " + ".join(f"{part}_{turn}_{slot}" for part in parts) + f" AS covered_{turn}_{slot}" for turn, slot in places
    )
    return f"SELECT round_key, variant, interpretation, full_of, {covered} FROM ({query})"


def _differing(places: list[_Place], one: str, other: str) -> str:
    """A bit for each wager at which two sets of amounts differ."""
    return " | ".join(
        f"(({one}_{turn}_{slot} <> {other}_{turn}_{slot})::BIGINT << {SLOTS * turn + slot})" for turn, slot in places
    )
