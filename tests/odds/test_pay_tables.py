"""Published pay tables: net units over all combinations, house edge and standard deviation."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import pytest

from compliance.domain.words import Decision
from compliance.odds.figures import decimal, root
from compliance.odds.nets import Terms
from compliance.odds.settling import Game
from compliance.odds.wagers import WagerOdds, wager_odds
from tests.odds.sheets import SIX_CARD, THREE_CARD, shipped, shipped_odds, to_one, variant

if TYPE_CHECKING:
    from compliance.rules.sheet import RuleSheet


def odds_of_wager(sheet: RuleSheet, kind: str, terms: Terms | None = None) -> WagerOdds:
    """Odds of a wager that no fold ends."""
    (game,) = Game.of(sheet)
    return wager_odds(game, kind, game.layout.all(Decision.PLAY), terms or Terms())


def figures(odds: WagerOdds) -> tuple[int, Fraction, str, str]:
    """Space, net units over it, edge in percent, standard deviation."""
    assert odds.distribution is not None
    assert odds.house_edge is not None
    return odds.space, odds.distribution.total, decimal(odds.house_edge * 100, 4), root(odds.distribution.variance, 4)


@pytest.mark.parametrize(
    ("table", "net", "edge", "deviation"),
    [
        ("200/40/30/6/3/1", -968, "4.3801", "3.8825"),
        ("-/40/30/5/4/1", -1_232, "5.5747", "2.8480"),
        ("-/40/30/6/4/1", -512, "2.3167", "2.9106"),
        ("-/40/30/6/3/1", -1_608, "7.2760", "2.8496"),
        ("-/40/25/6/4/1", -772, "3.4932", "2.7972"),
        ("-/40/25/5/4/1", -1_492, "6.7511", "2.7317"),
        ("-/35/33/6/4/1", -596, "2.6968", "2.8464"),
        ("-/35/25/6/4/1", -1_012, "4.5792", "2.6474"),
        ("-/35/25/5/3/1", -2_828, "12.7964", "2.5078"),
        ("-/50/30/6/3/1", -1_128, "5.1041", "3.1745"),
        ("-/40/32/6/4/1", -408, "1.8462", None),
        ("-/42/38/6/4/1", 0, "0.0000", None),
        ("100/50/30/6/3/1", -928, "4.1991", "3.3817"),
        ("80/40/25/6/3/1", -1_708, "7.7285", "2.8881"),
        ("50/40/30/6/3/1", -1_568, "7.0950", None),
        ("50/40/30/5/4/1", -1_192, "5.3937", None),
        ("50/40/30/6/4/1", -472, "2.1357", None),
    ],
)
def test_pair_plus(table: str, net: int, edge: str, deviation: str | None) -> None:
    sheet = variant(shipped("gega-003666"), {"wager.pair_plus.chart": to_one(THREE_CARD, table)})
    odds = odds_of_wager(sheet, "pair_plus")
    space, total, percent, spread = figures(odds)
    assert (space, total, percent) == (22_100, net, edge)
    assert deviation in (None, spread)
    assert odds.hit_rate == Fraction(22_100 - 16_440, 22_100)


@pytest.mark.parametrize(
    ("table", "net", "edge", "deviation"),
    [
        ("1000/200/100/20/15/9/8", -1_372_436, "6.7413", "5.467"),
        ("1000/200/100/20/15/10/7", -1_742_976, "8.5614", "5.448"),
        ("1000/200/50/25/20/10/5", -2_081_616, "10.2248", "5.198"),
        ("1000/200/50/25/15/10/5", -3_110_576, "15.2790", "5.024"),
        ("2000/200/50/25/15/10/5", -2_922_576, "14.3555", "7.276"),
    ],
)
def test_six_card_bonus(table: str, net: int, edge: str, deviation: str) -> None:
    sheet = variant(shipped("gega-003666"), {"wager.six_card_bonus.chart": to_one(SIX_CARD, table)})
    odds = odds_of_wager(sheet, "six_card_bonus")
    assert odds.distribution is not None
    assert figures(odds)[:3] == (20_358_520, net, edge)
    assert root(odds.distribution.variance, 3) == deviation


def test_lines_of_the_shipped_sheet() -> None:
    odds = shipped_odds("gega-003666")
    pair_plus, six_card = odds.wager("pair_plus"), odds.wager("six_card_bonus")
    assert [(line.hands, line.pays, line.combinations) for line in pair_plus.lines] == [
        (("mini_royal",), "200 to 1", 4),
        (("straight_flush",), "40 to 1", 44),
        (("three_of_a_kind",), "30 to 1", 52),
        (("straight",), "6 to 1", 720),
        (("flush",), "3 to 1", 1_096),
        (("pair",), "1 to 1", 3_744),
        ((), None, 16_440),
    ]
    assert [line.combinations for line in six_card.lines] == [
        188, 1_656, 14_664, 165_984, 205_792, 361_620, 732_160, 2_532_816 + 9_730_740 + 6_612_900,
    ]  # fmt: skip
    assert [(odds.reads, odds.best_play) for odds in (pair_plus, six_card)] == [
        ("three_card", False), ("six_card", False),
    ]  # fmt: skip
    assert pair_plus.returned == 1 - Fraction(968, 22_100)
    assert pair_plus.lines[0].probability == Fraction(4, 22_100)
    assert sum(line.expectation.stakes for line in pair_plus.lines if line.expectation) == Fraction(-968, 22_100)
    assert pair_plus.cap_binds_above is None
    with pytest.raises(KeyError):
        odds.wager("progressive")


def test_a_line_of_two_hands_counts_both() -> None:
    lines = shipped_odds("live-three-card-poker").wager("pair_plus").lines
    straight_flushes = next(line for line in lines if "straight_flush" in line.hands)
    assert straight_flushes.combinations == 48


def test_a_royal_that_no_line_names_is_paid_as_the_straight_flush_it_is() -> None:
    changes = {
        "wager.pair_plus.chart": to_one(THREE_CARD, "-/40/30/6/3/1"),
        "wager.six_card_bonus.chart": to_one(SIX_CARD, "-/200/100/20/15/9/8"),
    }
    sheet = variant(shipped("gega-003666"), changes)
    assert odds_of_wager(sheet, "pair_plus").lines[0].combinations == 48
    assert odds_of_wager(sheet, "six_card_bonus").lines[0].combinations == 1_656 + 188


@pytest.mark.parametrize("kind", ["pair_plus", "six_card_bonus", "progressive"])
def test_without_a_chart_there_are_no_figures(kind: str) -> None:
    odds = shipped_odds("gega-004246").wager(kind)
    assert odds.gap == "chart missing"
    assert odds.distribution is None
    assert (odds.expectation, odds.house_edge, odds.returned, odds.hit_rate) == (None, None, None, None)


def test_a_cap_tells_the_stake_from_which_it_binds() -> None:
    """Bicycle: at most 30,000 on a bonus wager, whose best line pays 200 to 1."""
    assert shipped_odds("bicycle-three-card-poker").wager("pair_plus").cap_binds_above == 150
