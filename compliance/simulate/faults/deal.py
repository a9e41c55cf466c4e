"""Cards that cannot be, or that were not shown though a wager needs them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from compliance.domain.cards import DECK
from compliance.domain.words import PAIR_PLUS, PLAY, SIX_CARD_BONUS, Decision
from compliance.simulate.faults.fault import Fault, both, charted, offers
from compliance.simulate.scene import Found, Scene
from compliance.simulate.wishes import Wish

if TYPE_CHECKING:
    from compliance.domain.cards import Card

TWICE = (Found("DEAL-001"),)
HANDS = (Found("DEAL-002"),)


def _spare(scene: Scene) -> Card:
    dealt = {card for seat in scene.draft.seats for card in seat.cards} | set(scene.draft.dealer_cards)
    return scene.rng.choice([card for card in DECK if card not in dealt])


def _dealer_card_at_a_seat(scene: Scene) -> tuple[Found, ...] | None:
    shown = [seat for seat in scene.draft.seats if seat.shown]
    if not shown or not scene.draft.dealer_shown:
        return None
    seat = scene.rng.choice(shown)
    seat.cards = (*seat.cards[:2], scene.rng.choice(scene.draft.dealer_cards))
    return TWICE


def _card_at_two_seats(scene: Scene) -> tuple[Found, ...] | None:
    shown = [seat for seat in scene.draft.seats if seat.shown]
    if len(shown) < 2:
        return None
    one, other = scene.rng.sample(shown, 2)
    one.cards = (other.cards[0], *one.cards[1:])
    return TWICE


def _card_twice_in_a_hand(scene: Scene) -> tuple[Found, ...] | None:
    shown = [seat for seat in scene.draft.seats if seat.shown]
    if not shown:
        return None
    seat = scene.rng.choice(shown)
    seat.cards = (seat.cards[0], seat.cards[0], seat.cards[2])
    return TWICE


def _four_cards(scene: Scene) -> tuple[Found, ...] | None:
    shown = [seat for seat in scene.draft.seats if seat.shown]
    if not shown:
        return None
    seat = scene.rng.choice(shown)
    seat.cards = (*seat.cards, _spare(scene))
    return HANDS


def _two_cards(scene: Scene) -> tuple[Found, ...] | None:
    shown = [seat for seat in scene.draft.seats if seat.shown]
    if not shown:
        return None
    seat = scene.rng.choice(shown)
    seat.cards = seat.cards[:2]
    return HANDS


def _dealer_four_cards(scene: Scene) -> tuple[Found, ...] | None:
    if not scene.draft.dealer_shown:
        return None
    scene.draft.dealer_cards = (*scene.draft.dealer_cards, _spare(scene))
    return HANDS


def _played_hand_not_shown(scene: Scene) -> tuple[Found, ...] | None:
    for spot in scene.spots(PLAY):
        spot.seat.shown = False
        return HANDS
    return None


def _dealer_hand_not_shown(scene: Scene) -> tuple[Found, ...] | None:
    for _ in scene.spots(PLAY):
        scene.draft.dealer_shown = False
        return HANDS
    return None


def _surviving_bonus_not_shown(kind: str) -> Fault:
    """A hand folded and not shown, though a bonus on it survives the fold and needs it."""

    def edit(scene: Scene) -> tuple[Found, ...] | None:
        for spot in scene.spots(kind):
            if spot.who.decision is Decision.FOLD:
                spot.seat.shown = False
                return HANDS
        return None

    return Fault(
        f"folded_{kind}_hand_not_shown",
        ("DEAL-002",),
        "A folded hand went to the discard rack unseen although a bonus wager on it was still alive.",
        edit,
        Wish(kinds=(kind,), decision=Decision.FOLD),
        both(charted(kind), lambda sheet: sheet.wagers[kind].on_fold == "survives"),
    )


FAULTS = (
    Fault(
        "dealer_card_at_a_seat", ("DEAL-001",), "A card stands in the dealer hand and at a seat.",
        _dealer_card_at_a_seat,
    ),
    Fault(
        "card_at_two_seats", ("DEAL-001",), "One card stands in two participants' hands.", _card_at_two_seats,
        applies=lambda sheet: sheet.table.positions != 1,
    ),
    Fault("card_twice_in_a_hand", ("DEAL-001",), "One card stands twice in a hand.", _card_twice_in_a_hand),
    Fault("four_cards_at_a_seat", ("DEAL-002",), "A participant's hand has four cards.", _four_cards),
    Fault("two_cards_at_a_seat", ("DEAL-002",), "A participant's hand has two cards.", _two_cards),
    Fault("dealer_hand_of_four", ("DEAL-002",), "The dealer hand has four cards.", _dealer_four_cards),
    Fault(
        "played_hand_not_shown", ("DEAL-002",), "The cards of a hand that was played are not recorded.",
        _played_hand_not_shown, applies=offers(PLAY),
    ),
    Fault(
        "dealer_hand_not_shown", ("DEAL-002",), "The dealer hand is not recorded although hands were played.",
        _dealer_hand_not_shown, applies=offers(PLAY),
    ),
    _surviving_bonus_not_shown(PAIR_PLUS),
    _surviving_bonus_not_shown(SIX_CARD_BONUS),
)  # fmt: skip
"""Faults of the deal."""
