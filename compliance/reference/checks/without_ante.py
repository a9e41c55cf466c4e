"""WAGR-004: a wager that the sheet allows only beside an Ante has one.

An Ante bonus is no wager placed but a line of settlement: one without an Ante is a settlement not due.
"""

from compliance.domain.words import ANTE, ANTE_BONUS
from compliance.reference.checks.facts import Examined, Facts, fault_at

CODE = "WAGR-004"


def examine(facts: Facts) -> Examined:
    """Look for the Ante of every wager that needs one."""
    rules = facts.sheet.wagers
    count, findings = 0, []
    for seat, participant in facts.participants():
        has_ante = participant.wager(ANTE) is not None
        for wager in participant.wagers:
            rule = rules.get(wager.kind)
            if rule and rule.needs_ante and wager.kind != ANTE_BONUS:
                count += 1
                if not has_ante:
                    findings.append(fault_at(CODE, seat, participant, wager.kind))
    return Examined(count, tuple(findings))
