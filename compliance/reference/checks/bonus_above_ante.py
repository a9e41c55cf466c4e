"""WAGR-005: a bonus wager is not above the Ante, where the sheet limits it to that."""

from compliance.domain.words import ANTE
from compliance.reference.checks.facts import Examined, Facts, fault_at

CODE = "WAGR-005"


def examine(facts: Facts) -> Examined:
    """Compare stakes; a bonus without any Ante is another fault (WAGR-004)."""
    rules = facts.sheet.wagers
    count, findings = 0, []
    for seat, participant in facts.participants():
        ante = participant.wager(ANTE)
        for wager in participant.wagers if ante else ():
            rule = rules.get(wager.kind)
            if ante and rule and rule.at_most_ante:
                count += 1
                if wager.stake > ante.stake:
                    findings.append(fault_at(CODE, seat, participant, wager.kind, str(ante.stake)))
    return Examined(count, tuple(findings))
