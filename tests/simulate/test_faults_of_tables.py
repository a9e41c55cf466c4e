"""Every kind of fault planted in logs of all sheets: both evaluators find each under its codes, and nothing else."""

from __future__ import annotations

import json
from collections import Counter
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest

from compliance.domain.catalogue import CHECKS
from compliance.domain.money import decimal_text
from compliance.ingest.ingesting import ingest_paths
from compliance.simulate.faults import FAULTS, faults_of
from compliance.simulate.habits import Habits, usual_terms
from compliance.simulate.log import truth_record, write_log
from compliance.simulate.posting import licensee_text, table_text
from compliance.simulate.table import SimulationError, simulate_table
from compliance.workflows.scope import Scope
from compliance.workflows.simulate import simulate
from compliance.workflows.verify import verify
from compliance.workflows.workspace import WorkflowError, Workspace
from tests.simulate.audited import HEAD, SHEETS, START

if TYPE_CHECKING:
    from pathlib import Path

    from compliance.store.results import StoredRun

HABITS = Habits(wagering_seats=(3, 6), shared_hand=(4, 8))
KEYS = ("round_id", "code", "verdict", "seat", "participant_id", "wager_kind", "variance", "interpretation", "reading")
NOT_IN_THESE_SHEETS = {"COLL-002", "PROG-002", "RECO-001", "RECO-002", "RECO-003"}
"""They rest on what the five sheets leave to postings and to what a licensee signs; hand-worked cases have them."""


def audited(folder: Path, logs: dict[str, list[str]], whole: dict[str, str]) -> tuple[Counter, Counter, StoredRun]:
    """Simulate a table a sheet with faults, audit them all; return what was planted, what was found, and the run."""
    planted: Counter[tuple] = Counter()
    tables = []
    for number, (sheet_id, names) in enumerate(logs.items(), start=1):
        sheet = SHEETS[sheet_id]
        terms = usual_terms(sheet, f"T{number:02d}")
        rounds = simulate_table(
            sheet,
            table_id=terms.table_id,
            rounds=len(names) * 5 // 4 + 30 + (340 if sheet_id in whole else 0),
            seed=21,
            start=START,
            faults=[*names, *([whole[sheet_id]] if sheet_id in whole else [])],
            habits=HABITS,
            terms=terms,
        )
        truths = write_log(folder / f"{terms.table_id}.jsonl", rounds)
        planted.update(tuple(truth_record(truth)[key] for key in KEYS) for truth in truths)
        tables.append(table_text(sheet_id, terms, positions=terms.positions))
    (folder / "licensee.toml").write_text(licensee_text(HEAD, tables))
    workspace = Workspace(folder / "c.duckdb", licensee_file=folder / "licensee.toml", audit_log=folder / "log")
    with workspace.open() as db:
        ingest_paths(
            db, sorted(folder.glob("*.jsonl")), default_licensee="default", at=datetime(2026, 12, 1, tzinfo=UTC)
        )
        run = verify(workspace, db, Scope())
        rows = db.rows(
            "SELECT round_id, code, verdict, seat, participant_id, wager_kind, variance, interpretation, reading"
            " FROM finding_list WHERE branch IS DISTINCT FROM 'chart_missing'"
        )
    found = Counter((*row[:6], None if row[6] is None else decimal_text(row[6], 2), *row[7:]) for row in rows)
    return planted, found, run


def test_every_kind_is_found_by_both_evaluators_and_none_by_a_wrong_check(tmp_path: Path) -> None:
    names = {
        sheet_id: [fault.name for fault in faults_of(sheet) if not fault.whole_log]
        for sheet_id, sheet in SHEETS.items()
    }
    planted, found, run = audited(tmp_path, names, {"bicycle-three-card-poker": "card_never_dealt"})
    assert found - planted == Counter()
    assert planted - found == Counter()
    assert run.summary["parity"]["disagreements"] == 0
    assert run.summary["parity"]["compared"] == sum(run.summary["rounds"].values())
    assert {code for _, code, *_ in planted} == {
        code for code in CHECKS if code not in NOT_IN_THESE_SHEETS and not code.startswith(("STAT", "ALIK"))
    }
    assert len(FAULTS) >= 60


def test_a_log_too_short_to_miss_a_card_in_is_refused() -> None:
    sheet = SHEETS["bicycle-three-card-poker"]
    with pytest.raises(SimulationError, match="too short to show card_never_dealt"):
        list(simulate_table(sheet, table_id="T01", rounds=100, seed=1, start=START, faults=["card_never_dealt"]))


def test_a_round_told_again_stands_behind_its_round_with_other_content() -> None:
    sheet = SHEETS["gega-003666"]
    rounds = list(
        simulate_table(sheet, table_id="T01", rounds=20, seed=1, start=START, faults=["round_id_given_again"])
    )
    ids = [json.loads(round_.json_text)["round_id"] for round_ in rounds]
    assert len(ids) == 21
    (place,) = [place for place in range(20) if ids[place] == ids[place + 1]]
    assert rounds[place].json_text != rounds[place + 1].json_text
    assert [truth.code for truth in rounds[place].planted] == ["RECD-001"]


def test_what_a_table_posts_can_be_had_beside_its_log(tmp_path: Path) -> None:
    start = datetime.fromisoformat("2019-03-10T01:00:00+02:00")
    posted = tmp_path / "room.toml"
    asked = {
        "table_id": 'T "1"',
        "seed": 1,
        "start": start,
        "positions": None,
        "truth_file": None,
        "licensee_file": posted,
    }
    faults = ("ante_above_the_limit", "booked_a_day_late")
    planted = simulate(Workspace(), "gega-004246", tmp_path / "t.jsonl", rounds=20, faults=faults, **asked)
    workspace = Workspace(tmp_path / "c.duckdb", licensee_file=posted, audit_log=tmp_path / "log")
    with workspace.open() as db:
        ingest_paths(db, [tmp_path / "t.jsonl"], default_licensee="default", at=datetime(2026, 12, 1, tzinfo=UTC))
        run = verify(workspace, db, Scope())
    assert planted == 2
    assert run.summary["findings"]["WAGR-006"] == run.summary["findings"]["RECD-007"] == 1
    assert {code for code in run.summary["findings"] if code != "SETL-005"} == {"WAGR-006", "RECD-007"}
    asked["start"] = datetime.fromisoformat("2026-11-28T18:00:00+05:30")
    with pytest.raises(WorkflowError, match="whole hours"):
        simulate(Workspace(), "gega-004246", tmp_path / "t.jsonl", rounds=20, faults=(), **asked)
