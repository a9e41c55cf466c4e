"""Honest logs of every sheet hold, by the reference and by the literal settlement that shares no code with it."""

from __future__ import annotations

import json
from fractions import Fraction
from random import Random

import pytest

from compliance.domain.words import RoundStatus
from compliance.simulate.faults import FAULTS
from compliance.simulate.frames import frames
from compliance.simulate.habits import Habits, usual_terms
from compliance.simulate.honest import Table
from compliance.simulate.house import House
from compliance.simulate.table import simulate_table
from tests.oracle.audit import COVERED_CODES, audit_round
from tests.simulate.audited import SHEETS, START, Found, findings, read, told

ROUNDS = 120
CROWDED = Habits(limit_binds=0.4, rare_deal=0.3, capped_bonus=0.1, shared_hand=(4, 12), void_round=0.05)


def uncharted(sheet_id: str) -> frozenset[str]:
    return House(SHEETS[sheet_id], usual_terms(SHEETS[sheet_id], "T01")).uncharted


@pytest.mark.parametrize("sheet_id", SHEETS)
@pytest.mark.parametrize("habits", [Habits(shared_hand=(8, 20)), CROWDED], ids=["as usual", "crowded with rare cases"])
def test_an_honest_log_has_no_findings(sheet_id: str, habits: Habits) -> None:
    missing = uncharted(sheet_id)
    rounds = simulate_table(SHEETS[sheet_id], table_id="T01", rounds=ROUNDS, seed=11, start=START, habits=habits)
    settled = 0
    for round_ in rounds:
        assert findings(round_.json_text, sheet_id) == [], round_.json_text
        assert round_.planted == ()
        kinds = {w.kind for s in read(round_.json_text).seats for p in s.participants for w in p.wagers}
        settled += bool(kinds - missing)
    assert settled > ROUNDS * 0.9


def literal_findings(text: str, sheet_id: str, planted: list[Found]) -> list[Found]:
    """What the literal settlement finds; a chart that the sheet leaves out is no finding here unless planted."""
    record = json.loads(text)
    audited = audit_round(record, positions=usual_terms(SHEETS[sheet_id], "T01").positions)
    missing = uncharted(sheet_id)
    found = [
        Found(
            record["round_id"],
            entry["code"],
            entry["verdict"],
            entry["seat"],
            entry["participant_id"],
            entry["wager_kind"],
            None if entry["variance"] is None else int(100 * Fraction(entry["variance"])),
            entry["interpretation"],
            entry["reading"],
        )
        for entry in audited["findings"]
    ]
    return sorted((f for f in found if f in planted or not (f.code == "SETL-005" and f.wager_kind in missing)), key=str)


@pytest.mark.parametrize("sheet_id", SHEETS)
def test_the_literal_settlement_finds_nothing_in_an_honest_log(sheet_id: str) -> None:
    for round_ in simulate_table(SHEETS[sheet_id], table_id="T01", rounds=80, seed=12, start=START, habits=CROWDED):
        assert literal_findings(round_.json_text, sheet_id, []) == [], round_.json_text


@pytest.mark.parametrize("sheet_id", SHEETS)
def test_the_literal_settlement_finds_what_was_planted(sheet_id: str) -> None:
    sheet = SHEETS[sheet_id]
    names = [name for name, fault in FAULTS.items() if fault.applies(sheet) and not fault.whole_log]
    habits = Habits(wagering_seats=(3, 6), shared_hand=(4, 12))
    rounds = simulate_table(
        sheet, table_id="T01", rounds=len(names) + 20, seed=13, start=START, faults=names, habits=habits
    )
    found = 0
    for round_ in rounds:
        planted = [truth for truth in told(round_.planted) if truth.code in COVERED_CODES]
        assert literal_findings(round_.json_text, sheet_id, planted) == planted, round_.json_text
        found += bool(round_.planted)
    assert found == len(names)


@pytest.mark.parametrize("sheet_id", SHEETS)
def test_the_record_of_a_drawn_round_is_the_settlement_it_came_from(sheet_id: str) -> None:
    sheet = SHEETS[sheet_id]
    habits = Habits(limit_binds=0.5, shared_hand=(4, 12))
    table = Table(sheet, usual_terms(sheet, "T01"), habits)
    for _, frame in zip(range(40), frames(sheet, table.terms, habits, START, 1, Random(1)), strict=False):
        scene = table.draw(frame, Random(frame.sequence))
        if scene.draft.status is RoundStatus.VOID:
            continue
        for spot in scene.spots():
            assert (spot.wager.outcome, spot.wager.net) == (spot.line.outcome, spot.line.net)
        if scene.draft.bank is not None:
            answered = SHEETS[sheet_id].bank
            assert answered is not None
            nets = [s.wager.net for s in scene.spots() if s.wager.kind in answered.answers]
            assert scene.draft.bank.net == -sum(nets)
