"""RECD-002: a table's rounds are numbered one after the other, also from one gaming date to the next."""

from compliance.reference.checks.facts import fault
from compliance.reference.instants import instant
from compliance.reference.table_log import Looked, TableLog

CODE = "RECD-002"


def examine(log: TableLog) -> Looked:
    """Compare every number with that of the round before: a gap, the same again, or a step back in time."""
    count, found = 0, []
    for place, entry in log.scope():
        before = log.before(place)
        if before is None or before.round.sequence is None or entry.round.sequence is None:
            continue
        count += 1
        last, now = before.round.sequence, entry.round.sequence
        if now == last:
            found.append((place, fault(CODE, f"again {last} {now}")))
        elif instant(entry.round.started_at) < instant(before.round.started_at):
            found.append((place, fault(CODE, f"back {last} {now}")))
        elif now != last + 1:
            found.append((place, fault(CODE, f"gap {last} {now}")))
    return Looked(count, tuple(found))
