"""Moving whole amounts gives what moving single units gives."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.oracle.cover import by_amounts, by_units

POLICIES = ("gross_consumed", "running_net", "separate_caps", "collect_then_pay", "unlimited")


@pytest.mark.parametrize("policy", POLICIES)
def test_amounts_equal_units_for_every_small_table(policy):
    for put_up in range(6):
        for nets in product(range(-3, 4), repeat=4):
            assert by_amounts(policy, nets, put_up) == by_units(policy, nets, put_up), (put_up, nets)


@given(
    st.sampled_from(POLICIES),
    st.lists(st.integers(min_value=-60, max_value=60), max_size=12),
    st.integers(min_value=0, max_value=200),
)
def test_amounts_equal_units_for_longer_tables(policy, nets, put_up):
    assert by_amounts(policy, nets, put_up) == by_units(policy, nets, put_up)


@pytest.mark.parametrize("walk", [by_units, by_amounts])
def test_an_unknown_policy_is_refused(walk):
    with pytest.raises(ValueError, match="no such cover policy: by_whim"):
        walk("by_whim", [1], 1)
