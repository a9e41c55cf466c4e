"""COLL-001: a collection is one of the table's posted fees."""

from compliance.domain.catalogue import CHECKS
from compliance.domain.results import Finding
from compliance.reference.checks.collections import Paid, as_posted, paid, posted_rates
from compliance.reference.checks.facts import fault_at
from compliance.reference.table_log import Entry, Looked, TableLog

CODE = "COLL-001"


def examine(log: TableLog) -> Looked:
    """Hold every collection of more than nothing against the fees in force; one of nothing was waived."""
    count, found = 0, []
    for place, entry in log.settled():
        for fee in paid(entry) if posted_rates(entry) is not None else ():
            count += 1
            if not as_posted(entry, fee):
                found.append((place, _about(entry, fee)))
    return Looked(count, tuple(found))


def _about(entry: Entry, fee: Paid) -> Finding:
    if fee.seat is not None and fee.participant is not None:
        return fault_at(CODE, fee.seat, fee.participant, detail=str(fee.amount))
    seat = entry.banker.seat if entry.banker else None
    return Finding(CODE, CHECKS[CODE].verdict, seat, detail=str(fee.amount))
