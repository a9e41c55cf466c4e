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
    dealer = round_.dealer_cards
    dealer_at_fault = dealer is not None and len(dealer) != CARDS_IN_A_HAND
    faulty: list[str] = []
    for seat in sorted(round_.seats, key=lambda seat: seat.seat):
        own_at_fault = seat.cards is not None and len(seat.cards) != CARDS_IN_A_HAND
        if sheet and (seat.cards is None or dealer is None):
            own_needed, dealer_needed = needed_hands(seat, sheet)
            own_at_fault = own_at_fault or (seat.cards is None and own_needed)
            dealer_at_fault = dealer_at_fault or (dealer is None and dealer_needed)
        if own_at_fault:
            faulty.append(f"seat {seat.seat}")
    if dealer_at_fault:
        faulty.insert(0, "dealer hand")
    return Examined(1, (fault(CODE, ", ".join(faulty)),) if faulty else ())
