"""PROG-001: a meter stands before a round where the last one left it, and moves by the posted rate."""

from compliance.reference.checks.facts import fault
from compliance.reference.checks.meter_share import moved_by_rate, share_taken
from compliance.reference.table_log import Looked, TableLog

CODE = "PROG-001"


def examine(log: TableLog) -> Looked:
    """Follow every meter of the table from round to round.

    Whether a meter that other tables move too carries on cannot be seen from one table; how it moves in a round in
    which a share is due is a check of its own.
    """
    count, found = 0, []
    left_at: dict[str, int | None] = {}
    for place, entry in enumerate(log.entries):
        meter = entry.round.progressive
        if meter is None:
            continue
        before, left_at[meter.meter_id] = left_at.get(meter.meter_id), meter.after
        if meter.meter_id in log.shared_meters:
            before = None
        if not (entry.in_scope and entry.settled):
            continue
        rate_known = meter.after is not None and share_taken(entry) == 0
        due = moved_by_rate(entry) if rate_known else None
        count += before is not None or due is not None
        if before is not None and meter.before != before:
            found.append((place, fault(CODE, f"before {before}")))
        elif due is not None and meter.after != due:
            found.append((place, fault(CODE, f"after {due}")))
    return Looked(count, tuple(found))
