"""The whole judgement of one round: settlement, comparison and the checks of the record."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from compliance.domain.results import Finding, Line, RoundResult, Touched
from compliance.domain.words import Branch, RoundStatus
from compliance.reference.checks import OF_THE_RECORD, bank_not_recorded, hands, repeated_card, void_round
from compliance.reference.checks.facts import Facts, RoundCheck, fault
from compliance.reference.compare import compare
from compliance.reference.lines import finding_of, underivable, void_lines
from compliance.reference.settle import Settlement, settle

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from compliance.domain.rounds import Round
    from compliance.reference.rules_in_use import RulesInUse

COMPARISON_CODES = ("SETL-001", "SETL-002", "SETL-003", "SETL-004", "SETL-005", "SETL-006")


@dataclass(frozen=True, slots=True)
class RoundAudit:
    """A round's result, how much each check examined, and the settlement where one could be derived."""

    result: RoundResult
    examined: Mapping[str, int]
    settlement: Settlement | None


def audit_round(round_: Round, rules: RulesInUse | None, positions: int | None) -> RoundAudit:
    """Judge one round.

    ``rules`` is None where the round names a sheet that is not known: its wagers are then undetermined, and a
    void round is still compared with what every void round is. ``positions`` counts the numbered places at the
    table, the player-dealer's included; None where neither sheet nor licensee says.
    """
    examined: Counter[str] = Counter({"RECD-004": 1})
    findings = [] if rules else [fault("RECD-004", round_.rule_sheet)]
    if round_.status is RoundStatus.VOID:
        checked = void_round.examine(round_)
        lines = void_lines(round_)
        examined[void_round.CODE] += checked.number
        examined.update(dict.fromkeys(COMPARISON_CODES[:2], len(lines)))
        findings += [*checked.findings, *(finding_of(line) for line in lines if line.codes)]
        return RoundAudit(_result(round_, lines, findings, ()), examined, None)
    deal = [*repeated_card.examine(round_).findings, *hands.examine(round_, rules.sheet if rules else None).findings]
    examined.update((repeated_card.CODE, hands.CODE))
    findings += deal
    if rules is None:
        return RoundAudit(_result(round_, underivable(round_, Branch.SHEET_UNKNOWN), findings, ()), examined, None)
    facts = Facts(round_, rules, positions)
    findings += _run(OF_THE_RECORD, facts, examined)
    if deal:
        return RoundAudit(_result(round_, underivable(round_, Branch.DEAL_FAULT), findings, ()), examined, None)
    findings += _run((bank_not_recorded,), facts, examined)
    settlement = settle(round_, rules.sheet, positions)
    compared, faults, touched = compare(rules, positions, settlement)
    examined.update(dict.fromkeys(COMPARISON_CODES, len(compared)))
    examined["COVR-001"] += settlement.limit is not None
    return RoundAudit(_result(round_, compared, findings + faults, touched), examined, settlement)


def _run(checks: Iterable[RoundCheck], facts: Facts, examined: Counter[str]) -> list[Finding]:
    """Run checks, count what they examined, and return what they found."""
    findings: list[Finding] = []
    for check in checks:
        found = check.examine(facts)
        examined[check.CODE] += found.number
        findings += found.findings
    return findings


def _result(
    round_: Round, lines: Sequence[Line], findings: Sequence[Finding], touched: Sequence[Touched]
) -> RoundResult:
    """Put lines and findings in the order of the exports: seat, participant, wager; the round's own first."""
    places = {
        (line.seat, line.participant_id, line.wager_kind): (line.participant_index, line.wager_index) for line in lines
    }

    def position(finding: Finding) -> tuple[int, int, int, str]:
        if finding.seat is None:
            return (-1, -1, -1, finding.code)
        key = (finding.seat, finding.participant_id or "", finding.wager_kind or "")
        participant, wager = places.get(key, (-1, -1))
        if participant < 0 and finding.participant_id is not None:
            participant = _at(round_, finding.seat).index(finding.participant_id)
        return (finding.seat, participant, wager, finding.code)

    in_order = tuple(sorted(lines, key=lambda line: (line.seat, line.participant_index, line.wager_index)))
    return RoundResult(
        round_.licensee_id, round_.round_id, in_order, tuple(sorted(findings, key=position)), tuple(touched)
    )


def _at(round_: Round, seat: int) -> list[str]:
    return [who.participant_id for place in round_.seats if place.seat == seat for who in place.participants]
