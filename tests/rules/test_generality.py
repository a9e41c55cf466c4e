"""Games of other regulators and operators as data files alone: they load, lint, settle, and have published odds."""

from __future__ import annotations

from datetime import date
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from compliance.domain.cards import hand
from compliance.domain.rounds import Participant, PlayerDealer, Progressive, Round, Seat, Source, Wager
from compliance.domain.words import Decision, DecisionSource, Outcome, RoundStatus
from compliance.odds.nets import Terms
from compliance.odds.sheet_odds import SheetOdds, odds_of
from compliance.reference.settle import settle
from compliance.rules.lint import lint
from compliance.rules.loader import load_sheet
from compliance.rules.prose import read_back

if TYPE_CHECKING:
    from compliance.rules.sheet import RuleSheet

FOLDER = Path(__file__).parent / "sheets"
NAMES = sorted(path.stem for path in FOLDER.glob("*.toml"))
QUALIFIES, DOES_NOT = "Kd 8s 2c", "Jd 8s 2c"


@cache
def sheet(name: str) -> RuleSheet:
    return load_sheet(FOLDER / f"{name}.toml").sheet


@cache
def odds(name: str) -> SheetOdds:
    return odds_of(sheet(name))


def percent(edge: Fraction | None, decimals: int) -> str:
    """A fraction as per cent, rounded half up by integers."""
    assert edge is not None
    scaled = (2 * edge.numerator * 100 * 10**decimals // edge.denominator + 1) // 2
    digits = str(scaled).rjust(decimals + 1, "0")
    return f"{digits[:-decimals]}.{digits[-decimals:]}"


def settled(
    name: str,
    dealer: str,
    *seats: tuple[str, Decision, dict[str, int]],
    meter: int | None = None,
    banked: bool = False,
) -> list[dict[str, tuple[Outcome | None, int | None]]]:
    """Settle a round: for each (cards, decision, stakes in minor units), outcome and net by wager kind."""
    rules = sheet(name)
    taken = [
        Seat(
            number,
            hand(cards),
            (
                Participant(
                    f"P-{number}",
                    decision,
                    DecisionSource.PLAYER,
                    tuple(Wager(kind, stake, Outcome.PUSH, 0) for kind, stake in stakes.items()),
                ),
            ),
        )
        for number, (cards, decision, stakes) in enumerate(seats, start=1)
    ]
    record = Round(
        licensee_id="default",
        round_id="r1",
        table_id="t1",
        gaming_date=date(2026, 6, 1),
        rule_sheet=name,
        currency=rules.currency,
        minor_digits=2,
        status=RoundStatus.SETTLED,
        started_at="2026-06-01T12:00:00Z",
        settled_at="2026-06-01T12:01:00Z",
        seats=tuple(taken),
        dealer_cards=hand(dealer),
        source=Source("0" * 64, 1, 0),
        player_dealer=PlayerDealer(7, "P-bank", 1_000) if banked else None,
        action_seat=1 if banked else None,
        progressive=Progressive("m1", meter, None) if meter is not None else None,
    )
    lines = settle(record, rules, rules.table.positions).lines
    return [
        {key.kind: (line.outcome, line.net) for key, line in lines.items() if key.seat == seat.seat} for seat in taken
    ]


def test_the_variants_are_data_alone() -> None:
    assert NAMES == [
        "florida-designated-player",
        "half-odds-and-commission",
        "massachusetts-style",
        "meter-and-envy",
        "pennsylvania-style",
        "ties-to-participant",
    ]


@pytest.mark.parametrize("name", NAMES)
def test_they_lint_clean_but_for_the_rotation_that_florida_leaves_out(name: str) -> None:
    expected = {"rotation"} if name == "florida-designated-player" else set()
    assert {finding.id for finding in lint(sheet(name))} == expected


@pytest.mark.parametrize("name", NAMES)
def test_they_are_read_back_whole(name: str) -> None:
    said = {statement.path for statement in read_back(sheet(name))}
    assert {f"wager.{rule.kind}.{key}" for rule in sheet(name).wager for key in rule.cite} <= said


def test_pennsylvania_a_fold_forfeits_pair_plus_and_the_ante_bonus_pays_who_plays() -> None:
    """58 Pa. Code 649a.11: the folded pair of nines loses Pair Plus too. A straight that plays is paid 1 to 1."""
    stakes = {"ante": 1000, "pair_plus": 500}
    folded, played = settled(
        "pennsylvania-style",
        QUALIFIES,
        ("9c 9d 4h", Decision.FOLD, stakes),
        ("Jh Tc 9h", Decision.PLAY, {**stakes, "play": 1000}),
    )
    assert folded == {"ante": (Outcome.LOSE, -1000), "pair_plus": (Outcome.LOSE, -500)}
    assert played == {
        "ante": (Outcome.WIN, 1000),
        "play": (Outcome.WIN, 1000),
        "pair_plus": (Outcome.WIN, 2500),
        "ante_bonus": (Outcome.WIN, 1000),
    }


def test_massachusetts_pays_a_mini_royal_by_its_suit() -> None:
    """Table A: spades 50, another suit 5."""
    stakes = {"ante": 1000, "play": 1000}
    spades, hearts = settled(
        "massachusetts-style", DOES_NOT, ("As Ks Qs", Decision.PLAY, stakes), ("Ah Kh Qh", Decision.PLAY, stakes)
    )
    assert spades["ante_bonus"] == (Outcome.WIN, 50_000)
    assert hearts["ante_bonus"] == (Outcome.WIN, 5_000)
    assert spades["play"] == hearts["play"] == (Outcome.PUSH, 0)


def test_florida_pair_plus_pushes_unless_it_beats_the_designated_player() -> None:
    """A pair of nines against a pair of tens pushes, against king-high it is paid; no pair loses. No limit binds."""
    stakes = {"pair_plus": 2000}
    beaten, unpaid = settled(
        "florida-designated-player",
        "Td Ts 2c",
        ("9c 9d 4h", Decision.PLAY, stakes),
        ("Ah 8d 3h", Decision.PLAY, stakes),
        banked=True,
    )
    (paid,) = settled("florida-designated-player", QUALIFIES, ("9c 9d 4h", Decision.PLAY, stakes), banked=True)
    assert beaten["pair_plus"] == (Outcome.PUSH, 0)
    assert unpaid["pair_plus"] == (Outcome.LOSE, -2000)
    assert paid["pair_plus"] == (Outcome.WIN, 2000)


def test_equal_hands_win_where_ties_go_to_the_participant() -> None:
    stakes = {"ante": 1000, "play": 1000}
    (equal,) = settled("ties-to-participant", QUALIFIES, ("Kh 8c 2d", Decision.PLAY, stakes))
    assert equal == {"ante": (Outcome.WIN, 1000), "play": (Outcome.WIN, 1000)}


def test_half_odds_and_commission_round_down_to_the_minor_unit() -> None:
    """12.5 × 1.25 is 15.625: 15.62 is paid. 42 × 1.05 is 44.10, less a tenth 39.69."""
    stakes = {"ante": 125, "play": 125, "pair_plus": 105}
    (won,) = settled("half-odds-and-commission", QUALIFIES, ("9h 8h 7h", Decision.PLAY, stakes))
    assert won["ante_bonus"] == (Outcome.WIN, 1562)
    assert won["pair_plus"] == (Outcome.WIN, 3969)


def test_meter_shares_lines_for_one_and_envy() -> None:
    """The meter stands at 12,345.67. Fixed and shared pays return no stake; the envied wager gains 25 less its 1."""
    stakes = {"ante": 1000, "play": 1000, "progressive": 100}
    royal, loser, flush = settled(
        "meter-and-envy",
        QUALIFIES,
        ("Ah Kh Qh", Decision.PLAY, stakes),
        ("9c 9d 4h", Decision.PLAY, stakes),
        ("9s 8c 7c", Decision.FOLD, {"ante": 1000, "progressive": 100}),
        meter=1_234_567,
    )
    assert royal["progressive"] == (Outcome.WIN, 123_456 - 100)
    assert loser["progressive"] == flush["progressive"] == (Outcome.WIN, 2_400)
    (straight_flush,) = settled("meter-and-envy", QUALIFIES, ("9h 8h 7h", Decision.PLAY, stakes), meter=1_234_567)
    assert straight_flush["progressive"] == (Outcome.WIN, 10_000)


@pytest.mark.parametrize(
    ("name", "with_bonus"),
    [
        ("pennsylvania-style", "3.3730"),
        ("half-odds-and-commission", "0.3323"),
        ("ties-to-participant", "3.2415"),
    ],
)
def test_published_edges_of_the_base_game(name: str, with_bonus: str) -> None:
    assert percent(odds(name).base[-1].house_edge, 4) == with_bonus


@pytest.mark.parametrize(
    ("name", "kind", "edge"),
    [
        ("pennsylvania-style", "pair_plus", "5.5747"),
        ("florida-designated-player", "six_card_bonus", "8.5614"),
        ("half-odds-and-commission", "pair_plus", "7.4389"),
    ],
)
def test_published_edges_of_bonus_wagers(name: str, kind: str, edge: str) -> None:
    """-/42/38/6/4/1 alone is even; a tenth of its 16,440 winning units over 22,100 hands is 7.4389 %."""
    assert percent(odds(name).wager(kind).house_edge, 4) == edge


def test_published_edge_of_the_florida_pair_plus() -> None:
    assert percent(odds("florida-designated-player").wager("pair_plus").house_edge, 3) == "6.938"


def test_massachusetts_table_a_adds_its_bonus_to_the_base_game() -> None:
    """Q-6-4 plays every hand with a bonus: 50 + 3 × 5 + 44 × 4 + 52 × 3 + 720 Antes over 22,100 hands."""
    base, with_bonus = odds("massachusetts-style").base
    added = Fraction(50 + 3 * 5 + 44 * 4 + 52 * 3 + 720, 22_100)
    assert base.house_edge is not None
    assert with_bonus.house_edge is not None
    assert base.house_edge - with_bonus.house_edge == added


def test_a_progressive_is_worked_out_for_a_meter() -> None:
    """At 10,000: one hand takes it all, three take a tenth; 44 × 101 and 52 × 51 come back, of 22,100 dollars."""
    worked = odds_of(sheet("meter-and-envy"), {"progressive": Terms(meter=Fraction(10_000))}).wager("progressive")
    returned = 10_000 + 3 * 1_000 + 44 * 101 + 52 * 51
    assert worked.house_edge == 1 - Fraction(returned, 22_100)
    assert worked.envy == Fraction(100 + 3 * 25, 22_100)
