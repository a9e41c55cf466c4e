"""Whole results round by round, out of the long form: what parity compares with the reference."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Any

from compliance.bulk import queries
from compliance.bulk.settle import choose, settle_long
from compliance.domain.results import Finding, Line, RoundResult, Touched
from compliance.domain.words import Branch, Direction, Outcome, Verdict

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from duckdb import DuckDBPyConnection

_AT_A_TIME = 5000

_LINES = """
    SELECT round_key, seat, participant_index, participant_id, wager_index, wager_kind, stake, recorded_outcome,
        recorded_net, expected_outcome, expected_net, branch, verdict, code
    FROM lines JOIN wager_kinds USING (kind)
    ORDER BY round_key, seat, participant_index, wager_index
"""
_FINDINGS = """
    SELECT round_key, code, verdict, seat, participant_id, wager_kind, expected_outcome, expected_net,
        recorded_outcome, recorded_net, variance, direction, branch, interpretation, reading, also_fits, detail
    FROM found LEFT JOIN wager_kinds USING (kind)
    ORDER BY round_key, seat NULLS FIRST, participant_index NULLS FIRST, wager_index NULLS FIRST, code
"""
_TOUCHED = """
    SELECT round_key, interpretation, discriminating, fits_adopted, fits_other FROM touched ORDER BY round_key, place
"""


def results(con: DuckDBPyConnection, round_keys: Iterable[int]) -> Iterator[tuple[int, RoundResult]]:
    """Yield (round key, result) of rounds in order of key; the relations of ``prepare`` must be there.

    Of the interpretations a result names those that bear on the round.
    """
    keys = sorted(round_keys)
    for start in range(0, len(keys), _AT_A_TIME):
        yield from _settled(con, keys[start : start + _AT_A_TIME])


def _settled(con: DuckDBPyConnection, keys: list[int]) -> Iterator[tuple[int, RoundResult]]:
    choose(con, keys)
    queries.run(con, "found")
    settle_long(con)
    names = con.execute("SELECT round_key, licensee_id, round_id FROM rounds JOIN chosen USING (round_key)").fetchall()
    by_round = {key: (licensee, round_id) for key, licensee, round_id in names}
    lines, findings, touched = (_by_round(con, query) for query in (_LINES, _FINDINGS, _TOUCHED))
    for key in keys:
        yield (
            key,
            RoundResult(
                *by_round[key],
                tuple(_line(row) for row in lines.get(key, [])),
                tuple(finding_of(row) for row in findings.get(key, [])),
                tuple(Touched(*row) for row in touched.get(key, [])),
            ),
        )


def _by_round(con: DuckDBPyConnection, query: str) -> dict[int, list[tuple[Any, ...]]]:
    rows = con.execute(query).fetchall()
    return {key: [row[1:] for row in group] for key, group in groupby(rows, key=lambda row: row[0])}


def _line(row: tuple[Any, ...]) -> Line:
    place, recorded, expected, (branch, verdict, code) = row[:6], row[6:8], row[8:10], row[10:]
    seat, participant_index, participant_id, wager_index, wager_kind, stake = place
    return Line(
        seat,
        participant_index,
        participant_id,
        wager_index,
        wager_kind,
        stake,
        _outcome(recorded[0]),
        recorded[1],
        _outcome(expected[0]),
        expected[1],
        Branch(branch),
        Verdict(verdict),
        (code,) if code else (),
    )


def finding_of(row: tuple[Any, ...]) -> Finding:
    """Read a finding from a row: code, verdict, seat and so on, in the order of the record's fields."""
    code, verdict, seat, participant_id, wager_kind, expected_outcome, expected_net = row[:7]
    recorded_outcome, recorded_net, variance, direction, branch, interpretation, reading, also_fits, detail = row[7:]
    return Finding(
        code,
        Verdict(verdict),
        seat,
        participant_id,
        wager_kind,
        _outcome(expected_outcome),
        expected_net,
        _outcome(recorded_outcome),
        recorded_net,
        variance,
        Direction(direction) if direction else None,
        Branch(branch) if branch else None,
        interpretation,
        reading,
        tuple(also_fits),
        detail,
    )


def _outcome(word: str | None) -> Outcome | None:
    return None if word is None else Outcome(word)
