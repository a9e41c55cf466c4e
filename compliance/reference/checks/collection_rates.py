"""COLL-002: a table has no more collection rates than the statute allows. A fee waived is none of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from compliance.reference.checks.collections import paid, posted_rates
from compliance.reference.checks.facts import fault
from compliance.reference.table_log import Entry, Looked, TableLog
from compliance.rules.posted import MOST_COLLECTION_RATES

if TYPE_CHECKING:
    from datetime import date

CODE = "COLL-002"


def examine(log: TableLog) -> Looked:
    """Count, by gaming date, the different posted fees; where none are posted, the different amounts collected."""
    days: dict[date, list[tuple[int, Entry]]] = {}
    for place, entry in log.settled():
        if entry.banked:
            days.setdefault(entry.round.gaming_date, []).append((place, entry))
    count, found = 0, []
    for rounds in days.values():
        rates = {amount for _, entry in rounds for amount in _amounts(entry)}
        count += bool(rates)
        if len(rates) > MOST_COLLECTION_RATES:
            found.append((rounds[-1][0], fault(CODE, f"{len(rates)} {MOST_COLLECTION_RATES}")))
    return Looked(count, tuple(found))


def _amounts(entry: Entry) -> set[int]:
    posted = posted_rates(entry)
    if posted is not None:
        return {rate.fee for rate in posted if rate.fee}
    return {fee.amount for fee in paid(entry)}
