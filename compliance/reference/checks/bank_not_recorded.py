"""COVR-004: a player-banked round records the player-dealer's wager; without it no limit can be applied."""

from compliance.reference.checks.facts import Examined, Facts, fault

CODE = "COVR-004"


def examine(facts: Facts) -> Examined:
    """Look for the player-dealer and the wager put up."""
    if facts.sheet.bank is None:
        return Examined(0)
    player_dealer = facts.round.player_dealer
    missing = player_dealer is None or player_dealer.wager is None
    return Examined(1, (fault(CODE),) if missing else ())
