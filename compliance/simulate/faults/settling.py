"""Settling a wager of an honest round otherwise than the sheet has it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from compliance.domain.words import ANTE, PLAY, Branch, Outcome

if TYPE_CHECKING:
    from collections.abc import Callable

    from compliance.simulate.scene import Found, Scene, Spot

Result = tuple[Outcome, int]
PUSHED: Result = (Outcome.PUSH, 0)
SETL_001 = ("SETL-001",)


def won(spot: Spot) -> Result:
    """The wager paid at even money."""
    return Outcome.WIN, spot.wager.stake


def lost(spot: Spot) -> Result:
    """The wager taken."""
    return Outcome.LOSE, -spot.wager.stake


def one(kinds: tuple[str, ...], result: Callable[[Spot], Result | None]) -> Callable[[Scene], tuple[Found, ...] | None]:
    """Settle one wager of these kinds otherwise: the first for which ``result`` gives something."""

    def edit(scene: Scene) -> tuple[Found, ...] | None:
        for spot in scene.spots(*kinds):
            settled = result(spot)
            if settled is not None:
                return scene.pay([(spot, *settled)])
        return None

    return edit


def base(
    result: Callable[[Spot, Spot], tuple[Result | None, Result | None]],
) -> Callable[[Scene], tuple[Found, ...] | None]:
    """Settle one participant's Ante and Play otherwise; a wager for which ``result`` gives None stays as it is."""

    def edit(scene: Scene) -> tuple[Found, ...] | None:
        for ante in scene.spots(ANTE):
            play = scene.beside(ante, PLAY)
            if play is None:
                continue
            settled = zip((ante, play), result(ante, play), strict=True)
            changes = [(spot, *outcome) for spot, outcome in settled if outcome is not None]
            if changes:
                return scene.pay(changes)
        return None

    return edit


def in_branch(*branches: Branch) -> Callable[[Spot], bool]:
    """Whether the honest settlement took one of these branches."""
    return lambda spot: spot.line.branch in branches


qualified_beaten = in_branch(Branch.BEATEN)
beats = in_branch(Branch.BEATS)
equal = in_branch(Branch.EQUAL)
not_qualified = in_branch(
    Branch.NOT_QUALIFIED, Branch.NOT_QUALIFIED_BEATS, Branch.NOT_QUALIFIED_BEATEN, Branch.NOT_QUALIFIED_EQUAL
)
pays = in_branch(Branch.PAYS)
pays_nothing = in_branch(Branch.PAYS_NOTHING)
