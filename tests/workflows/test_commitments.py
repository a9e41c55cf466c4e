"""What a run commits to: the right rounds, nobody's name outside of two fields, and a digest of all findings."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import pytest

from compliance.audit_log import PERSONAL_FIELDS, PSEUDONYM_FIELDS, AuditLogError, RoundCommitments, new_secret
from compliance.store.findings_digest import findings_digest
from compliance.workflows import commitments, nightly
from compliance.workflows.commitments import commitments_of, kept_commitments, provable_rounds
from compliance.workflows.ingest import ingest
from compliance.workflows.provable import LARGEST_EXACT
from compliance.workflows.record import log_entries, run_entry, verification_entry
from compliance.workflows.scope import Scope
from compliance.workflows.verify import verify
from compliance.workflows.workspace import Workspace
from tests.cli.conftest import case

if TYPE_CHECKING:
    from pathlib import Path

    from compliance.store import Database

CONFORMS = case("base_game/pass_live_win").round
REVIEW = case("folding/fail_bicycle_bonus_paid_after_a_fold").round
UNDETERMINED = case("undetermined/fail_card_room_progressive_is_on_the_floor").round


def violation(**changes: Any) -> dict[str, Any]:
    wrong: dict[str, Any] = json.loads(json.dumps(CONFORMS))
    wrong["seats"][0]["participants"][0]["wagers"][0]["net"] = "0.01"
    return wrong | changes


def named(record: dict[str, Any], round_id: str) -> dict[str, Any]:
    """The record under that id, at a table of its own: what concerns a table's rounds together is not meant here."""
    return record | {"round_id": round_id, "table_id": f"T-{round_id}"}


class Room:
    """A workspace with some rounds in its database."""

    def __init__(self, folder: Path, *logs: list[dict[str, Any]]) -> None:
        self.workspace = Workspace(
            folder / "a.duckdb", audit_log=folder / "log", clock=lambda: datetime(2026, 11, 29, tzinfo=UTC)
        )
        self.paths = []
        for number, rounds in enumerate(logs):
            path = folder / f"{number}.jsonl"
            path.write_text("".join(json.dumps(each) + "\n" for each in rounds))
            self.paths.append(path)

    def run(self, db: Database) -> str:
        ingest(self.workspace, db, self.paths)
        return verify(self.workspace, db, Scope()).run_id


def rounds_of(db: Database, run_id: str) -> list[str]:
    return [
        db.one("SELECT round_id FROM rounds WHERE round_key = ?", [key])[0]
        for key in kept_commitments(db, run_id).round_keys
    ]


def test_every_grave_round_is_committed_to_and_of_the_others_the_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(commitments, "UNDETERMINED_ROUNDS", 2)
    rounds = [named(CONFORMS, "fine")]
    for number in range(4):
        rounds += [
            named(UNDETERMINED, f"open-{number}"),
            named(violation(), f"wrong-{number}"),
            named(REVIEW, f"doubtful-{number}"),
        ]
    room = Room(tmp_path, rounds)
    with room.workspace.open() as db:
        run_id = room.run(db)
        told = commitments_of(room.workspace, db, run_id)
        committed = rounds_of(db, run_id)
    grave = {f"{name}-{number}" for name in ("wrong", "doubtful") for number in range(4)}
    assert set(committed) == grave | {"open-0", "open-1"}
    assert told["rounds_commitment"]["size"] == len(committed) == 10
    assert told["rounds_commitment"] == kept_commitments(db, run_id).rounds.commitment


def test_run_without_findings_commits_to_no_round(tmp_path: Path) -> None:
    room = Room(tmp_path, [CONFORMS])
    with room.workspace.open() as db:
        run_id = room.run(db)
        told = commitments_of(room.workspace, db, run_id)
        assert told["rounds_commitment"]["size"] == 0
        assert kept_commitments(db, run_id).round_keys == ()
        checkpoint = log_entries(room.workspace, [verification_entry(_stored(db), told)])
        assert checkpoint.size == 1
        entry = run_entry(room.workspace, run_id)
        assert entry is not None
        assert entry.body["rounds_commitment"]["size"] == 0
        assert run_entry(room.workspace, "another") is None


def _stored(db: Database) -> Any:
    from compliance.store.results import last_run

    return last_run(db)


def test_leaves_are_those_of_the_rounds_and_need_the_secret(tmp_path: Path) -> None:
    room = Room(tmp_path, [named(violation(), f"wrong-{number}") for number in range(3)])
    with room.workspace.open() as db:
        run_id = room.run(db)
        commitments_of(room.workspace, db, run_id)
        kept = kept_commitments(db, run_id)
        provable = list(provable_rounds(room.workspace, db, set(kept.round_keys)))
    assert [each.round_key for each in provable] == list(kept.round_keys)
    for index, each in enumerate(provable):
        assert each.agreed
        assert kept.rounds.leaf(index, each.fields) == kept.rounds.leaf_hashes[index]
        assert RoundCommitments(new_secret()).leaf(index, each.fields) != kept.rounds.leaf_hashes[index]
        assert kept.rounds.leaf(index + 1, each.fields) != kept.rounds.leaf_hashes[index]


