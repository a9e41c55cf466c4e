"""Ante and Play: the strategy that enumeration finds, and the nets it brings over 407,170,400 deals."""

from __future__ import annotations

from fractions import Fraction

import pytest

from compliance.domain.words import Decision
from compliance.odds.figures import decimal, root
from compliance.odds.nets import Terms
from compliance.odds.order import OddsError
from compliance.odds.settling import Game
from compliance.odds.sheet_odds import odds_of
from compliance.odds.strategy import BaseGame, base_games
from tests.odds.sheets import chart, line, shipped, shipped_odds, to_one, variant

ANTE_BONUS = ("straight_flush", "three_of_a_kind", "straight")
WITHOUT_BONUS = {2: 97_354_684, 1: 85_493_652, 0: 267_648, -1: 132_652_800, -2: 91_401_616}


def with_ante_bonus(table: str) -> BaseGame:
    sheet = variant(shipped("live-three-card-poker"), {"wager.ante_bonus.chart": to_one(ANTE_BONUS, table)})
    return base_games(Game.of(sheet)[0], Terms())[1]


@pytest.mark.parametrize(
    "name",
    ["gega-003666", "live-three-card-poker", "card-room-three-card-poker", "bicycle-three-card-poker", "gega-004246"],
)
def test_without_ante_bonus(name: str) -> None:
    """Both rules for the Ante bring the same under best play: what is worth playing beats what does not qualify."""
    base = shipped_odds(name).base[0]
    assert base.kinds == ("ante", "play")
    assert dict(base.best.nets) == WITHOUT_BONUS
    assert base.best.total == -35_253_012
    assert decimal(base.house_edge * 100, 4) == "8.6580"
    assert root(base.best.variance, 4) == "1.5436"


def test_the_strategy_is_queen_six_four() -> None:
    strategy = shipped_odds("gega-003666").base[0].strategy
    assert (strategy.plays, strategy.indifferent, strategy.by_rank) == (14_900, 0, True)
    assert strategy.lowest_played is not None
    assert strategy.highest_folded is not None
    assert (strategy.lowest_played.hand, strategy.highest_folded.hand) == ("Q-6-4", "Q-6-3")
    # The bound with no two cards of one suit, which leaves the dealer hand the most flushes.
    assert strategy.lowest_played.least == Fraction(-18_325, 18_424)
    assert strategy.highest_folded.least == Fraction(-18_497, 18_424)
    assert decimal(strategy.lowest_played.least) == "-0.994627"
    assert decimal(strategy.highest_folded.least) == "-1.003962"
    assert strategy.highest_folded.most < -1


def test_the_strategy_has_a_decision_for_every_hand() -> None:
    (game,) = Game.of(shipped("gega-003666"))
    strategy = base_games(game, Terms())[0].strategy
    played = sum(
        hand.ways
        for hand, decision in zip(game.layout.hands, strategy.decisions, strict=True)
        if decision is Decision.PLAY
    )
    assert played == 14_900


def test_with_ante_bonus() -> None:
    base = shipped_odds("live-three-card-poker").base[1]
    assert base.kinds == ("ante", "play", "ante_bonus")
    assert dict(base.best.nets) == {
        7: 617_044, 6: 931_972, 5: 289_104, 3: 8_976_452, 2: 91_100_696, 1: 80_955_780, 0: 249_216,
        -1: 132_923_304, -2: 91_126_832,
    }  # fmt: skip
    assert base.best.total == -13_733_780
    assert root(base.best.variance, 4) == "1.6393"
    assert base.strategy.plays == 14_900


@pytest.mark.parametrize(
    ("table", "edge"),
    [
        ("5/4/1", "3.3730"), ("4/3/1", "3.8255"), ("3/2/1", "4.2780"), ("5/3/1", "3.6083"), ("9/8/1", "1.5630"),
        ("12.5/10/1", "0.3323"),
    ],
)  # fmt: skip
def test_ante_bonus_tables(table: str, edge: str) -> None:
    assert decimal(with_ante_bonus(table).house_edge * 100, 4) == edge


