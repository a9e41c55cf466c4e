"""What a pay line pays, exactly."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import ClassVar, Self


def toward_zero(value: Fraction) -> int:
    """Round the magnitude down to a whole minor unit: what a sheet without its own rounding rule pays."""
    whole = abs(value.numerator) // value.denominator
    return whole if value >= 0 else -whole


@dataclass(frozen=True, slots=True)
class Odds:
    """Pay by odds. ``to_one`` is what one unit of stake wins above the stake ('5 for 1' wins 4)."""

    to_one: Fraction
    quoted: str

    _FORM: ClassVar[re.Pattern[str]] = re.compile(r"([0-9]+(?:\.[0-9]+)?) (to|for) ([0-9]+)")

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read ``"200 to 1"``, ``"12.5 to 1"``, ``"3 to 2"`` or ``"5 for 1"``.

        Raises:
            ValueError: another form, or odds that would take money from a winner.
        """
        form = cls._FORM.fullmatch(text)
        if form is None or int(form[3]) == 0:
            raise ValueError(f"{text!r} is not odds; write them as '6 to 1', '3 to 2' or '5 for 1'")
        ratio = Fraction(form[1]) / int(form[3])
        to_one = ratio if form[2] == "to" else ratio - 1
        if to_one < 0:
            raise ValueError(f"{text!r} would pay a winner less than the stake")
        return cls(to_one, text)


@dataclass(frozen=True, slots=True)
class FixedPay:
    """Hand out a fixed amount whatever the stake, which is not returned beside it: net = amount − stake.

    ``amount`` is decimal text in the sheet's currency.
    """

    amount: str
    currency: str

    @property
    def quoted(self) -> str:
        """The line as a sheet would print it."""
        return f"{self.currency} {self.amount}"


@dataclass(frozen=True, slots=True)
class MeterShare:
    """Hand out a share of the meter as it stood before the round; the stake is not returned beside it."""

    share: Fraction
    quoted: str


PayLine = Odds | FixedPay | MeterShare

_FIXED = re.compile(r"([A-Z]{3}) ([0-9]+(?:\.[0-9]+)?)")
_SHARE = re.compile(r"([0-9]+(?:\.[0-9]+)?)% of meter")


@cache
def pay_line(text: str) -> PayLine:
    """Read a pay line: odds, ``"USD 500.00"``, or ``"100% of meter"``.

    Raises:
        ValueError: none of the three forms, or a share above the whole meter.
    """
    if fixed := _FIXED.fullmatch(text):
        return FixedPay(fixed[2], fixed[1])
    if share := _SHARE.fullmatch(text):
        part = Fraction(share[1]) / 100
        if part > 1:
            raise ValueError(f"{text!r} is more than the whole meter")
        return MeterShare(part, text)
    return Odds.parse(text)
