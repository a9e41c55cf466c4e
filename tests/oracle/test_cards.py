"""The ranking against counts that anyone can work out with pen and paper."""

from collections import Counter
from itertools import combinations

import pytest

from tests.oracle.cards import RANKS, card, compare, qualifies, six_card_category, three_card_hand

DECK = [rank + suit for rank in RANKS for suit in "cdhs"]


def test_every_three_card_hand_falls_in_its_category_as_often_as_it_should():
    hands = [three_card_hand(list(h))[0] for h in combinations(DECK, 3)]
    assert Counter(hands) == {
        "mini_royal": 4,  # one a suit
        "straight_flush": 11 * 4,  # twelve runs less A-K-Q
        "three_of_a_kind": 13 * 4,
        "straight": 12 * (64 - 4),
        "flush": 4 * (286 - 12),  # 286 ways to choose three ranks, 12 of them runs
        "pair": 13 * 6 * 48,
        "high_card": (286 - 12) * (64 - 4),
    }


def test_the_dealer_hand_qualifies_in_all_but_the_jack_high_hands():
    without = sum(1 for h in combinations(DECK, 3) if not qualifies(list(h)))
    # Three of the ten ranks from deuce to jack that are no run, in mixed suits.
    runs_below_queen = 8
    assert without == (120 - runs_below_queen) * 60


@pytest.mark.parametrize(
    ("higher", "lower"),
    [
        ("4d 3d 2d", "3c 2c Ac"),
        ("Ac 2d 3h", "Kc Jc 9c"),
        ("Ac Jc 2c", "Ah Th 9h"),
        ("9c 9d 4h", "9h 9s 3c"),
        ("2c 2d 2h", "Ac Kd Qh"),
        ("Ah Kh Qh", "Kd Qd Jd"),
        ("Qc Th 6d", "Qd Th 5c"),
    ],
)
def test_the_better_hand_is_known_from_either_side(higher, lower):
    assert compare(higher.split(), lower.split()) == 1
    assert compare(lower.split(), higher.split()) == -1


@pytest.mark.parametrize(
    ("own", "dealer", "category"),
    [
        ("Ah Kh Qh", "Jh Th 2c", "royal_flush"),
        ("Ah 2h 3h", "4h 5h Kd", "straight_flush"),
        ("9h Kh Qh", "Jh Th Ah", "royal_flush"),
        ("2c 2d 2h", "2s Kd Kc", "four_of_a_kind"),
        ("2c 2d 2h", "3s 3d 3c", "full_house"),
        ("2c 9c Jc", "Kc 7c 7d", "flush"),
        ("Ac 2d 3h", "4s 5d Kc", "straight"),
        ("2c 2d 7h", "2s Kd 9c", "three_of_a_kind"),
        ("2c 2d 7h", "7s Kd Kc", "two_pair"),
        ("Kc Ad 2h", "3s 4d 9c", "high_card"),
        ("Kc Ad 2h", "3s 9d 9c", "pair"),
    ],
)
def test_the_best_five_of_six(own, dealer, category):
    assert six_card_category(own.split(), dealer.split()) == category


@pytest.mark.parametrize("text", ["Th", "10h", "tH", "T♥", "h-T", "H_10", "10♥"])
def test_a_ten_of_hearts_however_it_is_written(text):
    assert card(text) == "Th"


@pytest.mark.parametrize("text", ["1h", "Dh", "hh", "T", "Tx"])
def test_what_is_no_card_is_refused(text):
    with pytest.raises(ValueError, match=f"not a card: '{text}'"):
        card(text)
