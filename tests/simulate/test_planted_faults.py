"""Every kind of fault, planted alone in every sheet that can have it, brings exactly what its truth says."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import islice
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from compliance.domain.catalogue import CHECKS
from compliance.rules.sheet import RuleSheet
from compliance.simulate.faults import FAULTS, faults_of
from compliance.simulate.faults.fault import Fault, registry
from compliance.simulate.frames import frames
from compliance.simulate.habits import Habits, usual_terms
from compliance.simulate.honest import Table
from tests.simulate.audited import SHEETS, START, findings, found_in, told

if TYPE_CHECKING:
    from collections.abc import Callable

    from compliance.simulate.scene import Truth

SEEDS = (1, 2)
OF_A_ROUND = {name: fault for name, fault in FAULTS.items() if not (fault.follows or fault.whole_log)}
"""The faults that one round alone shows."""
PLACES = [(sheet, name) for sheet in SHEETS for name, fault in OF_A_ROUND.items() if fault.applies(SHEETS[sheet])]


def planted(sheet_id: str, name: str, seed: int) -> tuple[str, tuple[Truth, ...]]:
    """The first round of a night in which the fault can be planted."""
    sheet, habits = SHEETS[sheet_id], Habits(wagering_seats=(3, 6), shared_hand=(4, 12))
    terms = usual_terms(sheet, "T01")
    table = Table(sheet, terms, habits)
    fault = FAULTS[name]
    night = frames(sheet, terms, habits, START, 1, Random(seed))
    for frame in (frame for frame in islice(night, 40) if not frame.void):
        for attempt in range(100):
            scene = table.draw(frame, Random(f"{seed}/{frame.sequence}/{attempt}"), fault.wish)
            truths = fault.plant(scene)
            if truths is not None:
                return scene.draft.as_json(), truths
    raise AssertionError(f"{name} could not be planted at a table of {sheet_id}")


@pytest.mark.parametrize(("sheet_id", "name"), PLACES, ids=[f"{sheet}-{name}" for sheet, name in PLACES])
def test_a_fault_planted_alone_is_found_and_nothing_else(sheet_id: str, name: str) -> None:
    for seed in SEEDS:
        text, truths = planted(sheet_id, name, seed)
        round_id = json.loads(text)["round_id"]
        assert found_in(round_id, findings(text, sheet_id)) == told(truths), text
        named = SHEETS.get(json.loads(text)["rule_sheet"])
        without_cause = FAULTS[name].wish.void and named is not None and named.voids is None
        assert {truth.code for truth in truths} == {*FAULTS[name].codes} | ({"RECD-008"} if without_cause else set())
        assert {truth.name for truth in truths} == {name}


def test_every_check_of_a_single_round_is_broken_by_some_fault() -> None:
    codes = {code for fault in OF_A_ROUND.values() for code in fault.codes}
    of_a_round = {
        "DEAL-001", "DEAL-002", "RECD-003", "RECD-004", "RECD-005", "RECD-006", "RECD-007", "WAGR-001", "WAGR-002",
        "WAGR-003", "WAGR-004", "WAGR-005", "WAGR-006", "WAGR-007", "WAGR-008", "WAGR-009", "SETL-001", "SETL-002",
        "SETL-003", "SETL-004", "SETL-005", "SETL-006", "COVR-001", "COVR-002", "COVR-003", "COVR-004", "ROTN-002",
        "ROTN-003", "COLL-001", "COLL-003", "COLL-004",
    }  # fmt: skip
    assert codes == of_a_round
    assert codes <= set(CHECKS)


def test_every_other_reading_that_moves_money_has_a_house_that_follows_it() -> None:
    for sheet in SHEETS.values():
        for entry in sheet.interpretation:
            for reading in entry.others:
                moves_money = any(not path.startswith("bank.after_") for path in reading.sets)
                fault = FAULTS.get(f"reading_{entry.id}_{reading.name}")
                assert moves_money == (fault is not None and fault.applies(sheet)), (sheet.id, entry.id, reading.name)


def test_every_fault_can_be_had_by_some_sheet_and_says_what_it_is() -> None:
    for fault in FAULTS.values():
        assert any(fault.applies(sheet) for sheet in SHEETS.values()), fault.name
        assert fault.sentence.endswith(".")
        assert fault.sentence[0].isupper()


def test_two_faults_of_one_name_are_refused() -> None:
    fault = Fault("twice", ("DEAL-001",), "It happened.", lambda _: None)
    with pytest.raises(ValueError, match="same name"):
        registry([fault], [fault])


def _line(text: str, truth: Truth) -> tuple[dict[str, Any], dict[str, Any]]:
    record = json.loads(text)
    seat = next(seat for seat in record["seats"] if seat["seat"] == truth.seat)
    who = next(who for who in seat["participants"] if who["participant_id"] == truth.participant_id)
    return {wager["kind"]: wager for wager in who["wagers"]}, {"cards": seat["cards"], **who}


def _units(amount: str) -> int:
    return int(Fraction(amount) * 100)


# Worked from the sheets: what was due on the wager is stated beside each name, and only the record is read here.
BY_HAND: dict[tuple[str, str], Callable[[dict[str, Any]], int]] = {
    # Without a qualifying hand every Ante not folded is paid even money (How Winners are Determined & Paid ¶1).
    ("gega-003666", "ante_pushed_not_paid"): lambda wager: -_units(wager["stake"]),
    ("live-three-card-poker", "ante_by_must_beat"): lambda wager: -_units(wager["stake"]),
    # The Ante wins only above the dealer hand (Ante/Play Base Sets ¶4): it should have been pushed.
    ("card-room-three-card-poker", "ante_paid_without_beating"): lambda wager: _units(wager["stake"]),
    ("bicycle-three-card-poker", "ante_paid_without_beating"): lambda wager: _units(wager["stake"]),
    # Without a qualifying hand a Play goes back.
    ("gega-004246", "play_paid_without_qualifying"): lambda wager: _units(wager["stake"]),
    # Flush 3 to 1, live 4 to 1; nothing was credited.
    ("gega-003666", "pair_plus_flush_not_credited"): lambda wager: -3 * _units(wager["stake"]),
    ("live-three-card-poker", "pair_plus_flush_not_credited"): lambda wager: -4 * _units(wager["stake"]),
    # Straight 6 to 1, live 5 to 1; the stake was taken.
    ("bicycle-three-card-poker", "king_high_straight_unseen"): lambda wager: -7 * _units(wager["stake"]),
    ("live-three-card-poker", "ace_low_straight_unseen"): lambda wager: -6 * _units(wager["stake"]),
    # Straight flush 40 to 1, paid 3 to 1, live 4 to 1.
    ("gega-003666", "straight_flush_paid_as_flush"): lambda wager: -37 * _units(wager["stake"]),
    ("live-three-card-poker", "straight_flush_paid_as_flush"): lambda wager: -36 * _units(wager["stake"]),
    # Mini royal 200 to 1, paid 40 to 1.
    ("card-room-three-card-poker", "mini_royal_paid_as_straight_flush"): lambda wager: -160 * _units(wager["stake"]),
    # Three of a kind 8 to 1, paid 7 to 1; live the other way round.
    ("gega-003666", "six_card_bonus_by_another_table"): lambda wager: -_units(wager["stake"]),
    ("live-three-card-poker", "six_card_bonus_by_another_table"): lambda wager: _units(wager["stake"]),
    # A royal flush of five is 1000 to 1, a straight flush 200 to 1.
    ("gega-003666", "six_card_royal_paid_as_straight_flush"): lambda wager: -800 * _units(wager["stake"]),
    # Two pair lose; they were paid as three of a kind, 8 to 1.
    ("gega-003666", "six_card_two_pair_paid"): lambda wager: 9 * _units(wager["stake"]),
    # A fold forfeits Pair Plus; three of a kind was paid 30 to 1.
    ("card-room-three-card-poker", "forfeited_pair_plus_paid"): lambda wager: 31 * _units(wager["stake"]),
    # The largest payment is 30,000 dollars; stake × 200 was paid.
    ("bicycle-three-card-poker", "cap_ignored"): lambda wager: _units(wager["net"]) - 3_000_000,
}  # fmt: skip


@pytest.mark.parametrize(("sheet_id", "name"), BY_HAND, ids=[f"{sheet}-{name}" for sheet, name in BY_HAND])
def test_the_variance_of_a_truth_is_the_one_worked_by_hand(sheet_id: str, name: str) -> None:
    text, (truth,) = planted(sheet_id, name, seed=5)
    wagers, _ = _line(text, truth)
    assert truth.wager_kind is not None
    assert truth.variance == BY_HAND[sheet_id, name](wagers[truth.wager_kind])


def test_ante_bonus_left_out_is_by_the_live_table_of_odds() -> None:
    text, (truth,) = planted("live-three-card-poker", "ante_bonus_missing", seed=5)
    wagers, seat = _line(text, truth)
    assert "ante_bonus" not in wagers
    ranks = sorted(card[0] for card in seat["cards"])
    suits = {card[1] for card in seat["cards"]}
    assert len(set(ranks)) == 3
    assert len(suits) > 1
    # A straight pays the Ante 1 to 1 (Pay Table: Ante Bonus ¶1), and nothing was recorded.
    assert truth.variance == -_units(wagers["ante"]["stake"])


def test_a_sheet_of_its_own_can_have_faults_without_code_for_it() -> None:
    sheet = RuleSheet.model_validate({**SHEETS["gega-003666"].model_dump(exclude_unset=True), "id": "house-rules"})
    assert faults_of(sheet) == faults_of(SHEETS["gega-003666"])
    assert {fault.name for fault in faults_of(sheet)} < set(FAULTS)
