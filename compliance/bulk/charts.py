"""What a sheet pays, as rows: the showdown of Ante and Play, and every pay line of every chart."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from compliance.domain.money import minor_digits, minor_units
from compliance.domain.odds import FixedPay, MeterShare, Odds
from compliance.domain.words import (
    FIVE_CARD_CATEGORIES,
    THREE_CARD_CATEGORIES,
    Branch,
    Outcome,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from compliance.rules.sections import Chart, ChartLine, WagerRule
    from compliance.rules.sheet import RuleSheet

SUITS = (0, 1, 2, 3, 4)
"""Suit codes of a hand: clubs, diamonds, hearts, spades, and 4 for a hand of mixed suits."""

FOLDED = 0
"""Showdown state of a folded Ante; the others are ``state(qualifies, comparison)``."""

_FINER = {"mini_royal": "straight_flush", "royal_flush": "straight_flush"}
_RESULT = {"win": Outcome.WIN, "lose": Outcome.LOSE, "push": Outcome.PUSH,
           "participant_wins": Outcome.WIN, "dealer_wins": Outcome.LOSE}  # fmt: skip


class Showdown(NamedTuple):
    """One row of ``showdown``: what Ante or Play comes to in one state; odds as a fraction of the stake won."""

    role: str
    state: int
    outcome: str
    branch: str
    num: int
    den: int


class Pay(NamedTuple):
    """One row of ``pays``: what a hand of one category and suit wins. Amounts in minor units of the sheet's currency.

    ``pays_as`` is ``odds`` (``num`` to ``den``, stake excluded), ``share`` (of the meter) or ``fixed``.
    """

    category: int
    suit: int
    pays_as: str
    num: int
    den: int
    fixed: int
    currency: str
    envy: int


def categories(hand: str) -> tuple[str, ...]:
    """Return the category names of a kind of hand; their places are the category codes of every relation."""
    return THREE_CARD_CATEGORIES if hand == "three_card" else FIVE_CARD_CATEGORIES


def state(qualifies: bool, comparison: int) -> int:
    """Return the showdown state of an unfolded hand; ``comparison`` is -1, 0 or 1 (beaten, equal, beats)."""
    return 2 + comparison + (3 if qualifies else 0)


def kept_share(rule: WagerRule) -> Fraction:
    """Return the part of the winnings that a commission leaves the participant."""
    return 1 - Fraction(rule.commission.removesuffix("%")) / 100 if rule.commission else Fraction(1)


def showdown_rows(sheet: RuleSheet) -> Iterator[Showdown]:
    """Give every state of Ante and Play its outcome, branch and odds."""
    rules = sheet.showdown
    for role in ("ante", "play"):
        rule = sheet.wagers.get(role)
        odds = Odds.parse(rules.ante_pays if role == "ante" else rules.play_pays).to_one
        wins = odds * (kept_share(rule) if rule else 1)

        def row(at: int, outcome: Outcome, branch: Branch, role: str = role, wins: Fraction = wins) -> Showdown:
            gain = {Outcome.WIN: wins, Outcome.LOSE: Fraction(-1)}.get(outcome, Fraction(0))
            return Showdown(role, at, outcome.value, branch.value, gain.numerator, gain.denominator)

        if role == "ante":
            yield row(FOLDED, _RESULT[rules.folded_ante], Branch.FOLDED)
        for comparison, outcome, branch in (
            (1, _RESULT[rules.beats], Branch.BEATS),
            (0, _RESULT[rules.equal], Branch.EQUAL),
            (-1, _RESULT[rules.beaten], Branch.BEATEN),
        ):
            yield row(state(True, comparison), outcome, branch)
            yield row(state(False, comparison), *_not_qualified(sheet, role, comparison))


def _not_qualified(sheet: RuleSheet, role: str, comparison: int) -> tuple[Outcome, Branch]:
    rules = sheet.showdown
    if role == "play":
        return _RESULT[rules.not_qualified_play], Branch.NOT_QUALIFIED
    if rules.not_qualified_ante != "must_beat":
        return (Outcome.WIN if rules.not_qualified_ante == "pays_always" else Outcome.PUSH), Branch.NOT_QUALIFIED
    if comparison > 0:
        return Outcome.WIN, Branch.NOT_QUALIFIED_BEATS
    if comparison < 0:
        return Outcome.PUSH, Branch.NOT_QUALIFIED_BEATEN
    return _RESULT[rules.not_qualified_equal or "push"], Branch.NOT_QUALIFIED_EQUAL


def pay_rows(sheet: RuleSheet, rule: WagerRule) -> Iterator[Pay]:
    """Give every category and suit that the wager's chart pays its line; what has no row loses.

    Raises:
        ValueError: a fixed amount has more decimals than its currency.
    """
    if rule.chart is None or rule.hand is None:
        return
    for code, category in enumerate(categories(rule.hand)):
        for suit in SUITS:
            line = first_fit(rule.chart, category, suit)
            if line is not None:
                yield _pay(sheet, line, code, suit, kept_share(rule))


def first_fit(chart: Chart, category: str, suit: int) -> ChartLine | None:
    """Return the first line that names the category for the suit.

    A mini royal or royal flush that no line names for that suit is paid as the straight flush it also is.
    """
    for name in (category, _FINER.get(category)):
        for line in chart.lines:
            if name in line.hands and line.suit in (None, "cdhs-"[suit]):
                return line
    return None


def _pay(sheet: RuleSheet, line: ChartLine, category: int, suit: int, kept: Fraction) -> Pay:
    envy = minor_units(line.envy, minor_digits(sheet.currency)) if line.envy else 0
    match line.pay:
        case Odds(to_one):
            gain = to_one * kept
            return Pay(category, suit, "odds", gain.numerator, gain.denominator, 0, sheet.currency, envy)
        case MeterShare(share):
            gain = share * kept
            return Pay(category, suit, "share", gain.numerator, gain.denominator, 0, sheet.currency, envy)
        case FixedPay(amount, currency):
            whole = minor_units(amount, minor_digits(currency)) * kept
            return Pay(category, suit, "fixed", 0, 1, whole.numerator // whole.denominator, currency, envy)
