"""What cannot be proved, and what somebody changed: each said in one sentence, with its exit status."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from compliance.store import open_database
from compliance.workflows import commitments
from tests.cli.conftest import case
from tests.cli.evidence.night import LICENSEE, PLANTED, ROUND, Night


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("no-such-round",), "no round 'no-such-round'"),
        (("T01-20261128-000001",), "no finding to prove"),
        ((ROUND, "--of", "somebody else"), "of licensee 'somebody else'"),
        ((ROUND, "--size", "1"), "entry 2"),
        ((ROUND, "--size", "7"), "no checkpoint for 7"),
        ((ROUND, "-o", "/no/such/folder/e.json"), "choose another place"),
        ((), "--verifier"),
    ],
)
def test_what_cannot_be_proved_is_said_in_one_sentence(night: Night, arguments: tuple[str, ...], says: str) -> None:
    result = night.run(*LICENSEE, "evidence", *arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert says in result.stderr
    assert result.stderr.count("\n") == 1
    assert "fault in the program" not in result.stderr


@pytest.fixture
def copy(night: Night, tmp_path: Path) -> Night:
    shutil.copytree(night.folder, tmp_path / "copy")
    return Night(tmp_path / "copy", night.kept, night.key)


def refused(copy: Night, *options: str, round_id: str = ROUND) -> tuple[int, str]:
    result = copy.run(*(options or LICENSEE), "evidence", round_id)
    assert result.stdout == ""
    assert "fault in the program" not in result.stderr
    return result.exit_code, result.stderr


def test_lost_commitments_are_missed(copy: Night) -> None:
    shutil.rmtree(copy.folder / "night.duckdb.commitments")
    status, said = refused(copy)
    assert status == 2
    assert "put the file back" in said


@pytest.mark.parametrize("place", [0, 40])
def test_changed_commitments_are_an_integrity_failure(copy: Night, place: int) -> None:
    (kept,) = (copy.folder / "night.duckdb.commitments").iterdir()
    data = bytearray(kept.read_bytes())
    data[place] ^= 1
    kept.write_bytes(data)
    assert refused(copy)[0] == 3
    kept.write_bytes(data[:-1])
    status, said = refused(copy)
    assert status == 2
    assert "damaged" in said


def test_changed_finding_is_an_integrity_failure(copy: Night) -> None:
    with open_database(copy.folder / "night.duckdb") as db:
        db.connection.execute(
            "UPDATE written_findings SET variance = variance + 1 WHERE code = 'SETL-001' AND round_key IN "
            "(SELECT round_key FROM rounds WHERE round_id = ?)",
            [ROUND],
        )
    status, said = refused(copy)
    assert status == 3
    assert "not what run" in said


def test_other_pseudonyms_are_an_integrity_failure(copy: Night) -> None:
    (copy.folder / "night.duckdb.pseudonyms").write_bytes(os.urandom(32))
    assert refused(copy)[0] == 3


def test_without_the_licensees_file_the_run_is_not_derived_again(copy: Night) -> None:
    # Whether the action seat follows depends on how many places the licensee says that the table has.
    status, said = refused(copy, "--quiet", round_id=PLANTED["ROTN-002"]["round_id"])
    assert status == 2
    assert "verify' again" in said


def test_run_that_is_in_another_log_is_not_proved(copy: Night) -> None:
    shutil.rmtree(copy.folder / "audit_logs")
    copy.run("ingest", copy.log(case("base_game/pass_live_win").round))
    status, said = refused(copy)
    assert status == 2
    assert "--audit-log" in said


def test_changed_log_proves_nothing(copy: Night) -> None:
    entries = copy.folder / "audit_logs" / "entries.jsonl"
    entries.write_bytes(entries.read_bytes().replace(b'"read":800', b'"read":801'))
    assert refused(copy)[0] == 3


def test_changed_bytes_of_the_log_prove_nothing(copy: Night) -> None:
    for path in (copy.folder / "night.duckdb.files").iterdir():
        path.unlink()
    assert refused(copy)[0] == 2


def test_finding_that_the_derivation_does_not_give_is_not_proved(copy: Night, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(commitments, "_agree", lambda *_: False)
    status, said = refused(copy)
    assert status == 3
    assert "evaluators disagree" in said
