"""Dirty rounds from fixed seeds: the reference and the independent evaluator must say the same of each, whole."""

from __future__ import annotations

import json
from random import Random

import pytest

from tests.bulk.beside_oracle import as_oracle, tidied
from tests.oracle.audit import audit_round
from tests.oracle.generator import random_round
from tests.oracle.sheets import SHEETS
from tests.reference.judged import judge

RULINGS = {
    "C1": ("running_net", "separate_caps", "collect_then_pay"),
    "C2": ("in_turn",),
    "C3": ("occupied_only",),
    "C4": ("wager_major",),
    "L1": ("bonus_not_paid",),
    "B1": ("survives",),
    "B2": ("dealer_wins", "participant_wins"),
    "B3": ("participant_wins",),
    "B4": ("per_participant_round", "per_round"),
    "B5": ("settled_in_full",),
    "F1": ("bonuses_forfeited",),
}
"""Every reading that is not adopted; a third of the rounds are judged under a regulator's word for one of them."""


def assert_agreement(seed: str, sheet_id: str, rounds: int) -> None:
    rng = Random(f"{seed} {sheet_id}")
    for number in range(rounds):
        record = random_round(rng, sheet_id)
        positions = rng.choice([None, None, 6, 7, 8])
        rulings: dict[str, str] = {}
        if rng.random() < 0.3:
            interpretation = rng.choice([name for name in RULINGS if name in SHEETS[sheet_id]["readings"]])
            rulings[interpretation] = rng.choice(RULINGS[interpretation])
        want = tidied(audit_round(record, positions=positions, rulings=rulings))
        have = as_oracle(judge(record, positions, rulings).result, record["currency"])
        if have != want:
            differing = {
                part: {"oracle": want[part], "reference": have[part]} for part in want if want[part] != have[part]
            }
            pytest.fail(
                f"round {number} of seed {seed!r}, positions {positions}, rulings {rulings}\n{json.dumps(record)}\n"
                + json.dumps(differing, indent=1)
            )


@pytest.mark.parametrize("seed", ["first", "second", "third", "fourth"])
@pytest.mark.parametrize("sheet_id", SHEETS)
def test_both_say_the_same_of_every_round(sheet_id: str, seed: str) -> None:
    assert_agreement(seed, sheet_id, 250)


@pytest.mark.whole_space
@pytest.mark.parametrize("seed", [f"long {number}" for number in range(1, 5)])
@pytest.mark.parametrize("sheet_id", SHEETS)
def test_both_say_the_same_of_many_more_rounds(sheet_id: str, seed: str) -> None:
    assert_agreement(seed, sheet_id, 750)
