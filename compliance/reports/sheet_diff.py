"""The difference between two rule sheets as one self-contained HTML page: what it is worth, then value by value."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from compliance.odds.figures import decimal
from compliance.reports.render import inlined, render_html
from compliance.reports.tables import Column, Table

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from fractions import Fraction

    from compliance.odds.difference import SheetDifference, WagerDifference, Worth
    from compliance.odds.nets import Net
    from compliance.rules.diff import Difference, Side
    from compliance.rules.sheet import RuleSheet

DEALS_AND_DECISIONS = "of 407,170,400 deals"


@dataclass(frozen=True, slots=True)
class DiffView:
    """Everything the page shows, as text."""

    title: str
    introduction: tuple[str, ...]
    money: tuple[Table, ...]
    values: Table


def diff_page(left: RuleSheet, right: RuleSheet, values: Sequence[Difference], money: SheetDifference) -> str:
    """Return the page. It asks for nothing outside itself."""
    style, source = inlined("style.css")
    policy = f"default-src 'none'; base-uri 'none'; form-action 'none'; style-src {source}"
    return render_html("diff/page.html", view=_view(left, right, values, money), style=style, policy=policy)


def _view(left: RuleSheet, right: RuleSheet, values: Sequence[Difference], money: SheetDifference) -> DiffView:
    return DiffView(
        title=f"{left.id} and {right.id}: what differs",
        introduction=(
            f"{left.title}, from {left.document.name} ({left.standing}).",
            f"{right.title}, from {right.document.name} ({right.standing}).",
            "Made from the data of the two sheets; the documents themselves control.",
        ),
        money=(_base(money), _wagers(money)),
        values=Table(
            "values",
            f"{len(values)} values, with the clauses each side rests on",
            (Column("path", "Value", "code"), Column("left", left.id), Column("right", right.id)),
            tuple((each.path, _side(each.left), _side(each.right)) for each in values),
        ),
    )


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
    return Table(
        "money", f"Deals on which money differs, {DEALS_AND_DECISIONS}", columns, tuple(map(_wager, money.wagers))
    )


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


def percent(value: Fraction) -> str:
    """A share of the stake as a percentage of four decimals."""
    return f"{decimal(value * 100, 4)} %"


def net_text(net: Net | None) -> str:
    """An expectation: a percentage of the stake, with money and shares of a meter apart; a dash for none."""
    if net is None:
        return "–"
    parts = [percent(net.stakes)]
    parts += [f"{decimal(net.money, 4)} in money"] if net.money else []
    parts += [f"{net.meters} of the meter"] if net.meters else []
    return " + ".join(parts)
