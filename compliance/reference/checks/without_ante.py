"""WAGR-004: a wager that the sheet allows only beside an Ante has one."""

from compliance.domain.words import ANTE
from compliance.reference.checks.facts import Examined, Facts, fault_at

CODE = "WAGR-004"


def examine(facts: Facts) -> Examined:
    """Look for the Ante of every wager that needs one."""
    count, findings = 0, []
    for seat, participant in facts.participants():
        has_ante = participant.wager(ANTE) is not None
        for wager in participant.wagers:
            rule = facts.sheet.wagers.get(wager.kind)
            if rule and rule.needs_ante:
                count += 1
                if not has_ante:
                    findings.append(fault_at(CODE, seat, participant, wager.kind))
    return Examined(count, tuple(findings))
