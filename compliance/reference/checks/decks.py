"""DECK-001: two decks take turns, where the sheet says so. A void round has used its deck all the same."""

from compliance.reference.checks.facts import fault
from compliance.reference.table_log import Entry, Looked, TableLog

CODE = "DECK-001"


def examine(log: TableLog) -> Looked:
    """Compare the deck of every round with that of the round before, unless a round is missing between them."""
    count, found = 0, []
    for place, entry in log.settled():
        before = log.before(place)
        if before is None or not (entry.sheet and entry.sheet.deck.alternate) or not _next_to(before, entry):
            continue
        if entry.round.deck is None or before.round.deck is None:
            continue
        count += 1
        if entry.round.deck == before.round.deck:
            found.append((place, fault(CODE, entry.round.deck)))
    return Looked(count, tuple(found))


def _next_to(one: Entry, other: Entry) -> bool:
    first, second = one.round.sequence, other.round.sequence
    return first is None or second is None or second == first + 1
