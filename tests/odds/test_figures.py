"""How exact figures are written."""

from __future__ import annotations

import json
from decimal import ROUND_HALF_UP, Decimal, localcontext
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from compliance.domain.words import Outcome
from compliance.odds.figures import Distribution, decimal, plain, root
from compliance.odds.money_difference import money_difference
from compliance.odds.whole_space import whole_space
from tests.odds.sheets import shipped, shipped_odds


@pytest.mark.parametrize(
    ("value", "places", "text"),
    [
        (Fraction(2, 3), 4, "0.6667"),
        (Fraction(-2, 3), 4, "-0.6667"),
        (Fraction(1, 2), 0, "1"),
        (Fraction(-1, 2000), 3, "-0.001"),
        (Fraction(-1, 3000), 3, "0.000"),
        (Fraction(1234), 2, "1234.00"),
    ],
)
def test_decimal(value: Fraction, places: int, text: str) -> None:
    assert decimal(value, places) == text


@given(st.fractions(min_value=-1000, max_value=1000), st.integers(0, 8))
def test_decimal_is_the_nearest(value: Fraction, places: int) -> None:
    assert abs(Fraction(decimal(value, places)) - value) <= Fraction(1, 2 * 10**places)


@given(st.fractions(min_value=0, max_value=10**6), st.integers(0, 8))
def test_root_is_the_nearest(value: Fraction, places: int) -> None:
    written = Fraction(root(value, places))
    half = Fraction(1, 2 * 10**places)
    assert max(written - half, Fraction(0)) ** 2 <= value <= (written + half) ** 2


def test_root_agrees_with_decimal_arithmetic() -> None:
    with localcontext() as context:
        context.prec = 60
        expected = (Decimal(59_559_456_659_453) / Decimal(1_992_641_041_300)).sqrt()
    assert root(Fraction(59_559_456_659_453, 1_992_641_041_300), 20) == str(
        expected.quantize(Decimal(1).scaleb(-20), ROUND_HALF_UP)
    )


def test_no_root_below_zero() -> None:
    with pytest.raises(ValueError, match="below zero"):
        root(Fraction(-1))


def test_distribution_moments() -> None:
    """A coin that wins 3 on one side of four: mean 0, variance (9 + 3) / 4."""
    coin = Distribution.of({Fraction(-1): 3, Fraction(3): 1, Fraction(7): 0})
    assert coin.nets == ((3, 1), (-1, 3))
    assert (coin.space, coin.total, coin.expectation, coin.variance) == (4, 0, 0, 3)


def test_plain_refuses_floats() -> None:
    assert plain((Outcome.WIN, None, True, {"a": Fraction(1, 2)})) == [
        "win", None, True, {"a": {"exact": "1/2", "decimal": "0.500000"}},
    ]  # fmt: skip
    with pytest.raises(TypeError, match="float is no exact figure"):
        plain(0.5)


def floats(value: Any) -> bool:
    if isinstance(value, dict):
        return any(floats(part) for part in value.values())
    return any(floats(part) for part in value) if isinstance(value, list) else isinstance(value, float)


def test_a_sheets_odds_go_into_json_and_back() -> None:
    odds = shipped_odds("bicycle-three-card-poker").plain()
    assert json.loads(json.dumps(odds)) == odds
    assert not floats(odds)
    assert odds["base"][0]["best"]["total"]["exact"] == "-35253012"
    assert odds["base"][0]["strategy"]["lowest_played"]["hand"] == "Q-6-4"
    pair_plus = next(wager for wager in odds["wagers"] if wager["kind"] == "pair_plus")
    assert pair_plus["house_edge"] == {"exact": "242/5525", "decimal": "0.043801"}
    assert pair_plus["standard_deviation"] == "3.882468"
    assert pair_plus["lines"][0]["net"] == {"stakes": {"exact": "200", "decimal": "200.000000"}}


def test_differences_and_problems_go_into_json() -> None:
    difference = plain(money_difference(shipped("gega-003666"), shipped("card-room-three-card-poker")))
    ante = next(wager for wager in difference["wagers"] if wager["kind"] == "ante")
    assert ante["played"] == 17_866_860
    problems = plain(whole_space(shipped("gega-004246")))
    assert problems["problems"][0]["fault"] == "no_outcome"
    assert json.loads(json.dumps([difference, problems])) == [difference, problems]
