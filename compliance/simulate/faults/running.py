"""How the table is run: who banks, which deck, what is collected, and how the meter goes on."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from compliance.domain.rounds import Progressive
from compliance.domain.words import PROGRESSIVE, PlayerDealerKind, Verdict
from compliance.simulate.faults.fault import Aftermath, Fault, banked, offers
from compliance.simulate.scene import Found, Scene

if TYPE_CHECKING:
    from compliance.rules.sheet import RuleSheet
    from compliance.simulate.draft import ParticipantDraft

PERCENT = 3
"""Share of the wagers, in hundredths, that a house takes which may take none."""


def _bank_kept(scene: Scene) -> tuple[Found, ...] | None:
    """Let whoever banked as long as the sheet allows bank once more, and nobody was asked."""
    bank, before = scene.draft.bank, scene.before.bank if scene.before else None
    allowed = scene.house.sheet.bank.consecutive_rounds if scene.house.sheet.bank else None
    if bank is None or before is None or allowed is None:
        return None
    if scene.in_a_row < allowed or bank.participant_id == before.participant_id:
        return None
    bank.participant_id, bank.declined_by = before.participant_id, ()
    return (Found("ROTN-001", Verdict.REVIEW),)


def _house_banks(scene: Scene) -> tuple[Found, ...] | None:
    if scene.draft.bank is None:
        return None
    scene.draft.bank.kind = PlayerDealerKind.HOUSE
    return (Found("ROTN-003"),)


def _deck_twice(scene: Scene) -> tuple[Found, ...] | None:
    draft, before = scene.draft, scene.before
    if before is None or draft.frame.sequence != before.frame.sequence + 1 or draft.frame.deck == before.frame.deck:
        return None
    draft.frame = replace(draft.frame, deck=before.frame.deck)
    return (Found("DECK-001"),)


def _collection_off(scene: Scene) -> tuple[Found, ...] | None:
    for seat, _, who in scene.participants():
        if who.collection:
            who.collection = who.collection * 7 // 2
            return (Found("COLL-001", seat=seat.seat, participant_id=who.participant_id),)
    return None


def _bank_collection_off(scene: Scene) -> tuple[Found, ...] | None:
    bank = scene.draft.bank
    if bank is None or not bank.collection:
        return None
    bank.collection += 1
    return (Found("COLL-001", seat=bank.seat),)


def _staked(who: ParticipantDraft) -> int:
    return sum(wager.stake for wager in who.wagers)


def _by_percentage(scene: Scene) -> tuple[Found, ...] | None:
    """Take a share of everybody's wagers for a collection."""
    everyone = [(seat, who) for seat, _, who in scene.draft.everyone() if _staked(who)]
    fees = [_staked(who) * PERCENT // 100 for _, who in everyone]
    exact = all(_staked(who) * PERCENT % 100 == 0 for _, who in everyone)
    if scene.house.terms.collection is None or not exact or scene.house.terms.collection in fees or len({*fees}) < 3:
        return None
    for (_, who), fee in zip(everyone, fees, strict=True):
        who.collection = fee
    found = [Found("COLL-001", seat=seat.seat, participant_id=who.participant_id) for seat, who in everyone]
    return Found("COLL-003", Verdict.REVIEW), *found


def _not_collected(scene: Scene) -> tuple[Found, ...] | None:
    everyone = scene.participants()
    names = [who.participant_id for _, _, who in everyone]
    for seat, _, who in everyone:
        if who.wagers and len(names) > 1 and names.count(who.participant_id) == 1 and who.collection:
            who.collection = None
            return (Found("COLL-004", seat=seat.seat, participant_id=who.participant_id),)
    return None


def _meter_jumps(scene: Scene) -> tuple[Found, ...] | None:
    meter, before = scene.draft.progressive, scene.before.progressive if scene.before else None
    if meter is None or before is None or meter.after is None:
        return None
    by = 100 * 10**scene.draft.digits
    scene.draft.progressive = Progressive(meter.meter_id, meter.before + by, meter.after + by)
    return (Found("PROG-001"),)


def _limits_the_bank(sheet: RuleSheet) -> bool:
    return sheet.bank is not None and sheet.bank.consecutive_rounds is not None


FAULTS = (
    Fault(
        "bank_kept_unasked", ("ROTN-001",), "A participant banks a further round, and nobody is said to have declined.",
        _bank_kept, applies=_limits_the_bank, follows=True,
    ),
    Fault("house_banks", ("ROTN-003",), "The player-dealer banks for the house.", _house_banks, applies=banked),
    Fault(
        "deck_used_twice", ("DECK-001",), "One deck was in use in two rounds running.",
        _deck_twice, applies=lambda sheet: bool(sheet.deck.alternate), follows=True, after=Aftermath(decks_turn=True),
    ),
    Fault(
        "card_never_dealt", ("DEAL-003",), "The decks lack a card.", lambda _: None, whole_log=True,
    ),
    Fault(
        "collection_not_posted", ("COLL-001",), "A participant paid a collection that is not posted.",
        _collection_off, applies=banked,
    ),
    Fault(
        "bank_collection_not_posted", ("COLL-001",), "The player-dealer paid a collection that is not posted.",
        _bank_collection_off, applies=banked,
    ),
    Fault(
        "collections_by_percentage", ("COLL-001", "COLL-003"), "Collections were a share of the wagers.",
        _by_percentage, applies=banked,
    ),
    Fault(
        "collection_not_taken", ("COLL-004",), "A participant was dealt in without a collection.",
        _not_collected, applies=lambda sheet: bool(sheet.collection and sheet.collection.required),
    ),
    Fault(
        "meter_jumps", ("PROG-001",), "The meter stands higher than the round before left it.",
        _meter_jumps, applies=offers(PROGRESSIVE), follows=True,
    ),
)  # fmt: skip
"""Faults of running the table."""
