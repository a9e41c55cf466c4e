"""DEAL-002: a recorded hand has exactly three cards, and a hand that some wager needs was shown."""

from compliance.reference.checks.facts import Examined, Facts, fault
from compliance.reference.table import CARDS_IN_A_HAND, needed_hands

CODE = "DEAL-002"


def examine(facts: Facts) -> Examined:
    """Name the hands that cannot be settled with; a hand not shown and not needed is no fault."""
    round_ = facts.round
    dealer_needed = False
    faulty: list[str] = []
    for seat in sorted(round_.seats, key=lambda seat: seat.seat):
        own_needed, dealer_needed_here = needed_hands(seat, facts.sheet)
        dealer_needed = dealer_needed or dealer_needed_here
        if own_needed if seat.cards is None else len(seat.cards) != CARDS_IN_A_HAND:
            faulty.append(f"seat {seat.seat}")
    dealer = round_.dealer_cards
    if dealer_needed if dealer is None else len(dealer) != CARDS_IN_A_HAND:
        faulty.insert(0, "dealer hand")
    return Examined(1, (fault(CODE, ", ".join(faulty)),) if faulty else ())
