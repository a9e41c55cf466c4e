"""WAGR-008: one participant a seat, where the sheet forbids back-line wagers."""

from compliance.domain.catalogue import CHECKS
from compliance.domain.results import Finding
from compliance.reference.checks.facts import Examined, Facts

CODE = "WAGR-008"


def examine(facts: Facts) -> Examined:
    """Count the participants of every occupied seat."""
    if facts.sheet.table.back_line != "forbidden":
        return Examined(0)
    occupied = [seat for seat in facts.round.seats if seat.participants]
    findings = [Finding(CODE, CHECKS[CODE].verdict, seat.seat) for seat in occupied if len(seat.participants) > 1]
    return Examined(len(occupied), tuple(findings))
