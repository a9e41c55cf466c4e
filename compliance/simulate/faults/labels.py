"""The right money under the wrong word."""

from __future__ import annotations

from typing import TYPE_CHECKING

from compliance.domain.words import ANTE, PLAY, Decision, Outcome, Verdict
from compliance.simulate.faults.fault import Fault, banked
from compliance.simulate.wishes import Wish

if TYPE_CHECKING:
    from collections.abc import Callable

    from compliance.simulate.scene import Found, Scene, Spot

SETL_002 = ("SETL-002",)


def _labelled(word: Outcome, when: Callable[[Spot], bool]) -> Callable[[Scene], tuple[Found, ...] | None]:
    """Write another word beside the right money."""

    def edit(scene: Scene) -> tuple[Found, ...] | None:
        for spot in scene.spots():
            if spot.wager.kind not in scene.house.uncharted and when(spot):
                spot.wager.outcome = word
                return (spot.found("SETL-002", Verdict.REVIEW, 0),)
        return None

    return edit


FAULTS = (
    Fault(
        "push_labelled_win", SETL_002, "A wager that was handed back stands as won, with no money.",
        _labelled(Outcome.WIN, lambda spot: spot.line.outcome is Outcome.PUSH and spot.line.full.net == 0),
        Wish(deal="beats_not_qualified", kinds=(ANTE,), decision=Decision.PLAY),
    ),
    Fault(
        "push_labelled_void", SETL_002, "A wager that was handed back stands as void in a settled round.",
        _labelled(Outcome.VOID, lambda spot: spot.wager.kind == PLAY and spot.wager.net == 0),
        Wish(deal="beats_not_qualified", kinds=(ANTE,), decision=Decision.PLAY),
    ),
    Fault(
        "win_labelled_lose", SETL_002, "A win stands as lost beside the right money.",
        _labelled(Outcome.LOSE, lambda spot: spot.wager.net > 0),
    ),
    Fault(
        "loss_labelled_push", SETL_002, "A loss stands as pushed beside the right money.",
        _labelled(Outcome.PUSH, lambda spot: spot.wager.net < 0),
    ),
    Fault(
        "uncovered_labelled_lose", SETL_002, "A wager that the player-dealer's money did not reach stands as lost.",
        _labelled(Outcome.LOSE, lambda spot: spot.line.outcome is Outcome.NO_ACTION),
        Wish(binds=True), banked,
    ),
)  # fmt: skip
"""Faults of the outcome's word."""