def test_element_of_risk_is_the_loss_for_each_unit_wagered() -> None:
    base = shipped_odds("live-three-card-poker").base[1]
    assert base.wagered == 1 + Fraction(14_900, 22_100)
    assert base.element_of_risk == Fraction(13_733_780, 407_170_400) / Fraction(37_000, 22_100)
    assert decimal(base.element_of_risk * 100, 4) == "2.0147"


def test_playing_everything() -> None:
    """Deals by showdown: 97,417,516 won, 185,663,764 lost, 279,840 equal; 123,809,280 do not qualify."""
    paid_always = shipped_odds("gega-003666").base[0].everything
    assert dict(paid_always.nets) == {2: 97_417_516, 1: 123_809_280, 0: 279_840, -2: 185_663_764}
    must_beat = shipped_odds("card-room-three-card-poker").base[0].everything
    assert dict(must_beat.nets) == {2: 97_417_516, 1: 105_942_420, 0: 279_840 + 17_866_860, -2: 185_663_764}
    assert paid_always.total - must_beat.total == 17_866_860


def test_ante_and_play_apart_add_up_to_the_base_game() -> None:
    odds = shipped_odds("gega-003666")
    ante, play = odds.wager("ante"), odds.wager("play")
    assert ante.distribution is not None
    assert play.distribution is not None
    assert (ante.space, play.space) == (407_170_400, 14_900 * 18_424)
    assert ante.distribution.total + play.distribution.total == -35_253_012
    assert {line.why: line.combinations for line in play.lines} == {
        "beats": 97_354_684, "beaten": 91_401_616, "not_qualified": 85_493_652, "equal": 267_648,
    }  # fmt: skip
    assert play.best_play


def test_ante_bonus_apart_has_no_edge_of_its_own() -> None:
    bonus = shipped_odds("live-three-card-poker").wager("ante_bonus")
    assert bonus.distribution is not None
    assert (bonus.space, bonus.distribution.total, bonus.house_edge) == (22_100, 48 * 5 + 52 * 4 + 720, None)


def test_a_strategy_that_folds_a_hand_above_one_it_plays_is_not_by_rank() -> None:
    """With flushes ranked lowest and a bonus of 3 to 1 on them, they are played, and low cards above them folded."""
    order = ("mini_royal", "straight_flush", "three_of_a_kind", "straight", "pair", "high_card", "flush")
    changes = {
        "ranking.three_card": order,
        "showdown.not_qualified_ante": "push",
        "wager.ante_bonus.chart": chart(line("3 to 1", "flush")),
    }
    strategy = base_games(Game.of(variant(shipped("live-three-card-poker"), changes))[0], Terms())[1].strategy
    assert not strategy.by_rank
    assert strategy.lowest_played is not None
    assert strategy.highest_folded is not None
    assert strategy.lowest_played.hand == "flush 5-3-2"
    assert not strategy.highest_folded.hand.startswith("flush")


def test_an_ante_bonus_of_a_fixed_amount_needs_the_ante() -> None:
    sheet = variant(
        shipped("live-three-card-poker"), {"wager.ante_bonus.chart": chart(line("USD 50.00", "straight_flush"))}
    )
    with pytest.raises(OddsError, match=r"wager\.ante_bonus cannot be counted in Antes"):
        odds_of(sheet)
    by_odds = variant(
        shipped("live-three-card-poker"), {"wager.ante_bonus.chart": chart(line("5 to 1", "straight_flush"))}
    )
    # The bonus line has no stake of its own that an amount could keep: 50 beside an Ante of 10 is 5 to 1.
    assert odds_of(sheet, {"ante": Terms(stake=Fraction(10))}).base[1].best == odds_of(by_odds).base[1].best
