"""Exact figures and how they are written: fractions, decimals rounded from them, plain data for JSON."""

from __future__ import annotations

from dataclasses import dataclass, fields, is_dataclass
from enum import Enum
from fractions import Fraction
from math import isqrt
from typing import Any

PLACES = 6
"""Decimals written beside an exact fraction."""


def decimal(value: Fraction, places: int = PLACES) -> str:
    """Write a fraction as decimal text, rounded half away from zero: ``(2/3, 4)`` gives ``"0.6667"``."""
    scaled = abs(value.numerator) * 10**places
    return _text(value < 0, (2 * scaled + value.denominator) // (2 * value.denominator), places)


def root(value: Fraction, places: int = PLACES) -> str:
    """Write the square root of a fraction as decimal text, correctly rounded: ``(2, 3)`` gives ``"1.414"``.

    Raises:
        ValueError: the value is below zero.
    """
    if value < 0:
        raise ValueError("a value below zero has no root")
    # floor(2·10^p·√v) rounds half up by adding one and halving, because no floor can hide a larger fraction.
    doubled = isqrt(4 * value.numerator * 10 ** (2 * places) // value.denominator)
    return _text(False, (doubled + 1) // 2, places)


def percent(value: Fraction) -> str:
    """Write a share as a percentage of four decimals."""
    return f"{decimal(value * 100, 4)} %"


def _text(below_zero: bool, digits: int, places: int) -> str:
    sign = "-" if below_zero and digits else ""
    padded = str(digits).rjust(places + 1, "0")
    return f"{sign}{padded[:-places]}.{padded[-places:]}" if places else sign + padded


@dataclass(frozen=True, slots=True)
class Distribution:
    """Nets in units of the stake with the number of equally likely combinations of each, best net first."""

    nets: tuple[tuple[Fraction, int], ...]

    @classmethod
    def of(cls, counts: dict[Fraction, int]) -> Distribution:
        """Order counts by net; a net that never happens is left out."""
        return cls(tuple(sorted(((net, count) for net, count in counts.items() if count), reverse=True)))

    @property
    def space(self) -> int:
        """Combinations in all."""
        return sum(count for _, count in self.nets)

    @property
    def total(self) -> Fraction:
        """Sum of the nets over all combinations."""
        return sum((net * count for net, count in self.nets), Fraction(0))

    @property
    def expectation(self) -> Fraction:
        """Mean net of one unit."""
        return self.total / self.space

    @property
    def variance(self) -> Fraction:
        """Variance of the net of one unit."""
        squares = sum((net * net * count for net, count in self.nets), Fraction(0))
        return squares / self.space - self.expectation**2

    def plain(self) -> dict[str, Any]:
        """Return the distribution with its moments as plain data."""
        return {
            "space": self.space,
            "nets": [{"net": plain(net), "combinations": count} for net, count in self.nets],
            "total": plain(self.total),
            "expectation": plain(self.expectation),
            "variance": plain(self.variance),
            "standard_deviation": root(self.variance),
        }


def plain(value: Any) -> Any:
    """Turn figures into what JSON holds. A fraction becomes ``{"exact": "-1/2", "decimal": "-0.500000"}``.

    A record becomes a table of its fields; one with a ``plain`` method of its own decides for itself.

    Raises:
        TypeError: something that is no figure (a float above all).
    """
    if isinstance(value, Enum):
        return value.value
    if value is None or isinstance(value, (str, int)):
        return value
    if isinstance(value, Fraction):
        return {"exact": str(value), "decimal": decimal(value)}
    if hasattr(value, "plain"):
        return value.plain()
    if is_dataclass(value):
        return {field.name: plain(getattr(value, field.name)) for field in fields(value)}
    if hasattr(value, "_asdict"):
        return {name: plain(part) for name, part in value._asdict().items()}
    if isinstance(value, (tuple, list)):
        return [plain(part) for part in value]
    if isinstance(value, dict):
        return {str(key): plain(part) for key, part in value.items()}
    raise TypeError(f"{type(value).__name__} is no exact figure")
