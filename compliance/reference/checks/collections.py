"""What the collection checks look at: who paid how much, beside the wagers and the posted fees."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from compliance.domain.words import ANTE_BONUS
from compliance.rules.posted import PARTICIPANT, PLAYER_DEALER, Rate

if TYPE_CHECKING:
    from collections.abc import Iterator

    from compliance.domain.rounds import Participant, Seat
    from compliance.reference.table_log import Entry


@dataclass(frozen=True, slots=True)
class Paid:
    """A collection of more than nothing, in minor units; seat and participant are those who wager, else the bank's.

    ``wagers`` and ``stakes`` count and sum what the participant placed, ``winnings`` sums the nets above 0.
    """

    payer: str
    amount: int
    seat: Seat | None
    participant: Participant | None
    wagers: int = 0
    stakes: int = 0
    winnings: int = 0


def paid(entry: Entry) -> Iterator[Paid]:
    """Every collection of a round, the player-dealer's last. One of nothing is a fee waived, and is left out."""
    for seat in entry.round.seats:
        for who in seat.participants:
            if who.collection:
                placed = [wager for wager in who.wagers if wager.kind != ANTE_BONUS]
                stakes = sum(wager.stake for wager in placed)
                winnings = sum(wager.net for wager in who.wagers if wager.net > 0)
                yield Paid(PARTICIPANT, who.collection, seat, who, len(placed), stakes, winnings)
    if entry.banker and entry.banker.collection:
        yield Paid(PLAYER_DEALER, entry.banker.collection, None, None)


def posted_rates(entry: Entry) -> tuple[Rate, ...] | None:
    """The fees that hold for a round; None where none are posted, or they are in another currency."""
    return entry.posted.rates if entry.posted.currency == entry.round.currency else None


def as_posted(entry: Entry, fee: Paid) -> bool:
    """Whether some posted fee for the payer comes to what was paid."""
    action = sum(
        wager.stake
        for seat in entry.round.seats
        for who in seat.participants
        for wager in who.wagers
        if wager.kind != ANTE_BONUS
    )
    return any(
        rate.payer == fee.payer and _comes_to(rate, fee, action) == fee.amount for rate in posted_rates(entry) or ()
    )


def _comes_to(rate: Rate, fee: Paid, action: int) -> int | None:
    if rate.basis == "wager":
        return rate.fee * fee.wagers
    if rate.basis == "table_action":
        least, most = rate.action_from, rate.action_to
        return rate.fee if (least is None or action >= least) and (most is None or action <= most) else None
    return rate.fee
