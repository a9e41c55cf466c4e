"""Step 1: what a hand is worth. Three cards, and the best five of six."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations, pairwise
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from compliance.domain.cards import Card
    from compliance.rules.sections import Chart, ChartLine, Qualifying, Ranking

ACE, KING, QUEEN, JACK, TEN = 14, 13, 12, 11, 10
ROYALS = ("mini_royal", "royal_flush")
_ROYAL_OF = {(ACE, KING, QUEEN): "mini_royal", (ACE, KING, QUEEN, JACK, TEN): "royal_flush"}


class RankedHand(NamedTuple):
    """A hand's category and ``strength``: compare strengths of equal length of deal, higher wins.

    ``strength`` is the category's place counted from the bottom of the sheet's order, then the ranks that
    decide within the category, most important first. ``suit`` is the one suit of all its cards, or None.
    """

    category: str
    strength: tuple[int, ...]
    suit: str | None


def three_card_hand(cards: Sequence[Card], ranking: Ranking) -> RankedHand:
    """Rank three cards by the sheet's order of hands."""
    return _ranked(sorted(cards, reverse=True), ranking, ranking.three_card)


def best_five_of_six(cards: Sequence[Card], ranking: Ranking) -> RankedHand:
    """Rank the best five-card hand among six cards: every one of the six ways to leave a card out is tried.

    Raises:
        ValueError: the sheet states no order of five-card hands.
    """
    if ranking.five_card is None:
        raise ValueError("the sheet states no order of five-card hands")
    order = ranking.five_card
    fives = combinations(sorted(cards, reverse=True), 5)
    return max([_ranked(five, ranking, order) for five in fives], key=lambda five: five.strength)


def _ranked(cards: Sequence[Card], ranking: Ranking, order: Sequence[str]) -> RankedHand:
    """Rank cards that stand from the highest down."""
    ranks, suits = zip(*cards, strict=True)
    suit = suits[0] if len(set(suits)) == 1 else None
    ace_low = ranking.ace_low_straight_flush if suit else ranking.ace_low_straight
    category, deciding = _shape(ranks, suit is not None, ace_low == "lowest")
    # A mini royal or royal flush that the order leaves out ranks as the straight flush it is.
    ranked_as = "straight_flush" if category in ROYALS and category not in order else category
    return RankedHand(category, (len(order) - order.index(ranked_as), *deciding), suit)


@cache
def _shape(ranks: tuple[int, ...], suited: bool, ace_low_counts: bool) -> tuple[str, tuple[int, ...]]:
    """Name three or five cards, given their ranks from the highest down, and say which ranks decide.

    Five cards of one suit never hold a rank twice, so that no category clashes with another here.
    """
    run = _run(ranks, ace_low_counts)
    if run and suited:
        return _ROYAL_OF.get(ranks, "straight_flush"), run
    if run:
        return "straight", run
    if suited:
        return "flush", ranks
    return _by_multiples(ranks)


def _run(ranks: tuple[int, ...], ace_low_counts: bool) -> tuple[int, ...]:
    """Return the ranks of a straight as they count in it (the ace as 1 at the low end), or nothing."""
    if all(high - low == 1 for high, low in pairwise(ranks)):
        return ranks
    low_run = (*ranks[1:], 1)
    if ace_low_counts and ranks[0] == ACE and low_run == tuple(range(len(ranks), 0, -1)):
        return low_run
    return ()


_MULTIPLES = {
    (4, 1): "four_of_a_kind",
    (3, 2): "full_house",
    (3, 1, 1): "three_of_a_kind",
    (2, 2, 1): "two_pair",
    (2, 1, 1, 1): "pair",
    (1, 1, 1, 1, 1): "high_card",
    (3,): "three_of_a_kind",
    (2, 1): "pair",
    (1, 1, 1): "high_card",
}


def _by_multiples(ranks: tuple[int, ...]) -> tuple[str, tuple[int, ...]]:
    """Name the hand by how often its ranks repeat; the repeated rank decides first, then the next."""
    groups = sorted(Counter(ranks).items(), key=lambda group: (group[1], group[0]), reverse=True)
    return _MULTIPLES[tuple(count for _, count in groups)], tuple(rank for rank, _ in groups)


def qualifies(dealer: RankedHand, threshold: Qualifying, ranking: Ranking) -> bool:
    """Say whether the dealer hand reaches the sheet's threshold."""
    place = len(ranking.three_card) - ranking.three_card.index(threshold.category)
    return dealer.strength >= (place, "23456789TJQKA".index(threshold.rank) + 2)


def line_for(chart: Chart, hand: RankedHand) -> ChartLine | None:
    """Return the pay line that the hand takes, or None where it has none and loses."""
    names = (hand.category, "straight_flush") if hand.category in ROYALS else (hand.category,)
    for name in names:
        for line in chart.lines:
            if name in line.hands and (line.suit is None or line.suit == hand.suit):
                return line
    return None
