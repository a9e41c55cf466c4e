"""Money over- and underpaid as a report prints it: a table and a chart for every grouping and currency."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

from compliance.domain.words import Verdict
from compliance.reports.charts import Amounts, Chart, money_chart
from compliance.reports.figures import amount, count, counted, day
from compliance.reports.money_sums import HOUSE, METER, PLAYER_DEALER, UNKNOWN
from compliance.reports.printable import shortened
from compliance.reports.tables import Column, Table

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from compliance.reports.money_sums import MoneySum

LONGEST = 24
"""Names that a grouping prints; the smaller ones are summed in a last row and listed in money.csv."""

TOGETHER = 11
"""Names of a grouping up to which its table is kept on one page."""

_GROUPINGS = {
    "all": ("In all", "Currency"),
    "table": ("By table", "Table"),
    "wager kind": ("By wager kind", "Wager"),
    "house dealer": ("By house dealer", "House dealer"),
    "day": ("By gaming date", "Gaming date"),
}


@dataclass(frozen=True, slots=True)
class Grouping:
    """One grouping of one currency: title, drawing and table; ``together``: the table is kept on one page."""

    title: str
    chart: Chart
    table: Table
    together: bool


@dataclass(frozen=True, slots=True)
class CurrencyMoney:
    """All groupings of one currency, and the sentence on who bore the money."""

    title: str
    bearer: Table
    bearer_sentence: str
    groupings: tuple[Grouping, ...]


@dataclass(frozen=True, slots=True)
class MoneyView:
    """The section on money."""

    statement: str
    currencies: tuple[CurrencyMoney, ...]


def money_view(sums: Sequence[MoneySum]) -> MoneyView:
    """Lay out the sums; an audit that found no money over- or underpaid says so in a sentence."""
    currencies = sorted({each.currency for each in sums})
    if not currencies:
        return MoneyView("No finding of this audit over- or underpays anyone.", ())
    return MoneyView(
        "Amounts are the recorded net less the net that the rule sheet gives, wager by wager, never set off against"
        " each other: overpaid is what participants received beyond the sheet, underpaid what they were short of."
        " Violations contradict the sheet; reviews fit another reading of an unclear clause, and a person must settle"
        " them.",
        tuple(_currency(currency, [each for each in sums if each.currency == currency]) for currency in currencies),
    )


def _currency(currency: str, sums: Sequence[MoneySum]) -> CurrencyMoney:
    digits = sums[0].minor_digits
    bearers = _by_name(each for each in sums if each.dimension == "bearer")
    groupings = []
    for dimension, (title, head) in _GROUPINGS.items():
        rows, note = _longest(_by_name(each for each in sums if each.dimension == dimension), dimension)
        if dimension == "all":
            rows = [_named(row, currency) for row in rows]
        caption = f"{title}: {currency} over- and underpaid"
        described = f"{caption}. {_described(rows, currency, digits)}"
        chart = money_chart(described, [row.amounts for row in rows], digits, currency)
        table = _table(dimension, head, caption, rows, digits, note)
        groupings.append(Grouping(title, chart, table, len(rows) <= TOGETHER))
    return CurrencyMoney(
        f"Amounts in {currency}",
        _table("bearer", "Borne by", f"Who bore the difference, in {currency}", bearers, digits, None),
        _bearer_sentence(bearers),
        tuple(groupings),
    )


@dataclass(frozen=True, slots=True)
class _Row:
    amounts: Amounts
    violations: int
    reviews: int

    @property
    def gross(self) -> int:
        held = self.amounts
        return held.violation_over + held.violation_under + held.review_over + held.review_under


def _by_name(sums: Iterable[MoneySum]) -> list[_Row]:
    held: dict[str, dict[Verdict, MoneySum]] = {}
    for each in sums:
        held.setdefault(each.name, {})[each.verdict] = each
    rows = []
    for name, verdicts in held.items():
        violation, review = verdicts.get(Verdict.VIOLATION), verdicts.get(Verdict.REVIEW)
        rows.append(
            _Row(
                Amounts(
                    name,
                    violation.overpaid if violation else 0,
                    violation.underpaid if violation else 0,
                    review.overpaid if review else 0,
                    review.underpaid if review else 0,
                ),
                violation.findings if violation else 0,
                review.findings if review else 0,
            )
        )
    return rows


def _total(name: str, rows: Sequence[_Row]) -> _Row:
    return _Row(
        Amounts(
            name,
            sum(row.amounts.violation_over for row in rows),
            sum(row.amounts.violation_under for row in rows),
            sum(row.amounts.review_over for row in rows),
            sum(row.amounts.review_under for row in rows),
        ),
        sum(row.violations for row in rows),
        sum(row.reviews for row in rows),
    )


def _longest(rows: list[_Row], dimension: str) -> tuple[list[_Row], str | None]:
    named = [_named(row, day(date.fromisoformat(row.amounts.name))) if dimension == "day" else row for row in rows]
    if len(named) <= LONGEST:
        return named, None
    kept = set(sorted(range(len(named)), key=lambda place: -named[place].gross)[: LONGEST - 1])
    others = [row for place, row in enumerate(named) if place not in kept]
    shown = [row for place, row in enumerate(named) if place in kept]
    note = f"The last row sums {count(len(others))} names with smaller amounts; money.csv lists them."
    return [*shown, _total(f"{count(len(others))} others", others)], note


def _named(row: _Row, name: str) -> _Row:
    held = row.amounts
    return _Row(
        Amounts(name, held.violation_over, held.violation_under, held.review_over, held.review_under),
        row.violations,
        row.reviews,
    )


def _cells(row: _Row, digits: int) -> tuple[str, ...]:
    held = row.amounts
    return (
        shortened(held.name, 60),
        count(row.violations),
        amount(held.violation_over, digits),
        amount(held.violation_under, digits),
        count(row.reviews),
        amount(held.review_over, digits),
        amount(held.review_under, digits),
    )


def _table(name: str, head: str, caption: str, rows: Sequence[_Row], digits: int, note: str | None) -> Table:
    columns = (
        Column("name", head),
        Column("count", "Violations", "number"),
        Column("amount", "overpaid", "number"),
        Column("amount", "underpaid", "number"),
        Column("count", "Reviews", "number"),
        Column("amount", "overpaid", "number"),
        Column("amount", "underpaid", "number"),
    )
    return Table(
        "money",
        caption,
        columns,
        tuple(_cells(row, digits) for row in rows),
        _cells(_total("Total", rows), digits) if name == "bearer" or len(rows) > 1 else None,
        note,
    )


def _described(rows: Sequence[_Row], currency: str, digits: int) -> str:
    first = rows[0].amounts
    return (
        f"Bars for {counted(len(rows), 'name')}; the figures stand in the table below. The first is"
        f" {shortened(first.name, 60)}, with violations of {currency} {amount(first.violation_over, digits)} overpaid"
        f" and {amount(first.violation_under, digits)} underpaid."
    )


_BEARERS = {
    PLAYER_DEALER: (
        "Where a player-dealer banks the round, that participant and not the house paid what was overpaid and kept what"
        " was underpaid."
    ),
    HOUSE: "Where the house banks, it paid what was overpaid and kept what was underpaid.",
    METER: "Wagers that the player-dealer does not answer are the meter's or the house's.",
    UNKNOWN: "Where the rule sheet is not among those of this run, who banked the round is not known.",
}


def _bearer_sentence(rows: Sequence[_Row]) -> str:
    names = {row.amounts.name for row in rows}
    return " ".join(sentence for name, sentence in _BEARERS.items() if name in names)
