"""Where action started, and caps: faults of the order and extent of settlement."""

from __future__ import annotations

from typing import TYPE_CHECKING

from compliance.domain.money import minor_units
from compliance.domain.words import Outcome, Verdict
from compliance.simulate.button import counted_to, first_from
from compliance.simulate.faults.fault import Fault, banked, both, leaves_open
from compliance.simulate.scene import Found, Scene
from compliance.simulate.wishes import Wish

if TYPE_CHECKING:
    from compliance.rules.sheet import RuleSheet


def _accepted(scene: Scene, counted: str) -> set[int] | None:
    """Action seats that the recorded card gives when these positions are counted; None where none is recorded."""
    draft, button = scene.draft, scene.house.sheet.button
    if button is None or draft.bank is None or draft.action_card is None or draft.action_seat is None:
        return None
    occupied = [seat.seat for seat in draft.seats]
    every = [place for place in range(1, scene.house.terms.positions + 1) if place != draft.bank.seat]
    position = counted_to(button, draft.action_card, every if counted == "all_positions" else occupied)
    return {position, first_from(position, occupied)}


def _misplaced(scene: Scene) -> tuple[Found, ...] | None:
    """Start action at a seat that no way of counting gives, and settle from there."""
    by_all, by_occupied = _accepted(scene, "all_positions"), _accepted(scene, "occupied_only")
    others = [seat.seat for seat in scene.draft.seats if seat.seat not in (by_all or set()) | (by_occupied or set())]
    if by_all is None or not others:
        return None
    scene.draft.action_seat = scene.rng.choice(others)
    scene.resettle()
    return (Found("ROTN-002"),)


def _by_occupied_positions(scene: Scene) -> tuple[Found, ...] | None:
    """Count occupied positions only, and settle from where that leads."""
    by_all, by_occupied = _accepted(scene, "all_positions"), _accepted(scene, "occupied_only")
    others = sorted((by_occupied or set()) - (by_all or set()))
    if not others:
        return None
    scene.draft.action_seat = others[0]
    scene.resettle()
    return (Found("ROTN-002", Verdict.REVIEW, interpretation="C3", reading="occupied_only"),)


def _settled_from_elsewhere(scene: Scene) -> tuple[Found, ...] | None:
    """Record one action seat and settle from another, so that the money reaches other wagers."""
    draft = scene.draft
    if draft.action_seat is None or not scene.binds:
        return None
    recorded = draft.action_seat
    draft.action_seat = scene.rng.choice([seat.seat for seat in draft.seats])
    elsewhere = scene.house.settle(draft)
    draft.action_seat = recorded
    found = []
    for spot in scene.spots():
        line, honest = elsewhere.lines[spot.key], spot.wager.net
        if line.net is None or line.outcome is None or line.net == honest:
            continue
        code = "COVR-001" if line.net == spot.line.full.net else "SETL-001"
        spot.wager.outcome, spot.wager.net = line.outcome, line.net
        found.append(spot.found(code, variance=line.net - honest))
    scene.balance()
    if {entry.code for entry in found} != {"COVR-001", "SETL-001"} or scene.house.explanations(draft):
        return None
    return tuple(found)


def _cap_ignored(scene: Scene) -> tuple[Found, ...] | None:
    """Pay a bonus by its odds alone although the sheet's cap is below that."""
    cap = scene.house.sheet.cap[0]
    amount = minor_units(cap.amount, scene.draft.digits)
    for spot in scene.spots(*cap.kinds):
        if spot.line.net == amount and not scene.binds:
            return scene.pay([(spot, Outcome.WIN, amount + spot.wager.stake)])
    return None


def _counts_positions(sheet: RuleSheet) -> bool:
    return sheet.button is not None and sheet.button.counted == "all_positions"


FAULTS = (
    Fault(
        "button_misplaced", ("ROTN-002",), "Action started at a seat that the action card does not give.",
        _misplaced, applies=_counts_positions,
    ),
    Fault(
        "button_by_occupied_positions", ("ROTN-002",), "Empty positions were left out when the button was placed.",
        _by_occupied_positions, Wish(sitting_out=True),
        both(_counts_positions, lambda sheet: leaves_open(sheet, "button.counted")),
    ),
    Fault(
        "settled_from_elsewhere", ("SETL-001", "COVR-001"), "Wagers were settled from another seat on.",
        _settled_from_elsewhere, Wish(binds=True, charted_only=True), banked,
    ),
    Fault(
        "cap_ignored", ("SETL-001",), "A bonus was paid above the largest payment that the sheet allows.",
        _cap_ignored, Wish(capped=True, binds=False), lambda sheet: bool(sheet.cap),
    ),
)  # fmt: skip
"""Faults of order and extent."""
