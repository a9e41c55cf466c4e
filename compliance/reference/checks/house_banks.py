"""ROTN-003: the house does not bank as player-dealer, unless the sheet says that it may."""

from compliance.domain.words import PlayerDealerKind
from compliance.reference.checks.facts import fault
from compliance.reference.table_log import Looked, TableLog

CODE = "ROTN-003"


def examine(log: TableLog) -> Looked:
    """Look on whose behalf the player-dealer banks, where that is recorded."""
    count, found = 0, []
    for place, entry in log.settled():
        bank = entry.sheet.bank if entry.sheet else None
        if bank is None or bank.house_may_bank or entry.banker is None or entry.banker.kind is None:
            continue
        count += 1
        if entry.banker.kind is PlayerDealerKind.HOUSE:
            found.append((place, fault(CODE)))
    return Looked(count, tuple(found))
