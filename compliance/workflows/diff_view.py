"""What the page on the difference of two rule sheets shows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from compliance.odds.figures import percent
from compliance.odds.hands import DEALS
from compliance.odds.nets import net_text
from compliance.reports.sheet_diff import DiffView
from compliance.reports.tables import Column, Table

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from compliance.odds.difference import SheetDifference, WagerDifference, Worth
    from compliance.odds.nets import Net
    from compliance.rules.diff import Difference, Side
    from compliance.rules.sheet import RuleSheet


def diff_view(left: RuleSheet, right: RuleSheet, values: Sequence[Difference], money: SheetDifference) -> DiffView:
    """Put two sheets side by side: the documents, what the difference is worth, and every value that differs."""
    return DiffView(
        title=f"{left.id} and {right.id}: what differs",
        introduction=(
            f"{left.title}, from {left.document.name} ({left.standing}).",
            f"{right.title}, from {right.document.name} ({right.standing}).",
            "Made from the data of the two sheets; the documents themselves control.",
        ),
        money=money_tables(money),
        values=Table(
            "values",
            f"{len(values)} values, with the clauses each side rests on",
            (Column("path", "Value", "code"), Column("left", left.id), Column("right", right.id)),
            tuple((each.path, _side(each.left), _side(each.right)) for each in values),
        ),
    )


def money_tables(money: SheetDifference) -> tuple[Table, ...]:
    """Return what the difference is worth: the base game, then each wager."""
    return _base(money), _wagers(money)


def _side(side: Side) -> str:
    return f"{side.says or 'Not stated.'} [{'; '.join(side.clauses)}]"


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
    return Table("money", f"Deals on which money differs, of {DEALS:,}", columns, tuple(map(_wager, money.wagers)))


def _wager(each: WagerDifference) -> tuple[str, ...]:
    counts = ("–" if count is None else f"{count:,}" for count in (each.played, each.folded))
    return (
        each.kind.replace("_", " "),
        *counts,
        each.highest or "–",
        _both(each, lambda worth: worth.best),
        _both(each, lambda worth: worth.everything),
        each.gap or "",
    )


def _both(each: WagerDifference, of: Callable[[Worth], Net | None]) -> str:
    return " / ".join(net_text(of(worth) if worth else None) for worth in (each.first, each.second))
