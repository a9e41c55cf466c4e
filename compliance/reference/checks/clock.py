"""RECD-003: a round starts, closes its wagers and is settled in that order, and overlaps no round of its table."""

from compliance.domain.rounds import Round
from compliance.reference.checks.facts import fault
from compliance.reference.instants import instant
from compliance.reference.table_log import Looked, TableLog

CODE = "RECD-003"


def examine(log: TableLog) -> Looked:
    """Compare the times of every round with each other, and with those of the round before."""
    count, found = 0, []
    for place, entry in log.scope():
        count += 1
        faults = _out_of_order(entry.round)
        before = log.before(place)
        if before is not None and _overlap(before.round, entry.round):
            faults.append("overlaps the round before it")
        if faults:
            found.append((place, fault(CODE, ", ".join(faults))))
    return Looked(count, tuple(found))


def _out_of_order(round_: Round) -> list[str]:
    started, settled = instant(round_.started_at), instant(round_.settled_at)
    if round_.wagers_closed_at is None:
        return ["settled before it started"] if settled < started else []
    closed = instant(round_.wagers_closed_at)
    faults = ["wagers closed before it started"] if closed < started else []
    return [*faults, "settled before wagers closed"] if settled < closed else faults


def _overlap(one: Round, other: Round) -> bool:
    """Whether both were under way at one moment; a round whose own times are turned round is taken as they stand."""
    return instant(other.started_at) < instant(one.settled_at) and instant(one.started_at) < instant(other.settled_at)
