"""Games of other regulators and operators, made by data alone."""

from __future__ import annotations

from fractions import Fraction

import pytest

from compliance.odds.figures import decimal
from compliance.odds.nets import Net, Terms
from compliance.odds.settling import Game
from compliance.odds.sheet_odds import odds_of
from compliance.odds.strategy import Worked
from compliance.odds.wagers import WagerOdds, wager_odds
from compliance.rules.loader import read_toml
from compliance.rules.postings import Posting, with_posting
from compliance.shipped import RULE_SHEETS
from tests.odds.sheets import THREE_CARD, chart, line, shipped, shipped_odds, to_one, variant

FLORIDA_WINS = {
    "mini_royal": 73_684,
    "straight_flush": 809_556,
    "three_of_a_kind": 954_736,
    "straight": 12_976_488,
    "flush": 18_928_820,
    "pair": 57_094_704,
}


@pytest.mark.parametrize(("table", "edge"), [("40/40/30/6/4/1", "6.938"), ("40/40/30/6/3/1", "11.587")])
def test_pair_plus_that_must_beat_the_designated_player(table: str, edge: str) -> None:
    changes = {"wager.pair_plus.must_beat_dealer": True, "wager.pair_plus.chart": to_one(THREE_CARD, table)}
    odds = odds_of(variant(shipped("gega-003666"), changes)).wager("pair_plus")
    assert odds.space == 407_170_400
    assert {line.hands[0]: line.combinations for line in odds.lines if line.hands} == FLORIDA_WINS
    others = {line.why: line.combinations for line in odds.lines if not line.hands}
    assert others == {
        "pays_nothing": 302_890_560,
        "dealer_not_beaten": 407_170_400 - 302_890_560 - sum(FLORIDA_WINS.values()),
    }
    assert odds.house_edge is not None
    assert decimal(odds.house_edge * 100, 3) == edge


def test_six_card_bonus_that_must_beat_the_dealer_hand() -> None:
    """The six cards of a royal flush never split into two equal hands: one of the two beats the other."""
    sheet = variant(shipped("gega-003666"), {"wager.six_card_bonus.must_beat_dealer": True})
    lines = odds_of(sheet).wager("six_card_bonus").lines
    assert sum(line.combinations for line in lines) == 407_170_400
    assert 2 * lines[0].combinations == 188 * 20


def massachusetts(*lines: dict[str, object]) -> tuple[Fraction, WagerOdds]:
    (game,) = Game.of(variant(shipped("live-three-card-poker"), {"wager.ante_bonus.chart": chart(*lines)}))
    worked = Worked.of(game, Terms())
    return worked.base[1].best.total, wager_odds(game, "ante_bonus", worked.best, Terms())


def test_ante_bonus_on_a_mini_royal_of_one_suit() -> None:
    """Table A: 50 in spades, 5 in another suit; 44 other straight flushes, 52 threes of a kind, 720 straights."""
    total, bonus = massachusetts(
        line("50 to 1", "mini_royal", suit="s"),
        line("5 to 1", "mini_royal"),
        line("4 to 1", "straight_flush"),
        line("3 to 1", "three_of_a_kind"),
        line("1 to 1", "straight"),
    )
    assert [line.combinations for line in bonus.lines[:5]] == [1, 3, 44, 52, 720]
    assert total == -35_253_012 + (50 + 3 * 5 + 44 * 4 + 52 * 3 + 720) * 18_424


def test_a_royal_outside_its_suit_falls_to_the_straight_flush_line() -> None:
    _, bonus = massachusetts(line("50 to 1", "mini_royal", suit="s"), line("4 to 1", "straight_flush"))
    assert [line.combinations for line in bonus.lines[:2]] == [1, 47]


