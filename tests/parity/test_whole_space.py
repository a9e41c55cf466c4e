"""Both evaluators over every hand: all 22,100 in both roles, every pair of ranks, and every six cards."""

from __future__ import annotations

from collections import defaultdict
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING

import pytest

from compliance.domain.cards import DECK, Card
from compliance.domain.words import Verdict
from compliance.reference.ranking import best_five_of_six
from tests.parity.whole_space import Reference, judged_by_sets, round_text
from tests.reference.test_ranking_whole_space import hands_up_to_suits

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from compliance.bulk.evaluate import Evaluation

Hand = tuple[Card, ...]


def beside(hand: Hand) -> Hand:
    """Three cards that are not in the hand: the first three of the deck that are left, from a place of its own."""
    start = sum(card.code for card in hand) % len(DECK)
    return tuple(card for card in DECK[start:] + DECK[:start] if card not in hand)[:3]


def every_hand(reference: Reference) -> Iterator[str]:
    """Each hand once as the dealer hand and once as the participant's."""
    number = 0
    for hand in combinations(DECK, 3):
        other = tuple(sorted(beside(hand), key=lambda card: card.code))
        for own, dealer in ((hand, other), (other, hand)):
            number += 1
            wagers = reference.base(reference.ranked[own], reference.ranked[dealer])
            wagers.append(reference.bonus("pair_plus", reference.ranked[own]))
            yield round_text(number, dealer, own, wagers)


def every_pair_of_ranks(reference: Reference) -> Iterator[str]:
    """A participant's and a dealer hand for every pair of the 741 ranks that can be dealt together."""
    by_rank: defaultdict[tuple[int, ...], list[Hand]] = defaultdict(list)
    for hand, ranked in reference.ranked.items():
        by_rank[ranked.strength].append(hand)
    number = 0
    for owns in by_rank.values():
        for dealers in by_rank.values():
            pair = next(((own, dealer) for own in owns for dealer in dealers if not {*own} & {*dealer}), None)
            if pair:
                number += 1
                own, dealer = pair
                yield round_text(number, dealer, own, reference.base(reference.ranked[own], reference.ranked[dealer]))


def every_six_cards(reference: Reference) -> Iterator[str]:
    """One round for every six cards up to an exchange of suits; which three are whose changes from round to round."""
    ways = 0
    splits = list(combinations(range(6), 3))
    for number, (cards, same) in enumerate(hands_up_to_suits(), start=1):
        own = splits[number % len(splits)]
        dealer = [card for place, card in enumerate(cards) if place not in own]
        best = best_five_of_six(cards, reference.sheet.ranking)
        ways += same
        yield round_text(number, dealer, [cards[place] for place in own], [reference.bonus("six_card_bonus", best)])
    assert ways == comb(52, 6)


def nothing_found(evaluation: Evaluation) -> bool:
    figures = evaluation.figures
    return set(figures.wagers) == {Verdict.CONFORMS} and not figures.findings


@pytest.mark.whole_space
def test_every_three_card_hand_in_both_roles(tmp_path: Path) -> None:
    evaluation = judged_by_sets(tmp_path, every_hand(Reference()))
    assert evaluation.figures.settled == 2 * 22_100
    assert nothing_found(evaluation)


@pytest.mark.whole_space
def test_every_pair_of_ranks(tmp_path: Path) -> None:
    evaluation = judged_by_sets(tmp_path, every_pair_of_ranks(Reference()))
    # One deck cannot deal three of a kind against itself, nor against a pair of that rank with any of twelve others.
    assert evaluation.figures.settled == 741 * 741 - 13 - 2 * 13 * 12
    assert nothing_found(evaluation)


@pytest.mark.whole_space
def test_every_six_cards(tmp_path: Path) -> None:
    evaluation = judged_by_sets(tmp_path, every_six_cards(Reference()))
    assert evaluation.figures.settled > 800_000
    assert nothing_found(evaluation)
