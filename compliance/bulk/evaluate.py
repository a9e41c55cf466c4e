"""A whole run: every round of a scope screened in one pass, and those that need it settled in long form."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from compliance.bulk import queries
from compliance.bulk.layout import lay_out
from compliance.bulk.prepare import prepare
from compliance.bulk.settle import settle_long
from compliance.bulk.tight import settle_tight
from compliance.domain.figures import MONEY_VERDICTS, RunFigures
from compliance.domain.words import Verdict

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from duckdb import DuckDBPyConnection

    from compliance.bulk.prepare import Rules
    from compliance.rules.in_force import SheetInForce

_OF_MONEY_AND_LABEL = ("SETL-001", "SETL-002")
_OF_SETTLED_ROUNDS = ("SETL-003", "SETL-004", "SETL-005", "SETL-006")

ROUNDS_AT_A_TIME = 1_000_000
"""Round keys of a batch. Joins on a dense range of keys up to about this size need no hashing."""


@dataclass
class Evaluation:
    """What a run found. Its findings are in the temporary view ``all_found``, until the connection evaluates again.

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
    lay_out(con)
    done = Evaluation(prepare(con, rules, condition, parameters))
    queries.run(con, "all_found", "screen/tables", "tight/terms")
    first, last = con.execute(
        "SELECT coalesce(min(round_key), 1), coalesce(max(round_key), 0)"
        " FROM laid_rounds SEMI JOIN place_terms USING (place_id)"
    ).fetchall()[0]
    for start in range(first, last + 1, rounds_at_a_time):
        con.execute("SET VARIABLE first_key = ?", [start])
        con.execute("SET VARIABLE last_key = ?", [start + rounds_at_a_time - 1])
        _batch(con, done, screened)
        if progress:
            progress(done.figures.settled + done.figures.void)
    queries.run(con, "screen/missing_charts")
    for rules_id, in_force in done.rules.items():
        for entry in in_force.open_interpretations:
            done.figures.touch(rules_id, entry.id, (0, 0, 0))
    return done


def _batch(con: DuckDBPyConnection, done: Evaluation, screened: bool) -> None:
    if screened:
        queries.run(con, "screen/rounds")
        con.execute(_by_rules(con, "screen/seats"))
        settle_tight(con)
        con.execute(
            "CREATE OR REPLACE TEMP TABLE chosen AS"
            " FROM (FROM marked_rounds UNION FROM marked_seats) ANTI JOIN tight_cleared USING (round_key)"
        )
        for rules_id, interpretation, wagers in con.execute(queries.text("screen/touched")).fetchall():
            done.figures.touch(rules_id, interpretation, (wagers, wagers, 0))
    else:
        con.execute(
            "CREATE OR REPLACE TEMP TABLE chosen AS"
            " SELECT round_key FROM laid_rounds SEMI JOIN place_terms USING (place_id)"
            " WHERE round_key BETWEEN getvariable('first_key') AND getvariable('last_key')"
        )
    queries.run(con, "found")
    settle_long(con)
    queries.run(con, "keep")
    con.execute(_by_rules(con, "census"))
    _count(con, done.figures)
    done.marked += con.execute("SELECT count(*) FROM chosen").fetchall()[0][0]
    _count_missing(done.figures, con.execute(queries.text("screen/missing_count")).fetchall()[0][0])


def _by_rules(con: DuckDBPyConnection, name: str) -> str:
    """Return a query over the participants laid out, each with the keys of its round's rules.

    Where every round there is belongs to the scope and to one sheet in force, these are constants; no join is needed.
    """
    keys = ("rules_id", "hand_key", "dealer_key", "base_key", "six_key")
    alike = con.execute(f"SELECT DISTINCT {', '.join(keys)} FROM place_terms").fetchall()
    everywhere = (
        con.execute("SELECT count(*) FROM laid_places ANTI JOIN place_terms USING (place_id)").fetchall()[0][0] == 0
    )
    if everywhere and len(alike) == 1 and alike[0][0] is not None:
        named = ", ".join(f"{value} AS {key}" for key, value in zip(keys, alike[0], strict=True))
        source = f"(SELECT *, {named} FROM laid_seats)"
    else:
        source = (
            f"(laid_seats JOIN (SELECT round_key, {', '.join(keys)} FROM laid_rounds JOIN place_terms USING (place_id)"
            " WHERE round_key BETWEEN getvariable('first_key') AND getvariable('last_key')) USING (round_key))"
        )
    return queries.text(name).replace("/*seats*/", source)


def _count(con: DuckDBPyConnection, figures: RunFigures) -> None:
    for void, rounds in con.execute("SELECT void, sum(rounds) FROM round_census GROUP BY void").fetchall():
        if void:
            figures.void += rounds
        else:
            figures.settled += rounds
    # The long form's wagers by verdict; those of the other rounds are all as the sheet has them.
    for verdict, count in con.execute("SELECT verdict, count(*) FROM lines GROUP BY verdict").fetchall():
        figures.wagers[Verdict(verdict)] += count
    recorded, chosen = con.execute(
        "SELECT (SELECT coalesce(sum(participants * bit_count(kinds)), 0) FROM census),"
        " (SELECT coalesce(sum(bit_count(kinds)), 0) FROM settling_participants)"
    ).fetchall()[0]
    figures.wagers[Verdict.CONFORMS] += recorded - chosen
    _count_compared(con, figures, recorded - chosen)
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


def _count_compared(con: DuckDBPyConnection, figures: RunFigures, unmarked: int) -> None:
    """Add the wagers that were compared with the record, and the rounds that have a limit to keep.

    ``unmarked`` wagers stand in rounds that the screen left alone: settled ones, with possible cards, of a known sheet.
    In a void round money and label are compared; in one with impossible cards or an unknown sheet, nothing.
    """
    settled, void = con.execute(
        "SELECT count(*) FILTER (branch NOT IN ('void', 'deal_fault', 'sheet_unknown')),"
        " count(*) FILTER (branch = 'void')"
        " FROM lines"
    ).fetchall()[0]
    for code in _OF_MONEY_AND_LABEL:
        figures.examined[code] += unmarked + settled + void
    for code in _OF_SETTLED_ROUNDS:
        figures.examined[code] += unmarked + settled
    figures.examined["COVR-001"] += con.execute(
        "SELECT coalesce(sum(rounds), 0)::BIGINT - (SELECT count(*) FROM deal_faults SEMI JOIN"
        " (SELECT round_key FROM settling_rounds WHERE put_up IS NOT NULL) USING (round_key))"
        " FROM round_census WHERE NOT void AND limited"
    ).fetchall()[0][0]


def _count_missing(figures: RunFigures, wagers: int) -> None:
    """Wagers without a chart in rounds that the screen left alone were counted as conforming so far."""
    if wagers:
        figures.findings["SETL-005"] += wagers
        figures.verdicts[Verdict.UNDETERMINED] += wagers
        figures.wagers[Verdict.UNDETERMINED] += wagers
        figures.wagers[Verdict.CONFORMS] -= wagers
