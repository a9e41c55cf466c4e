"""Stakes, seats and times of wagers against what is posted at the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from compliance.domain.words import ANTE, ANTE_BONUS, PAIR_PLUS, PLAY, PROGRESSIVE, SIX_CARD_BONUS
from compliance.simulate.faults.fault import Fault, banked, both, offers
from compliance.simulate.faults.numbers_and_times import moved
from compliance.simulate.scene import Found, Scene
from compliance.simulate.wishes import Wish

if TYPE_CHECKING:
    from collections.abc import Callable

    from compliance.rules.sheet import RuleSheet

WITH_ANTE = Wish(kinds=(ANTE,))
BARE_ANTE = Wish(kinds=(ANTE,), without=(PAIR_PLUS, SIX_CARD_BONUS, PROGRESSIVE))


def _ante_of(staked: Callable[[Scene], int], *, bare: bool) -> Callable[[Scene], tuple[Found, ...] | None]:
    """Place an Ante, and the Play beside it, of another amount; ``bare``: of somebody without bonus wagers."""

    def edit(scene: Scene) -> tuple[Found, ...] | None:
        for seat, _, who in scene.participants():
            ante, play = who.wager(ANTE), who.wager(PLAY)
            if ante is None or (bare and {wager.kind for wager in who.wagers} - {ANTE, PLAY, ANTE_BONUS}):
                continue
            ante.stake = staked(scene)
            if play is not None:
                play.stake = ante.stake
            scene.resettle()
            return (Found("WAGR-006", seat=seat.seat, participant_id=who.participant_id, wager_kind=ANTE),)
        return None

    return edit


def _bonus_of(staked: Callable[[Scene], int]) -> Callable[[Scene], tuple[Found, ...] | None]:
    def edit(scene: Scene) -> tuple[Found, ...] | None:
        for seat, _, who in scene.participants():
            if (bonus := who.wager(PAIR_PLUS)) is not None:
                bonus.stake = staked(scene)
                scene.resettle()
                return (Found("WAGR-006", seat=seat.seat, participant_id=who.participant_id, wager_kind=PAIR_PLUS),)
        return None

    return edit


def _placed_late(scene: Scene) -> tuple[Found, ...] | None:
    closed = scene.draft.frame.wagers_closed_at
    for seat, _, who in scene.participants():
        for wager in who.wagers:
            if wager.kind not in (PLAY, ANTE_BONUS):
                wager.placed_at = moved(closed, 1.5)
                return (Found("WAGR-007", seat=seat.seat, participant_id=who.participant_id, wager_kind=wager.kind),)
    return None


def _seated_at(number: Callable[[Scene], int | None]) -> Callable[[Scene], tuple[Found, ...] | None]:
    """Let those of one seat wager at another, in a round in which no order of action is needed."""

    def edit(scene: Scene) -> tuple[Found, ...] | None:
        draft, place = scene.draft, number(scene)
        seats = [seat for seat in draft.seats if any(who.wagers for who in seat.participants)]
        if place is None or not seats or scene.binds:
            return None
        scene.rng.choice(seats).seat = place
        draft.seats.sort(key=lambda seat: seat.seat)
        draft.action_card = draft.action_seat = None
        scene.resettle()
        return (Found("WAGR-009", seat=place),)

    return edit


def _unlimited_by_the_ante(sheet: RuleSheet) -> bool:
    return not sheet.wagers[PAIR_PLUS].at_most_ante if PAIR_PLUS in sheet.wagers else False


FAULTS = (
    Fault(
        "ante_above_the_limit", ("WAGR-006",), "An Ante is twice the table's greatest.",
        _ante_of(lambda scene: 2 * scene.house.terms.antes[-1], bare=False), WITH_ANTE,
    ),
    Fault(
        "ante_below_the_limit", ("WAGR-006",), "An Ante is half the table's least.",
        _ante_of(lambda scene: scene.house.terms.antes[0] // 2, bare=True), BARE_ANTE,
    ),
    Fault(
        "bonus_above_the_limit", ("WAGR-006",), "A Pair Plus wager is above the table's greatest.",
        _bonus_of(lambda scene: 3 * scene.house.terms.antes[-1]), Wish(kinds=(PAIR_PLUS,)),
        both(offers(PAIR_PLUS), _unlimited_by_the_ante),
    ),
    Fault(
        "bonus_of_nothing", ("WAGR-006",), "A Pair Plus wager has a stake of nothing.",
        _bonus_of(lambda _: 0), Wish(kinds=(PAIR_PLUS,)), offers(PAIR_PLUS),
    ),
    Fault(
        "wager_placed_late", ("WAGR-007",), "A wager was placed after wagers were closed.", _placed_late,
    ),
    Fault(
        "seat_beyond_the_positions", ("WAGR-009",), "Somebody wagers at a seat that the table does not have.",
        _seated_at(lambda scene: scene.house.terms.positions + 1), Wish(binds=False), banked,
    ),
    Fault(
        "wagers_at_the_bank", ("WAGR-009",), "Wagers stand at the seat that banks the round.",
        _seated_at(lambda scene: scene.draft.bank.seat if scene.draft.bank else None), Wish(binds=False), banked,
    ),
)  # fmt: skip
"""Faults against what is posted."""
