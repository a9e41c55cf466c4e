"""What the difference between two sheets, or two readings of one, is worth."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import pytest

from compliance.odds.money_difference import difference_of, money_difference
from compliance.odds.nets import Net, Terms
from compliance.odds.settling import Game
from compliance.odds.strategy import Worked
from tests.odds.sheets import SIX_CARD, THREE_CARD, chart, line, shipped, shipped_odds, to_one, variant

if TYPE_CHECKING:
    from compliance.odds.difference import SheetDifference, WagerDifference


def counts(difference: WagerDifference) -> tuple[int | None, int | None, int | None]:
    return difference.played, difference.folded, difference.best


@pytest.fixture(scope="module")
def ante_rules() -> SheetDifference:
    return money_difference(shipped("gega-003666"), shipped("card-room-three-card-poker"))


def test_the_two_ante_rules(ante_rules: SheetDifference) -> None:
    """A dealer hand that does not qualify, equal (170,688) or higher (17,696,172), and the hand is played."""
    ante = ante_rules.wager("ante")
    assert counts(ante) == (17_866_860, 0, 0)
    assert ante.highest == "J-T-8"  # J-T-9 is a straight: no hand above jack-high is touched
    assert counts(ante_rules.wager("play")) == (0, 0, 0)


def test_the_two_ante_rules_cost_the_same_under_best_play(ante_rules: SheetDifference) -> None:
    always, must_beat = ante_rules.base
    assert (always.plays, always.lowest_played) == (must_beat.plays, must_beat.lowest_played) == (14_900, "Q-6-4")
    assert always.best == must_beat.best == Fraction(-35_253_012, 407_170_400)
    assert always.everything == Fraction(-52_683_216, 407_170_400)
    assert must_beat.everything == Fraction(-52_683_216 - 17_866_860, 407_170_400)


def test_a_wager_of_one_sheet_only(ante_rules: SheetDifference) -> None:
    progressive = ante_rules.wager("progressive")
    assert progressive.gap == "not offered by gega-003666"
    assert counts(progressive) == (None, None, None)
    assert progressive.first is None
    assert progressive.any
    with pytest.raises(KeyError):
        ante_rules.wager("envy")


def test_a_fold_that_forfeits_pair_plus(ante_rules: SheetDifference) -> None:
    """5,660 of 22,100 hands would have been paid; none of them is folded under best play."""
    pair_plus = ante_rules.wager("pair_plus")
    assert counts(pair_plus) == (0, 5_660 * 18_424, 0)
    assert pair_plus.first == pair_plus.second


def test_six_card_pay_tables() -> None:
    """9 and 8 against 10 and 7: straights and threes of a kind, each six-card hand in 20 splits."""
    first = shipped("gega-003666")
    second = variant(first, {"wager.six_card_bonus.chart": to_one(SIX_CARD, "1000/200/100/20/15/10/7")})
    six_card = money_difference(first, second).wager("six_card_bonus")
    differing = (361_620 + 732_160) * 20
    assert counts(six_card) == (differing, differing, differing)
    assert six_card.first is not None
    assert six_card.second is not None
    assert six_card.first.best == Net(Fraction(-1_372_436, 20_358_520))
    assert six_card.second.best == Net(Fraction(-1_742_976, 20_358_520))


def test_a_missing_chart_cannot_be_compared() -> None:
    difference = money_difference(shipped("gega-003666"), shipped("gega-004246"))
    pair_plus = difference.wager("pair_plus")
    assert pair_plus.gap == "gega-004246: chart missing"
    assert counts(pair_plus) == (None, None, None)
    assert pair_plus.second is not None
    assert (pair_plus.second.best, pair_plus.any) == (None, True)


def test_sheets_equal_in_money_do_not_differ() -> None:
    assert not money_difference(shipped("gega-004246"), shipped("gega-004246")).any


def test_a_threshold_that_differs() -> None:
    """Qualifying with king-high: an Ante that queen-high beat or equalled is paid; one that won is paid as before.

    Deals of a queen-high dealer hand against an equal or lower one are as many as those of a queen-high
    participant's hand against an equal or lower dealer hand.
    """
    first = shipped("gega-003666")
    ante = money_difference(first, variant(first, {"qualifying.rank": "K"})).wager("ante")
    (game,) = Game.of(first)
    queen_high = [hand for hand in game.layout.hands if hand.kind.shape == "high_card" and hand.kind.ranks[0] == 12]
    mirrored = sum(
        hand.ways * deals
        for hand in queen_high
        for situation, deals in hand.deals
        if game.layout.situations[situation][0].region.compares >= 0
    )
    assert counts(ante) == (mirrored, 0, ante.best)
    # Ranks: queen and two of the nine below, but queen-jack-ten; suits: 64 less the four that make a flush.
    assert sum(hand.ways for hand in queen_high) == (10 * 9 // 2 - 1) * 60
    assert ante.highest == "Q-J-9"


def test_a_suit_specific_line_differs_in_that_suit() -> None:
    first = variant(shipped("gega-003666"), {"wager.pair_plus.chart": to_one(THREE_CARD, "200/40/30/6/3/1")})
    lines = (line("500 to 1", "mini_royal", suit="s"), *to_one(THREE_CARD, "200/40/30/6/3/1")["lines"])
    second = variant(first, {"wager.pair_plus.chart": chart(*lines)})
    assert counts(money_difference(first, second).wager("pair_plus")) == (18_424, 18_424, 18_424)
    assert money_difference(first, second).wager("pair_plus").highest == "mini royal A-K-Q"


def test_games_of_different_layouts_are_refused() -> None:
    first = Worked.of(Game.of(shipped("gega-003666"))[0], Terms())
    by_suit = variant(
        shipped("gega-003666"), {"wager.pair_plus.chart": chart(line("40 to 1", "straight_flush", suit="s"))}
    )
    second = Worked.of(Game.of(by_suit)[0], Terms())
    with pytest.raises(ValueError, match=r"make both with one Game\.of"):
        difference_of(first, second)


def effects(name: str) -> dict[tuple[str, str], SheetDifference | None]:
    return {(effect.interpretation, effect.reading): effect.difference for effect in shipped_odds(name).readings}


def test_readings_of_the_bank_do_not_move_odds() -> None:
    found = effects("gega-003666")
    moved = {key for key, difference in found.items() if difference is not None}
    assert moved == {("F1", "bonuses_forfeited")}
    assert ("C1", "running_net") in found


def test_a_fold_that_forfeits_the_bonuses() -> None:
    """F1: Pair Plus loses nothing it would have won; 6 Card Bonus loses what the dealer hand would have brought."""
    difference = effects("gega-003666")["F1", "bonuses_forfeited"]
    assert difference is not None
    assert counts(difference.wager("pair_plus")) == (0, 5_660 * 18_424, 0)
    six_card = difference.wager("six_card_bonus")
    hits = (188 + 1_656 + 14_664 + 165_984 + 205_792 + 361_620 + 732_160) * 20
    assert (six_card.played, six_card.folded) == (0, hits)
    assert six_card.best is not None
    assert six_card.second is not None
    assert six_card.second.best is not None
    assert 0 < six_card.best < hits
    assert six_card.second.best.stakes < Fraction(-1_372_436, 20_358_520)


def test_readings_of_equal_hands() -> None:
    """Bicycle B2 and B3: 279,840 equal deals qualify, 267,648 of them worth playing; 170,688 do not qualify."""
    found = effects("bicycle-three-card-poker")
    for reading in ("dealer_wins", "participant_wins"):
        difference = found["B2", reading]
        assert difference is not None
        assert counts(difference.wager("ante")) == counts(difference.wager("play")) == (279_840, 0, 267_648)
    not_qualified = found["B3", "participant_wins"]
    assert not_qualified is not None
    assert counts(not_qualified.wager("ante")) == (170_688, 0, 0)
    assert counts(not_qualified.wager("play")) == (0, 0, 0)
    assert found["B5", "settled_in_full"] is None
