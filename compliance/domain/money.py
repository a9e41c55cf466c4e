"""Money as integers in the currency's minor unit, and as decimal text at the edges."""

from __future__ import annotations

import re
from functools import cache

from iso4217 import Currency

LARGEST_AMOUNT = 10**15
"""Largest magnitude accepted, in minor units: every product with any pay table stays exact in 64 bits."""

_MOST_DIGITS = 40
_AMOUNT = re.compile(r"-?[0-9]+(\.[0-9]+)?")


class MoneyError(ValueError):
    """An amount that cannot be read exactly."""


class PrecisionError(MoneyError):
    """More decimals than the currency's minor unit has."""


@cache
def minor_digits(currency: str) -> int:
    """Return the decimals of a currency's minor unit by ISO 4217 (USD 2, JPY 0, KWD 3).

    Raises:
        MoneyError: not a currency of ISO 4217 in upper case, or one without a minor unit (gold, test codes).
    """
    try:
        digits = Currency(currency).exponent
    except ValueError:
        raise MoneyError(f"{currency!r} is not an ISO 4217 currency code in upper case") from None
    if digits is None:
        raise MoneyError(f"{currency!r} has no minor unit in ISO 4217")
    return int(digits)


def minor_units(text: str, digits: int) -> int:
    """Read decimal text as minor units, exactly: ``("25.00", 2)`` gives 2500.

    Raises:
        PrecisionError: more decimals than ``digits``.
        MoneyError: not a plain decimal number, or beyond ``LARGEST_AMOUNT``.
    """
    amount = sum_units(text, digits)
    if abs(amount) > LARGEST_AMOUNT:
        raise MoneyError(f"the amount {text[:40]!r} is beyond any table's limits")
    return amount


def sum_units(text: str, digits: int) -> int:
    """Read decimal text that may be a sum of many amounts, as ``minor_units``.

    Raises:
        PrecisionError: more decimals than ``digits``.
        MoneyError: not a plain decimal number, or of more than 40 digits.
    """
    if not _AMOUNT.fullmatch(text):
        raise MoneyError(f"{text[:40]!r} is not an amount; write digits with a decimal point, such as 25.00")
    whole, _, decimals = text.partition(".")
    if len(decimals) > digits:
        raise PrecisionError(f"{text[:40]!r} has more than {digits} decimals, the currency's minor unit")
    significant = whole.lstrip("-0")
    if len(significant) > _MOST_DIGITS:
        raise MoneyError(f"the amount {text[:20]!r}… is beyond any table's limits")
    amount = int(significant + decimals.ljust(digits, "0") or "0")
    return -amount if whole.startswith("-") else amount


def decimal_text(amount: int, digits: int) -> str:
    """Write minor units as decimal text: ``(-2500, 2)`` gives ``"-25.00"``."""
    sign = "-" if amount < 0 else ""
    padded = str(abs(amount)).rjust(digits + 1, "0")
    return f"{sign}{padded[:-digits]}.{padded[-digits:]}" if digits else sign + padded
