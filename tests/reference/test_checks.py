"""Every check counts what it examined, and every check has rounds that pass it and rounds that fail it."""

from __future__ import annotations

from collections import defaultdict
from importlib import import_module
from pkgutil import iter_modules

import pytest

from compliance.domain.catalogue import CHECKS, OF_TABLES
from compliance.reference import checks
from compliance.reference.audit import COMPARISON_CODES
from tests.cases.load import all_cases
from tests.reference.judged import judge
from tests.reference.records import Record, bank_of, participant_of, record_of, seat_of

PLAYED = participant_of("play", "ante 10.00 win 10.00", "play 10.00 win 10.00", "pair_plus 5.00 lose -5.00")
FOLDED = participant_of("fold", "ante 10.00 lose -10.00", "six_card_bonus 5.00 lose -5.00")
SEATS = (seat_of(1, "Kh 9s 4c", PLAYED), seat_of(2, "Th 8s 3c", FOLDED))
DEALER = "Qd 7d 2c"
AS_SETTLED = dict.fromkeys(COMPARISON_CODES, 5)
OF_EVERY_ROUND = {"RECD-004": 1, "DEAL-001": 1, "DEAL-002": 1}


def examined(record: Record, positions: int | None = None) -> dict[str, int]:
    return {code: number for code, number in judge(record, positions).examined.items() if number}


def test_a_player_banked_round() -> None:
    """Two participants with five wagers: one Play, one bonus of each kind, one wager put up, one action card."""
    bank = bank_of("500.00", "0.00")
    record = record_of("gega-003666", DEALER, *SEATS, player_dealer=bank, action_card="2c", action_seat=2)
    assert examined(record) == OF_EVERY_ROUND | AS_SETTLED | {
        "WAGR-001": 1,
        "WAGR-002": 2,
        "WAGR-003": 5,
        "WAGR-004": 1,
        "WAGR-008": 2,
        "COVR-001": 1,
        "COVR-002": 1,
        "COVR-003": 1,
        "COVR-004": 1,
        "ROTN-002": 1,
    }


def test_what_is_not_recorded_of_the_player_dealer_is_not_examined() -> None:
    record = record_of("gega-003666", DEALER, *SEATS, action_card="2c", action_seat=2)
    found = examined(record)
    assert found["COVR-004"] == 1
    assert not found.keys() & {"COVR-001", "COVR-002", "COVR-003", "ROTN-002"}
    without_net = examined(record_of("gega-003666", DEALER, *SEATS, player_dealer=bank_of("500.00")))
    assert not without_net.keys() & {"COVR-003", "ROTN-002"}
    assert without_net["COVR-002"] == 1
    without_wager = examined(record_of("gega-003666", DEALER, *SEATS, player_dealer=bank_of(None, "0.00")))
    assert not without_wager.keys() & {"COVR-001", "COVR-002"}
    assert without_wager["COVR-003"] == 1


@pytest.mark.parametrize(("positions", "number"), [(None, 0), (7, 1)])
def test_the_action_seat_is_examined_where_positions_are_known(positions: int | None, number: int) -> None:
    """The card room's sheet has the button rule and leaves the number of positions to the licensee."""
    record = record_of(
        "card-room-three-card-poker", DEALER, *SEATS, player_dealer=bank_of("500.00"), action_card="2c", action_seat=2
    )
    assert examined(record, positions).get("ROTN-002", 0) == number


def test_wagers_that_need_an_ante_or_are_limited_to_it() -> None:
    """The card room asks an Ante of Play, Pair Plus and 6 Card; Bicycle of Play and its bonus, which it limits."""
    card_room = examined(record_of("card-room-three-card-poker", DEALER, *SEATS, player_dealer=bank_of("500.00")))
    assert (card_room["WAGR-004"], card_room.get("WAGR-005")) == (3, None)
    bicycle = examined(record_of("bicycle-three-card-poker", DEALER, SEATS[0], player_dealer=bank_of("500.00")))
    assert (bicycle["WAGR-004"], bicycle["WAGR-005"]) == (2, 1)
    alone = seat_of(1, "Kh 9s 4c", participant_of(None, "pair_plus 5.00 lose -5.00"))
    bonus_alone = examined(record_of("bicycle-three-card-poker", DEALER, alone, player_dealer=bank_of("500.00")))
    assert (bonus_alone["WAGR-004"], bonus_alone.get("WAGR-002"), bonus_alone.get("WAGR-005")) == (1, None, None)


def test_a_house_banked_round_counts_the_bonus_that_is_missing() -> None:
    """Three wagers and the Ante bonus of a straight that nobody recorded: four lines are compared."""
    seat = seat_of(1, "Th 9s 8c", PLAYED)
    assert examined(record_of("live-three-card-poker", DEALER, seat)) == OF_EVERY_ROUND | dict.fromkeys(
        COMPARISON_CODES, 4
    ) | {"WAGR-001": 1, "WAGR-002": 1, "WAGR-003": 3, "WAGR-004": 1}


@pytest.mark.parametrize("sheet_id", ["gega-003666", "no-such-sheet"])
def test_a_void_round(sheet_id: str) -> None:
    record = record_of(sheet_id, None, *SEATS, status="void", void_reason="misdeal", player_dealer=bank_of("500.00"))
    assert examined(record) == {"RECD-004": 1, "RECD-005": 1, "SETL-001": 5, "SETL-002": 5}


def test_a_round_of_impossible_cards_is_examined_as_a_record_and_not_settled() -> None:
    bank = bank_of("500.00", "0.00")
    found = examined(record_of("gega-003666", "Kh 7d 2c", *SEATS, player_dealer=bank))
    assert found == OF_EVERY_ROUND | {
        "WAGR-001": 1,
        "WAGR-002": 2,
        "WAGR-003": 5,
        "WAGR-004": 1,
        "WAGR-008": 2,
        "COVR-002": 1,
        "COVR-003": 1,
    }


def test_a_round_of_an_unknown_sheet() -> None:
    assert examined(record_of("no-such-sheet", DEALER, *SEATS)) == OF_EVERY_ROUND


def test_a_round_without_wagers_leaves_nothing_to_compare() -> None:
    found = examined(record_of("gega-003666", None, player_dealer=bank_of("500.00")))
    assert found == OF_EVERY_ROUND | {"COVR-001": 1, "COVR-002": 1, "COVR-004": 1}


def codes_of_the_modules() -> set[str]:
    modules = [import_module(f"{checks.__name__}.{found.name}") for found in iter_modules(checks.__path__)]
    return {module.CODE for module in modules if hasattr(module, "CODE")}


def test_every_check_has_cases_that_pass_and_cases_that_fail() -> None:
    """A case passes a check where the check examined something of it and the case names no such finding."""
    passed: dict[str, int] = defaultdict(int)
    failed: dict[str, int] = defaultdict(int)
    for case in all_cases():
        for code, number in judge(case.round, case.positions, case.rulings).examined.items():
            if number:
                (failed if code in case.codes else passed)[code] += 1
    of_a_round = codes_of_the_modules() - set(OF_TABLES)
    implemented = of_a_round | set(COMPARISON_CODES) | {"COVR-001", "RECD-004"}
    assert implemented <= set(CHECKS)
    assert implemented - set(passed) == set()
    assert implemented - set(failed) == set()
    assert set(passed) | set(failed) == implemented


def test_a_code_is_found_only_where_its_check_examined_something() -> None:
    for case in all_cases():
        counted = judge(case.round, case.positions, case.rulings).examined
        assert {code for code in case.codes if not counted.get(code)} == set(), case.id
