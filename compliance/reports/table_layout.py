"""The table as a drawing, worked out from a sheet's data: edge, positions, wagering areas and equipment.

Seen from above with the house dealer at the top, so position 1, at the house dealer's left, is on the right
and the numbers run clockwise. Text stays upright; lengths are in the drawing's own units.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import asin, sin
from typing import TYPE_CHECKING

from compliance.rules.words import counted, listed

if TYPE_CHECKING:
    from compliance.rules.sheet import RuleSheet

WIDTH = 880
HEIGHT = 486
NAME_Y = 152
_TOP = 24
_SIDE = 24
_SHOULDER = 160
_DEPTH = 240
_AREA_WIDTH = 92
_INSET = 92
_AREA_HEIGHT = 21
_AREA_GAP = 4
_SEAT_RADIUS = 11
_LETTER = 5
_SOME = "…"
_UNNUMBERED = ("1", "2", "3", _SOME, "n")
"""Positions that are drawn where a sheet does not state how many there are; one mark stands for the rest."""


@dataclass(frozen=True, slots=True)
class Area:
    """A wagering area: an oval around its label, whose first line stands at ``text_y``.

    ``base`` areas are those of Ante and Play.
    """

    x: int
    y: int
    width: int
    height: int
    lines: tuple[str, ...]
    text_y: int
    base: bool


@dataclass(frozen=True, slots=True)
class Position:
    """A numbered place at the edge with its areas; without areas it is the one drawn as the player-dealer's."""

    label: str
    x: int
    y: int
    areas: tuple[Area, ...]
    note: tuple[str, ...]
    note_y: int


@dataclass(frozen=True, slots=True)
class Equipment:
    """A named thing on the table."""

    x: int
    y: int
    width: int
    height: int
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TableLayout:
    """The whole drawing. ``remarks`` say in words what it leaves open or cannot show."""

    title: str
    name: str
    name_y: int
    width: int
    height: int
    edge: str
    positions: tuple[Position, ...]
    equipment: tuple[Equipment, ...]
    remarks: tuple[str, ...]


def table_layout(sheet: RuleSheet) -> TableLayout:
    """Draw the table of a sheet."""
    labels = _labels(sheet)
    dealer_place = _player_dealer(sheet, labels)
    stated = sheet.table.positions
    what = counted(stated, "numbered position") if stated else "positions whose number the sheet does not state"
    return TableLayout(
        title=f"Table layout of {sheet.title}: a table with {what}, the house dealer at the straight side, and at"
        f" every position the areas {listed([area for area, _ in _areas(sheet)])}.",
        name=sheet.title,
        name_y=NAME_Y,
        width=WIDTH,
        height=HEIGHT,
        edge=_edge(),
        positions=tuple(
            _position(sheet, label, place, len(labels), place == dealer_place) for place, label in enumerate(labels)
        ),
        equipment=_equipment(sheet),
        remarks=_remarks(sheet, dealer_place is not None),
    )


def _labels(sheet: RuleSheet) -> tuple[str, ...]:
    stated = sheet.table.positions
    if stated is None:
        return _UNNUMBERED
    return tuple(str(place) for place in range(1, stated + 1))


def _player_dealer(sheet: RuleSheet, labels: tuple[str, ...]) -> int | None:
    """Return the place drawn as the player-dealer's: the middle one, as an example."""
    if sheet.banked_by == "house":
        return None
    return len(labels) // 2


def _areas(sheet: RuleSheet) -> tuple[tuple[str, bool], ...]:
    """Return the areas by their marks, the farthest from the participant first; Ante and Play last."""
    marks: dict[str, bool] = {}
    for rule in sheet.wager:
        base = rule.kind in ("ante", "play")
        marks[rule.area] = marks.get(rule.area, False) or base
    bonus = [(mark, base) for mark, base in marks.items() if not base]
    return (*bonus, *((mark, base) for mark, base in marks.items() if base))


def _edge() -> str:
    """Return the outline as an SVG path: straight at the house dealer's side, one curve round the participants."""
    right, low = WIDTH - _SIDE, _TOP + _SHOULDER
    deep = low + _DEPTH * 4 // 3
    return f"M {_SIDE} {_TOP} L {right} {_TOP} L {right} {low} C {right} {deep} {_SIDE} {deep} {_SIDE} {low} Z"


