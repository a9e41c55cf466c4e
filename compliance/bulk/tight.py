"""Rounds in which the player-dealer's limit binds, settled a round a row: a walk round the table, unrolled.

The limit is an accumulation from wager to wager. Here every step of it is a projection over all rounds and readings at
once, with a column for each wager.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from compliance.bulk import queries
from compliance.store.settings import settings

if TYPE_CHECKING:
    from collections.abc import Callable

    from duckdb import DuckDBPyConnection

SLOTS = 4
"""Kinds of wagers that the walk knows, in the sheet's order."""

MOST_PARTICIPANTS = 7
"""Participants of a round that a walk is made for at most; a round with more goes the long way."""

_KEPT = "round_key, rules_id, full_of, known, able, variant, interpretation, wager_major, gives"


def settle_tight(con: DuckDBPyConnection) -> None:
    """Find, among the marked rounds, those that the limit alone explains.

    Leaves ``tight_cleared`` with their ``round_key``, and ``tight_touched (rules_id, interpretation, wagers)``. The
    relations of the screen must be there.
    """
    con.execute("SET VARIABLE most_participants = ?", [MOST_PARTICIPANTS])
    queries.run(con, "tight/rounds")
    # Every participant looks up tables that are total over their keys: in the order written, by place in an array.
    with settings(con, disabled_optimizers="join_order"):
        queries.run(con, "tight/seats")
    if con.execute("SELECT bool_or(participant_index > 0) FROM tight_seats").fetchall()[0][0]:
        queries.run(con, "tight/shared")
    queries.run(con, "tight/elsewhere")
    turns = con.execute("SELECT coalesce(max(turn), 0) + 1 FROM tight_seats").fetchall()[0][0]
    con.execute(_walked(turns))
    queries.run(con, "tight/cleared")


def _walked(turns: int) -> str:
    """Return the query that puts the participants of a round beside each other and walks them round the table."""
    wagers = range(turns * SLOTS)
    whole = " + ".join(
        f"({' + '.join(f'abs(full_{turn * SLOTS + slot})' for slot in range(SLOTS))})::HUGEINT" for turn in range(turns)
    )
    parts = {
        "fair": " AND ".join(["t0.fair", *(f"coalesce(t{turn}.fair, true)" for turn in range(1, turns))]),
        "known": _bits("known", turns),
        "by_folding": _bits("by_folding", turns),
        "adopted": _each(
            wagers,
            lambda wager: ", ".join(
                f"coalesce(t{wager // SLOTS}.{amount}_{wager % SLOTS}, 0) AS {amount}_{wager}"
                for amount in ("full", "recorded")
            ),
        ),
        "turns": " ".join(
            f"LEFT JOIN tight_seats AS t{turn}"
            f" ON t{turn}.round_key = t0.round_key AND t{turn}.start = t0.start AND t{turn}.turn = {turn}"
            for turn in range(1, turns)
        ),
        "changed": _each(wagers, lambda wager: f'any_value(CASE wager WHEN {wager} THEN "full" END) AS full_{wager}'),
        "replaced": _each(wagers, lambda wager: f"coalesce(c.full_{wager}, a.full_{wager}) AS full_{wager}"),
        "total": whole,
        "losing": " + ".join(f"CASE WHEN full_{wager} < 0 THEN -full_{wager} ELSE 0 END" for wager in wagers),
        "apart": _each(
            wagers,
            lambda wager: (
                f"CASE WHEN by_folding & {1 << wager} <> 0 THEN full_{wager} ELSE 0 END AS lost_{wager},"
                f" CASE WHEN by_folding & {1 << wager} <> 0 THEN 0 ELSE full_{wager} END AS otherwise_{wager},"
                f" recorded_{wager}"
            ),
        ),
        "all_lost": " + ".join(f"s.lost_{wager}" for wager in wagers),
        "placed": _each(wagers, lambda wager: _placed(wager, turns)),
        "differing": _differing(turns),
        "walked": _walk(turns),
    }
    query = queries.text("tight/walked")
    for name, part in parts.items():
        query = query.replace(f"/*{name}*/", part)
    return query


def _each(wagers: range, column: Callable[[int], str]) -> str:
    return ", ".join(column(wager) for wager in wagers)


def _bits(flags: str, turns: int) -> str:
    return " | ".join(f"(coalesce(t{turn}.{flags}, 0)::BIGINT << {turn * SLOTS})" for turn in range(turns))


def _kind_by_kind(place: int, turns: int) -> int:
    """Return the wager that stands at a place of the order that takes one kind round the table after the other."""
    return place % turns * SLOTS + place // turns


def _placed(place: int, turns: int) -> str:
    def wager(amount: str) -> str:
        return f"CASE WHEN t.wager_major THEN s.{amount}_{_kind_by_kind(place, turns)} ELSE s.{amount}_{place} END"

    return (
        f"CASE WHEN t.forfeits_first THEN {wager('lost')} ELSE 0 END AS lost_{place},"
        f" {wager('otherwise')} + CASE WHEN t.forfeits_first THEN 0 ELSE {wager('lost')} END AS otherwise_{place},"
        f" {wager('recorded')} AS recorded_{place}"
    )


def _differing(turns: int) -> str:
    """Return ``differing``, whose bits follow the order walked, with a bit for each wager."""
    moved = " | ".join(
        f"CASE WHEN differing & {1 << place} <> 0 THEN {1 << _kind_by_kind(place, turns)} ELSE 0 END"
        for place in range(turns * SLOTS)
    )
    return f"CASE WHEN wager_major THEN {moved} ELSE differing END"


def _walk(turns: int) -> str:
    """Return the query that takes the wagers of each pair of round and reading one after the other.

    Amounts are from the participants' side. Of one to be paid at most ``pay`` is covered, of one to be collected at
    most ``collect``, a negative amount; ``gives`` says what that leaves. What folding loses, and a reading collects
    before all else, has taken its part of both beforehand; ``left_`` says how much of that is left for those that
    come. ``differing`` gathers a bit for each wager whose record is not what is covered of it.
    """
    places = range(turns * SLOTS)
    ahead = [_each(places[place:], lambda at: f"lost_{at}, otherwise_{at}, recorded_{at}") for place in places]
    query = (
        f"(SELECT {_KEPT}, pay - gives * greatest(lost, collect) AS pay, collect - greatest(lost, collect) AS collect,"
        f" collect AS left_, 0::BIGINT AS differing, {ahead[0]} FROM placed)"
    )
    for place in places:
        further = "".join(f", {columns}" for columns in ahead[place + 1 : place + 2])
        query = (
            f"(SELECT {_KEPT}, pay, collect, left_, differing,"
            f" CASE WHEN lost_{place} < left_ THEN left_ ELSE lost_{place} END AS lost,"
            f" CASE WHEN otherwise_{place} > pay THEN pay WHEN otherwise_{place} < collect THEN collect"
            f" ELSE otherwise_{place} END AS covered, recorded_{place}{further} FROM {query})"
        )
        query = (
            f"(SELECT {_KEPT}, pay - CASE WHEN covered > 0 THEN covered ELSE gives * covered END AS pay,"
            f" collect - CASE WHEN covered > 0 THEN gives * covered ELSE covered END AS collect, left_ - lost AS left_,"
            f" differing + CASE WHEN lost + covered <> recorded_{place} THEN {1 << place} ELSE 0 END AS differing"
            f"{further} FROM {query})"
        )
    return query
