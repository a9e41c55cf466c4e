"""RECD-004 for a sheet that is known: it is in force at the table on the gaming date. The round is settled by it."""

from dataclasses import replace

from compliance.domain.words import Branch
from compliance.reference.checks.facts import fault
from compliance.reference.table_log import Looked, TableLog

CODE = "RECD-004"


def examine(log: TableLog) -> Looked:
    """Report the rounds whose sheet is not; that every round was examined is counted with the unknown sheets."""
    found = [
        (place, replace(fault(CODE, entry.posted.not_in_force), branch=Branch.NOT_IN_FORCE))
        for place, entry in log.scope()
        if entry.posted.not_in_force is not None
    ]
    return Looked(0, tuple(found))
