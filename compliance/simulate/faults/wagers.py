"""Wagers that the sheet does not allow as placed. The round is then settled honestly, with the wagers as they stand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from compliance.domain.words import (
    ANTE,
    ANTE_BONUS,
    PAIR_PLUS,
    PLAY,
    PROGRESSIVE,
    SIX_CARD_BONUS,
    Decision,
    DecisionSource,
    Outcome,
    Verdict,
)
from compliance.simulate.draft import ParticipantDraft, WagerDraft
from compliance.simulate.faults.fault import Fault, offers
from compliance.simulate.scene import Found, Scene
from compliance.simulate.wishes import Wish

if TYPE_CHECKING:
    from collections.abc import Callable

    from compliance.rules.sheet import RuleSheet

PLAYED = Wish(kinds=(ANTE,), decision=Decision.PLAY)
FOLDED = Wish(kinds=(ANTE,), decision=Decision.FOLD)


def _about(scene: Scene, who: ParticipantDraft, code: str, kind: str | None = None) -> Found:
    """A finding about a participant, or about one of the participant's wagers."""
    seat = next(seat.seat for seat, _, other in scene.draft.everyone() if other is who)
    return Found(code, Verdict.VIOLATION, seat, who.participant_id, kind)


def _play_of(share: Callable[[int], int]) -> Callable[[Scene], tuple[Found, ...] | None]:
    """Place a Play that is not the Ante's amount."""

    def edit(scene: Scene) -> tuple[Found, ...] | None:
        for _, _, who in scene.participants():
            ante, play = who.wager(ANTE), who.wager(PLAY)
            if ante and play:
                play.stake = share(ante.stake)
                scene.resettle()
                return (_about(scene, who, "WAGR-001", PLAY),)
        return None

    return edit


def _without_decision(decided: Decision) -> Callable[[Scene], tuple[Found, ...] | None]:
    """Leave the decision out; the wagers alone tell what it was."""

    def edit(scene: Scene) -> tuple[Found, ...] | None:
        for _, _, who in scene.participants():
            if who.decision is decided and who.source is DecisionSource.PLAYER:
                who.decision = None
                return (_about(scene, who, "WAGR-002"),)
        return None

    return edit


def _play_not_placed(scene: Scene) -> tuple[Found, ...] | None:
    for _, _, who in scene.participants():
        play = who.wager(PLAY)
        if play and who.wager(ANTE):
            who.wagers.remove(play)
            scene.resettle()
            return (_about(scene, who, "WAGR-002"),)
    return None


def _fold_beside_play(scene: Scene) -> tuple[Found, ...] | None:
    """Record a fold although a Play is down: what depends on the decision cannot be derived."""
    for _, _, who in scene.participants():
        if who.wager(PLAY) and not scene.binds:
            who.decision = Decision.FOLD
            depending = {ANTE, PLAY, ANTE_BONUS} | {
                kind for kind, rule in scene.house.sheet.wagers.items() if rule.on_fold == "forfeited"
            }
            undetermined = [
                _about(scene, who, "SETL-005", wager.kind) for wager in who.wagers if wager.kind in depending
            ]
            return (
                _about(scene, who, "WAGR-002"),
                *(Found(f.code, Verdict.UNDETERMINED, f.seat, f.participant_id, f.wager_kind) for f in undetermined),
            )
    return None


def _kind_added(kind: str, net_in_stakes: int) -> Callable[[Scene], tuple[Found, ...] | None]:
    """Add a wager of a kind that the sheet does not offer; no one can say what it should have won."""

    def edit(scene: Scene) -> tuple[Found, ...] | None:
        if scene.binds:
            return None
        _, _, who = scene.participants()[0]
        stake = scene.rng.choice(scene.house.terms.bonuses)
        outcome = Outcome.WIN if net_in_stakes > 0 else Outcome.LOSE
        who.wagers.append(WagerDraft(kind, stake, outcome, net_in_stakes * stake))
        at_stake = sum(abs(wager.net) for _, _, other in scene.draft.everyone() for wager in other.wagers)
        if scene.draft.bank and at_stake > (scene.draft.bank.wager or 0):
            return None
        scene.balance()
        place = _about(scene, who, "SETL-005", kind)
        return (
            _about(scene, who, "WAGR-003", kind),
            Found("SETL-005", Verdict.UNDETERMINED, place.seat, place.participant_id, kind),
        )

    return edit


def _ante_missing(scene: Scene) -> tuple[Found, ...] | None:
    """Take the Ante from beside the Play, and settle what is left as if allowed."""
    for _, _, who in scene.participants():
        ante = who.wager(ANTE)
        if ante and who.wager(PLAY):
            who.wagers.remove(ante)
            scene.resettle()
            return tuple(
                _about(scene, who, "WAGR-004", wager.kind)
                for wager in who.wagers
                if scene.house.sheet.wagers[wager.kind].needs_ante
            )
    return None


