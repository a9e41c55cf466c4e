"""COLL-004: nobody is dealt in without a collection, where the sheet requires one.

A participant with several seats has paid where one of them shows it. A table whose log of the gaming date shows no
collection at all does not record them, and is not examined.
"""

from compliance.reference.checks.facts import fault_at
from compliance.reference.table_log import Looked, TableLog

CODE = "COLL-004"


def examine(log: TableLog) -> Looked:
    """Look for the collection of every participant with a wager."""
    recording = {
        entry.round.gaming_date
        for _, entry in log.settled()
        for seat in entry.round.seats
        for who in seat.participants
        if who.collection
    }
    count, found = 0, []
    for place, entry in log.settled():
        rule = entry.sheet.collection if entry.sheet else None
        if not (rule and rule.required) or entry.round.gaming_date not in recording:
            continue
        everyone = [(seat, who) for seat in entry.round.seats for who in seat.participants]
        have_paid = {who.participant_id for _, who in everyone if who.collection}
        for seat, who in everyone:
            if who.wagers:
                count += 1
                if who.participant_id not in have_paid:
                    found.append((place, fault_at(CODE, seat, who)))
    return Looked(count, tuple(found))
