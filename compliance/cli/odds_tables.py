"""Odds and differences as tables for a terminal."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from rich.console import Console
from rich.table import Table

from compliance.odds.figures import percent, root
from compliance.odds.nets import net_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from fractions import Fraction

    from compliance.odds.difference import SheetDifference, WagerDifference
    from compliance.odds.sheet_odds import SheetOdds
    from compliance.odds.strategy import BaseGame
    from compliance.odds.wagers import WagerOdds


def show(tables: Iterable[Table]) -> None:
    """Print tables on standard output; names from data are never taken for markup."""
    # Piped, a table is as wide as it needs to be: nobody resizes a file.
    console = Console(markup=False, highlight=False, width=None if sys.stdout.isatty() else 200)
    for table in tables:
        console.print()
        console.print(table)


def _percent(value: Fraction | None) -> str:
    return "" if value is None else percent(value)


def _table(title: str, *columns: str) -> Table:
    table = Table(title=title, title_justify="left", header_style="bold")
    for place, column in enumerate(columns):
        table.add_column(column, justify="left" if place == 0 else "right", overflow="fold")
    return table


def odds_tables(odds: SheetOdds) -> Iterator[Table]:
    """Yield the base game, the wagers in sum, each wager line by line, and what other readings change."""
    for game in odds.base:
        yield _base(odds.sheet, game)
    yield _wagers(odds)
    for wager in odds.wagers:
        if wager.gap is None:
            yield _lines(wager)
    yield _readings(odds)


def _base(sheet: str, game: BaseGame) -> Table:
    names = " + ".join(kind.replace("_", " ") for kind in game.kinds)
    table = _table(
        f"{sheet}: {names}, nets in Antes over {game.best.space:,} deals", "", "best play", "play everything"
    )
    strategy = game.strategy
    if strategy.lowest_played and strategy.highest_folded:
        table.add_row("lowest hand played", strategy.lowest_played.hand, "")
        table.add_row("highest hand folded", strategy.highest_folded.hand, "")
    table.add_row("hands played of 22,100", f"{strategy.plays:,}", f"{22_100:,}")
    nets = sorted({net for each in (game.best, game.everything) for net, _ in each.nets}, reverse=True)
    for net in nets:
        counts = [dict(each.nets).get(net, 0) for each in (game.best, game.everything)]
        table.add_row(f"net {'+' if net > 0 else ''}{net}", *(f"{count:,}" for count in counts))
    table.add_row("sum of nets", *(f"{each.total.numerator:,}" for each in (game.best, game.everything)))
    table.add_row("expectation", _percent(game.best.expectation), _percent(game.everything.expectation))
    table.add_row("standard deviation", root(game.best.variance, 4), root(game.everything.variance, 4))
    table.add_row("element of risk", _percent(game.element_of_risk), "")
    return table


def _wagers(odds: SheetOdds) -> Table:
    table = _table(
        "Each wager on its own", "wager", "over", "house edge", "returned", "hit rate", "std. deviation", "note"
    )
    for wager in odds.wagers:
        spread = "" if wager.distribution is None else root(wager.distribution.variance, 4)
        notes = [str(part.value) for part in (wager.gap, wager.caveat) if part is not None]
        notes += [f"needs {' and '.join(wager.needs)}"] if wager.needs else []
        notes += ["under best play"] if wager.best_play else []
        table.add_row(
            wager.name,
            f"{wager.space:,}",
            _percent(wager.house_edge),
            _percent(wager.returned),
            _percent(wager.hit_rate),
            spread,
            "; ".join(notes),
        )
    return table


def _lines(wager: WagerOdds) -> Table:
    table = _table(
        f"{wager.name}, line by line", "ends", "pays", "combinations", "probability", "as a fraction", "share"
    )
    for line in wager.lines:
        hands = " or ".join(hand.replace("_", " ") for hand in line.hands)
        suit = f" in {line.suit}" if line.suit else ""
        table.add_row(
            f"{hands}{suit}" or str(line.why.value).replace("_", " "),
            line.pays or "",
            f"{line.combinations:,}",
            _percent(line.probability),
            str(line.probability),
            net_text(line.expectation),
        )
    return table


def _readings(odds: SheetOdds) -> Table:
    table = _table(
        "What another reading changes", "reading", "wager", "deals with other money", "expectation, best play"
    )
    for effect in odds.readings:
        name = f"{effect.interpretation} {effect.reading}"
        if effect.difference is None:
            table.add_row(name, "none", "0", "unchanged")
            continue
        for wager in effect.difference.wagers:
            if wager.any:
                table.add_row(name, wager.kind.replace("_", " "), _deals(wager), _worth(wager))
    return table


def difference_tables(difference: SheetDifference) -> Iterator[Table]:
    """Yield what the difference between two sheets is worth: the base game, then each wager."""
    base = _table("Ante, Play and Ante bonus together, in Antes", "", difference.first, difference.second)
    first, second = difference.base
    base.add_row("lowest hand played", first.lowest_played or "", second.lowest_played or "")
    base.add_row("expectation, best play", _percent(first.best), _percent(second.best))
    base.add_row("expectation, play everything", _percent(first.everything), _percent(second.everything))
    yield base
    table = _table(
        "Deals of 407,170,400 on which money differs",
        "wager",
        "if played",
        "if folded",
        "highest hand",
        "best play",
        "why not",
    )
    for wager in difference.wagers:
        counts = ["" if count is None else f"{count:,}" for count in (wager.played, wager.folded)]
        table.add_row(wager.kind.replace("_", " "), *counts, wager.highest or "", _worth(wager), wager.gap or "")
    yield table


def _deals(wager: WagerDifference) -> str:
    counts = (("played", wager.played), ("folded", wager.folded))
    return ", ".join(f"{count:,} {when}" for when, count in counts if count) or (wager.gap or "0")


def _worth(wager: WagerDifference) -> str:
    return " / ".join(net_text(worth.best if worth else None) for worth in (wager.first, wager.second))
