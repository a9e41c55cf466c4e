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
    con.execute(_sets(places))
    queries.run(con, "tight/pairs")
    ways = con.execute("SELECT DISTINCT policy, forfeits_first, wager_major FROM tight_pairs").fetchall()
    walks = " UNION ALL ".join(_walk(places, *way) for way in ways or [("gross_consumed", True, False)])
    con.execute(f"CREATE OR REPLACE TEMP TABLE tight_walked AS {walks}")
    con.execute(
        queries.text("tight/cleared")
        .replace("/*off the record*/", _differing(places, "w.covered", "s.recorded"))
        .replace("/*off the sheet*/", _differing(places, "w.covered", "a.covered"))
    )


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


def _walk(places: list[_Place], policy: str, forfeits_first: bool, wager_major: bool) -> str:
    """Return the query of one policy and order: the amounts covered, by participant in turn and slot."""
    order = sorted(places, key=lambda place: (place[1], place[0])) if wager_major else places
    parts = ("lost", "otherwise") if forfeits_first else ("whole",)
    steps = [f"{part}_{turn}_{slot}" for part in parts for turn, slot in order]
    whole = ", ".join(f"lost_{turn}_{slot} + otherwise_{turn}_{slot} AS whole_{turn}_{slot}" for turn, slot in places)
    query = (
        f"SELECT p.*, {', '.join(steps) if forfeits_first else whole} FROM tight_pairs AS p"
        " JOIN tight_sets AS s ON s.round_key = p.round_key AND s.full_of = p.full_of"
        f" WHERE p.policy = '{policy}' AND p.forfeits_first = {forfeits_first} AND p.wager_major = {wager_major}"
    )
    for step in steps:
        covered, left = _STEPS[policy](step)
        query = f"SELECT * REPLACE ({covered} AS {step}, {left}) FROM ({query})"
    covered = ", ".join(
        " + ".join(f"{part}_{turn}_{slot}" for part in parts) + f" AS covered_{turn}_{slot}" for turn, slot in places
    )
    return f"SELECT round_key, variant, interpretation, full_of, {covered} FROM ({query})"


def _gross(amount: str) -> tuple[str, str]:
    covered = f"greatest(-pay, least(pay, {amount}))"
    return covered, f"pay - abs({covered}) AS pay"


def _running(amount: str) -> tuple[str, str]:
    booked = f"greatest(-pay, least(pay, book + {amount}))"
    return f"{booked} - book", f"{booked} AS book"


def _separate(amount: str) -> tuple[str, str]:
    covered = f"greatest(-collect, least(pay, {amount}))"
    return covered, f"pay - greatest({covered}, 0) AS pay, collect + least({covered}, 0) AS collect"


_STEPS = {"gross_consumed": _gross, "running_net": _running, "separate_caps": _separate}
"""By policy, from a wager's amount: what is covered of it, and what that leaves."""


def _differing(places: list[_Place], one: str, other: str) -> str:
    """A bit for each wager at which two sets of amounts differ."""
    return " | ".join(
        f"(({one}_{turn}_{slot} <> {other}_{turn}_{slot})::BIGINT << {SLOTS * turn + slot})" for turn, slot in places
    )
