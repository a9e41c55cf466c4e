"""What the document on the difference of two rule sheets shows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from compliance.odds.figures import percent
from compliance.odds.hands import DEALS
from compliance.odds.nets import net_text
from compliance.reports.redline import redline
from compliance.reports.rule_sheet_places import INTERPRETATIONS, SECTIONS, section_of
from compliance.reports.sheet_diff import Change, ChangedSection, DiffView
from compliance.reports.tables import Column, Table, as_printed
from compliance.rules.words import KIND_NAMES

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from compliance.odds.difference import SheetDifference, WagerDifference, Worth
    from compliance.odds.nets import Net
    from compliance.rules.diff import Difference
    from compliance.rules.loader import LoadedSheet


def diff_view(left: LoadedSheet, right: LoadedSheet, values: Sequence[Difference], money: SheetDifference) -> DiffView:
    """Put two sheets together: the documents, every value that differs as a redline, and what the difference is worth.

    The values stand in the sections of a rule sheet, in their order.
    """
    first, second = left.sheet, right.sheet
    held: dict[str, list[Change]] = {}
    for each in values:
        held.setdefault(section_of(each.path), []).append(_change(first.id, second.id, each))
    ordered = [*SECTIONS.values(), INTERPRETATIONS]
    sections = tuple(
        ChangedSection(str(number), title, f"section-{number}", tuple(held[title]))
        for number, title in enumerate((title for title in ordered if title in held), start=1)
    )
    number = len(values)
    return DiffView(
        language="en-US",
        title=f"Redline of {first.id} to {second.id}",
        author="compliance",
        left=first.id,
        right=second.id,
        introduction=(
            f"{first.title}, from {first.document.name} ({first.standing}), is held against {second.title}, from"
            f" {second.document.name} ({second.standing}).",
        ),
        controls=tuple(
            f"{each.sheet.id}: generated from data ({each.sha256[:12]}) in other words than the document's. The"
            f" document controls: {each.sheet.document.name}, SHA-256 {each.sheet.document.sha256}."
            for each in (left, right)
        ),
        legend=(f"Struck out: only {first.id} says so.", f"Underlined: only {second.id} says so."),
        summary=(
            f"{'One value differs' if number == 1 else f'{number} values differ'}; what is not shown is the same. Below"
            " each stand its name in the data and the clauses that it rests on in both documents."
        ),
        money=tuple(as_printed(table, keep=(first.id, second.id)) for table in money_tables(money)),
        sections=sections,
    )


def _change(left: str, right: str, each: Difference) -> Change:
    sides = ((left, each.left), (right, each.right))
    return Change(
        each.path,
        redline(each.left.says, each.right.says),
        tuple((name, "; ".join(_without(name, side.clauses))) for name, side in sides if side.clauses),
    )


def _without(name: str, clauses: Sequence[str]) -> list[str]:
    """Leave out the sheet that a ground names, where that sheet's name stands before it."""
    shorter = [each.removesuffix(f" ({name})").removesuffix(f" by {name}") for each in clauses]
    return ["no such question" if each == f"no question of {name}" else each for each in shorter]


def money_tables(money: SheetDifference) -> tuple[Table, ...]:
    """Return what the difference is worth: the base game, then each wager."""
    return _base(money), _wagers(money)


def _base(money: SheetDifference) -> Table:
    first, second = money.base
    columns = (
        Column("what", "In Antes"),
        Column("first", money.first, "number"),
        Column("second", money.second, "number"),
    )
    rows = (
        ("lowest hand played", first.lowest_played or "–", second.lowest_played or "–"),
        ("expectation under best play", percent(first.best), percent(second.best)),
        ("expectation when every hand is played", percent(first.everything), percent(second.everything)),
    )
    return Table("base", "Ante, Play and Ante bonus together", columns, rows)


def _wagers(money: SheetDifference) -> Table:
    columns = (
        Column("wager", "Wager"),
        Column("played", "if played", "number"),
        Column("folded", "if folded", "number"),
        Column("highest", "highest hand"),
        Column("best", "expectation under best play, both sheets", "number"),
        Column("everything", "when every hand is played", "number"),
        Column("gap", "why not known"),
    )
    return Table("diffmoney", f"Deals on which money differs, of {DEALS:,}", columns, tuple(map(_wager, money.wagers)))


def _wager(each: WagerDifference) -> tuple[str, ...]:
    counts = ("–" if count is None else f"{count:,}" for count in (each.played, each.folded))
    return (
        KIND_NAMES.get(each.kind, each.kind.replace("_", " ")),
        *counts,
        each.highest or "–",
        _both(each, lambda worth: worth.best),
        _both(each, lambda worth: worth.everything),
        each.gap or "",
    )


def _both(each: WagerDifference, of: Callable[[Worth], Net | None]) -> str:
    return " / ".join(net_text(of(worth) if worth else None) for worth in (each.first, each.second))