def test_six_card_line_of_one_suit() -> None:
    lines = (
        line("5000 to 1", "royal_flush", suit="s"),
        line("1000 to 1", "royal_flush"),
        line("15 to 1", "flush", suit="h"),
    )
    sheet = variant(shipped("gega-003666"), {"wager.six_card_bonus.chart": chart(*lines)})
    odds = odds_of(sheet).wager("six_card_bonus")
    assert [line.combinations for line in odds.lines[:3]] == [188 // 4, 188 * 3 // 4, 205_792 // 4]


def test_equal_hands_go_to_the_participant() -> None:
    """Each of the 267,648 equal deals that Q-6-4 plays wins 2 in place of 0: 3.2415 % with a bonus of 5/4/1.

    That is not yet best play: 24 hands of Q-6-3, those with no two cards of one suit, are now worth playing too.
    """
    base = odds_of(variant(shipped("live-three-card-poker"), {"showdown.equal": "participant_wins"})).base[1]
    by_queen_six_four = -13_733_780 + 2 * 267_648
    assert (base.strategy.plays, base.strategy.by_rank) == (14_900 + 24, False)
    assert base.best.total == by_queen_six_four + 120
    assert decimal(base.house_edge * 100, 4) == decimal(Fraction(-by_queen_six_four * 100, 407_170_400), 4) == "3.2415"


def test_equal_hands_go_to_the_dealer() -> None:
    base = odds_of(variant(shipped("gega-003666"), {"showdown.equal": "dealer_wins"})).base[0]
    assert base.everything.total == -52_683_216 - 2 * 279_840


def test_commission_on_an_ante_bonus() -> None:
    """12.5/10/1 less a tenth: 48 × 11.25 + 52 × 9 + 720 × 0.9 Antes over 22,100 hands."""
    changes = {
        "wager.ante_bonus.chart": to_one(("straight_flush", "three_of_a_kind", "straight"), "12.5/10/1"),
        "wager.ante_bonus.commission": "10%",
    }
    bonus = odds_of(variant(shipped("live-three-card-poker"), changes)).wager("ante_bonus")
    assert bonus.distribution is not None
    assert bonus.distribution.total == Fraction(9, 10) * (600 + 520 + 720)


def test_an_amount_for_an_ante_bonus_comes_beside_the_ante() -> None:
    """20.00 for each of 48 straight flushes of 22,100 hands: the bonus line has no stake that could be kept."""
    changes = {"wager.ante_bonus.chart": chart(line("USD 20", "straight_flush"))}
    odds = odds_of(variant(shipped("live-three-card-poker"), changes), {"ante": Terms(stake=Fraction(5))})
    bonus = odds.wager("ante_bonus")
    assert bonus.expectation == Net(Fraction(0), money=Fraction(48 * 20, 22_100))
    with_bonus = odds.base[1].best.total - odds.base[0].best.total
    assert with_bonus == 48 * 4 * 18_424


def test_commission_takes_from_winnings_only() -> None:
    """-/42/38/6/4/1 is even; with a tenth of its 16,440 winning units kept it loses 1,644 of 22,100."""
    changes = {
        "wager.pair_plus.chart": to_one(THREE_CARD, "-/42/38/6/4/1"),
        "wager.pair_plus.commission": "10%",
    }
    odds = odds_of(variant(shipped("gega-003666"), changes)).wager("pair_plus")
    assert odds.house_edge == Fraction(1_644, 22_100)


def test_commission_on_the_ante_falls_on_every_win_of_it() -> None:
    plain = shipped_odds("gega-003666").base[0]
    taxed = odds_of(variant(shipped("gega-003666"), {"wager.ante.commission": "5%"})).base[0]
    won = 97_417_516 + 123_809_280
    assert plain.everything.total - taxed.everything.total == Fraction(won, 20)
    assert taxed.strategy.plays < plain.strategy.plays


def test_odds_for_one_return_the_stake_within_them() -> None:
    to = to_one(THREE_CARD, "200/40/30/6/3/1")
    for_one = chart(*(line(one["pays"].replace("to", "for"), *one["hands"]) for one in to["lines"]))
    odds = odds_of(variant(shipped("gega-003666"), {"wager.pair_plus.chart": for_one})).wager("pair_plus")
    assert odds.distribution is not None
    assert odds.distribution.total == -968 - (22_100 - 16_440)
    assert odds.lines[5].net == Net(Fraction(0))


def test_fold_forfeits_pair_plus() -> None:
    """New Jersey and Pennsylvania: what Q-6-4 folds would have lost anyway, so that nothing changes but the reason."""
    odds = odds_of(variant(shipped("gega-003666"), {"wager.pair_plus.on_fold": "forfeited"})).wager("pair_plus")
    assert odds.distribution is not None
    assert (odds.best_play, odds.space, odds.distribution.total) == (True, 22_100, -968)
    assert {line.why: line.combinations for line in odds.lines if not line.hands} == {
        "pays_nothing": 16_440 - 7_200,
        "forfeited": 7_200,
    }


PROGRESSIVE = chart(
    line("100% of meter", "mini_royal", suit="s", envy="100.00"),
    line("USD 500.00", "mini_royal", envy="25.00"),
    line("USD 100.00", "straight_flush"),
    line("USD 50.00", "three_of_a_kind"),
)


def progressive(terms: Terms, **changes: object) -> WagerOdds:
    stated = {"chart": PROGRESSIVE, "hand": "three_card"} | changes
    sheet = variant(shipped("gega-004246"), {f"wager.progressive.{key}": value for key, value in stated.items()})
    return odds_of(sheet, {"progressive": terms}).wager("progressive")


def test_progressive_keeps_money_and_meter_apart() -> None:
    """Fixed amounts return 3 × 500 + 44 × 100 + 52 × 50 = 8,500 dollars over 22,100 hands, and one hand the meter."""
    odds = progressive(Terms())
    assert odds.expectation == Net(Fraction(-1), Fraction(8_500, 22_100), Fraction(1, 22_100))
    assert decimal(odds.expectation.money * 100, 2) == "38.46"
    assert odds.needs == ("stake", "meter")
    assert (odds.distribution, odds.house_edge, odds.break_even_meter) == (None, None, None)
    assert odds.hit_rate == Fraction(100, 22_100)


def test_progressive_with_its_stake_and_meter() -> None:
    odds = progressive(Terms(stake=Fraction(1), meter=Fraction(10_000)))
    assert odds.needs == ()
    assert odds.house_edge == 1 - Fraction(18_500, 22_100)
    assert odds.break_even_meter == 22_100 - 8_500


def test_progressive_with_a_stake_that_the_sheet_fixes() -> None:
    odds = progressive(Terms(meter=Fraction(2_000)), fixed_stake="5.00")
    assert odds.house_edge == 1 - Fraction(10_500, 5 * 22_100)
    assert progressive(Terms(), fixed_stake="5.00").needs == ("meter",)


def test_a_posted_progressive_on_the_sheet_that_leaves_it_to_the_floor() -> None:
    posting, _ = read_toml(RULE_SHEETS / "postings" / "one-dollar-progressive.toml", Posting, "posting")
    sheet = with_posting(shipped("card-room-three-card-poker"), posting)
    odds = odds_of(sheet).wager("progressive")
    assert (odds.needs, odds.break_even_meter) == (("meter",), 22_100 - 8_500)
    assert odds.caveat == "the sheet does not say what a fold does to it"


def test_envy_is_what_another_wager_brings() -> None:
    assert progressive(Terms()).envy == Fraction(100 + 3 * 25, 22_100)


def test_a_fold_that_the_sheet_is_silent_on_is_a_caveat() -> None:
    odds = progressive(Terms(), on_fold=None)
    assert odds.caveat == "the sheet does not say what a fold does to it"
    assert progressive(Terms()).caveat is None


def test_terms_that_cannot_be() -> None:
    with pytest.raises(ValueError, match="a stake of 0 cannot be wagered"):
        Terms(stake=Fraction(0))
    with pytest.raises(ValueError, match="a meter cannot stand at -1"):
        Terms(meter=Fraction(-1))
