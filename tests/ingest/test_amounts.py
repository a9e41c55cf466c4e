"""Amounts from text, and sums of amounts, which may be larger than any single one."""

from __future__ import annotations

import pytest

from compliance.domain.money import LARGEST_AMOUNT, MoneyError, decimal_text, minor_units, sum_units


@pytest.mark.parametrize(
    ("text", "units"), [("0" * 5000 + "25.00", 2500), ("-" + "0" * 60, 0), ("-00.05", -5), ("-0", 0)]
)
def test_zeros_in_front_say_nothing(text: str, units: int) -> None:
    assert minor_units(text, 2) == sum_units(text, 2) == units


def test_a_sum_may_be_beyond_what_one_amount_may_be() -> None:
    for units in (LARGEST_AMOUNT, -LARGEST_AMOUNT):
        assert minor_units(decimal_text(units, 2), 2) == units
    for units in (LARGEST_AMOUNT + 1, -4 * LARGEST_AMOUNT - 1, 10**39):
        text = decimal_text(units, 2)
        assert sum_units(text, 2) == units
        with pytest.raises(MoneyError, match="beyond any table's limits"):
            minor_units(text, 2)
    with pytest.raises(MoneyError, match="beyond any table's limits"):
        sum_units("9" * 5000, 2)
