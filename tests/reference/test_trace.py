"""The derivation in words: each step in its place, with its clause and the value that was used."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from compliance.reference.trace import Step, derivation
from tests.cases.load import Case, all_cases
from tests.reference.judged import judge
from tests.reference.records import bank_of, participant_of, record_of, seat_of
from tests.reference.test_worked_examples import WORKED

if TYPE_CHECKING:
    from compliance.reference.settle import Settlement


def steps(settlement: Settlement | None, positions: int | None = 7) -> list[Step]:
    assert settlement is not None
    return derivation(settlement, positions)


def test_the_worked_example_is_told_to_the_last_unit() -> None:
    told = steps(judge(WORKED).settlement)
    assert [(step.statement, step.value) for step in told if step.step == "4 limit"] == [
        ("Player-dealer's wager 300.00, wagers to answer 565.00", "limited (gross consumed)"),
        ("Action starts as recorded", "seat 3"),
        ("Ante +100.00; 300.00 left", "win +100.00"),
        ("Play +100.00; 200.00 left", "win +100.00"),
        ("Ante -100.00; 100.00 left", "lose -100.00"),
        ("Play -100.00; 0.00 left", "no action 0.00"),
        ("Ante +50.00; 0.00 left", "no action 0.00"),
        ("Play +50.00; 0.00 left", "no action 0.00"),
        ("Pair Plus +60.00; 0.00 left", "no action 0.00"),
        ("6 Card Bonus -5.00; 0.00 left", "no action 0.00"),
    ]
    assert [step.value for step in told if step.step == "1 hands"] == [
        "high card", "qualifies", "high card", "high card", "straight", "high card",
    ]  # fmt: skip
    assert [(step.seat, step.value) for step in told if step.step == "2 decision"] == [
        (3, "play"), (4, "play"), (5, "play"),
    ]  # fmt: skip


def test_a_wager_that_covers_everything_says_so_and_stops() -> None:
    told = steps(judge({**WORKED, "player_dealer": bank_of("565.00")}).settlement)
    limit = [(step.statement, step.value) for step in told if step.step == "4 limit"]
    assert limit == [("Player-dealer's wager 565.00, wagers to answer 565.00", "covers everything")]


def test_the_order_of_action_is_told_where_it_is_derived_and_where_it_is_not_known() -> None:
    """A nine counts three positions on from the sixth: the third."""
    by_card = {**WORKED, "action_seat": None, "action_card": "9h"}
    starts = [step for step in steps(judge(by_card).settlement) if step.statement.startswith("Action starts")]
    assert [(step.statement, step.value) for step in starts] == [("Action starts from the action card 9h", "seat 3")]
    unknown = [
        step.value for step in steps(judge({**WORKED, "action_seat": None}).settlement) if step.step == "4 limit"
    ]
    assert unknown == ["order of action unknown"]


def test_a_house_banked_round_has_no_limit_and_an_unrecorded_wager_none_either() -> None:
    seat = seat_of(1, "Kh 9s 4c", participant_of("play", "ante 10.00 win 10.00", "play 10.00 win 10.00"))
    live = steps(judge(record_of("live-three-card-poker", "Qd 7d 2c", seat)).settlement)
    assert [step for step in live if step.step == "4 limit"] == []
    bank = steps(judge(record_of("gega-003666", "Qd 7d 2c", seat, player_dealer=bank_of(None))).settlement)
    assert [step.value for step in bank if step.step == "4 limit"] == ["settled without limit"]


@pytest.mark.parametrize("case", all_cases(), ids=lambda case: case.id)
def test_every_wager_of_every_case_has_its_step_and_its_clause(case: Case) -> None:
    audit = judge(case.round, case.positions, case.rulings)
    if audit.settlement is None:
        assert {line.expected_net for line in audit.result.lines} <= {None, 0}
        return
    told = [step for step in steps(audit.settlement, case.positions) if step.step == "3 full settlement"]
    lines = list(audit.settlement.lines)
    assert [step.seat for step in told] == [key.seat for key in lines]
    assert all(step.clauses for step in told)
    known = [line.full.net is not None for line in audit.settlement.lines.values()]
    assert [step.value != "undetermined" for step in told] == known
