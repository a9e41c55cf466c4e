"""What two rule sheets say differently, value by value, each side with its sentence and its clauses."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from compliance.domain.cards import SUITS
from compliance.domain.odds import Odds
from compliance.domain.words import FIVE_CARD_CATEGORIES, THREE_CARD_CATEGORIES
from compliance.rules.clauses import SILENT, cited_texts
from compliance.rules.pay_tables import ROYALS
from compliance.rules.sayings import saying
from compliance.rules.sheet import SECTION_NAMES
from compliance.rules.words import SUIT_NAMES, hand_name, listed, with_article

if TYPE_CHECKING:
    from collections.abc import Iterator

    from compliance.domain.odds import PayLine
    from compliance.rules.sections import Chart, ChartLine, Section
    from compliance.rules.sheet import RuleSheet


@dataclass(frozen=True, slots=True)
class Side:
    """One sheet's side of a difference: the sentence it states, None where it is silent, and the citations."""

    says: str | None
    clauses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Difference:
    """One value that differs. ``path`` is as in the sheet; a pay table is compared hand by hand.

    ``wager.KIND.chart.HAND`` is what a pay table pays for a hand, ``interpretation.ID`` the reading adopted.
    """

    path: str
    left: Side
    right: Side


@dataclass(frozen=True, slots=True)
class _Stated:
    """A value as it is compared, beside how it is said."""

    value: object
    says: str
    clauses: tuple[str, ...]


def differences(left: RuleSheet, right: RuleSheet) -> tuple[Difference, ...]:
    """Return every value that the two sheets state differently, in the order of a rule sheet.

    Names, citations, clauses and declared defects are no values of the rules and are not compared; neither is
    the document itself.
    """
    ours, theirs = dict(_stated(left)), dict(_stated(right))
    return tuple(
        Difference(path, _side(left, path, ours.get(path)), _side(right, path, theirs.get(path)))
        for path in _merged(list(ours), list(theirs))
        if _value(ours.get(path)) != _value(theirs.get(path))
    )


def _merged(ours: list[str], theirs: list[str]) -> list[str]:
    """Return the paths of both in order, those of the second after the neighbour that they follow there."""
    merged = list(ours)
    known = set(ours)
    for place, path in enumerate(theirs):
        if path not in known:
            before = theirs[place - 1] if place else None
            merged.insert(merged.index(before) + 1 if before else 0, path)
            known.add(path)
    return merged


def _value(stated: _Stated | None) -> object:
    return None if stated is None else stated.value


def _side(sheet: RuleSheet, path: str, stated: _Stated | None) -> Side:
    if stated is not None:
        return Side(stated.says, stated.clauses)
    what, _, name = path.partition(".")
    if what == "interpretation":
        return Side(None, (f"no question of {sheet.id}",))
    if what == "wager" and name.partition(".")[0] not in sheet.wagers:
        return Side(None, (f"not offered by {sheet.id}",))
    return Side(None, (f"{SILENT} ({sheet.id})",))


def _stated(sheet: RuleSheet) -> Iterator[tuple[str, _Stated]]:
    banks = "The player-dealer banks." if sheet.bank else "The house banks."
    answered = cited_texts(sheet, sheet.cited("bank.answers") or sheet.cited("wager.ante.answered_by"))
    yield "banked_by", _Stated(sheet.banked_by, banks, answered)
    yield "currency", _Stated(sheet.currency, f"Amounts are in {sheet.currency}.", ())
    for name in SECTION_NAMES:
        if (section := getattr(sheet, name)) is not None:
            yield from _of_section(sheet, name, section)
    for rule in sheet.wager:
        for key, ids in rule.cite.items():
            path, clauses = f"wager.{rule.kind}.{key}", cited_texts(sheet, ids)
            if rule.chart is not None and key == "chart":
                yield from _of_chart(path, rule.name, rule.chart, rule.hand, clauses)
            elif key not in ("name", "area"):
                value = getattr(rule, key)
                yield path, _Stated(value, saying(f"wager.{key}", value, sheet, rule.name), clauses)
    for place, cap in enumerate(sheet.cap):
        for key, ids in cap.cite.items():
            value = getattr(cap, key)
            says = saying(f"cap.{key}", value, sheet)
            yield f"cap.{place}.{key}", _Stated(value, says, cited_texts(sheet, ids))
    for entry in sheet.interpretation:
        adopted = next(reading for reading in entry.readings if reading.name == entry.adopted)
        clauses = (*cited_texts(sheet, entry.clauses), *entry.authority) or (SILENT,)
        yield f"interpretation.{entry.id}", _Stated(entry.adopted, f"{entry.question} {adopted.says}", clauses)


def _of_section(sheet: RuleSheet, name: str, section: Section) -> Iterator[tuple[str, _Stated]]:
    for key in type(section).model_fields:
        if key in section.cite:
            value: Any = getattr(section, key)
            path = f"{name}.{key}"
            yield path, _Stated(value, saying(path, value, sheet), cited_texts(sheet, section.cite[key]))


def _of_chart(
    path: str, name: str, chart: Chart, hand: str | None, clauses: tuple[str, ...]
) -> Iterator[tuple[str, _Stated]]:
    for category in FIVE_CARD_CATEGORIES if hand == "best_five_of_six" else THREE_CARD_CATEGORIES:
        lines = {suit: _line(chart, category, suit) for suit in SUITS}
        value = {suit: (_money(line.pay), line.envy) if line else None for suit, line in lines.items()}
        if any(line is not None for line in lines.values()):
            says = f"{name} pays for {with_article(hand_name(category))}: {_paid_text(lines)}."
            yield f"{path}.{category}", _Stated(value, says, clauses)


def _line(chart: Chart, category: str, suit: str) -> ChartLine | None:
    names = (category, ROYALS[category]) if category in ROYALS else (category,)
    return next(
        (line for name in names for line in chart.lines if name in line.hands and line.suit in (None, suit)), None
    )


def _money(pay: PayLine) -> object:
    """What a line pays, whatever way its odds are written."""
    return pay.to_one if isinstance(pay, Odds) else pay


def _paid_text(lines: dict[str, ChartLine | None]) -> str:
    by_text: dict[str, list[str]] = {}
    for suit, line in lines.items():
        envy = f" with {line.envy} to each other wager" if line and line.envy else ""
        text = f"{line.pays}{envy}" if line else "nothing"
        by_text.setdefault(text, []).append(SUIT_NAMES[suit])
    if len(by_text) == 1:
        return next(iter(by_text))
    return ", ".join(f"{text} in {listed(suits)}" for text, suits in by_text.items())
