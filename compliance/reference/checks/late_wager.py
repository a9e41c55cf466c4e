"""WAGR-007: no wager is placed after wagers are closed. Play is placed later, after a look at the hand."""

from compliance.domain.words import ANTE_BONUS, PLAY
from compliance.reference.checks.facts import fault_at
from compliance.reference.instants import instant
from compliance.reference.table_log import Looked, TableLog

CODE = "WAGR-007"


def examine(log: TableLog) -> Looked:
    """Compare the time of every wager that has one with the closing of wagers, where that is recorded."""
    count, found = 0, []
    for place, entry in log.settled():
        closed = entry.round.wagers_closed_at
        for seat in entry.round.seats if closed else ():
            for participant in seat.participants:
                for wager in participant.wagers:
                    if closed and wager.placed_at and wager.kind not in (PLAY, ANTE_BONUS):
                        count += 1
                        if instant(wager.placed_at) > instant(closed):
                            found.append((place, fault_at(CODE, seat, participant, wager.kind)))
    return Looked(count, tuple(found))
