"""ROTN-002: the recorded action seat follows from the action card."""

from dataclasses import replace

from compliance.domain.words import Verdict
from compliance.reference.checks.facts import Examined, Facts, fault
from compliance.reference.order import button_place

CODE = "ROTN-002"


def examine(facts: Facts) -> Examined:
    """Accept the position that the card gives, and the first occupied seat from there.

    Where only another open reading of how positions are counted gives the recorded seat, the finding is a review.
    """
    round_ = facts.round
    place = button_place(round_, facts.sheet.button, facts.positions)
    if place is None or round_.action_seat is None:
        return Examined(0)
    if round_.action_seat in place.accepted:
        return Examined(1)
    finding = fault(CODE, " or ".join(map(str, place.accepted)))
    for reading in facts.rules.readings:
        other = button_place(round_, reading.sheet.button, facts.positions)
        if other and round_.action_seat in other.accepted:
            finding = replace(
                finding,
                verdict=Verdict.REVIEW,
                interpretation=reading.interpretation,
                reading=reading.reading,
            )
            break
    return Examined(1, (finding,))
