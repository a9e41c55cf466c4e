"""The public way in: the same log for a seed anywhere, and clear words for what cannot be made."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from dataclasses import replace
from datetime import datetime

import pytest

from compliance.domain.money import MoneyError
from compliance.simulate.habits import Habits, usual_terms
from compliance.simulate.table import SimulatedRound, SimulationError, simulate_table
from tests.simulate.audited import SHEETS, START, findings, read

GEGA = SHEETS["gega-003666"]
DIGEST_OF_A_NIGHT = """
import hashlib
from tests.simulate.audited import SHEETS, START
from compliance.simulate.table import simulate_table
rounds = simulate_table(
    SHEETS["{sheet}"], table_id="T01", rounds=30, seed=7, start=START,
    faults=["win_a_unit_short", "four_cards_at_a_seat"],
)
print(hashlib.sha256("".join(round_.json_text for round_ in rounds).encode()).hexdigest())
"""


def night(seed: int = 7, rounds: int = 30, faults: tuple[str, ...] = (), table_id: str = "T01") -> list[SimulatedRound]:
    return list(simulate_table(GEGA, table_id=table_id, rounds=rounds, seed=seed, start=START, faults=faults))


@pytest.mark.parametrize("sheet_id", ["gega-003666", "live-three-card-poker"])
def test_a_seed_gives_the_same_log_in_any_process(sheet_id: str) -> None:
    faults = ["win_a_unit_short", "four_cards_at_a_seat"]
    here = hashlib.sha256(
        "".join(
            round_.json_text
            for round_ in simulate_table(
                SHEETS[sheet_id], table_id="T01", rounds=30, seed=7, start=START, faults=faults
            )
        ).encode()
    ).hexdigest()
    for hash_seed in ("1", "2"):
        there = subprocess.run(
            [sys.executable, "-c", DIGEST_OF_A_NIGHT.format(sheet=sheet_id)],
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
            capture_output=True,
            text=True,
            check=True,
        )
        assert there.stdout.strip() == here


def test_seeds_and_tables_differ() -> None:
    texts = {night()[5].json_text, night(seed=8)[5].json_text, night(table_id="T02")[5].json_text}
    assert len(texts) == 3


def test_a_longer_log_begins_with_the_shorter() -> None:
    assert [r.json_text for r in night(rounds=40)][:30] == [r.json_text for r in night()]


def test_planting_a_fault_leaves_every_other_round_as_it_was() -> None:
    honest, spoilt = night(rounds=60), night(rounds=60, faults=("winning_hand_taken", "bank_net_off_by_one"))
    planted = [number for number, round_ in enumerate(spoilt) if round_.planted]
    assert len(planted) == 2
    for number, (one, other) in enumerate(zip(honest, spoilt, strict=True)):
        assert (one.json_text == other.json_text) == (number not in planted)


def test_faults_are_planted_in_the_order_given_each_in_its_own_round() -> None:
    names = ("beaten_hand_paid", "unknown_sheet", "beaten_hand_paid")
    planted = [round_.planted[0].name for round_ in night(rounds=60, faults=names) if round_.planted]
    assert planted == list(names)
    truths = [truth for round_ in night(rounds=60, faults=names) for truth in round_.planted]
    assert {truth.table_id for truth in truths} == {"T01"}
    assert {truth.currency for truth in truths} == {"USD"}


@pytest.mark.parametrize(
    ("faults", "words"),
    [
        (("no_such_fault",), "no kind of fault is called 'no_such_fault'"),
        (("ante_bonus_missing",), "gega-003666 cannot have the fault 'ante_bonus_missing'"),
        (("unknown_sheet",) * 31, "31 faults do not fit into 30 rounds"),
    ],
)
def test_what_cannot_be_planted_is_refused_at_once(faults: tuple[str, ...], words: str) -> None:
    with pytest.raises(SimulationError, match=words):
        simulate_table(GEGA, table_id="T01", rounds=30, seed=1, start=START, faults=faults)


def test_a_fault_without_an_opportunity_is_named_at_the_end() -> None:
    lonely = Habits(wagering_seats=(1, 1))
    rounds = simulate_table(
        GEGA, table_id="T01", rounds=2, seed=1, start=START, faults=["card_at_two_seats"], habits=lonely
    )
    with pytest.raises(SimulationError, match="gave an opportunity for card_at_two_seats; simulate more rounds"):
        list(rounds)


def test_a_start_without_an_offset_is_refused() -> None:
    with pytest.raises(ValueError, match="time zone or an offset"):
        simulate_table(GEGA, table_id="T01", rounds=1, seed=1, start=datetime(2026, 11, 28, 11, 0))  # noqa: DTZ001


@pytest.mark.parametrize(("currency", "unit"), [("JPY", 1), ("KWD", 1000), ("EUR", 100)])
def test_a_table_of_another_currency_is_settled_in_its_minor_unit(currency: str, unit: int) -> None:
    rounds = list(
        simulate_table(
            GEGA, table_id="T01", rounds=40, seed=2, start=START, currency=currency, faults=["win_a_unit_short"]
        )
    )
    stakes = {w.stake for r in rounds for s in read(r.json_text).seats for p in s.participants for w in p.wagers}
    assert all(stake % unit == 0 for stake in stakes)
    for round_ in rounds:
        found = findings(round_.json_text, "gega-003666")
        assert [(entry.code, entry.variance) for entry in found] == [(t.code, t.variance) for t in round_.planted]
    assert [truth.variance for round_ in rounds for truth in round_.planted] == [-1]


def test_an_unknown_currency_is_refused() -> None:
    with pytest.raises(MoneyError):
        usual_terms(GEGA, "T01", currency="QQQ")


def test_positions_of_a_sheet_that_is_silent_are_the_licensees() -> None:
    sheet = SHEETS["card-room-three-card-poker"]
    assert usual_terms(sheet, "T01").positions == 7
    rounds = simulate_table(sheet, table_id="T01", rounds=80, seed=5, start=START, positions=9)
    texts = [round_.json_text for round_ in rounds]
    assert max(seat.seat for text in texts for seat in read(text).seats) == 9
    assert all(findings(text, sheet.id, positions=9) == [] for text in texts)


def test_terms_say_what_is_staked() -> None:
    terms = replace(usual_terms(GEGA, "T01"), antes=(700,), collection=50)
    rounds = simulate_table(GEGA, table_id="T01", rounds=10, seed=5, start=START, terms=terms)
    people = [p for r in rounds for s in read(r.json_text).seats for p in s.participants]
    assert {ante.stake for p in people if (ante := p.wager("ante"))} == {700}
    assert {p.collection for p in people} == {50}