def test_people_are_named_in_two_fields_only_whatever_they_are_called(tmp_path: Path) -> None:
    record = violation(house_dealer_id="Ante")
    record["seats"][0]["participants"][0]["participant_id"] = "Maria Curie"
    room = Room(tmp_path, [record])
    with room.workspace.open() as db:
        room.run(db)
        (provable,) = provable_rounds(room.workspace, db, {1})
    for name, value in provable.fields.items():
        assert ("Maria Curie" in json.dumps(value)) == (name == "parsed_round")
    assert provable.fields["redacted_view"]["house_dealer_id"].startswith("D-")
    assert provable.fields["parsed_round"]["house_dealer_id"] == "Ante"
    assert {*PERSONAL_FIELDS, *PSEUDONYM_FIELDS} < set(provable.fields)
    (finding,) = provable.fields["findings"]
    assert (finding["code"], finding["seat"], finding["participant"]) == ("SETL-001", record["seats"][0]["seat"], 1)
    assert "finding_id" not in finding
    assert "participant_id" not in finding


def test_free_text_stays_out_of_the_redacted_view(tmp_path: Path) -> None:
    record = violation(status="void", void_reason="Maria Curie left", extra={"note": "Maria Curie"})
    room = Room(tmp_path, [record])
    with room.workspace.open() as db:
        room.run(db)
        (provable,) = provable_rounds(room.workspace, db, {1})
    assert "Maria Curie" in json.dumps(provable.fields["parsed_round"])
    rest = {name: value for name, value in provable.fields.items() if name != "parsed_round"}
    assert "Maria Curie" not in json.dumps(rest)


def test_amounts_that_no_json_reader_holds_become_text(tmp_path: Path) -> None:
    record = violation()
    record["seats"][0]["cards"] = ["Ah", "Kh", "Qh"]
    bonus = {"kind": "pair_plus", "stake": "10000000000000.00", "outcome": "win", "net": "0.01"}
    record["seats"][0]["participants"][0]["wagers"].append(bonus)
    room = Room(tmp_path, [record])
    with room.workspace.open() as db:
        run_id = room.run(db)
        told = commitments_of(room.workspace, db, run_id)
        (provable,) = provable_rounds(room.workspace, db, {1})
    (finding,) = (each for each in provable.fields["findings"] if each["wager_kind"] == "pair_plus")
    assert (finding["recorded_net"], finding["expected_net"][-13:]) == (1, "0" * 13)
    assert int(finding["variance"]) == 1 - int(finding["expected_net"]) < -LARGEST_EXACT
    assert told["rounds_commitment"]["size"] == 1


def digest_of(folder: Path, *logs: list[dict[str, Any]]) -> str:
    folder.mkdir()
    room = Room(folder, *logs)
    with room.workspace.open() as db:
        return findings_digest(db, room.run(db))


def test_digest_of_the_findings_is_of_what_was_found_where(tmp_path: Path) -> None:
    first, second = named(violation(), "R-1"), named(REVIEW, "R-2")
    digest = digest_of(tmp_path / "a", [first, second, named(CONFORMS, "R-3")])
    assert digest == digest_of(tmp_path / "b", [second], [named(CONFORMS, "R-4"), first])
    others = {
        digest_of(tmp_path / "c", [first]),
        digest_of(tmp_path / "d", [named(first, "R-5"), second]),
        digest_of(tmp_path / "e", [violation(round_id="R-1", licensee_id="another"), second]),
        digest_of(tmp_path / "f", [named(CONFORMS, "R-3")]),
    }
    assert len(others | {digest}) == 5


@pytest.mark.parametrize("column", ["expected_net", "variance", "detail", "branch", "participant_index", "reading"])
def test_digest_tells_every_change_of_a_finding(tmp_path: Path, column: str) -> None:
    room = Room(tmp_path, [violation()])
    with room.workspace.open() as db:
        run_id = room.run(db)
        before = findings_digest(db, run_id)
        kind = db.one(
            "SELECT data_type FROM duckdb_columns() WHERE schema_name = 'main' AND table_name = 'findings'"
            " AND column_name = ?",
            [column],
        )
        value = "7" if kind[0] in ("BIGINT", "INTEGER") else "'other'"
        db.connection.execute(f"UPDATE written_findings SET {column} = {value}")
        assert findings_digest(db, run_id) != before


def test_run_that_was_stored_but_not_recorded_is_recorded_by_the_next_batch(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = Room(tmp_path, [violation()])

    def full(*_: Any) -> None:
        raise AuditLogError("The disk is full.")

    with room.workspace.open() as db:
        with monkeypatch.context() as patch:
            patch.setattr(nightly, "log_entries", full)
            with pytest.raises(AuditLogError):
                nightly.nightly(room.workspace, db, room.paths, tmp_path / "out", formats=("html",))
        (run_id,) = db.one("SELECT run_id FROM runs")
        assert run_entry(room.workspace, run_id) is None
        outcome = nightly.nightly(room.workspace, db, room.paths, tmp_path / "out", formats=("html",))
        assert outcome.run.run_id == run_id
        entry = run_entry(room.workspace, run_id)
        assert entry is not None
        assert entry.body["rounds_commitment"] == kept_commitments(db, run_id).rounds.commitment
        again = nightly.nightly(room.workspace, db, room.paths, tmp_path / "out", formats=("html",))
        assert again.unchanged
    assert [entry.kind for entry in room.workspace.log].count("verification") == 1
