"""Every hand there is: 22,100 of three cards, 20,358,520 of six."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations, combinations_with_replacement, pairwise, product
from math import comb, factorial, prod
from random import Random
from typing import TYPE_CHECKING

import pytest
from phevaluator import evaluate_cards
from pokerkit import RhodeIslandHoldemHand

from compliance.domain.cards import DECK, SUITS, Card
from compliance.reference.ranking import best_five_of_six, qualifies, three_card_hand
from tests.reference.judged import SHEETS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from compliance.rules.sections import Ranking

THREE_CARD_COUNTS = {
    "mini_royal": 4, "straight_flush": 44, "three_of_a_kind": 52, "straight": 720, "flush": 1_096, "pair": 3_744,
    "high_card": 16_440,
}  # fmt: skip
SIX_CARD_COUNTS = {
    "royal_flush": 188, "straight_flush": 1_656, "four_of_a_kind": 14_664, "full_house": 165_984, "flush": 205_792,
    "straight": 361_620, "three_of_a_kind": 732_160, "two_pair": 2_532_816, "pair": 9_730_740, "high_card": 6_612_900,
}  # fmt: skip
WEAKEST_OF_CATEGORY = (
    (1, "royal_flush"), (10, "straight_flush"), (166, "four_of_a_kind"), (322, "full_house"), (1599, "flush"),
    (1609, "straight"), (2467, "three_of_a_kind"), (3325, "two_pair"), (6185, "pair"), (7462, "high_card"),
)  # fmt: skip
"""The last of phevaluator's 7,462 ranks, counted from the best, that each category of five cards has."""


@cache
def three_card_strengths(sheet_id: str) -> dict[tuple[Card, ...], tuple[int, ...]]:
    ranking = SHEETS[sheet_id].ranking
    return {hand: three_card_hand(hand, ranking).strength for hand in combinations(DECK, 3)}


@pytest.mark.parametrize("sheet_id", SHEETS)
def test_every_three_card_hand_has_its_category(sheet_id: str) -> None:
    hands = [three_card_hand(hand, SHEETS[sheet_id].ranking) for hand in combinations(DECK, 3)]
    assert Counter(hand.category for hand in hands) == THREE_CARD_COUNTS
    assert len({hand.strength for hand in hands}) == 741


@cache
def rhode_island_ranks() -> dict[tuple[Card, ...], int]:
    """The place of every three-card hand in pokerkit's order, the lowest 0; equal hands share a place."""
    return {hand: RhodeIslandHoldemHand("".join(map(str, hand))).entry.index for hand in combinations(DECK, 3)}


@pytest.mark.parametrize("sheet_id", SHEETS)
def test_three_card_hands_stand_in_the_order_of_rhode_island_holdem(sheet_id: str) -> None:
    """Strictly: hands are equal for one where they are for the other, and higher where they are higher."""
    places = rhode_island_ranks()
    pairs = {(strength, places[hand]) for hand, strength in three_card_strengths(sheet_id).items()}
    assert [place for _, place in sorted(pairs)] == list(range(741))


@pytest.mark.parametrize("sheet_id", SHEETS)
def test_queen_high_or_better_qualifies(sheet_id: str) -> None:
    sheet = SHEETS[sheet_id]
    hands = [three_card_hand(hand, sheet.ranking) for hand in combinations(DECK, 3)]
    qualifying = [hand for hand in hands if qualifies(hand, sheet.qualifying, sheet.ranking)]
    assert len(qualifying) == 15_380
    assert min(hand.strength for hand in qualifying)[1:] == (12, 3, 2)
    unqualified = set(hands) - set(qualifying)
    assert max(hand.strength for hand in unqualified)[1:] == (11, 10, 8)


def category_of(rank: int) -> str:
    return next(category for weakest, category in WEAKEST_OF_CATEGORY if rank <= weakest)


def six_card_ranking() -> Ranking:
    """The order of five-card hands; the sheets that have one agree on it."""
    rankings = [sheet.ranking for sheet in SHEETS.values() if sheet.ranking.five_card]
    orders = {(ranking.five_card, ranking.ace_low_straight, ranking.ace_low_straight_flush) for ranking in rankings}
    assert len(orders) == 1
    return rankings[0]


@pytest.mark.whole_space
def test_six_card_hands_at_random_have_the_category_and_place_that_phevaluator_gives() -> None:
    rng, ranking = Random(741), six_card_ranking()
    strengths: dict[int, tuple[int, ...]] = {}
    for _ in range(200_000):
        cards = rng.sample(DECK, 6)
        best, rank = best_five_of_six(cards, ranking), evaluate_cards(*(card.code for card in cards))
        assert best.category == category_of(rank), cards
        assert strengths.setdefault(rank, best.strength) == best.strength, cards
    in_order = [strengths[rank] for rank in sorted(strengths)]
    assert all(better > worse for better, worse in pairwise(in_order))


def hands_up_to_suits() -> Iterator[tuple[tuple[Card, ...], int]]:
    """Six cards, one hand for each way to deal them that no exchange of suits turns into another, and how many.

    Six cards are four sets of ranks, one a suit. Exchanging suits permutes the four sets, so a class is a multiset of
    four sets; it holds one hand for each different order of them: 4! over the orders of its equal sets.
    """
    subsets = [list(combinations(range(2, 15), size)) for size in range(7)]
    for sizes in (sizes for sizes in combinations_with_replacement(range(7), 4) if sum(sizes) == 6):
        of_size = [combinations_with_replacement(subsets[size], sizes.count(size)) for size in sorted(set(sizes))]
        for chosen in product(*of_size):
            sets = [ranks for group in chosen for ranks in group]
            cards = tuple(Card(rank, suit) for ranks, suit in zip(sets, SUITS, strict=True) for rank in ranks)
            yield cards, factorial(4) // prod(factorial(times) for times in Counter(sets).values())


@pytest.mark.whole_space
def test_every_six_card_hand_has_its_category() -> None:
    """All 20,358,520 by their classes; beside the published counts, each class against phevaluator's whole order.

    A class can stand for its hands because exchanging suits changes neither ranks nor which cards share a suit, and
    nothing else of a card is read; the properties of the ranking hold the reference to that.
    """
    ranking = six_card_ranking()
    counts: Counter[str] = Counter()
    strengths: dict[int, tuple[int, ...]] = {}
    for cards, ways in hands_up_to_suits():
        best = best_five_of_six(cards, ranking)
        counts[best.category] += ways
        rank = evaluate_cards(*(card.code for card in cards))
        assert strengths.setdefault(rank, best.strength) == best.strength, cards
    assert counts == SIX_CARD_COUNTS
    assert counts.total() == comb(52, 6) == 20_358_520
    in_order = [strengths[rank] for rank in sorted(strengths)]
    assert all(better > worse for better, worse in pairwise(in_order))
