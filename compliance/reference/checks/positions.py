"""WAGR-009: every seat is one of the table's positions, and nobody wagers at the seat that banks."""

from compliance.domain.catalogue import CHECKS
from compliance.domain.results import Finding
from compliance.reference.table_log import Entry, Looked, TableLog

CODE = "WAGR-009"


def examine(log: TableLog) -> Looked:
    """Look at the seats with participants, and at the player-dealer's, where positions or a bank are known."""
    count, found = 0, []
    for place, entry in log.settled():
        if entry.positions is None and entry.banker is None:
            continue
        seats = _seats(entry)
        count += len(seats)
        wrong = {seat: detail for seat in seats if (detail := _wrong(entry, seat)) is not None}
        found += [(place, Finding(CODE, CHECKS[CODE].verdict, seat, detail=detail)) for seat, detail in wrong.items()]
    return Looked(count, tuple(found))


def _seats(entry: Entry) -> list[int]:
    seats = {seat.seat for seat in entry.round.seats if seat.participants}
    return sorted(seats | ({entry.banker.seat} if entry.banker else set()))


def _wrong(entry: Entry, seat: int) -> str | None:
    if entry.positions is not None and seat > entry.positions:
        return f"outside {entry.positions}"
    if entry.banker is not None and seat == entry.banker.seat:
        at_it = (who for place in entry.round.seats if place.seat == seat for who in place.participants)
        return "banks" if any(who.wagers for who in at_it) else None
    return None
