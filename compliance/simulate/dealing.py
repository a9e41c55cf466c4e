"""Cards for a round: dealt from one deck, and now and then arranged so that a rare rule comes to bear."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from compliance.domain.cards import DECK, SUITS, Card

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence
    from random import Random

    Hand = tuple[Card, ...]
    Arranged = tuple[Hand | None, Hand | None]

JACK, QUEEN, KING, ACE = 11, 12, 13, 14


def with_suits(rng: Random, ranks: Sequence[int], *, suited: bool | None = None, without: Sequence[Card] = ()) -> Hand:
    """Give ranks their suits: all one suit, not all one, or as it comes; no card twice, none of ``without``."""
    while True:
        if suited:
            suit = rng.choice(SUITS)
            cards = tuple(Card(rank, suit) for rank in ranks)
        else:
            cards = tuple(Card(rank, rng.choice(SUITS)) for rank in ranks)
        one_suit = len({card.suit for card in cards}) == 1
        if len({*cards, *without}) == len(cards) + len(without) and not (suited is False and one_suit):
            return cards


def is_run(ranks: Sequence[int]) -> bool:
    """Whether ranks, highest first, follow one another; the ace may stand below the two."""
    low = (*ranks[1:], 1) if ranks[0] == ACE else ranks
    return any(all(a - b == 1 for a, b in pairwise(run)) for run in (ranks, low))


def _apart(rng: Random, highest: int, count: int = 3, lowest: int = 2) -> tuple[int, ...]:
    """Ranks that are all different and no run, highest first."""
    while True:
        ranks = tuple(sorted(rng.sample(range(lowest, highest + 1), count), reverse=True))
        if not is_run(ranks):
            return ranks


def _run_from(top: int, count: int) -> tuple[int, ...]:
    """The run of ``count`` ranks below ``top``; the ace stands for one at the low end."""
    return tuple(rank if rank > 1 else ACE for rank in range(top, top - count, -1))


def _own(maker: Callable[[Random], Hand]) -> Callable[[Random], Arranged]:
    """Arrange the participant's hand only."""
    return lambda rng: (maker(rng), None)


def _equal(lowest: int, highest: int) -> Callable[[Random], Arranged]:
    """Arrange two hands of the same ranks, the highest of them within bounds."""

    def arrange(rng: Random) -> Arranged:
        while True:
            ranks = _apart(rng, highest)
            if ranks[0] >= lowest:
                hand = with_suits(rng, ranks, suited=False)
                return hand, with_suits(rng, ranks, suited=False, without=hand)

    return arrange


def _against(dealer_from: int, dealer_to: int, *, beats: bool) -> Callable[[Random], Arranged]:
    """Arrange two high-card hands, the dealer hand led by a rank within bounds, one higher than the other."""

    def arrange(rng: Random) -> Arranged:
        while True:
            dealer, own = _apart(rng, dealer_to), _apart(rng, JACK)
            if dealer[0] >= dealer_from and (own > dealer if beats else own < dealer):
                hand = with_suits(rng, own, suited=False)
                return hand, with_suits(rng, dealer, suited=False, without=hand)

    return arrange


def _same_pair(rng: Random) -> Arranged:
    pair, *kickers = rng.sample(range(2, ACE + 1), 3)
    hand = with_suits(rng, (pair, pair, max(kickers)))
    return hand, with_suits(rng, (pair, pair, min(kickers)), without=hand)


def _flushes_led_alike(rng: Random) -> Arranged:
    top = rng.randint(9, ACE)
    while True:
        one, other = ((top, *_apart(rng, top - 1, 2)) for _ in range(2))
        if one != other and not is_run(one) and not is_run(other):
            hand = with_suits(rng, max(one, other), suited=True)
            return hand, with_suits(rng, min(one, other), suited=True, without=hand)


def _straight_against_flush(rng: Random) -> Arranged:
    hand = with_suits(rng, _run_from(rng.randint(3, ACE), 3), suited=False)
    return hand, with_suits(rng, _apart(rng, ACE), suited=True, without=hand)


def _dealer_trips(rng: Random) -> Arranged:
    return None, with_suits(rng, (rng.randint(QUEEN, ACE),) * 3)


def _six(five: Callable[[Random], Hand]) -> Callable[[Random], Arranged]:
    """Arrange five cards over the participant's and the dealer hand, with any sixth."""

    def arrange(rng: Random) -> Arranged:
        cards = list(five(rng))
        cards.append(rng.choice([card for card in DECK if card not in cards]))
        rng.shuffle(cards)
        return tuple(cards[:3]), tuple(cards[3:])

    return arrange


