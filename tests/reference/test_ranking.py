"""Ranking by the sheet's own order of hands: where the ace counts low, what a royal ranks as, what qualifies."""

from __future__ import annotations

from typing import Any

import pytest

from compliance.domain.cards import hand
from compliance.reference.ranking import best_five_of_six, line_for, qualifies, three_card_hand
from compliance.rules.sections import Qualifying, Ranking
from tests.odds.sheets import chart, line
from tests.reference.judged import SHEETS

USUAL = SHEETS["gega-003666"].ranking


def ranking(**changes: Any) -> Ranking:
    return Ranking.model_validate(USUAL.model_dump(exclude_unset=True) | changes)


@pytest.mark.parametrize(
    ("straight", "straight_flush", "mixed", "suited"),
    [
        ("lowest", "lowest", "straight", "straight_flush"),
        ("lowest", "not_a_straight", "straight", "flush"),
        ("not_a_straight", "lowest", "high_card", "straight_flush"),
        ("not_a_straight", "not_a_straight", "high_card", "flush"),
    ],
)
def test_the_ace_counts_low_where_the_sheet_lets_it(
    straight: str, straight_flush: str, mixed: str, suited: str
) -> None:
    rules = ranking(ace_low_straight=straight, ace_low_straight_flush=straight_flush)
    assert three_card_hand(hand("Ac 2d 3h"), rules).category == mixed
    assert three_card_hand(hand("2h Ah 3h"), rules).category == suited
    assert best_five_of_six(hand("Ac 2d 3h 4s 5c 9d"), rules).category == mixed
    assert best_five_of_six(hand("Ah 2h 3h 4h 5h 9d"), rules).category == suited


def test_an_ace_low_run_is_the_lowest_and_an_ace_that_is_no_run_is_high() -> None:
    low, next_up = three_card_hand(hand("Ac 2d 3h"), USUAL), three_card_hand(hand("2c 3d 4h"), USUAL)
    assert low.strength < next_up.strength
    not_a_run = ranking(ace_low_straight="not_a_straight")
    assert three_card_hand(hand("Ac 2d 3h"), not_a_run).strength > three_card_hand(hand("Kc Qd Th"), not_a_run).strength


@pytest.mark.parametrize("cards", ["Kc Ad 2h", "Qc Kd 2h", "Ac 3d 4h", "Ac 2d 4h"])
def test_runs_do_not_go_round_the_corner_and_have_no_gaps(cards: str) -> None:
    assert three_card_hand(hand(cards), USUAL).category == "high_card"


def test_a_royal_that_the_order_leaves_out_is_the_highest_straight_flush() -> None:
    without = ranking(three_card=tuple(name for name in USUAL.three_card if name != "mini_royal"))
    royal, king_high = three_card_hand(hand("Ah Kh Qh"), without), three_card_hand(hand("Kd Qd Jd"), without)
    assert (royal.category, king_high.category) == ("mini_royal", "straight_flush")
    assert royal.strength[0] == king_high.strength[0]
    assert royal.strength > king_high.strength
    listed = three_card_hand(hand("Ah Kh Qh"), USUAL)
    assert listed.strength[0] == three_card_hand(hand("Kd Qd Jd"), USUAL).strength[0] + 1


def test_the_order_of_categories_is_the_sheets() -> None:
    flushes_on_top = ranking(three_card=("flush", *(name for name in USUAL.three_card if name != "flush")))
    flush, royal = three_card_hand(hand("9h 4h 2h"), flushes_on_top), three_card_hand(hand("Ah Kh Qh"), flushes_on_top)
    assert flush.strength > royal.strength


@pytest.mark.parametrize(
    ("higher", "lower"),
    [("9c 9d 4h", "9h 9s 3c"), ("Tc Td 2h", "9h 9s Ac"), ("Ac Jd 3h", "Ad Jc 2s"), ("Kh 9h 4h", "Kd 8d 7d")],
)
def test_within_a_category_rank_by_rank(higher: str, lower: str) -> None:
    assert three_card_hand(hand(higher), USUAL).strength > three_card_hand(hand(lower), USUAL).strength


@pytest.mark.parametrize(
    ("category", "rank", "least", "short"),
    [
        ("high_card", "Q", "Qc 3d 2h", "Jc Td 8h"),
        ("high_card", "A", "Ac 3d 2s", "Kc Qd Th"),
        ("pair", "2", "2c 2d 3h", "Ac Kd Jh"),
        ("pair", "J", "Jc Jd 2h", "Tc Td Ah"),
    ],
)
def test_a_threshold_is_a_category_and_a_rank(category: Any, rank: Any, least: str, short: str) -> None:
    rules = ranking(ace_low_straight="not_a_straight")
    threshold = Qualifying(category=category, rank=rank, cite={"category": ("general",), "rank": ("general",)})
    assert qualifies(three_card_hand(hand(least), rules), threshold, rules)
    assert not qualifies(three_card_hand(hand(short), rules), threshold, rules)


def test_a_sheet_without_an_order_of_five_cards_ranks_no_six() -> None:
    with pytest.raises(ValueError, match="states no order of five-card hands"):
        best_five_of_six(hand("Ac 2d 3h 4s 5c 9d"), SHEETS["bicycle-three-card-poker"].ranking)


def test_the_first_line_that_fits_hand_and_suit_pays() -> None:
    table = SHEETS["gega-003666"].wagers["pair_plus"].chart
    assert table is not None
    paid = type(table).model_validate(
        chart(
            line("50 to 1", "mini_royal", suit="s"), line("5 to 1", "straight_flush", "flush"), line("1 to 1", "pair")
        )
    )

    def pays(cards: str) -> str | None:
        found = line_for(paid, three_card_hand(hand(cards), USUAL))
        return found.pays if found else None

    assert [pays(cards) for cards in ("As Ks Qs", "Ah Kh Qh", "9d 8d 7d", "9d 8d 2d", "9d 9c 2d", "9d 8c 7d")] == [
        "50 to 1", "5 to 1", "5 to 1", "5 to 1", "1 to 1", None,
    ]  # fmt: skip
