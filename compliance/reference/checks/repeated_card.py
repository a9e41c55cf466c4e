"""DEAL-001: a round is dealt from one deck, so no card can stand in it twice."""

from collections import Counter

from compliance.domain.rounds import Round
from compliance.reference.checks.facts import Examined, fault

CODE = "DEAL-001"


def examine(round_: Round) -> Examined:
    """Count every card of the dealer hand and of all seats together. Needs no rule sheet."""
    hands = [*(seat.cards for seat in round_.seats), round_.dealer_cards]
    cards = [card for hand in hands if hand is not None for card in hand]
    if len(set(cards)) == len(cards):
        return Examined(1)
    repeated = sorted((card for card, times in Counter(cards).items() if times > 1), key=lambda card: card.code)
    return Examined(1, (fault(CODE, " ".join(map(str, repeated))),))
