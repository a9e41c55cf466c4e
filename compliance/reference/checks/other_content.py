"""RECD-001: no other content is on record for a round id. The first to come stays loaded; the others are kept out."""

from compliance.reference.checks.facts import fault
from compliance.reference.table_log import Looked, TableLog

CODE = "RECD-001"


def examine(log: TableLog) -> Looked:
    """Count, for every round, the lines that were kept out because of it."""
    rounds = list(log.scope())
    found = [(place, fault(CODE, str(entry.conflicting))) for place, entry in rounds if entry.conflicting]
    return Looked(len(rounds), tuple(found))
