"""RECD-006: a round names the sheet that the licensee's file has its table play on that gaming date."""

from compliance.reference.checks.facts import fault
from compliance.reference.table_log import Looked, TableLog

CODE = "RECD-006"


def examine(log: TableLog) -> Looked:
    """Compare the two names, where the file says what the table plays."""
    told = [(place, entry) for place, entry in log.scope() if entry.posted.sheet_id is not None]
    found = [
        (place, fault(CODE, entry.posted.sheet_id))
        for place, entry in told
        if entry.round.rule_sheet != entry.posted.sheet_id
    ]
    return Looked(len(told), tuple(found))
