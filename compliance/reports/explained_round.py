"""One round's derivation as a page of HTML that needs nothing outside itself: plain records in, text out.

Amounts come as decimal text. Everything is escaped; what stands in the page is what was given.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, pi, sin

from compliance.reports.audit_report import NOTHING_ELSE
from compliance.reports.render import inlined, render_html

WIDTH, HEIGHT = 720, 330
_MIDDLE, _TOP, _ACROSS, _DOWN = 360, 70, 300, 205


@dataclass(frozen=True, slots=True)
class CardShown:
    """A card as it is printed: ``text`` such as ``Q♥``, and whether its suit is red."""

    text: str
    red: bool


@dataclass(frozen=True, slots=True)
class SeatShown:
    """A seat in the drawing. ``turn`` counts from 1 in the order of action, None where that is not known."""

    number: int
    cards: tuple[CardShown, ...]
    people: tuple[tuple[str, str], ...]
    banks: bool
    turn: int | None


@dataclass(frozen=True, slots=True)
class StepShown:
    """One step of the derivation, with the clauses it rests on."""

    where: str
    statement: str
    value: str
    clauses: str


@dataclass(frozen=True, slots=True)
class LimitShown:
    """One wager answered from the limit: what was left before it came up, and the part of the whole in percent."""

    number: int
    wager: str
    counts: str
    left: str
    percent: int
    result: str


@dataclass(frozen=True, slots=True)
class LineShown:
    """A recorded line beside what is due."""

    wager: str
    recorded: str
    due: str
    verdict: str
    codes: str


@dataclass(frozen=True, slots=True)
class ReadingShown:
    """Another reading of an open question, and the wagers it settles otherwise: wager, adopted, other, recorded."""

    title: str
    question: str
    says: str
    wagers: tuple[tuple[str, str, str, str], ...]


@dataclass(frozen=True, slots=True)
class FindingShown:
    """A finding about the round."""

    heading: str
    message: str
    clauses: str


@dataclass(frozen=True, slots=True)
class RoundPage:
    """Everything the page shows of a round. ``facts`` are labels with their values; ``sections`` steps by name."""

    round_id: str
    facts: tuple[tuple[str, str], ...]
    dealer_cards: tuple[CardShown, ...]
    seats: tuple[SeatShown, ...]
    order: str
    sections: tuple[tuple[str, tuple[StepShown, ...]], ...]
    limit: str | None
    walk: tuple[LimitShown, ...]
    lines: tuple[LineShown, ...]
    findings: tuple[FindingShown, ...]
    readings: tuple[ReadingShown, ...]
    pseudonyms: bool


@dataclass(frozen=True, slots=True)
class _Place:
    seat: SeatShown
    x: int
    y: int


def round_html(pages: tuple[RoundPage, ...]) -> str:
    """Return one page that shows a round, or the rounds of several licensees that have one name."""
    style, source = inlined("explain/style.css")
    drawn = [(page, _places(page.seats)) for page in pages]
    policy = f"{NOTHING_ELSE}; style-src {source}"
    return render_html("explain/page.html", pages=drawn, width=WIDTH, height=HEIGHT, style=style, policy=policy)


def _places(seats: tuple[SeatShown, ...]) -> tuple[_Place, ...]:
    """Seats along the round side of the table, the lowest number at the house dealer's left, which is on the right."""
    in_order = sorted(seats, key=lambda seat: seat.number)
    placed = []
    for place, seat in enumerate(in_order):
        angle = pi * (2 * place + 1) / (2 * len(in_order))
        placed.append(_Place(seat, _MIDDLE + round(_ACROSS * cos(angle)), _TOP + round(_DOWN * sin(angle))))
    return tuple(placed)
