"""WAGR-001: the Play wager equals the Ante it stands beside."""

from compliance.domain.words import ANTE, PLAY
from compliance.reference.checks.facts import Examined, Facts, fault_at

CODE = "WAGR-001"


def examine(facts: Facts) -> Examined:
    """Compare the two stakes of every participant who placed both."""
    rule = facts.sheet.wagers.get(PLAY)
    count, findings = 0, []
    for seat, participant in facts.participants() if rule and rule.equals_ante else ():
        ante, play = participant.wager(ANTE), participant.wager(PLAY)
        if ante and play:
            count += 1
            if play.stake != ante.stake:
                findings.append(fault_at(CODE, seat, participant, PLAY, str(ante.stake)))
    return Examined(count, tuple(findings))
