"""The player-dealer's money: limits ignored, sums that do not fit, and what was not recorded."""

from __future__ import annotations

from typing import TYPE_CHECKING

from compliance.domain.words import Outcome, Verdict
from compliance.simulate.faults.fault import Fault, banked, both
from compliance.simulate.scene import Found, Scene
from compliance.simulate.wishes import Wish

if TYPE_CHECKING:
    from collections.abc import Callable

    from compliance.rules.sheet import RuleSheet
    from compliance.simulate.scene import Spot

BINDS, SUFFICES = Wish(binds=True, charted_only=True), Wish(binds=False)


def _limited(scene: Scene) -> list[Spot]:
    """The wagers that the player-dealer's money did not answer in full."""
    return [
        spot
        for spot in scene.spots(*sorted(scene.house.answered - scene.house.uncharted))
        if spot.line.net != spot.line.full.net
    ]


def _in_full(spot: Spot) -> tuple[Spot, Outcome, int]:
    return spot, spot.line.full.outcome or Outcome.PUSH, spot.line.full.net or 0


def _one_in_full(wins: bool) -> Callable[[Scene], tuple[Found, ...] | None]:
    """Settle one wager as if the player-dealer's money still reached it."""

    def edit(scene: Scene) -> tuple[Found, ...] | None:
        for spot in _limited(scene):
            if ((spot.line.full.net or 0) > 0) is wins:
                return scene.pay([_in_full(spot)], "COVR-001")
        return None

    return edit


def _all_in_full(scene: Scene) -> tuple[Found, ...] | None:
    """Settle every wager as if there were no limit, and take the player-dealer beyond it."""
    found = scene.pay([_in_full(spot) for spot in _limited(scene)], "COVR-001")
    if not found or not scene.beyond_limit():
        return None
    return Found("COVR-002"), *found


def _partly_covered_returned(scene: Scene) -> tuple[Found, ...] | None:
    for spot in _limited(scene):
        if spot.line.net:
            return scene.pay([(spot, Outcome.NO_ACTION, 0)])
    return None


def _uncovered_half_settled(scene: Scene) -> tuple[Found, ...] | None:
    for spot in _limited(scene):
        full = spot.line.full.net or 0
        if spot.line.net == 0 and abs(full) > 1:
            half = full // 2 if full > 0 else -(-full // 2)
            return scene.pay([(spot, spot.line.full.outcome or Outcome.PUSH, half)])
    return None


def _bank_net(changed: Callable[[Scene, int], int]) -> Callable[[Scene], tuple[Found, ...] | None]:
    """Record another net for the player-dealer than the wagers give."""

    def edit(scene: Scene) -> tuple[Found, ...] | None:
        bank = scene.draft.bank
        if bank is None or bank.net is None or (wrong := changed(scene, bank.net)) == bank.net:
            return None
        bank.net = wrong
        return (Found("COVR-003"),)

    return edit


def _counted_wrongly(scene: Scene, _: int) -> int:
    """Count every wager into the player-dealer's net, the progressive too."""
    return -sum(wager.net for _, _, who in scene.draft.everyone() for wager in who.wagers)


def _wager_not_recorded(scene: Scene) -> tuple[Found, ...] | None:
    if scene.draft.bank is None or scene.binds:
        return None
    scene.draft.bank.wager = None
    return (Found("COVR-004", Verdict.UNDETERMINED),)


def _player_dealer_not_recorded(scene: Scene) -> tuple[Found, ...] | None:
    if scene.draft.bank is None or scene.binds:
        return None
    scene.draft.bank = None
    return (Found("COVR-004", Verdict.UNDETERMINED),)


def _order_not_recorded(scene: Scene) -> tuple[Found, ...] | None:
    """Leave out where action started in a round whose limit binds: no wager of it can be derived."""
    if not scene.binds:
        return None
    scene.draft.action_card = scene.draft.action_seat = None
    return tuple(spot.found("SETL-005", Verdict.UNDETERMINED) for spot in scene.spots())


def _more_than_answered(sheet: RuleSheet) -> bool:
    return sheet.bank is not None and bool(set(sheet.wagers) - set(sheet.bank.answers))


FAULTS = (
    Fault(
        "win_paid_beyond_limit", ("COVR-001",), "A win was paid in full although the limit had been reached.",
        _one_in_full(wins=True), BINDS, banked,
    ),
    Fault(
        "loss_collected_beyond_limit", ("COVR-001",), "A loss was collected although the limit had been reached.",
        _one_in_full(wins=False), BINDS, banked,
    ),
    Fault(
        "bank_beyond_limit", ("COVR-002", "COVR-001"), "The limit was ignored, and the player-dealer won or lost more.",
        _all_in_full, Wish(deal="dealer_trips", binds=True, charted_only=True), banked,
    ),
    Fault(
        "partly_covered_returned", ("SETL-001",), "A wager that was covered in part was handed back whole.",
        _partly_covered_returned, BINDS, banked,
    ),
    Fault(
        "uncovered_half_settled", ("SETL-001",), "Half of a wager was settled that the limit did not reach.",
        _uncovered_half_settled, BINDS, banked,
    ),
    Fault(
        "bank_net_off_by_one", ("COVR-003",), "The player-dealer's net is one minor unit off the wagers.",
        _bank_net(lambda scene, net: net + scene.rng.choice((1, -1))), applies=banked,
    ),
    Fault(
        "bank_net_sign_reversed", ("COVR-003",), "The player-dealer's net stands with the sign turned round.",
        _bank_net(lambda _, net: -net), applies=banked,
    ),
    Fault(
        "bank_net_with_progressive", ("COVR-003",), "The player-dealer's net counts a wager that others answer.",
        _bank_net(_counted_wrongly), applies=both(banked, _more_than_answered),
    ),
    Fault(
        "bank_wager_not_recorded", ("COVR-004",), "What the player-dealer had put up is not recorded.",
        _wager_not_recorded, SUFFICES, banked,
    ),
    Fault(
        "player_dealer_not_recorded", ("COVR-004",), "The player-dealer is not recorded.",
        _player_dealer_not_recorded, SUFFICES, banked,
    ),
    Fault(
        "order_not_recorded", ("SETL-005",), "The limit was reached, and nothing says where action started.",
        _order_not_recorded, BINDS, banked,
    ),
)  # fmt: skip
"""Faults of the player-dealer's money."""