def _repeated(*times: int, own: int = 0) -> Callable[[Random], Hand]:
    """Five cards whose ranks repeat as often as ``times`` says, and ``own`` that do not."""

    def make(rng: Random) -> Hand:
        ranks = rng.sample(range(2, ACE + 1), len(times) + own)
        repeated = [rank for rank, count in zip(ranks, times, strict=False) for _ in range(count)]
        return with_suits(rng, repeated + ranks[len(times) :])

    return make


def _six_trips_split(rng: Random) -> Arranged:
    trips, *others = rng.sample(range(2, ACE + 1), 4)
    hand = with_suits(rng, (trips, trips, others[0]))
    return hand, with_suits(rng, (trips, others[1], others[2]), without=hand)


ARRANGED: dict[str, Callable[[Random], Arranged]] = {
    "mini_royal": _own(lambda rng: with_suits(rng, (ACE, KING, QUEEN), suited=True)),
    "straight_flush": _own(lambda rng: with_suits(rng, _run_from(rng.randint(3, KING), 3), suited=True)),
    "three_of_a_kind": _own(lambda rng: with_suits(rng, (rng.randint(2, ACE),) * 3)),
    "straight": _own(lambda rng: with_suits(rng, _run_from(rng.randint(3, ACE), 3), suited=False)),
    "flush": _own(lambda rng: with_suits(rng, _apart(rng, ACE), suited=True)),
    "king_high_straight": _own(lambda rng: with_suits(rng, (KING, QUEEN, JACK), suited=False)),
    "ace_low_straight": _own(lambda rng: with_suits(rng, (ACE, 3, 2), suited=False)),
    "ace_low_straight_flush": _own(lambda rng: with_suits(rng, (ACE, 3, 2), suited=True)),
    "equal_qualified": _equal(QUEEN, ACE),
    "equal_not_qualified": _equal(2, JACK),
    "beats_not_qualified": _against(2, 10, beats=True),
    "beaten_not_qualified": _against(7, JACK, beats=False),
    "beaten_by_queen_high": _against(QUEEN, QUEEN, beats=False),
    "beaten_qualified": _against(KING, ACE, beats=False),
    "same_pair": _same_pair,
    "flushes_led_alike": _flushes_led_alike,
    "straight_against_flush": _straight_against_flush,
    "dealer_trips": _dealer_trips,
    "six_royal_flush": _six(lambda rng: with_suits(rng, _run_from(ACE, 5), suited=True)),
    "six_straight_flush": _six(lambda rng: with_suits(rng, _run_from(rng.randint(5, KING), 5), suited=True)),
    "six_four_of_a_kind": _six(_repeated(4, own=1)),
    "six_full_house": _six(_repeated(3, 2)),
    "six_flush": _six(lambda rng: with_suits(rng, _apart(rng, ACE, 5), suited=True)),
    "six_straight": _six(lambda rng: with_suits(rng, _run_from(rng.randint(5, ACE), 5), suited=False)),
    "six_three_of_a_kind": _six_trips_split,
    "six_two_pair": _six(_repeated(2, 2, own=1)),
}
"""Ways to arrange a participant's hand and the dealer hand, either left to chance where None."""


def deal(
    rng: Random, seats: Sequence[int], arranged: dict[int, str] | None = None, without: Collection[Card] = ()
) -> tuple[dict[int, Hand], Hand]:
    """Deal three cards to every seat and to the dealer hand, from a deck ``without`` some cards.

    ``arranged`` names, for some seats, an arrangement of ``ARRANGED``; only one of them should arrange the
    dealer hand. Arrangements that clash are drawn again.
    """
    hands: dict[int, Hand] = {}
    dealer: Hand | None = None
    taken: set[Card] = set(without)
    for seat, name in (arranged or {}).items():
        while True:
            own, banks = ARRANGED[name](rng)
            cards = (*(own or ()), *(banks or ()))
            if not taken.intersection(cards):
                break
        taken.update(cards)
        if own is not None:
            hands[seat] = own
        dealer = banks or dealer
    open_seats = [seat for seat in seats if seat not in hands]
    needed = 3 * (len(open_seats) + (dealer is None))
    rest = rng.sample([card for card in DECK if card not in taken] if taken else DECK, needed)
    for place, seat in enumerate(open_seats):
        hands[seat] = tuple(rest[3 * place : 3 * place + 3])
    return hands, dealer or tuple(rest[-3:])
