"""A house that reads an unclear clause in another way, once for every other reading of the five sheets."""

from __future__ import annotations

from typing import TYPE_CHECKING

from compliance.domain.words import ANTE, PAIR_PLUS, SIX_CARD_BONUS, Decision, DecisionSource, Verdict
from compliance.simulate.faults.fault import Fault
from compliance.simulate.scene import Found, Scene
from compliance.simulate.wishes import Wish

if TYPE_CHECKING:
    from collections.abc import Callable

    from compliance.rules.sheet import RuleSheet
    from compliance.simulate.house import OtherReading

BINDS = Wish(binds=True, charted_only=True)
BINDS_WITH_FOLD = Wish(binds=True, charted_only=True, kinds=(ANTE,), decision=Decision.FOLD)
LARGE = Wish(capped=True, binds=False)


def _played(deal: str, *kinds: str) -> Wish:
    return Wish(deal=deal, kinds=(ANTE, *kinds), decision=Decision.PLAY)


def _as_it_is(_: Scene) -> tuple[Found, ...] | None:
    return ()


def _only_the_card_recorded(scene: Scene) -> tuple[Found, ...] | None:
    """Leave the action seat to be derived from the action card."""
    if scene.draft.action_card is None:
        return None
    scene.draft.action_seat = None
    return ()


def _one_person_at_two_seats(scene: Scene) -> tuple[Found, ...] | None:
    """Let the first two of the seats with large bonuses be one participant's; the third is another's."""
    if len(scene.draft.seats) < 3:
        return None
    first, second, third = (seat.participants[0] for seat in scene.draft.seats[:3])
    second.participant_id = first.participant_id
    return None if third.participant_id == first.participant_id else ()


def _different_people(scene: Scene) -> tuple[Found, ...] | None:
    ids = [seat.participants[0].participant_id for seat in scene.draft.seats[:3]]
    return () if len(ids) > 1 and len(set(ids)) == len(ids) else None


def _bonus_above_ante(scene: Scene) -> tuple[Found, ...] | None:
    for seat, _, who in scene.participants():
        ante, bonus = who.wager(ANTE), who.wager(PAIR_PLUS)
        if ante and bonus:
            bonus.stake = 2 * ante.stake
            scene.resettle()
            return (Found("WAGR-005", Verdict.VIOLATION, seat.seat, who.participant_id, PAIR_PLUS),)
    return None


def _settled_by(reading: OtherReading, scene: Scene) -> tuple[Found, ...] | None:
    """Write what another reading gives, and name every wager for which that is other money."""
    other = scene.house.settle(scene.draft, reading.sheet)
    found = []
    for spot in list(scene.spots()):
        line, honest = other.lines[spot.key], spot.wager.net
        if line.net is None or line.net == honest:
            continue
        if line.outcome is None:
            # An Ante bonus that is not due is no line at all.
            spot.who.wagers.remove(spot.wager)
        else:
            spot.wager.outcome, spot.wager.net = line.outcome, line.net
        found.append(
            Found(
                "SETL-004", Verdict.REVIEW, spot.seat.seat, spot.who.participant_id, spot.wager.kind,
                line.net - honest, reading.interpretation, reading.reading,
            )
        )  # fmt: skip
    return tuple(found)


def _reading(
    interpretation: str,
    name: str,
    sentence: str,
    wish: Wish,
    prepare: Callable[[Scene], tuple[Found, ...] | None] = _as_it_is,
    *,
    also: tuple[str, ...] = (),
) -> Fault:
    def edit(scene: Scene) -> tuple[Found, ...] | None:
        reading = scene.house.reading(interpretation, name)
        before = prepare(scene)
        if before is None or reading is None:
            return None
        # A house of another reading shows the hands that it settles by.
        scene.draft.dealer_shown = True
        for seat in scene.draft.seats:
            seat.shown = True
        found = _settled_by(reading, scene)
        if not found:
            return None
        scene.balance()
        # Another reading that gives the very same money would have to be named beside this one.
        fitting = [other for other, fits in scene.house.explanations(scene.draft) if fits == len(found)]
        return (*before, *found) if fitting == [reading] else None

    def applies(sheet: RuleSheet) -> bool:
        entry = sheet.interpretations.get(interpretation)
        sets = next((reading.sets for reading in entry.others if reading.name == name), {}) if entry else {}
        return bool(sets)

    return Fault(f"reading_{interpretation}_{name}", (*also, "SETL-004"), sentence, edit, wish, applies)


FAULTS = (
    _reading("C1", "running_net", "Collections replenished the player-dealer's wager.", BINDS),
    _reading("C1", "separate_caps", "Payments and collections were limited to the wager each on their own.", BINDS),
    _reading("C1", "collect_then_pay", "All losing wagers were collected before any was paid.", BINDS),
    _reading("C2", "in_turn", "Folded wagers used up the player-dealer's wager only in their turn.", BINDS_WITH_FOLD),
    _reading(
        "C3", "occupied_only", "Action started where a count of occupied positions only puts it.",
        Wish(binds=True, charted_only=True, sitting_out=True), _only_the_card_recorded,
    ),
    _reading("C4", "wager_major", "All Antes were settled round the table before any Play.", BINDS),
    _reading(
        "F1", "bonuses_forfeited", "A fold took the bonus wagers too.",
        Wish(deal="three_of_a_kind", kinds=(ANTE, PAIR_PLUS, SIX_CARD_BONUS), decision=Decision.FOLD),
    ),
    _reading(
        "L1", "bonus_not_paid", "A hand folded by disconnection was paid no Ante bonus.",
        Wish(deal="straight", kinds=(ANTE,), decision=Decision.FOLD, source=DecisionSource.DISCONNECT),
    ),
    _reading(
        "B1", "survives", "The bonus of a folded hand was settled.",
        Wish(deal="straight", kinds=(ANTE, PAIR_PLUS), decision=Decision.FOLD),
    ),
    _reading("B2", "dealer_wins", "Equal hands lost.", _played("equal_qualified")),
    _reading("B2", "participant_wins", "Equal hands won.", _played("equal_qualified")),
    _reading(
        "B3", "participant_wins", "An Ante was paid on equal hands.", _played("equal_not_qualified"),
    ),
    _reading(
        "B4", "per_participant_round", "A participant's bonus wagers were capped together.", LARGE,
        _one_person_at_two_seats,
    ),
    _reading("B4", "per_round", "All bonus wagers of the round were capped together.", LARGE, _different_people),
    _reading(
        "B5", "settled_in_full", "A bonus above the Ante was paid.", _played("straight", PAIR_PLUS), _bonus_above_ante,
        also=("WAGR-005",),
    ),
)  # fmt: skip
"""Houses of another reading."""
