"""Which other readings are tried on a round: every one that could explain its money."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Any

import pytest

from compliance.domain.words import Verdict
from compliance.reference.audit import audit_round
from compliance.reference.rules_in_use import RulesInUse
from compliance.rules.in_force import in_force
from tests.reference.judged import SHEETS, read
from tests.reference.records import Record, bank_of, participant_of, record_of, seat_of

if TYPE_CHECKING:
    from compliance.rules.sheet import RuleSheet


def sheet_with(changes: dict[str, Any], interpretation: str, *readings: dict[str, Any]) -> RuleSheet:
    """A sheet of the shipped ones whose interpretation has other readings, the first of them adopted."""
    data = SHEETS["gega-003666"].model_dump(exclude_unset=True)
    for path, value in changes.items():
        section, key = path.split(".")
        data[section][key] = value
    entry = next(entry for entry in data["interpretation"] if entry["id"] == interpretation)
    entry["readings"] = tuple({"says": "one way to read it"} | reading for reading in readings)
    entry["adopted"] = readings[0]["name"]
    return type(SHEETS["gega-003666"]).model_validate(data)


def rules_of(sheet: RuleSheet) -> RulesInUse:
    return RulesInUse.of(in_force(sheet, None, "T01", date(2026, 11, 28)))


def round_where_150_is_at_stake(wager: str, ante: str, play: str, six_card_bonus: str) -> Record:
    """Seat 1 wins 50 on Ante and 50 on Play, seat 2 loses 50 on 6 Card; outcomes and nets as recorded."""
    return record_of(
        "gega-003666",
        "Qd 7d 2c",
        seat_of(1, "Kh 9s 4c", participant_of("play", f"ante 50.00 {ante}", f"play 50.00 {play}")),
        seat_of(2, "Ks 8s 3h", participant_of(None, f"six_card_bonus 50.00 {six_card_bonus}")),
        player_dealer=bank_of(wager),
        action_seat=1,
    )


def explained(sheet: RuleSheet, record: Record) -> set[tuple[str, Verdict, str | None, str | None]]:
    found = audit_round(read(record), rules_of(sheet), 7).result.findings
    return {(each.code, each.verdict, each.interpretation, each.reading) for each in found if each.code != "COVR-002"}


def test_a_limit_is_tried_where_the_adopted_reading_knows_none() -> None:
    """60 put up: Ante 50, Play 10, and nothing left for the 6 Card, where the adopted reading pays it all."""
    sheet = sheet_with(
        {"bank.policy": "unlimited"},
        "C1",
        {"name": "no_limit", "sets": {"bank.policy": "unlimited"}},
        {"name": "gross_consumed", "sets": {"bank.policy": "gross_consumed"}},
    )
    record = round_where_150_is_at_stake("60.00", "win 50.00", "win 10.00", "no_action 0.00")
    assert explained(sheet, record) == {("SETL-004", Verdict.REVIEW, "C1", "gross_consumed")}


def test_a_reading_is_contradicted_by_a_line_that_only_it_has_due() -> None:
    """Two disconnected folds with a straight, where the adopted reading pays neither a bonus: one was paid.

    The other reading pays both, and the record has nothing for the second: it does not explain the first.
    """
    live = SHEETS["live-three-card-poker"].under("L1", "bonus_not_paid").model_dump(exclude_unset=True)
    next(entry for entry in live["interpretation"] if entry["id"] == "L1")["adopted"] = "bonus_not_paid"
    sheet = type(SHEETS["live-three-card-poker"]).model_validate(live)
    paid = participant_of(
        "fold",
        "ante 10.00 lose -10.00",
        "ante_bonus 0.00 win 10.00",
        decision_source="disconnect",
        participant_id="P-a",
    )
    unpaid = participant_of("fold", "ante 10.00 lose -10.00", decision_source="disconnect", participant_id="P-b")

    def found(*participants: Record) -> set[tuple[str, Verdict, str | None, str | None]]:
        return explained(sheet, record_of(sheet.id, "Qd 7d 2c", seat_of(1, "Th 9s 8c", *participants)))

    assert found(paid) == {("SETL-004", Verdict.REVIEW, "L1", "bonus_paid_on_disconnect")}
    assert found(paid, unpaid) == {("SETL-006", Verdict.VIOLATION, None, None)}


@pytest.mark.parametrize(
    ("sheet_id", "interpretation", "reading", "kinds", "on_limit", "anew"),
    [
        ("gega-003666", "C1", "running_net", set(), True, False),
        ("gega-003666", "C2", "in_turn", set(), True, False),
        ("gega-003666", "C3", "occupied_only", set(), True, False),
        ("gega-003666", "C4", "wager_major", set(), True, False),
        ("gega-003666", "F1", "bonuses_forfeited", {"pair_plus", "six_card_bonus"}, False, False),
        ("live-three-card-poker", "L1", "bonus_not_paid", {"ante_bonus"}, False, False),
        ("bicycle-three-card-poker", "B1", "survives", {"pair_plus"}, False, False),
        ("bicycle-three-card-poker", "B2", "dealer_wins", {"ante", "play"}, False, False),
        ("bicycle-three-card-poker", "B3", "participant_wins", {"ante", "play"}, False, False),
        ("bicycle-three-card-poker", "B4", "per_round", set(), False, True),
        ("bicycle-three-card-poker", "B5", "settled_in_full", {"pair_plus"}, False, False),
    ],
)
def test_what_each_reading_bears_on(
    sheet_id: str, interpretation: str, reading: str, kinds: set[str], on_limit: bool, anew: bool
) -> None:
    (found,) = [
        each
        for each in rules_of(SHEETS[sheet_id]).readings
        if (each.interpretation, each.reading) == (interpretation, reading)
    ]
    assert (found.kinds, found.on_limit, found.anew, found.ranks_alike) == (kinds, on_limit, anew, True)


def test_the_order_matters_to_a_cap_that_several_wagers_share() -> None:
    sheet = SHEETS["bicycle-three-card-poker"].under("B4", "per_round")
    assert {each.reading for each in rules_of(sheet).readings if each.interpretation in ("C2", "C4") and each.anew} == {
        "in_turn",
        "wager_major",
    }


def test_a_reading_of_the_order_of_hands_may_change_any_wager() -> None:
    sheet = sheet_with(
        {},
        "R3",
        {"name": "lowest", "sets": {}},
        {"name": "no_straight_flush", "sets": {"ranking.ace_low_straight_flush": "not_a_straight"}},
    )
    (reading,) = [each for each in rules_of(sheet).readings if each.interpretation == "R3"]
    assert (reading.kinds, reading.ranks_alike) == (None, False)
