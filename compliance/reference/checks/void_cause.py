"""RECD-008: a round is void where the sheet lets rounds be voided; where it gives no cause, a person has to look."""

from compliance.reference.checks.facts import fault
from compliance.reference.table_log import Looked, TableLog

CODE = "RECD-008"


def examine(log: TableLog) -> Looked:
    """Look for causes in the sheets of void rounds."""
    void = [(place, entry) for place, entry in log.scope() if not entry.settled and entry.sheet]
    found = [(place, fault(CODE)) for place, entry in void if entry.sheet and entry.sheet.voids is None]
    return Looked(len(void), tuple(found))
