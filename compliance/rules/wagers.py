"""The wagers of a rule sheet: what each needs, what becomes of it, and what it pays."""

from __future__ import annotations

from typing import Literal, Self

from pydantic import Field, model_validator

from compliance.domain.money import minor_digits, minor_units
from compliance.domain.odds import FixedPay, Odds, PayLine, pay_line
from compliance.domain.words import FIVE_CARD_CATEGORIES, THREE_CARD_CATEGORIES
from compliance.rules.records import AmountText, PercentText, Record, Section, WagerKind


class ChartLine(Record):
    """One line of a pay table. ``suit`` narrows it to one suit.

    ``envy`` is handed to each other wager of the kind in the round, on top of its own result; a losing wager
    that receives one is a win of envy − stake.
    """

    hands: tuple[str, ...] = Field(min_length=1)
    pays: str
    suit: Literal["c", "d", "h", "s"] | None = None
    envy: AmountText | None = None

    @model_validator(mode="after")
    def _pays_can_be_read(self) -> Self:
        pay_line(self.pays)
        return self

    @property
    def pay(self) -> PayLine:
        """The line as exact odds, a fixed amount or a share of the meter."""
        return pay_line(self.pays)


class Chart(Record):
    """A pay table: the first line that names the hand's category pays; a hand with no line loses.

    A mini royal, or a royal flush, that no line names (in its suit) takes the straight-flush line.
    """

    code: str | None = None
    lines: tuple[ChartLine, ...] = Field(min_length=1)


class Meter(Record):
    """How a progressive meter moves: the share of each stake that it takes, and what it restarts from.

    ``reserve`` is the share of each stake put aside for the next meter; ``seed`` is in the sheet's currency.
    """

    contribution: PercentText
    seed: AmountText | None = None
    reserve: PercentText | None = None


def fits_hand(chart: Chart, hand: str | None) -> None:
    """Make sure that a pay table names hands of the kind it reads.

    Raises:
        ValueError: no kind of hand is stated, or a line names a hand that the kind does not have.
    """
    if hand is None:
        raise ValueError("a wager with a pay table must say which 'hand' it reads")
    known = THREE_CARD_CATEGORIES if hand == "three_card" else FIVE_CARD_CATEGORIES
    for line in chart.lines:
        if unknown := sorted(set(line.hands) - set(known)):
            raise ValueError(f"the pay table names {', '.join(unknown)}; known are {', '.join(known)}")


def fits_currency(chart: Chart, currency: str, where: str) -> None:
    """Make sure that a pay table's amounts are in a currency and exact in its minor unit.

    Raises:
        ValueError: a line is in another currency, or has more decimals; ``where`` names what is in the currency.
    """
    for line in chart.lines:
        amounts = [line.envy or "0"]
        if isinstance(line.pay, FixedPay):
            if line.pay.currency != currency:
                raise ValueError(f"a line pays {line.pays}; the {where} is in {currency}")
            amounts.append(line.pay.amount)
        for amount in amounts:
            minor_units(amount, minor_digits(currency))


class WagerRule(Section):
    """One wager the sheet offers. ``on_fold`` or ``needs_ante`` None: the sheet does not say.

    ``placed``: before the first card is dealt, or after the participant has seen the hand. ``fixed_stake``: the
    one stake that can be placed, in the sheet's currency.
    """

    kind: WagerKind
    name: str
    area: str
    optional: bool | None = None
    placed: Literal["before_the_deal", "after_the_cards"] | None = None
    fixed_stake: AmountText | None = None
    needs_ante: bool | None = None
    equals_ante: bool | None = None
    at_most_ante: bool | None = None
    above_ante: Literal["no_pay", "settled_in_full"] | None = None
    answered_by: Literal["player_dealer", "house", "meter"] | None = None
    on_fold: Literal["survives", "forfeited"] | None = None
    paid_on_disconnect: bool | None = None
    hand: Literal["three_card", "best_five_of_six"] | None = None
    must_beat_dealer: bool | None = None
    commission: PercentText | None = None
    chart: Chart | None = None
    chart_posted: str | None = None
    meter: Meter | None = None

    @classmethod
    def _uncited(cls) -> set[str]:
        return {"kind"}

    @model_validator(mode="after")
    def _chart_names_hands_of_its_kind(self) -> Self:
        if self.chart is not None:
            fits_hand(self.chart, self.hand)
            if self.commission and not all(isinstance(line.pay, Odds) for line in self.chart.lines):
                raise ValueError("a 'commission' on winnings goes with odds; an amount or a share states what is paid")
        return self


class Cap(Section):
    """Largest winnings, in the sheet's currency, before the player-dealer's limit applies."""

    amount: AmountText
    scope: Literal["per_wager", "per_participant_round", "per_round"]
    kinds: tuple[WagerKind, ...] = Field(min_length=1)
