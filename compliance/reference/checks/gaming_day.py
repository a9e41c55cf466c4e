"""RECD-007: a round's gaming date is the one on which it started, by the table's clock and the hour its day begins."""

from datetime import date, datetime, timedelta

from compliance.reference.checks.facts import fault
from compliance.reference.instants import instant, of
from compliance.reference.table_log import Looked, TableLog
from compliance.rules.posted import Posted

CODE = "RECD-007"


def examine(log: TableLog) -> Looked:
    """Hold the start of every round against the beginning of its gaming date and of the next."""
    count, found = 0, []
    for place, entry in log.scope():
        started, day = instant(entry.round.started_at), entry.round.gaming_date
        if entry.posted.zone is None or day == date.max:
            continue
        count += 1
        if started < _begins(entry.posted, day):
            found.append((place, fault(CODE, "before")))
        elif started >= _begins(entry.posted, day + timedelta(days=1)):
            found.append((place, fault(CODE, "after")))
    return Looked(count, tuple(found))


def _begins(posted: Posted, day: date) -> int:
    """The first time that the clock shows the hour; where it is put forward over it, by the offset until then."""
    hour = posted.day_starts_at or datetime.min.time()
    return of(datetime.combine(day, hour, tzinfo=posted.zone))
