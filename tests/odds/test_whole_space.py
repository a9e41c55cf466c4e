"""The whole-space check: complete sheets pass, and one small fault each is found."""

from __future__ import annotations

from typing import Any

import pytest

from compliance.odds.order import OddsError
from compliance.odds.whole_space import Fault, SpaceProblem, whole_space
from tests.odds.sheets import SIX_CARD, THREE_CARD, chart, line, shipped, to_one, variant

DEALS = 407_170_400


def problems(changes: dict[str, Any], name: str = "gega-003666") -> list[SpaceProblem]:
    return list(whole_space(variant(shipped(name), changes)).problems)


@pytest.mark.parametrize(
    ("name", "settled"),
    [
        # Ante and Play are settled played and folded; a bonus without an Ante too where it needs none.
        ("gega-003666", 2 + 2 + 3 + 3),
        ("live-three-card-poker", 2 + 2 + 2 + 3 + 3),
        ("bicycle-three-card-poker", 2 + 2 + 2),
    ],
)
def test_a_complete_sheet(name: str, settled: int) -> None:
    found = whole_space(shipped(name))
    assert found.problems == ()
    assert found.examined == settled * DEALS


def test_missing_charts() -> None:
    found = whole_space(shipped("gega-004246")).problems
    assert [(problem.fault, problem.path, problem.deals) for problem in found] == [
        (Fault.NO_OUTCOME, f"wager.{kind}.chart", DEALS) for kind in ("pair_plus", "six_card_bonus", "progressive")
    ]
    assert found[0].says == (
        "Pair Plus has no outcome, chart missing: 407,170,400 deals when the hand is played; "
        "407,170,400 deals when it is folded; 407,170,400 deals without an Ante"
    )


def test_silence_on_a_fold() -> None:
    (found,) = problems({"wager.pair_plus.on_fold": None})
    assert (found.fault, found.path, found.deals) == (Fault.NO_OUTCOME, "wager.pair_plus.on_fold", DEALS)
    assert found.says.endswith("the sheet does not say what a fold does to it: 407,170,400 deals when it is folded")


def test_pay_that_falls_as_the_hand_rises() -> None:
    (found,) = problems({"wager.pair_plus.chart": to_one(THREE_CARD, "200/40/30/3/6/1")})
    assert (found.fault, found.path) == (Fault.PAY_FALLS, "wager.pair_plus.chart")
    assert found.says == "Pair Plus: straight pays less than flush, which is the lower hand"


def test_pay_that_falls_for_want_of_a_line() -> None:
    (found,) = problems({"wager.six_card_bonus.chart": to_one(SIX_CARD, "1000/200/100/-/15/9/8")})
    assert found.says == "6 Card Bonus: full_house pays less than flush, which is the lower hand"


def test_pay_of_one_suit_that_falls() -> None:
    lines = (line("20 to 1", "mini_royal", suit="d"), *to_one(THREE_CARD, "200/40/30/6/3/1")["lines"])
    (found,) = problems({"wager.pair_plus.chart": chart(*lines)})
    assert found.says == "Pair Plus: mini_royal pays less than straight_flush, which is the lower hand"


def test_fixed_amounts_are_compared_with_each_other_and_odds_with_odds() -> None:
    falling = (line("USD 40.00", "mini_royal"), line("USD 50.00", "straight_flush"))
    (found,) = problems({"wager.pair_plus.chart": chart(*falling)})
    assert found.says == "Pair Plus: mini_royal pays less than straight_flush, which is the lower hand"
    # Which of the two is more depends on the stake.
    mixed = (line("USD 40.00", "mini_royal"), line("50 to 1", "straight_flush"))
    assert problems({"wager.pair_plus.chart": chart(*mixed)}) == []
    shares = (line("10% of meter", "mini_royal"), line("100% of meter", "straight_flush"))
    assert [problem.fault for problem in problems({"wager.pair_plus.chart": chart(*shares)})] == [Fault.PAY_FALLS]


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        (
            (line("40 to 1", "straight_flush"), line("2 to 1", "pair"), line("1 to 1", "pair")),
            "line 3, pair at 1 to 1",
        ),
        (
            (line("9 to 1", "pair", suit="h"), line("1 to 1", "pair")),
            "line 1, pair in suit h at 9 to 1",
        ),
        (
            (line("200 to 1", "mini_royal"), line("300 to 1", "mini_royal", suit="s")),
            "line 2, mini_royal in suit s at 300 to 1",
        ),
    ],
)
def test_a_line_that_no_deal_reaches(lines: tuple[dict[str, Any], ...], says: str) -> None:
    unreachable = [
        problem for problem in problems({"wager.pair_plus.chart": chart(*lines)}) if problem.fault is Fault.UNREACHABLE
    ]
    assert [problem.says for problem in unreachable] == [f"Pair Plus: no deal reaches {says}"]


def test_a_commission_that_takes_more_than_the_winnings() -> None:
    found = problems({"wager.pair_plus.commission": "150%"})
    assert {problem.fault for problem in found} >= {Fault.WINNER_LOSES}
    assert sum(problem.fault is Fault.WINNER_LOSES for problem in found) == 6
    assert any("a winner on line 6, pair at 1 to 1, loses money" in problem.says for problem in found)


def test_ante_by_a_fixed_amount_is_refused() -> None:
    with pytest.raises(OddsError, match=r"showdown\.ante_pays is 'USD 5\.00'"):
        whole_space(variant(shipped("gega-003666"), {"showdown.ante_pays": "USD 5.00"}))
