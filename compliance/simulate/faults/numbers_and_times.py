"""Numbers, times and dates of rounds that do not fit each other, and a round that is told twice."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from compliance.domain.words import PROGRESSIVE
from compliance.simulate.faults.fault import Aftermath, Fault
from compliance.simulate.scene import Found, Scene
from compliance.simulate.wishes import Wish

if TYPE_CHECKING:
    from collections.abc import Callable

    from compliance.rules.sheet import RuleSheet


def _numbered(by: int) -> Callable[[Scene], tuple[Found, ...] | None]:
    """Add to the number of the round."""

    def edit(scene: Scene) -> tuple[Found, ...] | None:
        draft = scene.draft
        if scene.before is None or draft.frame.sequence != scene.before.frame.sequence + 1:
            return None
        draft.frame = replace(draft.frame, sequence=draft.frame.sequence + by)
        return (Found("RECD-002"),)

    return edit


def moved(text: str, seconds: float) -> str:
    """A time of the log, some seconds later."""
    return (datetime.fromisoformat(text) + timedelta(seconds=seconds)).isoformat(timespec="milliseconds")


def _closed_before_the_start(scene: Scene) -> tuple[Found, ...] | None:
    frame = scene.draft.frame
    scene.draft.frame = replace(frame, wagers_closed_at=moved(frame.started_at, -1))
    return (Found("RECD-003"),)


def _settled_before_closing(scene: Scene) -> tuple[Found, ...] | None:
    frame = scene.draft.frame
    scene.draft.frame = replace(frame, settled_at=moved(frame.wagers_closed_at, -2))
    return (Found("RECD-003"),)


def _overlapping(scene: Scene) -> tuple[Found, ...] | None:
    """Start the round before the one before it is settled."""
    frame, before = scene.draft.frame, scene.before.frame if scene.before else None
    if before is None or _lasts(before.started_at, before.settled_at) < timedelta(seconds=20):
        return None
    scene.draft.frame = replace(frame, started_at=moved(before.settled_at, -5))
    return (Found("RECD-003"),)


def _lasts(start: str, end: str) -> timedelta:
    return datetime.fromisoformat(end) - datetime.fromisoformat(start)


def _booked(days: int) -> Callable[[Scene], tuple[Found, ...] | None]:
    def edit(scene: Scene) -> tuple[Found, ...] | None:
        frame = scene.draft.frame
        scene.draft.frame = replace(frame, gaming_date=frame.gaming_date + timedelta(days=days))
        return (Found("RECD-007"),)

    return edit


def _other_sheet(scene: Scene) -> tuple[Found, ...] | None:
    here = scene.house.sheet.id
    scene.draft.rule_sheet = "gega-003666" if here != "gega-003666" else "live-three-card-poker"
    return (Found("RECD-006"),)


def _order_of_rounds_counts_for_nothing_else(sheet: RuleSheet) -> bool:
    return (
        not sheet.deck.alternate
        and PROGRESSIVE not in sheet.wagers
        and (sheet.bank is None or sheet.bank.consecutive_rounds is None)
    )


FAULTS = (
    Fault(
        "round_id_given_again", ("RECD-001",), "A round id comes a second time, with other content.",
        lambda _: (Found("RECD-001"),), follows=True, after=Aftermath(given_again=True),
    ),
    Fault(
        "number_left_out", ("RECD-002",), "A number of the table's count was left out.",
        _numbered(1), follows=True, after=Aftermath(1, 1),
    ),
    Fault(
        "number_given_twice", ("RECD-002",), "Two rounds of the table have one number.",
        _numbered(-1), follows=True, after=Aftermath(-1, -1),
    ),
    Fault(
        "numbers_exchanged", ("RECD-002",), "A round and the next have each other's number.",
        _numbered(1), applies=_order_of_rounds_counts_for_nothing_else, follows=True, after=Aftermath(-1, 0),
    ),
    Fault(
        "closed_before_the_start", ("RECD-003",), "Wagers were closed before the round started.",
        _closed_before_the_start,
    ),
    Fault(
        "settled_before_closing", ("RECD-003",), "The round was settled before wagers were closed.",
        _settled_before_closing,
    ),
    Fault(
        "overlapping_rounds", ("RECD-003",), "The round started before the one before it was settled.",
        _overlapping, follows=True,
    ),
    Fault(
        "booked_a_day_early", ("RECD-007",), "The round is booked on the day before its own.", _booked(-1),
    ),
    Fault(
        "booked_a_day_late", ("RECD-007",), "The round is booked on the day after its own.", _booked(1),
    ),
    Fault(
        "other_sheet_named", ("RECD-006",), "A void round names a sheet that the table does not play.",
        _other_sheet, Wish(void=True),
    ),
    Fault(
        "void_without_cause", (), "A round is void although the sheet gives no cause for voiding one.",
        lambda _: (), Wish(void=True), lambda sheet: sheet.voids is None,
    ),
)  # fmt: skip
"""Faults of numbers, times and dates."""
