"""COVR-002: by its record the player-dealer won or lost no more than the wager put up."""

from compliance.reference.checks.facts import Examined, Facts, fault
from compliance.reference.limit import limited_to

CODE = "COVR-002"


def answered_sum(facts: Facts) -> int:
    """What the recorded nets give the player-dealer: minus their sum over the wagers that the bank answers."""
    answers = facts.sheet.bank.answers if facts.sheet.bank else ()
    return -sum(
        wager.net for _, participant in facts.participants() for wager in participant.wagers if wager.kind in answers
    )


def examine(facts: Facts) -> Examined:
    """Compare that sum with the wager, both ways."""
    limit = limited_to(facts.round, facts.sheet)
    if limit is None:
        return Examined(0)
    total = answered_sum(facts)
    return Examined(1, (fault(CODE, str(total)),) if abs(total) > limit else ())
