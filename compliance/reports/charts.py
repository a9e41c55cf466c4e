"""Bar charts of money, worked out to the coordinate; the template only draws them.

Lengths are in the drawing's own units. Bars grow from a middle axis: underpaid to the left, overpaid to the
right; violations are filled and reviews are outlined, which stays apparent without colour.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from compliance.reports.figures import amount
from compliance.reports.printable import clipped, printable

if TYPE_CHECKING:
    from collections.abc import Sequence

WIDTH = 652
_LABELS = 132
_FIGURES = 76
_AXIS = _LABELS + (WIDTH - _LABELS) // 2
_REACH = (WIDTH - _LABELS) // 2 - _FIGURES
_BAR = 9
_ROW = 28
_HEAD = 26
LONGEST_LABEL = 19
"""Characters of a name beside its bars; the table under the drawing has the name in full."""


@dataclass(frozen=True, slots=True)
class Amounts:
    """What one name of a chart shows, in minor units."""

    name: str
    violation_over: int
    violation_under: int
    review_over: int
    review_under: int


@dataclass(frozen=True, slots=True)
class Bar:
    """A rectangle; ``kind`` says how it is drawn."""

    x: int
    y: int
    width: int
    height: int
    kind: Literal["violation", "review"]


@dataclass(frozen=True, slots=True)
class Label:
    """A piece of text at its baseline."""

    x: int
    y: int
    anchor: Literal["start", "middle", "end"]
    text: str
    strong: bool = False


@dataclass(frozen=True, slots=True)
class Chart:
    """A drawing, with the sentence that stands for it where it cannot be seen."""

    title: str
    width: int
    height: int
    axis_x: int
    axis_top: int
    rules: tuple[int, ...]
    bars: tuple[Bar, ...]
    labels: tuple[Label, ...]


def money_chart(title: str, rows: Sequence[Amounts], digits: int, currency: str) -> Chart:
    """Draw over- and underpayments by name, one row of two bars each, in the order given.

    The longest bar fills its half; the others are rounded down to whole units of the drawing, at least one.
    """
    largest = max(
        (part for row in rows for part in (row.violation_over, row.violation_under, row.review_over, row.review_under)),
        default=0,
    )
    bars: list[Bar] = []
    labels: list[Label] = [
        Label(_AXIS - 8, 14, "end", f"underpaid, {currency}", strong=True),
        Label(_AXIS + 8, 14, "start", f"overpaid, {currency}", strong=True),
    ]
    rules = [_HEAD - 4]
    for place, row in enumerate(rows):
        top = _HEAD + place * _ROW
        labels.append(Label(0, top + 16, "start", clipped(printable(row.name), LONGEST_LABEL)))
        lanes: list[tuple[Literal["violation", "review"], int, int, int]] = [
            ("violation", row.violation_over, row.violation_under, top + 3),
            ("review", row.review_over, row.review_under, top + 14),
        ]
        for kind, over, under, y in lanes:
            if over:
                length = max(1, over * _REACH // largest)
                bars.append(Bar(_AXIS, y, length, _BAR, kind))
                labels.append(Label(_AXIS + length + 5, y + _BAR - 1, "start", amount(over, digits)))
            if under:
                length = max(1, under * _REACH // largest)
                bars.append(Bar(_AXIS - length, y, length, _BAR, kind))
                labels.append(Label(_AXIS - length - 5, y + _BAR - 1, "end", amount(under, digits)))
        rules.append(top + _ROW - 2)
    height = _HEAD + len(rows) * _ROW
    return Chart(title, WIDTH, height, _AXIS, _HEAD - 4, tuple(rules), tuple(bars), tuple(labels))
