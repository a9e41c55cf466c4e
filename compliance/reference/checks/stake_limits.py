"""WAGR-006: a stake lies within the table's posted limits, and is more than nothing.

An Ante bonus is no stake placed but a line of settlement, and has none.
"""

from compliance.domain.rounds import Wager
from compliance.domain.words import ANTE_BONUS
from compliance.reference.checks.facts import fault_at
from compliance.reference.table_log import Entry, Looked, TableLog

CODE = "WAGR-006"


def examine(log: TableLog) -> Looked:
    """Hold every wager of a kind that has limits against them; of others, find those of nothing or less."""
    count, found = 0, []
    for place, entry in log.settled():
        for seat in entry.round.seats:
            for participant in seat.participants:
                for wager in participant.wagers:
                    beyond = _beyond(entry, wager)
                    if beyond is not None:
                        count += 1
                    if beyond:
                        found.append((place, fault_at(CODE, seat, participant, wager.kind, beyond)))
    return Looked(count, tuple(found))


def _beyond(entry: Entry, wager: Wager) -> str | None:
    """How a stake goes beyond; empty where it does not, None where nothing is posted for it."""
    if wager.kind == ANTE_BONUS:
        return None
    if wager.stake <= 0:
        return "not positive"
    if wager.kind not in entry.posted.limits or entry.posted.currency != entry.round.currency:
        return None
    least, greatest = entry.posted.limits[wager.kind]
    if least is not None and wager.stake < least:
        return f"below {least}"
    if greatest is not None and wager.stake > greatest:
        return f"above {greatest}"
    return ""
