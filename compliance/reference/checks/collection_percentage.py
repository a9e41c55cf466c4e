"""COLL-003: a collection is a fixed fee, and no percentage of what a participant wagers or wins."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from compliance.reference.checks.collections import Paid, as_posted, paid
from compliance.reference.checks.facts import fault
from compliance.reference.table_log import Looked, TableLog
from compliance.rules.posted import PARTICIPANT

if TYPE_CHECKING:
    from datetime import date

CODE = "COLL-003"

LEAST_AMOUNTS = 3
"""Different amounts that have to stand in one proportion before it is taken for more than chance."""

Payments = list[tuple[int, Paid]]


def examine(log: TableLog) -> Looked:
    """By gaming date, look for one proportion in which most collections that are no posted fee stand."""
    days: dict[date, Payments] = {}
    count = 0
    for place, entry in log.settled():
        if not entry.banked:
            continue
        for fee in paid(entry):
            if fee.payer == PARTICIPANT:
                count += 1
                if not as_posted(entry, fee):
                    days.setdefault(entry.round.gaming_date, []).append((place, fee))
    found = []
    for payments in days.values():
        for of_what in ("wagers", "winnings"):
            if (moving := _in_proportion(payments, of_what)) is not None:
                place, share = moving
                found.append((place, fault(CODE, f"{of_what} {share.numerator} {share.denominator}")))
                break
    return Looked(count, tuple(found))


def _in_proportion(payments: Payments, of_what: str) -> tuple[int, Fraction] | None:
    """The proportion of more than half of the payments, and the place of the last; None where there is none."""
    by_share: dict[Fraction, Payments] = {}
    for place, fee in payments:
        base = fee.stakes if of_what == "wagers" else fee.winnings
        if base > 0:
            by_share.setdefault(Fraction(fee.amount, base), []).append((place, fee))
    for share, alike in by_share.items():
        if 2 * len(alike) > len(payments) and len({fee.amount for _, fee in alike}) >= LEAST_AMOUNTS:
            return alike[-1][0], share
    return None
