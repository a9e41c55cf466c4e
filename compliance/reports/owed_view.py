"""Who owes whom: the money that corrects each wager found wrong, by debtor and creditor, never set off.

In a player-banked round the player-dealer bears what was overpaid and keeps what was underpaid, not the house.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from compliance.domain.figures import MONEY_VERDICTS
from compliance.domain.words import Direction, Verdict
from compliance.reports.figures import amount, count, counted
from compliance.reports.money_sums import PLAYER_DEALER, bearer, moves_money
from compliance.reports.printable import shortened
from compliance.reports.tables import Column, Table

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from compliance.reports.audit_input import FindingRow, SheetUsed

PRINTED_DEBTS = 60
"""Pairs of a currency that are printed; the smaller ones are summed in a last row and listed in owed.csv."""


@dataclass(frozen=True, slots=True)
class Debt:
    """What one owes another in one currency: minor units, violations and reviews apart, and their findings."""

    currency: str
    minor_digits: int
    debtor: str
    creditor: str
    violations: int
    reviews: int
    findings: int


@dataclass(frozen=True, slots=True)
class OwedView:
    """The section on who owes whom, a table for each currency."""

    statement: str
    tables: tuple[Table, ...]


def debts(findings: Iterable[FindingRow], sheets: Iterable[SheetUsed]) -> tuple[Debt, ...]:
    """Sum what corrects the findings, by currency, debtor and creditor; within a currency the largest first."""
    by_id = {sheet.id: sheet for sheet in sheets}
    sums: dict[tuple[str, int, str, str], list[int]] = {}
    for row in findings:
        if not moves_money(row) or row.verdict not in MONEY_VERDICTS:
            continue
        bank = bearer(row, by_id.get(row.rule_sheet))
        if bank == PLAYER_DEALER and row.player_dealer_id:
            bank = f"{PLAYER_DEALER} {row.player_dealer_id}"
        pair = (row.participant_id or "participant not named", bank)
        debtor, creditor = pair if row.direction is Direction.OVERPAID else pair[::-1]
        held = sums.setdefault((row.currency, row.minor_digits, debtor, creditor), [0, 0, 0])
        held[0 if row.verdict is Verdict.VIOLATION else 1] += abs(row.variance or 0)
        held[2] += 1
    made = [Debt(*pair, *held) for pair, held in sums.items()]
    made.sort(key=lambda each: (each.currency, -each.violations - each.reviews, each.debtor, each.creditor))
    return tuple(made)


def owed_view(owed: Sequence[Debt]) -> OwedView:
    """Lay out the debts, a table for each currency."""
    if not owed:
        return OwedView("No finding of this audit over- or underpays anyone, so that nobody owes anything by it.", ())
    return OwedView(
        "What was overpaid the participant owes to whoever answered the wager; what was underpaid is owed to the"
        " participant. In a round with a player-dealer that is the player-dealer, not the house. Amounts under"
        " review are owed only if the adopted reading is upheld. Nothing is set off.",
        tuple(
            _table(currency, [each for each in owed if each.currency == currency])
            for currency in sorted({each.currency for each in owed})
        ),
    )


def _table(currency: str, owed: Sequence[Debt]) -> Table:
    digits = owed[0].minor_digits
    columns = (
        Column("name", "Debtor"),
        Column("name", "Creditor"),
        Column("count", "Findings", "number"),
        Column("amount", "By violations", "number"),
        Column("amount", "Under review", "number"),
    )
    rows = [_row(shortened(each.debtor, 60), shortened(each.creditor, 60), [each], digits) for each in owed]
    note = None
    if len(rows) > PRINTED_DEBTS:
        left = owed[PRINTED_DEBTS - 1 :]
        rows = [*rows[: PRINTED_DEBTS - 1], _row(f"{count(len(left))} more pairs", "", left, digits)]
        note = f"The last row sums {counted(len(left), 'pair')} with smaller amounts; owed.csv lists them."
    total = _row("All", counted(len(owed), "pair"), owed, digits)
    return Table("owed", f"Owed in {currency}, by debtor and creditor", columns, tuple(rows), total, note)


def _row(debtor: str, creditor: str, owed: Sequence[Debt], digits: int) -> tuple[str, ...]:
    return (
        debtor,
        creditor,
        count(sum(each.findings for each in owed)),
        amount(sum(each.violations for each in owed), digits),
        amount(sum(each.reviews for each in owed), digits),
    )
