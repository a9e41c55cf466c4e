"""DEAL-002: a recorded hand has exactly three cards, and a hand that some wager needs was shown."""

from compliance.domain.rounds import Round
from compliance.reference.checks.facts import Examined, fault
from compliance.reference.table import CARDS_IN_A_HAND, needed_hands
from compliance.rules.sheet import RuleSheet

CODE = "DEAL-002"


def examine(round_: Round, sheet: RuleSheet | None) -> Examined:
    """Name the hands that cannot be settled with; a hand not shown and not needed is no fault.

    Without a sheet no hand can be said to be needed, and only recorded hands are counted.
    """
    dealer_needed = False
    faulty: list[str] = []
    for seat in sorted(round_.seats, key=lambda seat: seat.seat):
        own_needed, dealer_needed_here = needed_hands(seat, sheet) if sheet else (False, False)
        dealer_needed = dealer_needed or dealer_needed_here
        if own_needed if seat.cards is None else len(seat.cards) != CARDS_IN_A_HAND:
            faulty.append(f"seat {seat.seat}")
    dealer = round_.dealer_cards
    if dealer_needed if dealer is None else len(dealer) != CARDS_IN_A_HAND:
        faulty.insert(0, "dealer hand")
    return Examined(1, (fault(CODE, ", ".join(faulty)),) if faulty else ())
