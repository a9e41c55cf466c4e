"""A run over one night or table looks at the rounds before it as far as they bear on its own."""

from __future__ import annotations

import json
from datetime import UTC, date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from compliance.ingest.faults import IngestError
from compliance.ingest.ingesting import ingest_paths
from compliance.workflows.nightly import nightly
from compliance.workflows.scope import Scope
from compliance.workflows.verify import basis, verify
from compliance.workflows.workspace import Workspace

if TYPE_CHECKING:
    from compliance.store.results import StoredRun

FRIDAY, SATURDAY = date(2026, 11, 27), date(2026, 11, 28)


def record(table: str, number: int, day: int, bank: str, **fields: Any) -> dict[str, Any]:
    at = f"2026-11-{day}T{19 + number // 20}:{number % 20 * 3:02d}"
    return {
        "round_id": f"{table}-{day}-{number}", "table_id": table, "sequence": number, "rule_sheet": "gega-003666",
        "gaming_date": f"2026-11-{day}", "started_at": f"{at}:00-08:00", "settled_at": f"{at}:59-08:00",
        "currency": "USD", "status": "settled", "deck": ("red", "blue")[number % 2], "seats": [],
        "player_dealer": {"seat": 7, "participant_id": bank, "wager": "100.00", "net": "0.00"},
    } | fields  # fmt: skip


NIGHTS = {
    "friday": [record("T01", 1, 27, "P-1"), record("T01", 2, 27, "P-2"), record("T01", 4, 27, "P-2")],
    # P-2 banks a third round across the two nights; after 5 comes 7; T02 begins anew.
    "saturday": [
        record("T01", 5, 28, "P-2"), record("T01", 7, 28, "P-3"), record("T02", 9, 28, "P-1"),
        record("T02", 10, 28, "P-1", deck="blue"),
    ],
}  # fmt: skip


@pytest.fixture
def desk(tmp_path: Path) -> Workspace:
    workspace = Workspace(database=tmp_path / "c.duckdb", audit_log=tmp_path / "log")
    for name, rounds in NIGHTS.items():
        (tmp_path / f"{name}.jsonl").write_text("".join(json.dumps(each) + "\n" for each in rounds))
    with workspace.open() as db:
        paths = [tmp_path / "saturday.jsonl", tmp_path / "friday.jsonl"]
        ingest_paths(db, paths, default_licensee="default", at=datetime(2026, 11, 29, tzinfo=UTC))
    return workspace


def found(workspace: Workspace, scope: Scope) -> tuple[StoredRun, list[tuple[str, str, str | None]]]:
    with workspace.open() as db:
        run = verify(workspace, db, scope)
        rows = db.rows("SELECT round_id, code, detail FROM finding_list WHERE run_id = ? ORDER BY ALL", [run.run_id])
    assert run.summary["parity"]["disagreements"] == 0
    return run, rows


def test_a_night_is_judged_in_the_light_of_the_one_before(desk: Workspace) -> None:
    _, rows = found(desk, Scope(first=SATURDAY))
    assert rows == [
        ("T01-28-5", "ROTN-001", "3 2"), ("T01-28-7", "RECD-002", "gap 5 7"), ("T02-28-10", "DECK-001", "blue"),
    ]  # fmt: skip


def test_the_night_before_is_not_reported_again(desk: Workspace) -> None:
    _, rows = found(desk, Scope(last=FRIDAY))
    assert rows == [("T01-27-4", "RECD-002", "gap 2 4")]


def test_without_a_licensees_file_the_checks_that_rest_on_it_say_so(desk: Workspace) -> None:
    run, _ = found(desk, Scope())
    with desk.open() as db:
        rows = db.rows("SELECT code, examined, skipped, reason FROM checks WHERE run_id = ?", [run.run_id])
    by_code = {code: (examined, skipped, reason) for code, examined, skipped, reason in rows}
    assert by_code["RECD-007"] == (0, 7, "no licensee's file was given")
    assert by_code["COLL-001"] == (0, 0, "no licensee's file was given")
    assert by_code["RECO-001"][2] == "the licensee signed no such control totals"
    assert by_code["RECD-002"] == (5, 2, "the rounds are not numbered, or none comes before them")
    assert by_code["RECD-003"] == (7, 0, None)
    assert set(run.summary["findings"]) == {"DECK-001", "RECD-002", "ROTN-001"}


def test_of_a_large_run_some_tables_are_compared_and_it_is_said_how_many(
    desk: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("compliance.parity.selection.ALL_UP_TO", 3)
    monkeypatch.setattr("compliance.parity.tables.ROUNDS_OF_A_SAMPLE", 2)
    run, _ = found(desk, Scope())
    assert "rounds of 1 of 2 tables" in run.summary["parity"]["mode"]


def test_a_fault_of_one_evaluator_shows(desk: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("compliance.reference.checks.decks._next_to", lambda one, other: False)
    with desk.open() as db:
        run = verify(desk, db, Scope(table_id="T02"))
    assert run.summary["parity"]["disagreements"] == 1
    assert [each["round_id"] for each in run.summary["parity"]["rounds"]] == ["T02-28-10"]


def test_what_a_run_rests_on_are_also_lines_kept_out_and_control_totals(desk: Workspace, tmp_path: Path) -> None:
    with desk.open() as db:
        bases = [basis(desk, db, Scope(first=SATURDAY))]
        (tmp_path / "again.jsonl").write_text(json.dumps(NIGHTS["saturday"][0] | {"deck": "green"}) + "\n")
        with pytest.raises(IngestError):
            ingest_paths(
                db, [tmp_path / "again.jsonl"], default_licensee="default", at=datetime(2026, 12, 1, tzinfo=UTC)
            )
        bases.append(basis(desk, db, Scope(first=SATURDAY)))
        db.connection.execute(
            "INSERT INTO manifests (sha256, path, licensee_id, received_at, text) VALUES ('0', 'm', 'x', '', '')"
        )
        bases.append(basis(desk, db, Scope(first=SATURDAY)))
    assert len(set(bases)) == 3


def test_a_night_that_tells_an_old_round_otherwise_goes_back_to_it(desk: Workspace, tmp_path: Path) -> None:
    lines = [NIGHTS["friday"][0] | {"deck": "green"}, record("T01", 8, 29, "P-3", deck="red")]
    (tmp_path / "sunday.jsonl").write_text("".join(json.dumps(each) + "\n" for each in lines))
    with desk.open() as db:
        outcome = nightly(desk, db, [tmp_path / "sunday.jsonl"], tmp_path / "out", formats=("html",))
    assert outcome.run.scope["from"] == "2026-11-27"
    assert outcome.run.summary["findings"]["RECD-001"] == 1
