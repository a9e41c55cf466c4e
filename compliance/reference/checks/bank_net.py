"""COVR-003: the player-dealer's recorded net is what the recorded wagers give."""

from compliance.reference.checks.bank_beyond_limit import answered_sum
from compliance.reference.checks.facts import Examined, Facts, fault

CODE = "COVR-003"


def examine(facts: Facts) -> Examined:
    """Compare the two, where a net is recorded on a player-banked sheet."""
    player_dealer = facts.round.player_dealer
    if facts.sheet.bank is None or player_dealer is None or player_dealer.net is None:
        return Examined(0)
    total = answered_sum(facts)
    return Examined(1, (fault(CODE, str(total)),) if player_dealer.net != total else ())
