"""The derivations that a report prints: the first rounds of each kind of finding, derived again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from compliance.domain.words import Verdict
from compliance.ingest.rereading import rounds_from_kept
from compliance.parity.rules import NumberedRules
from compliance.reports.audit_input import Derivation, TraceStep
from compliance.workflows.explain import Explanation, explanation

if TYPE_CHECKING:
    from collections.abc import Iterable

    from compliance.store import Database
    from compliance.store.results import StoredFinding
    from compliance.workflows.workspace import Workspace

DERIVED_PER_GROUP = 2
"""Rounds of each group of findings whose derivation is printed in full; one of a group that is undetermined."""


def derivations(workspace: Workspace, db: Database, rows: Iterable[StoredFinding]) -> tuple[Derivation, ...]:
    """Derive the first rounds of every group of findings that the report prints again.

    Of a finding about a participant, the steps of that participant are shown, and those of the whole round.
    """
    chosen: dict[tuple[str | None, ...], list[StoredFinding]] = {}
    for stored in rows:
        found = stored.finding
        key = (stored.table_id, found.code, found.wager_kind, found.interpretation, found.reading, stored.rule_sheet)
        group = chosen.setdefault((*key, stored.currency), [])
        room = 1 if stored.finding.verdict is Verdict.UNDETERMINED else DERIVED_PER_GROUP
        if len(group) < room and all(each.round_key != stored.round_key for each in group):
            group.append(stored)
    by_round: dict[int, list[StoredFinding]] = {}
    for stored in (stored for group in chosen.values() for stored in group):
        by_round.setdefault(stored.round_key, []).append(stored)
    rules = NumberedRules(workspace.rulebook)
    derived = []
    for round_key, round_ in rounds_from_kept(db, set(by_round)) if by_round else ():
        explained = explanation(rules, round_)
        derived += [_derivation(explained, stored) for stored in by_round[round_key]]
    return tuple(each for each in derived if each.steps)


def _derivation(explained: Explanation, stored: StoredFinding) -> Derivation:
    seat, who = stored.finding.seat, stored.finding.participant_id
    steps = tuple(
        TraceStep(
            _numbered(step.step, step.seat), "; ".join(step.clauses), step.statement, step.value, step.participant_id
        )
        for step in explained.steps
        if seat is None or (step.seat in (None, seat) and step.participant_id in (None, who))
    )
    return Derivation(stored.licensee_id, stored.round_id, seat, steps, stored.finding_id)


def _numbered(step: str, seat: int | None) -> str:
    return step if seat is None else f"{step}, seat {seat}"
