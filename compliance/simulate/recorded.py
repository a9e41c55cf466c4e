"""A recorded round as a draft that a fault can be planted in: a copy, the record itself is never touched."""

from __future__ import annotations

from typing import TYPE_CHECKING

from compliance.domain.cards import DECK
from compliance.simulate.draft import BankDraft, ParticipantDraft, RoundDraft, SeatDraft, WagerDraft
from compliance.simulate.frames import Frame

if TYPE_CHECKING:
    from compliance.domain.cards import Card
    from compliance.domain.rounds import Round, Seat


def draft_of(round_: Round) -> RoundDraft:
    """Copy a recorded round. Where a hand was not shown the draft has cards that nobody has, and does not show them."""
    bank = round_.player_dealer
    hands = [seat.cards for seat in round_.seats] + [round_.dealer_cards]
    shown = {card for hand in hands for card in hand or ()}
    unseen = [card for card in DECK if card not in shown]
    return RoundDraft(
        frame=_frame(round_),
        rule_sheet=round_.rule_sheet,
        currency=round_.currency,
        digits=round_.minor_digits,
        dealer_cards=round_.dealer_cards or tuple(unseen[:3]),
        seats=[
            _seat(seat, seat.cards or tuple(unseen[3 * place : 3 * place + 3]))
            for place, seat in enumerate(round_.seats, start=1)
        ],
        bank=BankDraft(
            bank.seat, bank.participant_id, bank.wager, bank.collection, bank.net, bank.kind, bank.declined_by or ()
        )
        if bank
        else None,
        status=round_.status,
        void_reason=round_.void_reason,
        dealer_shown=round_.dealer_cards is not None,
        action_card=round_.action_card,
        action_seat=round_.action_seat,
        progressive=round_.progressive,
    )


def _frame(round_: Round) -> Frame:
    bank = round_.player_dealer
    return Frame(
        table_id=round_.table_id,
        round_id=round_.round_id,
        sequence=round_.sequence or 0,
        gaming_date=round_.gaming_date,
        started_at=round_.started_at,
        wagers_closed_at=round_.wagers_closed_at or round_.settled_at,
        settled_at=round_.settled_at,
        deck=round_.deck or "",
        shuffler_id=round_.shuffler_id or "",
        house_dealer_id=round_.house_dealer_id or "",
        occupants=tuple((seat.seat, tuple(who.participant_id for who in seat.participants)) for seat in round_.seats),
        bank_seat=bank.seat if bank else None,
        bank_id=bank.participant_id if bank else None,
        declined_by=(bank.declined_by or ()) if bank else (),
        void=round_.status == "void",
    )


def _seat(seat: Seat, cards: tuple[Card, ...]) -> SeatDraft:
    return SeatDraft(
        seat.seat,
        cards,
        [
            ParticipantDraft(
                who.participant_id,
                who.decision,
                who.decision_source,
                [WagerDraft(each.kind, each.stake, each.outcome, each.net, each.placed_at) for each in who.wagers],
                who.collection,
            )
            for who in seat.participants
        ],
        shown=seat.cards is not None,
    )
