"""Properties that hold whatever the dates and the pay tables."""

from __future__ import annotations

from datetime import date, timedelta
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from hypothesis import given
from hypothesis import strategies as st

from compliance.rules.diff import differences
from compliance.rules.licensee import Licensee
from compliance.rules.loader import load_sheets
from compliance.rules.pay_tables import falls, unreachable
from compliance.rules.wagers import Chart

if TYPE_CHECKING:
    from compliance.rules.sheet import RuleSheet

FIRST = date(2026, 1, 1)
ORDER = ("mini_royal", "straight_flush", "three_of_a_kind", "straight", "flush", "pair")
days = st.integers(min_value=0, max_value=400).map(lambda number: FIRST + timedelta(days=number))
odds = st.lists(st.integers(min_value=0, max_value=300), min_size=6, max_size=6)


@cache
def shipped(name: str) -> RuleSheet:
    return load_sheets()[name].sheet


def chart_of(pays: list[int], word: str = "to", per: int = 1) -> dict[str, Any]:
    return {
        "lines": tuple(
            {"hands": (hand,), "pays": f"{pay * per + (word == 'for')} {word} {per}"}
            for hand, pay in zip(ORDER, pays, strict=True)
        )
    }


@given(st.lists(days, min_size=1, max_size=6, unique=True), days, st.randoms())
def test_the_play_in_force_is_the_last_that_began(starts: list[date], day: date, random: Any) -> None:
    plays = [{"sheet": f"sheet-{start}", "since": start} for start in starts]
    random.shuffle(plays)
    room = Licensee.model_validate(
        {
            "format": 1,
            "id": "room",
            "name": "Room",
            "time_zone": "UTC",
            "currency": "USD",
            "table": ({"id": "T1", "play": tuple(plays)},),
        }
    )
    began = [start for start in sorted(starts) if start <= day]
    play = room.plays("T1", day)
    assert (play.since if play else None) == (began[-1] if began else None)


@given(odds)
def test_pay_falls_exactly_where_a_lower_hand_is_paid_more(pays: list[int]) -> None:
    chart = Chart.model_validate(chart_of(pays))
    assert unreachable(chart) == ()
    assert (falls(chart, ORDER) == ()) == all(above >= below for above, below in pairwise(pays))
    assert set(falls(chart, ORDER)) == {
        (ORDER[above], ORDER[below]) for above in range(6) for below in range(above + 1, 6) if pays[above] < pays[below]
    }


@given(odds, odds, st.sampled_from(["to", "for"]), st.integers(min_value=1, max_value=4))
def test_pay_tables_differ_in_the_hands_paid_otherwise(ours: list[int], theirs: list[int], word: str, per: int) -> None:
    sheet = shipped("gega-003666")
    if word == "for":
        per = 1
    left = sheet.replacing({"wager.pair_plus.chart": chart_of(ours)})
    right = sheet.replacing({"wager.pair_plus.chart": chart_of(theirs, word, per)})
    assert {difference.path for difference in differences(left, right)} == {
        f"wager.pair_plus.chart.{hand}" for hand, a, b in zip(ORDER, ours, theirs, strict=True) if a != b
    }
