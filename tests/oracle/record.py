"""Checks of the record itself: cards, decisions, wagers, the bank's own sums, the action seat."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from tests.oracle import cards
from tests.oracle.full import needs_cards
from tests.oracle.lines import Place, minor
from tests.oracle.order import button_position, first_occupied_from, occupied_seats
from tests.oracle.sheets import FOUR_KINDS

if TYPE_CHECKING:
    from tests.oracle.settle import Round

Found = dict[str, Any]


def found(code: str, verdict: str, place: Place | None = None, kind: str | None = None, **more: Any) -> Found:
    """A finding with every field present; those that do not apply are None."""
    blank = dict.fromkeys(
        (
            "seat",
            "participant_id",
            "wager_kind",
            "expected_net",
            "recorded_net",
            "variance",
            "direction",
            "interpretation",
            "reading",
        )
    )
    where = {} if place is None else {"seat": place.seat, "participant_id": place.participant_id}
    return {"code": code, "verdict": verdict, **blank, **where, "wager_kind": kind, **more}


def card_faults(record: dict[str, Any], round_: Round | None, readings: dict[str, str]) -> list[Found]:
    """DEAL-001 and DEAL-002, at most one of each a round; without a sheet nothing is needed."""
    dealer = cards.hand(record.get("dealer_cards"))
    hands = [h for h in (cards.hand(s.get("cards")) for s in record["seats"]) if h is not None]
    shown = [dealer, *hands] if dealer is not None else hands
    faults = []
    if any(count > 1 for count in Counter(c for h in shown for c in h).values()):
        faults.append(found("DEAL-001", "violation"))
    short = any(len(h) != 3 for h in shown)
    unseen = False
    for place in round_.places if round_ is not None else []:
        for line in place.lines:
            own, banks = needs_cards(round_.sheet, readings, place, line.kind)  # type: ignore[union-attr]
            unseen = unseen or (own and place.cards is None) or (banks and dealer is None)
    if short or unseen:
        faults.append(found("DEAL-002", "violation"))
    return faults


def wager_faults(round_: Round) -> list[Found]:
    """WAGR-001 to WAGR-005 and WAGR-008."""
    sheet, faults = round_.sheet, []
    for place in round_.places:
        ante, play = place.line("ante"), place.line("play")
        if (
            (place.recorded_decision == "play" and play is None)
            or (place.recorded_decision == "fold" and play is not None)
            or (place.recorded_decision is None and ante is not None)
        ):
            faults.append(found("WAGR-002", "violation", place))
        for line in place.lines:
            if line.kind not in sheet["kinds"]:
                faults.append(found("WAGR-003", "violation", place, line.kind))
            elif line.kind in sheet["needs_ante"] and ante is None:
                faults.append(found("WAGR-004", "violation", place, line.kind))
            elif line.kind == "play" and ante is not None and line.stake != ante.stake:
                faults.append(found("WAGR-001", "violation", place, line.kind))
            elif line.kind in sheet["bonus_not_above_ante"] and ante is not None and line.stake > ante.stake:
                faults.append(found("WAGR-005", "violation", place, line.kind))
    if sheet["back_line_forbidden"]:
        faults += [
            found("WAGR-008", "violation", seat=seat["seat"])
            for seat in round_.record["seats"]
            if len(seat["participants"]) > 1
        ]
    return faults


def bank_faults(round_: Round) -> list[Found]:
    """COVR-002 and COVR-003: what the recorded nets say the bank won or lost."""
    bank = round_.record.get("player_dealer")
    if round_.sheet["banked_by"] != "player-dealer" or bank is None:
        return []
    result = -sum(
        line.net for place in round_.places for line in place.lines if line.kind in FOUR_KINDS and line.net is not None
    )
    faults = []
    if round_.put_up is not None and abs(result) > round_.put_up:
        faults.append(found("COVR-002", "violation"))
    if bank.get("net") is not None and minor(bank["net"], round_.currency) != result:
        faults.append(found("COVR-003", "violation"))
    return faults


def action_seat_faults(round_: Round, readings: dict[str, str], rulings: dict[str, str]) -> list[Found]:
    """ROTN-002: the recorded action seat against the action card."""
    recorded = round_.record.get("action_seat")
    if recorded is None or not round_.sheet["button_rule"]:
        return []

    def accepted(reading: str) -> set[int | None] | None:
        target = button_position(round_.record, reading, round_.positions)
        if target is None:
            return None
        return {target, first_occupied_from(target, occupied_seats(round_.record))}

    by_adopted = accepted(readings["C3"])
    if by_adopted is None or recorded in by_adopted:
        return []
    for other in round_.sheet["readings"]["C3"]:
        if other != readings["C3"] and "C3" not in rulings and recorded in (accepted(other) or set()):
            return [found("ROTN-002", "review", interpretation="C3", reading=other)]
    return [found("ROTN-002", "violation")]
