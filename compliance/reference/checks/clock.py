"""RECD-003: a round starts, closes its wagers and is settled in that order, and overlaps no round before it."""

from compliance.domain.rounds import Round
from compliance.reference.checks.facts import fault
from compliance.reference.instants import instant
from compliance.reference.table_log import Looked, TableLog

CODE = "RECD-003"


def examine(log: TableLog) -> Looked:
    """Compare the times of every round with each other, with those of the round before, and of the latest settled."""
    count, found = 0, []
    latest: list[Round] = []  # of the rounds so far, those that were settled last
    for place, entry in enumerate(log.entries):
        round_, before = entry.round, log.before(place)
        faults = _out_of_order(round_)
        if before is not None and _overlap(before.round, round_):
            faults.append("overlaps the round before it")
        elif any(_overlap(earlier, round_) for earlier in latest):
            faults.append("overlaps an earlier round")
        if not latest or instant(round_.settled_at) > instant(latest[0].settled_at):
            latest = [round_]
        elif instant(round_.settled_at) == instant(latest[0].settled_at):
            latest.append(round_)
        if not entry.in_scope:
            continue
        count += 1
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
