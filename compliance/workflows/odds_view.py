"""Exact odds as tables: the same for a terminal and for the appendix of a printed sheet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from compliance.odds.figures import percent, root
from compliance.odds.hands import HANDS
from compliance.odds.nets import net_text
from compliance.reports.tables import Column, Table

if TYPE_CHECKING:
    from fractions import Fraction

    from compliance.odds.difference import WagerDifference
    from compliance.odds.sheet_odds import SheetOdds
    from compliance.odds.strategy import BaseGame
    from compliance.odds.wagers import WagerOdds


_IN_WORDS = ("note", "wager")
"""Titles of columns that hold words, not figures."""


def odds_tables(odds: SheetOdds) -> tuple[Table, ...]:
    """Return the base game, the wagers in sum, each wager line by line, and what other readings change."""
    return (
        *(_base(game) for game in odds.base),
        _wagers(odds),
        *(_lines(wager) for wager in odds.wagers if wager.gap is None),
        _readings(odds),
    )


def _share(value: Fraction | None) -> str:
    return "" if value is None else percent(value)


def _table(name: str, caption: str, first: str, *numbers: str, rows: list[tuple[str, ...]]) -> Table:
    columns = (
        Column("what", first),
        *(
            Column(f"n{place}", title, "text" if title in _IN_WORDS else "number")
            for place, title in enumerate(numbers)
        ),
    )
    return Table(name, caption, columns, tuple(rows))


def _base(game: BaseGame) -> Table:
    names = " + ".join(kind.replace("_", " ") for kind in game.kinds)
    strategy = game.strategy
    rows: list[tuple[str, ...]] = []
    if strategy.lowest_played and strategy.highest_folded:
        rows.append(("lowest hand played", strategy.lowest_played.hand, ""))
        rows.append(("highest hand folded", strategy.highest_folded.hand, ""))
    rows.append((f"hands played of {HANDS:,}", f"{strategy.plays:,}", f"{HANDS:,}"))
    both = (game.best, game.everything)
    for net in sorted({net for each in both for net, _ in each.nets}, reverse=True):
        counts = (dict(each.nets).get(net, 0) for each in both)
        rows.append((f"net {'+' if net > 0 else ''}{net}", *(f"{count:,}" for count in counts)))
    rows.append(("sum of nets", *(f"{each.total.numerator:,}" for each in both)))
    rows.append(("expectation", *(percent(each.expectation) for each in both)))
    rows.append(("expectation as a fraction", *(str(each.expectation) for each in both)))
    rows.append(("standard deviation", *(root(each.variance, 4) for each in both)))
    rows.append(("element of risk", percent(game.element_of_risk), ""))
    caption = f"{names[:1].upper()}{names[1:]}: nets in Antes over {game.best.space:,} deals"
    return _table("oddsbase", caption, "figure", "best play", "play everything", rows=rows)


def _wagers(odds: SheetOdds) -> Table:
    rows: list[tuple[str, ...]] = []
    for wager in odds.wagers:
        spread = "" if wager.distribution is None else root(wager.distribution.variance, 4)
        notes = [str(part.value) for part in (wager.gap, wager.caveat) if part is not None]
        notes += [f"needs {' and '.join(wager.needs)}"] if wager.needs else []
        notes += ["under best play"] if wager.best_play else []
        shares = (_share(wager.house_edge), _share(wager.returned), _share(wager.hit_rate))
        rows.append((wager.name, f"{wager.space:,}", *shares, spread, "; ".join(notes)))
    titles = ("combinations", "house edge", "returned", "hit rate", "std. deviation", "note")
    return _table("oddswagers", "Each wager on its own", "wager", *titles, rows=rows)


def _lines(wager: WagerOdds) -> Table:
    rows: list[tuple[str, ...]] = []
    for line in wager.lines:
        hands = " or ".join(hand.replace("_", " ") for hand in line.hands)
        ends = f"{hands} in {line.suit}" if line.suit else hands
        rows.append(
            (
                ends or str(line.why.value).replace("not_qualified_", "not qualified, ").replace("_", " "),
                line.pays or "",
                f"{line.combinations:,}",
                percent(line.probability),
                str(line.probability),
                net_text(line.expectation),
            )
        )
    titles = ("pays", "combinations", "probability", "as a fraction", "share of the expectation")
    return _table(
        "oddslines", f"{wager.name}, line by line, over {wager.space:,} combinations", "result", *titles, rows=rows
    )


def _readings(odds: SheetOdds) -> Table:
    rows: list[tuple[str, ...]] = []
    names = {wager.kind: wager.name for wager in odds.wagers}
    for effect in odds.readings:
        name = f"{effect.interpretation} {effect.reading}"
        if effect.difference is None:
            rows.append((name, "none", "0", "unchanged"))
            continue
        changed = [wager for wager in effect.difference.wagers if wager.any]
        rows += [(name, names[wager.kind], _deals(wager), worth(wager)) for wager in changed]
    titles = ("wager", "deals with other money", "expectation per deal under best play, adopted / other")
    return _table("oddsreadings", "What another reading changes", "reading", *titles, rows=rows)


def _deals(wager: WagerDifference) -> str:
    counts = (("played", wager.played), ("folded", wager.folded))
    return ", ".join(f"{count:,} {when}" for when, count in counts if count) or (wager.gap or "0")


def worth(wager: WagerDifference) -> str:
    """A wager's expectation under best play on both sides of a difference."""
    return " / ".join(net_text(side.best if side else None) for side in (wager.first, wager.second))
