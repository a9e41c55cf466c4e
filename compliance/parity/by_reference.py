"""The reference evaluator over rounds read again from the raw lines: results, figures and rows for the store."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from compliance.domain.figures import MONEY_VERDICTS, RunFigures
from compliance.domain.words import RoundStatus
from compliance.ingest.rereading import rounds_from_kept
from compliance.reference.audit import audit_round
from compliance.store.results import add_findings, finding_row

if TYPE_CHECKING:
    from collections.abc import Callable

    from compliance.domain.results import RoundResult
    from compliance.domain.rounds import Round
    from compliance.ingest.rereading import Selection
    from compliance.parity.rules import NumberedRules
    from compliance.reference.audit import RoundAudit
    from compliance.store import Database

_ROWS_AT_A_TIME = 5000


def judge(
    db: Database, rules: NumberedRules, selection: Selection, run_id: str, progress: Callable[[int], None] | None
) -> RunFigures:
    """Judge every round of the selection, store the findings under the run, and return the figures.

    Raises:
        StoreError: the bytes of a file are not to be had, or are not those that were taken in.
    """
    figures = RunFigures()
    rows: list[tuple[Any, ...]] = []
    for number, (round_key, round_) in enumerate(rounds_from_kept(db, selection), start=1):
        in_use = rules.of(round_)
        audit = audit_round(round_, in_use.rules, in_use.positions)
        _count(figures, in_use.rules_id, round_, audit)
        rows += _rows(run_id, round_key, in_use.rules_id, audit.result)
        if len(rows) >= _ROWS_AT_A_TIME:
            add_findings(db, rows)
            rows.clear()
        if progress:
            progress(number)
    add_findings(db, rows)
    return figures


def _rows(run_id: str, round_key: int, rules_id: int, result: RoundResult) -> list[tuple[Any, ...]]:
    places = {(line.seat, line.participant_id): line.participant_index for line in result.lines}
    wagers = {(line.seat, line.participant_index, line.wager_kind): line.wager_index for line in result.lines}
    rows = []
    for found in result.findings:
        participant = places.get((found.seat or 0, found.participant_id or ""))
        wager = wagers.get((found.seat or 0, participant or 0, found.wager_kind or ""))
        rows.append(finding_row(run_id, round_key, rules_id, (participant, wager), found))
    return rows


def _count(figures: RunFigures, rules_id: int, round_: Round, audit: RoundAudit) -> None:
    if round_.status is RoundStatus.VOID:
        figures.void += 1
    else:
        figures.settled += 1
    figures.examined.update(audit.examined)
    for line in audit.result.lines:
        figures.wagers[line.verdict] += 1
        if line.variance and line.verdict in MONEY_VERDICTS:
            direction = "overpaid" if line.variance > 0 else "underpaid"
            figures.money[round_.currency, line.verdict, direction] += abs(line.variance)
    for found in audit.result.findings:
        figures.findings[found.code] += 1
        figures.verdicts[found.verdict] += 1
    for touched in audit.result.interpretations:
        counts = (touched.discriminating, touched.fits_adopted, touched.fits_other)
        figures.touch(rules_id, touched.interpretation, counts)
