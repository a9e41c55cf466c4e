"""A sheet that nobody knows, and void rounds that are not."""

from __future__ import annotations

from compliance.domain.words import Outcome, Verdict
from compliance.simulate.faults.fault import Fault, banked
from compliance.simulate.scene import Found, Scene
from compliance.simulate.wishes import Wish

VOID = Wish(void=True)
RECD_005 = ("RECD-005",)


def _unknown_sheet(scene: Scene) -> tuple[Found, ...] | None:
    scene.draft.rule_sheet = "gega-999999"
    return Found("RECD-004", Verdict.UNDETERMINED), Found("RECD-006")


def _reason(text: str | None) -> Fault:
    def edit(scene: Scene) -> tuple[Found, ...] | None:
        scene.draft.void_reason = text
        return (Found("RECD-005"),)

    return Fault(
        "void_without_reason" if text is None else "void_with_blank_reason", RECD_005,
        "A void round gives no reason.", edit, VOID,
    )  # fmt: skip


def _void_wager(outcome: Outcome, net_in_stakes: int, scene: Scene) -> tuple[Found, ...] | None:
    """Record a result for one wager of a void round, and the player-dealer's side of it."""
    seat, _, who = scene.participants()[0]
    if not who.wagers:
        return None
    wager = scene.rng.choice(who.wagers)
    wager.outcome, wager.net = outcome, net_in_stakes * wager.stake
    scene.balance()
    place = (seat.seat, who.participant_id, wager.kind)
    if wager.net == 0:
        return (Found("SETL-002", Verdict.REVIEW, *place, 0),)
    return Found("RECD-005"), Found("SETL-001", Verdict.VIOLATION, *place, wager.net)


def _bank_moved(scene: Scene) -> tuple[Found, ...] | None:
    bank = scene.draft.bank
    if bank is None:
        return None
    bank.net = scene.rng.choice(scene.house.terms.antes)
    return (Found("RECD-005"),)


FAULTS = (
    Fault("unknown_sheet", ("RECD-004", "RECD-006"), "The round names a rule sheet that nobody knows.", _unknown_sheet),
    _reason(None),
    _reason("  "),
    Fault(
        "void_wager_paid", ("RECD-005", "SETL-001"), "A wager of a void round was paid.",
        lambda scene: _void_wager(Outcome.WIN, 1, scene), VOID,
    ),
    Fault(
        "void_wager_taken", ("RECD-005", "SETL-001"), "A wager of a void round was taken.",
        lambda scene: _void_wager(Outcome.LOSE, -1, scene), VOID,
    ),
    Fault(
        "void_wager_labelled_push", ("SETL-002",), "A wager of a void round stands as pushed.",
        lambda scene: _void_wager(Outcome.PUSH, 0, scene), VOID,
    ),
    Fault(
        "void_bank_moved", RECD_005, "The player-dealer of a void round has a net.", _bank_moved, VOID, banked,
    ),
)  # fmt: skip
"""Faults of the round's record."""
