"""Faults planted in a copy of a night: found, counted, the same again, and the night itself as it was."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from compliance.rules.loader import load_sheets
from compliance.simulate.log import write_log
from compliance.simulate.table import simulate_table
from compliance.store.results import last_run
from compliance.workflows import assurance
from compliance.workflows.assurance import assure
from compliance.workflows.ingest import ingest
from compliance.workflows.scope import Scope
from compliance.workflows.verify import verify
from compliance.workflows.workspace import Workspace
from tests.cli.conftest import Desk

if TYPE_CHECKING:
    from compliance.store import Database
    from compliance.store.results import StoredRun

FAULTS_PLANTED = 16
START = datetime(2026, 11, 28, 20, tzinfo=UTC)


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An honest night of a player-banked table, but for one fault that was there already."""
    path = tmp_path_factory.mktemp("night") / "T01.jsonl"
    sheet = load_sheets()["gega-003666"].sheet
    write_log(path, simulate_table(sheet, table_id="T01", rounds=140, seed=4, start=START, faults=["play_above_ante"]))
    return path


def room(folder: Path) -> Workspace:
    return Workspace(folder / "a.duckdb", audit_log=folder / "log", clock=lambda: datetime(2026, 11, 29, tzinfo=UTC))


def judged(workspace: Workspace, db: Database, log: Path) -> StoredRun:
    ingest(workspace, db, [log])
    return verify(workspace, db, Scope(), parity="none")


def contents(db: Database) -> dict[str, Any]:
    """What stands in every table that stays."""
    tables = db.rows(
        "SELECT table_name FROM duckdb_tables() WHERE NOT temporary AND database_name = current_database()"
        " AND schema_name = 'main' AND table_name <> 'assurance' ORDER BY ALL"
    )
    return {name: db.one(f"SELECT count(*), bit_xor(hash(t)) FROM {name} AS t") for (name,) in tables}


def test_planted_faults_are_found_and_the_night_stays_as_it_was(tmp_path: Path, log: Path) -> None:
    workspace = room(tmp_path)
    with workspace.open() as db:
        run = judged(workspace, db, log)
        before, files = contents(db), sorted(path.name for path in tmp_path.iterdir())
        assert before["written_findings"][0] == 1
        made = assure(workspace, db, run, FAULTS_PLANTED)
        assert contents(db) == before
        assert sorted(path.name for path in tmp_path.iterdir()) == files
        assert workspace.log.size == 0
    assert (made.asked, made.planted, made.detected) == (FAULTS_PLANTED, FAULTS_PLANTED, FAULTS_PLANTED)
    assert len(made.kinds) >= FAULTS_PLANTED // 2
    assert all(each.codes and each.planted == each.detected for each in made.kinds)


def test_the_same_night_has_the_same_faults_and_a_missed_one_is_counted(
    tmp_path: Path, log: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = []
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        workspace = room(tmp_path / name)
        with workspace.open() as db:
            run = judged(workspace, db, log)
            monkeypatch.setattr(assurance, "_found", lambda *_: {})
            made.append(assure(workspace, db, run, 5))
            last = last_run(db)
            assert last is not None
            assert last.run_id == run.run_id
    assert made[0] == made[1]
    assert (made[0].planted, made[0].detected) == (5, 0)


def test_a_night_without_a_clean_round_has_nothing_planted(tmp_path: Path, log: Path) -> None:
    workspace = room(tmp_path)
    with workspace.open() as db:
        run = judged(workspace, db, log)
        db.connection.execute(
            "INSERT INTO written_findings BY NAME SELECT run_id, round_key, 1 AS rules_id, 'SETL-001' AS code,"
            " 'violation' AS verdict, []::VARCHAR[] AS also_fits FROM rounds, runs"
        )
        made = assure(workspace, db, run, 5)
    assert (made.planted, made.detected, made.rounds, made.kinds) == (0, 0, 0, ())


def test_nightly_says_what_was_planted_and_running_it_again_changes_nothing(tmp_path: Path, log: Path) -> None:
    desk = Desk(tmp_path)
    out = tmp_path / "out"
    command = ("nightly", str(log), "--out", str(out), "--format", "html", "--parity", "none", "--assurance", "4")
    first = desk.json(*command)
    told = first["assurance"]
    assert (told["asked"], told["planted"], told["detected"]) == (4, 4, 4)
    assert sum(each["planted"] for each in told["kinds"].values()) == 4
    assert set(first) - {"assurance"} == {
        *("run_id", "verdict", "files", "rounds", "wagers", "findings", "money", "interpretations", "parity"),
        *("documents", "audit_log"),
    }
    (entry,) = desk.json("log", "show", "--kind", "assurance")
    assert entry["body"] == {
        "run_id": first["run_id"],
        **{key: told[key] for key in ("asked", "rounds", "planted", "detected")},
    }
    assert "4 known faults" in (out / "audit-report.html").read_text()
    documents = {path.name: path.read_bytes() for path in out.iterdir()}
    again = desk.json(*command)
    assert again["audit_log"] == first["audit_log"]
    assert again["assurance"] == first["assurance"]
    assert {path.name: path.read_bytes() for path in out.iterdir()} == documents