def _bonus_without_ante(kind: str) -> Fault:
    def edit(scene: Scene) -> tuple[Found, ...] | None:
        for _, _, who in scene.participants():
            wager = who.wager(kind)
            if wager is None:
                continue
            who.decision, who.source, who.wagers = None, DecisionSource.PLAYER, [wager]
            next(seat for seat, _, other in scene.draft.everyone() if other is who).shown = True
            scene.draft.dealer_shown = True
            scene.resettle()
            return (_about(scene, who, "WAGR-004", kind),)
        return None

    return Fault(
        f"{kind}_without_ante", ("WAGR-004",), "A bonus that needs an Ante stands alone.", edit,
        Wish(kinds=(ANTE, kind), decision=Decision.PLAY),
        lambda sheet: kind in sheet.wagers and sheet.wagers[kind].needs_ante is True,
    )  # fmt: skip


def _bonus_above_ante(scene: Scene) -> tuple[Found, ...] | None:
    for _, _, who in scene.participants():
        ante, bonus = who.wager(ANTE), who.wager(PAIR_PLUS)
        if ante and bonus:
            bonus.stake = 2 * ante.stake
            scene.resettle()
            return (_about(scene, who, "WAGR-005", PAIR_PLUS),)
    return None


def _back_line(scene: Scene) -> tuple[Found, ...] | None:
    """Let someone who stands behind the seat wager on its hand."""
    seat = scene.rng.choice(scene.draft.seats)
    stake = scene.rng.choice(scene.house.terms.bonuses)
    standing = f"{seat.participants[0].participant_id}-BL"
    wager = WagerDraft(PAIR_PLUS, stake)
    collection = scene.house.terms.collection
    seat.participants.append(ParticipantDraft(standing, None, DecisionSource.PLAYER, [wager], collection))
    seat.shown = True
    scene.resettle()
    return (Found("WAGR-008", Verdict.VIOLATION, seat.seat),)


def _limits_bonus(sheet: RuleSheet) -> bool:
    return PAIR_PLUS in sheet.wagers and bool(sheet.wagers[PAIR_PLUS].at_most_ante)


def _without(kind: str) -> Callable[[RuleSheet], bool]:
    return lambda sheet: kind not in sheet.wagers


def _forbids_back_line(sheet: RuleSheet) -> bool:
    return sheet.table.back_line == "forbidden" and PAIR_PLUS in sheet.wagers


NOT_OFFERED = ("WAGR-003", "SETL-005")

FAULTS = (
    Fault("play_above_ante", ("WAGR-001",), "The Play is twice the Ante.", _play_of(lambda ante: 2 * ante), PLAYED),
    Fault(
        "play_below_ante", ("WAGR-001",), "The Play is a minor unit below the Ante.",
        _play_of(lambda ante: ante - 1), PLAYED,
    ),
    Fault(
        "play_decision_not_recorded", ("WAGR-002",), "A Play is down, and no decision is recorded.",
        _without_decision(Decision.PLAY), PLAYED,
    ),
    Fault(
        "fold_not_recorded", ("WAGR-002",), "An Ante was folded, and no decision is recorded.",
        _without_decision(Decision.FOLD), FOLDED,
    ),
    Fault(
        "play_decided_not_placed", ("WAGR-002",), "The participant decided to play, and no Play wager is recorded.",
        _play_not_placed, PLAYED,
    ),
    Fault(
        "fold_beside_play", ("WAGR-002", "SETL-005"), "A fold is recorded beside a Play wager.",
        _fold_beside_play, PLAYED,
    ),
    Fault("unknown_kind", NOT_OFFERED, "A wager of a strange kind was taken.", _kind_added("buddy_bonus", -1)),
    Fault("unknown_kind_won", NOT_OFFERED, "A wager of a strange kind was paid.", _kind_added("lucky_seven", 7)),
    Fault(
        "progressive_not_offered", NOT_OFFERED, "A progressive was taken where the sheet offers none.",
        _kind_added(PROGRESSIVE, -1), applies=_without(PROGRESSIVE),
    ),
    Fault(
        "six_card_bonus_not_offered", NOT_OFFERED, "A 6 Card Bonus was taken where the sheet offers none.",
        _kind_added(SIX_CARD_BONUS, -1), applies=_without(SIX_CARD_BONUS),
    ),
    Fault(
        "play_without_ante", ("WAGR-004",), "A Play stands without an Ante.", _ante_missing, PLAYED, offers(PLAY),
    ),
    _bonus_without_ante(PAIR_PLUS),
    _bonus_without_ante(SIX_CARD_BONUS),
    Fault(
        "bonus_above_ante", ("WAGR-005",), "The bonus is above the Ante that limits it.",
        _bonus_above_ante, Wish(kinds=(ANTE, PAIR_PLUS), decision=Decision.PLAY), _limits_bonus,
    ),
    Fault(
        "back_line_wager", ("WAGR-008",), "A second person wagered on a seat where that is forbidden.",
        _back_line, applies=_forbids_back_line,
    ),
)  # fmt: skip
"""Faults of the wagers placed."""
