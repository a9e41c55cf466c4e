"""A whole run: every round of a scope screened in one pass, and those that need it settled in long form."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from compliance.bulk import queries
from compliance.bulk.prepare import prepare
from compliance.bulk.settle import settle_long
from compliance.domain.figures import MONEY_VERDICTS, RunFigures
from compliance.domain.words import Verdict

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from duckdb import DuckDBPyConnection

    from compliance.bulk.prepare import Rules
    from compliance.rules.in_force import SheetInForce

ROUNDS_AT_A_TIME = 1_000_000
"""Round keys of a batch. Joins on a dense range of keys up to about this size need no hashing."""

_SETTLEMENT = ("SETL-001", "SETL-002", "SETL-003", "SETL-004", "SETL-005", "SETL-006")


@dataclass
class Evaluation:
    """What a run found. Its findings stand in the temporary table ``all_found``.

    ``rules`` are the sheets in force by rules id; ``marked`` counts the rounds settled in long form.
    """

    rules: dict[int, SheetInForce]
    figures: RunFigures = field(default_factory=RunFigures)
    marked: int = 0


def evaluate(
    con: DuckDBPyConnection,
    rules: Rules,
    condition: str = "true",
    parameters: Mapping[str, Any] | None = None,
    *,
    screened: bool = True,
    rounds_at_a_time: int = ROUNDS_AT_A_TIME,
    progress: Callable[[int], None] | None = None,
) -> Evaluation:
    """Settle and check the rounds for which a condition on ``rounds``, with its parameters, holds.

    ``progress`` is called with the number of rounds done after each batch. ``screened`` False settles every round in
    long form, which finds the same and takes longer.

    Raises:
        ValueError: a sheet cannot be flattened; see ``compliance.bulk.terms.flatten``.
    """
    done = Evaluation(prepare(con, rules, condition, parameters))
    queries.run(con, "all_found", "screen/tables")
    first, last = con.execute(
        f"SELECT coalesce(min(round_key), 1), coalesce(max(round_key), 0) FROM rounds WHERE {condition}",
        dict(parameters or {}),
    ).fetchall()[0]
    for start in range(first, last + 1, rounds_at_a_time):
        con.execute("SET VARIABLE first_key = ?", [start])
        con.execute("SET VARIABLE last_key = ?", [start + rounds_at_a_time - 1])
        con.execute(queries.text("screen/rounds").replace("/*condition*/", condition), dict(parameters or {}))
        _batch(con, done, screened)
        if progress:
            progress(done.figures.settled + done.figures.void)
    for rules_id, in_force in done.rules.items():
        for entry in in_force.open_interpretations:
            done.figures.touch(rules_id, entry.id, (0, 0, 0))
    return done


def _batch(con: DuckDBPyConnection, done: Evaluation, screened: bool) -> None:
    if screened:
        queries.run(con, "screen/marks")
    con.execute(
        f"CREATE OR REPLACE TEMP TABLE chosen AS SELECT round_key FROM {'marked' if screened else 'judged_rounds'}"
    )
    queries.run(con, "found")
    settle_long(con)
    queries.run(con, "screen/missing_charts", "keep", "census")
    _count(con, done)


def _count(con: DuckDBPyConnection, done: Evaluation) -> None:
    figures = done.figures
    for void, rounds in con.execute("SELECT void, sum(rounds) FROM round_census GROUP BY void").fetchall():
        if void:
            figures.void += rounds
        else:
            figures.settled += rounds
    done.marked += con.execute("SELECT count(*) FROM chosen").fetchall()[0][0]
    _count_wagers(con, figures)
    _count_compared(con, done)
    for code, verdict, count in con.execute("SELECT code, verdict, count(*) FROM found GROUP BY ALL").fetchall():
        figures.findings[code] += count
        figures.verdicts[Verdict(verdict)] += count
    for currency, verdict, direction, amount in con.execute(
        "SELECT currency, verdict, CASE WHEN variance > 0 THEN 'overpaid' ELSE 'underpaid' END, sum(abs(variance))"
        " FROM lines JOIN settling_rounds USING (round_key) WHERE variance <> 0 GROUP BY ALL"
    ).fetchall():
        if Verdict(verdict) in MONEY_VERDICTS:
            figures.money[currency, Verdict(verdict), direction] += amount
    for rules_id, interpretation, *counts in con.execute(
        "SELECT rules_id, interpretation, sum(discriminating), sum(fits_adopted), sum(fits_other)"
        " FROM touched JOIN settling_rounds USING (round_key) GROUP BY ALL"
    ).fetchall():
        figures.touch(rules_id, interpretation, (counts[0], counts[1], counts[2]))
    for check in queries.check_names():
        examined = con.execute(queries.check_queries(check)[1]).fetchall()[0][0]
        figures.examined[check.upper().replace("_", "-")] += examined or 0


def _count_wagers(con: DuckDBPyConnection, figures: RunFigures) -> None:
    """Add the long form's wagers by verdict; of the others all are as the sheet has them, or have no chart."""
    by_verdict: Counter[Verdict] = Counter()
    for verdict, count in con.execute("SELECT verdict, count(*) FROM lines GROUP BY verdict").fetchall():
        by_verdict[Verdict(verdict)] += count
    without_chart, recorded, chosen = con.execute(
        "SELECT (SELECT count(*) FROM found ANTI JOIN chosen USING (round_key)),"
        " (SELECT coalesce(sum(participants * bit_count(kinds)), 0) FROM census),"
        " (SELECT coalesce(sum(bit_count(kinds)), 0) FROM settling_participants)"
    ).fetchall()[0]
    by_verdict[Verdict.UNDETERMINED] += without_chart
    by_verdict[Verdict.CONFORMS] += recorded - chosen - without_chart
    figures.wagers.update(by_verdict)


def _count_compared(con: DuckDBPyConnection, done: Evaluation) -> None:
    """Add the wagers that were compared with the record, and among them those that the player-dealer's wager answers.

    In a void round money and label are compared; in one with impossible cards or an unknown sheet, nothing.
    """
    examined = done.figures.examined
    for rules_id, void, limited, kind, count in con.execute(queries.text("compared")).fetchall():
        for code in _SETTLEMENT[:2] if void else _SETTLEMENT:
            examined[code] += count
        bank = done.rules[rules_id].sheet.bank if rules_id else None
        if limited and not void and bank and kind in bank.answers:
            examined["COVR-001"] += count
