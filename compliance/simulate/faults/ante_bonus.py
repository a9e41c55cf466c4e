"""The Ante bonus: a line of its own, missing, not due, or in the wrong amount."""

from __future__ import annotations

from typing import TYPE_CHECKING

from compliance.domain.words import ANTE, ANTE_BONUS, Branch, Decision, DecisionSource, Outcome
from compliance.simulate.draft import WagerDraft
from compliance.simulate.faults.fault import Fault, charted
from compliance.simulate.faults.settling import SETL_001, one, pays
from compliance.simulate.scene import Found, Scene
from compliance.simulate.wishes import Wish

if TYPE_CHECKING:
    from collections.abc import Callable

    from compliance.simulate.scene import Spot


def _ante_bonus_missing(scene: Scene) -> tuple[Found, ...] | None:
    for spot in scene.spots(ANTE_BONUS):
        if spot.line.branch is Branch.PAYS and spot.who.decision is Decision.PLAY:
            spot.who.wagers.remove(spot.wager)
            return (spot.found("SETL-003", variance=-spot.wager.net),)
    return None


def _not_due(when: Callable[[Spot], bool]) -> Callable[[Scene], tuple[Found, ...] | None]:
    """Pay an Ante bonus at even money that the sheet does not give."""

    def edit(scene: Scene) -> tuple[Found, ...] | None:
        for ante in scene.spots(ANTE):
            if ante.who.wager(ANTE_BONUS) is None and when(ante):
                ante.who.wagers.append(WagerDraft(ANTE_BONUS, 0, Outcome.WIN, ante.wager.stake))
                found = ante.found("SETL-006", variance=ante.wager.stake)
                return (Found(found.code, found.verdict, found.seat, found.participant_id, ANTE_BONUS, found.variance),)
        return None

    return edit


def _folded_by_hand(spot: Spot) -> bool:
    return spot.who.decision is Decision.FOLD and spot.who.source is not DecisionSource.DISCONNECT


FAULTS = (
    Fault(
        "ante_bonus_missing", ("SETL-003",), "An Ante bonus that is due was not paid.",
        _ante_bonus_missing, Wish(deal="straight", kinds=(ANTE,), decision=Decision.PLAY), charted(ANTE_BONUS),
    ),
    Fault(
        "ante_bonus_not_due", ("SETL-006",), "An Ante bonus was paid on a hand below the table.",
        _not_due(lambda ante: ante.who.decision is Decision.PLAY), Wish(kinds=(ANTE,), decision=Decision.PLAY),
        charted(ANTE_BONUS),
    ),
    Fault(
        "ante_bonus_after_fold", ("SETL-006",), "An Ante bonus was paid to a participant who had folded.",
        _not_due(_folded_by_hand), Wish(deal="straight", kinds=(ANTE,), decision=Decision.FOLD), charted(ANTE_BONUS),
    ),
    Fault(
        "ante_bonus_paid_short", SETL_001, "An Ante bonus was paid one stake short.",
        one(
            (ANTE_BONUS,),
            lambda spot: (Outcome.WIN, spot.wager.net - ante.stake)
            if pays(spot) and (ante := spot.who.wager(ANTE)) and spot.wager.net > ante.stake else None,
        ),
        Wish(deal="three_of_a_kind", kinds=(ANTE,), decision=Decision.PLAY), charted(ANTE_BONUS),
    ),
    Fault(
        "ante_bonus_taken", SETL_001, "An Ante bonus that is due was recorded as a loss.",
        one(
            (ANTE_BONUS,),
            lambda spot: (Outcome.LOSE, -ante.stake) if pays(spot) and (ante := spot.who.wager(ANTE)) else None,
        ),
        Wish(deal="straight", kinds=(ANTE,), decision=Decision.PLAY), charted(ANTE_BONUS),
    ),
)  # fmt: skip
"""Faults of the Ante bonus."""
