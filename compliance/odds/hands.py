"""Hands before any sheet ranks them: what three or five cards are, and how 22,100 hands reduce by suits."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations
from math import comb
from typing import NamedTuple

from compliance.domain.cards import RANKS
from compliance.domain.words import FIVE_CARD_CATEGORIES

RANK_VALUES = tuple(range(2, 2 + len(RANKS)))
ACE = RANK_VALUES[-1]
SUIT_COUNT = 4
HAND_SIZE = 3
"""The game's name: every hand is dealt three cards."""

HANDS = comb(len(RANKS) * SUIT_COUNT, HAND_SIZE)
"""Three-card hands a participant may hold: 22,100."""

DEALER_HANDS = comb(len(RANKS) * SUIT_COUNT - HAND_SIZE, HAND_SIZE)
"""Dealer hands beside one participant's hand: 18,424."""

SPLITS = comb(2 * HAND_SIZE, HAND_SIZE)
"""Ways in which the same six cards fall to the participant and the dealer hand: 20."""

DEALS = HANDS * DEALER_HANDS
"""Participant's hand and dealer hand together: 407,170,400."""

ACE_LOW_STRAIGHT = "ace_low_straight"
ACE_LOW_STRAIGHT_FLUSH = "ace_low_straight_flush"
FIVE_CARD_SHAPES = (*FIVE_CARD_CATEGORIES, ACE_LOW_STRAIGHT, ACE_LOW_STRAIGHT_FLUSH)
"""Shapes of five cards. The two ace-low runs stand apart, because sheets differ on what they are."""

SHAPE_BIT = {shape: 1 << place for place, shape in enumerate(FIVE_CARD_SHAPES)}

_REPEATS = {
    (3,): "three_of_a_kind",
    (2, 1): "pair",
    (4, 1): "four_of_a_kind",
    (3, 2): "full_house",
    (3, 1, 1): "three_of_a_kind",
    (2, 2, 1): "two_pair",
    (2, 1, 1, 1): "pair",
}


class Kind(NamedTuple):
    """What a hand is, suits aside. ``ranks`` are the distinct ranks, the most repeated and then highest first."""

    shape: str
    ranks: tuple[int, ...]


@cache
def kind_of(ranks: tuple[int, ...], suited: bool) -> Kind:
    """Name three or five cards, given their ranks (in any order) and whether they are of one suit."""
    repeats = sorted(Counter(ranks).items(), key=lambda item: (-item[1], -item[0]))
    distinct = tuple(rank for rank, _ in repeats)
    size = len(ranks)
    if len(distinct) < size:
        return Kind(_REPEATS[tuple(count for _, count in repeats)], distinct)
    if distinct[0] - distinct[-1] == size - 1:
        royal = "mini_royal" if size == HAND_SIZE else "royal_flush"
        suited_run = royal if distinct[0] == ACE else "straight_flush"
        return Kind(suited_run if suited else "straight", distinct)
    if distinct == (ACE, *range(size, 1, -1)):
        return Kind(ACE_LOW_STRAIGHT_FLUSH if suited else ACE_LOW_STRAIGHT, distinct)
    return Kind("flush" if suited else "high_card", distinct)


class Holding(NamedTuple):
    """Participant's hands that differ only by the names of the suits.

    ``cards`` are (rank, suit 0 … 3); suit 0 is the one that two or three of them share, if any. ``ways`` is
    how many of the 22,100 hands it stands for; if ``sharing`` they spread evenly over the four shared suits.
    """

    kind: Kind
    cards: tuple[tuple[int, int], ...]
    ways: int
    sharing: bool

    @property
    def ranks(self) -> tuple[int, ...]:
        """The three ranks."""
        return tuple(rank for rank, _ in self.cards)


# Suits by the place of the card, and the number of ways to name the suits of such a hand.
_DISTINCT_RANKS = (((0, 0, 0), 4), ((0, 0, 1), 12), ((0, 1, 0), 12), ((1, 0, 0), 12), ((0, 1, 2), 24))
_PAIR_AND_THIRD = (((0, 1, 0), 12), ((1, 2, 0), 12))
_THREE_ALIKE = (((0, 1, 2), 4),)


@cache
def rank_triples() -> tuple[tuple[int, int, int], ...]:
    """The 455 sets of three ranks, repeats allowed; a pair comes before the third rank."""
    distinct = [(high, middle, low) for low, middle, high in combinations(RANK_VALUES, HAND_SIZE)]
    pairs = [(rank, rank, other) for rank in RANK_VALUES for other in RANK_VALUES if other != rank]
    return (*distinct, *pairs, *((rank, rank, rank) for rank in RANK_VALUES))


@cache
def holdings() -> tuple[Holding, ...]:
    """The 1,755 hands that differ by more than the names of the suits; their ``ways`` add up to 22,100."""
    found: list[Holding] = []
    for ranks in rank_triples():
        patterns = (_THREE_ALIKE, _PAIR_AND_THIRD, _DISTINCT_RANKS)[len(set(ranks)) - 1]
        for suits, ways in patterns:
            kind = kind_of(ranks, len(set(suits)) == 1)
            sharing = suits.count(0) > 1
            found.append(Holding(kind, tuple(zip(ranks, suits, strict=True)), ways, sharing))
    return tuple(found)


@cache
def plain_shapes(ranks: tuple[int, ...]) -> int:
    """Shapes of five among six cards of which no five are of one suit, as a sum of ``SHAPE_BIT``."""
    shapes = 0
    for five in set(combinations(ranks, len(ranks) - 1)):
        shapes |= SHAPE_BIT[kind_of(five, False).shape]
    return shapes


@cache
def suited_shapes(suited: tuple[int, ...], other: int | None) -> int:
    """Shapes of five among six cards, all of one suit (``other`` None) or five of one suit and one of another.

    ``suited`` are the ranks in the shared suit, ``other`` the rank of the sixth card.
    """
    size = len(suited) if other is not None else len(suited) - 1
    shapes = 0
    for five in combinations(suited, size):
        shapes |= SHAPE_BIT[kind_of(five, True).shape]
    if other is not None:
        for four in combinations(suited, size - 1):
            shapes |= SHAPE_BIT[kind_of((*four, other), False).shape]
    return shapes


def hand_text(kind: Kind) -> str:
    """Write a hand for people: ``Q-6-4``, ``pair 8-8-3``, ``straight flush 3-2-A``."""
    ranks = kind.ranks
    if kind.shape == "pair":
        ranks = (ranks[0], *ranks)
    elif kind.shape == "three_of_a_kind":
        ranks = ranks * HAND_SIZE
    elif kind.shape in (ACE_LOW_STRAIGHT, ACE_LOW_STRAIGHT_FLUSH):
        ranks = (*ranks[1:], ranks[0])
    letters = "-".join(RANKS[rank - RANK_VALUES[0]] for rank in ranks)
    name = kind.shape.removeprefix("ace_low_").replace("_", " ")
    return letters if kind.shape == "high_card" else f"{name} {letters}"
