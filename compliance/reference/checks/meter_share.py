"""PROG-002: where hands take shares of a meter, it falls by what they take; one that is emptied starts anew."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from compliance.domain.money import minor_units
from compliance.domain.odds import MeterShare, toward_zero
from compliance.domain.words import PROGRESSIVE
from compliance.reference.checks.facts import fault
from compliance.reference.ranking import line_for, three_card_hand
from compliance.reference.table import CARDS_IN_A_HAND, standing
from compliance.reference.table_log import Entry, Looked, TableLog

if TYPE_CHECKING:
    from compliance.domain.rounds import Participant
    from compliance.rules.sections import WagerRule

CODE = "PROG-002"


def examine(log: TableLog) -> Looked:
    """Compare what is left of the meter with what the shares due leave, and the round's wagers add."""
    count, found = 0, []
    for place, entry in log.settled():
        meter, taken = entry.round.progressive, share_taken(entry)
        moved = moved_by_rate(entry) if taken else None
        if meter is None or meter.after is None or taken is None or moved is None:
            continue
        count += 1
        emptied = taken >= meter.before
        left = moved - (meter.before if emptied else taken) + (_seed(entry) if emptied else 0)
        if meter.after != left:
            found.append((place, fault(CODE, str(left))))
    return Looked(count, tuple(found))


def moved_by_rate(entry: Entry) -> int | None:
    """Where the round's wagers take the meter by the posted rate, rounded down; None where no rate is known."""
    rule, meter = _rule(entry), entry.round.progressive
    if rule is None or rule.meter is None or meter is None or entry.round.currency != _currency(entry):
        return None
    stakes = sum(
        wager.stake
        for seat in entry.round.seats
        for who in seat.participants
        for wager in who.wagers
        if wager.kind == PROGRESSIVE
    )
    return meter.before + toward_zero(stakes * Fraction(rule.meter.contribution.rstrip("%")) / 100)


def share_taken(entry: Entry) -> int | None:
    """The shares of the meter due to the round's hands; None where the hands cannot tell."""
    rule, meter = _rule(entry), entry.round.progressive
    if rule is None or rule.chart is None or meter is None or rule.hand != "three_card":
        return None
    if rule.must_beat_dealer or rule.above_ante or entry.sheet is None:
        return None
    taken = 0
    for seat in entry.round.seats:
        if seat.cards is None or len(seat.cards) != CARDS_IN_A_HAND:
            continue
        line = line_for(rule.chart, three_card_hand(seat.cards, entry.sheet.ranking))
        if line is not None and isinstance(line.pay, MeterShare):
            in_play = [who for who in seat.participants if who.wager(PROGRESSIVE) and _stands(who, rule)]
            taken += len(in_play) * toward_zero(line.pay.share * meter.before)
    return taken


def _stands(who: Participant, rule: WagerRule) -> bool:
    """Whether the wager is still in play: a fold may forfeit it, and where the sheet says nothing, nothing is due."""
    taken = standing(who)
    return rule.on_fold == "survives" or not (taken.folded or taken.contradictory)


def _rule(entry: Entry) -> WagerRule | None:
    return entry.sheet.wagers.get(PROGRESSIVE) if entry.sheet else None


def _currency(entry: Entry) -> str | None:
    return entry.sheet.currency if entry.sheet else None


def _seed(entry: Entry) -> int:
    rule = _rule(entry)
    return minor_units((rule.meter.seed if rule and rule.meter else None) or "0", entry.round.minor_digits)