def _edge_y(x: int) -> int:
    """Return how far down the curved edge lies at ``x``, solving the curve of ``_edge`` for its parameter."""
    across = min(max((WIDTH - _SIDE - x) / (WIDTH - 2 * _SIDE), 0.0), 1.0)
    at = 0.5 - sin(asin(1 - 2 * across) / 3)
    return round(_TOP + _SHOULDER + 4 * _DEPTH * at * (1 - at))


def _area_width(count: int) -> int:
    return _AREA_WIDTH if count == 1 else min(_AREA_WIDTH, (WIDTH - 2 * _INSET) // (count - 1) - 8)


def _seat_place(place: int, count: int) -> tuple[int, int]:
    """Return the middle of a position's number: even steps across from right to left, its areas inside the edge."""
    x = WIDTH // 2 if count == 1 else WIDTH - _INSET - place * (WIDTH - 2 * _INSET) // (count - 1)
    corner = _area_width(count) // 2
    outer = x + corner if x > WIDTH // 2 else x - corner
    return x, min(_edge_y(x) - _SEAT_RADIUS - 10, _edge_y(outer) + _SEAT_RADIUS)


def _position(sheet: RuleSheet, label: str, place: int, count: int, banks: bool) -> Position:
    x, y = _seat_place(place, count)
    if banks:
        note = ("player-dealer", "(example)")
        return Position(label, x, y, (), note, y - _SEAT_RADIUS - 26)
    if label == _SOME:
        return Position(label, x, y, (), (), y)
    areas: list[Area] = []
    top = y - _SEAT_RADIUS - 6
    for mark, base in reversed(_areas(sheet)):
        lines = _fitted(mark, _area_width(count))
        height = _AREA_HEIGHT + 10 * (len(lines) - 1)
        top -= height
        middle = top + height // 2
        areas.append(Area(x, middle, _area_width(count), height, lines, middle + 3 - 5 * (len(lines) - 1), base))
        top -= _AREA_GAP
    return Position(label, x, y, tuple(areas), (), y)


def _fitted(mark: str, width: int) -> tuple[str, ...]:
    """Break a mark over two lines where one would be wider than its oval."""
    if len(mark) * _LETTER <= width - 14:
        return (mark,)
    words = mark.split()
    breaks = range(1, len(words))
    if not breaks:
        return (mark,)
    at = min(breaks, key=lambda place: abs(len(" ".join(words[:place])) - len(" ".join(words[place:]))))
    return (" ".join(words[:at]), " ".join(words[at:]))


def _equipment(sheet: RuleSheet) -> tuple[Equipment, ...]:
    middle = WIDTH // 2
    things = [Equipment(middle - 70, _TOP + 12, 140, 26, ("House dealer",))]
    things.append(Equipment(middle - 80, _TOP + 48, 160, 34, ("Chip tray",)))
    if sheet.deck.shuffler:
        things.append(Equipment(WIDTH - _SIDE - 130, _TOP + 14, 110, 36, ("Shuffler",)))
    if sheet.deck.one_in_rack is not None or (sheet.procedure and sheet.procedure.undealt_cards):
        things.append(Equipment(_SIDE + 20, _TOP + 14, 110, 36, ("Discard rack",)))
    if sheet.table.drop_box:
        things.append(Equipment(middle + 110, _TOP + 14, 90, 36, ("Drop box",)))
    if sheet.banked_by == "house" or sheet.table.shared_hand:
        things.append(Equipment(middle - 80, _TOP + 152, 160, 36, ("Dealer hand",)))
    return tuple(things)


def _remarks(sheet: RuleSheet, banked: bool) -> tuple[str, ...]:
    numbers = "Position 1 is at the house dealer's left; the numbers run clockwise."
    remarks = ["Seen from above." if sheet.table.positions == 1 else f"Seen from above. {numbers}"]
    if sheet.table.positions is None:
        remarks.append(
            "The sheet does not state how many positions there are: the first three and the last, n, are drawn."
        )
    if banked:
        remarks.append("The player-dealer sits at one of the numbered positions; the one marked is an example.")
    if sheet.table.shared_hand:
        remarks.append("Every participant wagers on the one position; its hand is shared.")
    drawn = "The chip tray, and where the equipment stands, are"
    if sheet.table.house_dealer is None:
        where = "The sheet does not state where the house dealer is"
        drawn = f"{where}; that place, the chip tray and where the equipment stands are"
    remarks.append(f"{drawn} drawn for orientation only.")
    return tuple(remarks)
