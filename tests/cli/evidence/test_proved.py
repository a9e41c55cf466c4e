"""Evidence about rounds of the example night, checked by the script alone with nothing beside it but cryptography."""

from __future__ import annotations

import json
import shutil
import stat
import subprocess
import sys
from base64 import b64decode
from pathlib import Path

import pytest

from compliance.reports.pseudonyms import Pseudonyms
from tests.cli.conftest import Desk, case
from tests.cli.evidence.night import BARE, EXAMPLES, LICENSEE, PLANTED, ROUND, Night, check, values


@pytest.mark.parametrize("code", sorted(PLANTED))
def test_one_round_of_every_kind_of_finding_is_proved(night: Night, bare: Path, tmp_path: Path, code: str) -> None:
    planted = PLANTED[code]
    evidence = night.evidence(planted["round_id"])
    status, said = check(bare, tmp_path, evidence, "--checkpoint", night.kept, "--key", f"{night.key}.pub")
    assert (status, said.splitlines()[0]) == (0, "HOLDS.")
    assert "signed by cardroom.example/audit-log" in said
    found = [each for each in values(evidence)["findings"] if each["code"] == code]
    assert planted["seat"] in [each["seat"] for each in found]
    assert planted["verdict"] in [each["verdict"] for each in found]


def test_nothing_of_the_program_is_there_when_the_script_runs(bare: Path, tmp_path: Path) -> None:
    script = tmp_path / "imports.py"
    script.write_text("import cryptography\nfor name in ('compliance', 'duckdb', 'pydantic'):\n    __import__(name)\n")
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", BARE, str(bare), str(script)], capture_output=True, text=True, check=False
    )
    assert "ModuleNotFoundError: No module named 'compliance'" in done.stderr


def test_open_file_shows_the_line_where_it_stands_in_the_licensees_file(
    night: Night, bare: Path, tmp_path: Path
) -> None:
    evidence = night.evidence(ROUND, "--no-redact")
    shown = values(evidence)
    (raw,) = shown["raw_lines"]
    record = json.loads(b64decode(raw))
    assert record["round_id"] == ROUND
    assert [seat["seat"] for seat in shown["parsed_round"]["seats"]] == [seat["seat"] for seat in record["seats"]]
    assert set(evidence["withheld"]) == {"redacted_view"}
    status, said = check(
        bare, tmp_path, evidence, "--checkpoint", night.kept, "--file", EXAMPLES / "logs" / "T01.jsonl.gz"
    )
    assert status == 0
    assert "lines are where the evidence says" in said
    status, said = check(
        bare, tmp_path, evidence, "--checkpoint", night.kept, "--file", EXAMPLES / "logs" / "T02.jsonl.gz"
    )
    assert status == 3


def names_in(line: str) -> set[str]:
    record = json.loads(line)
    names = {who["participant_id"] for seat in record["seats"] for who in seat["participants"]}
    bank = record.get("player_dealer") or {}
    return names | {record.get("house_dealer_id"), bank.get("participant_id")} - {None}


def test_redacted_file_names_nobody_and_shows_the_cards_and_the_money(night: Night) -> None:
    for planted in PLANTED.values():
        opened = night.evidence(planted["round_id"], "--no-redact")
        people = names_in(b64decode(values(opened)["raw_lines"][0]).decode())
        assert people
        text = json.dumps(night.evidence(planted["round_id"]))
        assert [name for name in people if name in text] == []
        shown = values(json.loads(text))
        full, pseudonymous = values(opened)["parsed_round"], shown["redacted_view"]
        assert [seat["cards"] for seat in pseudonymous["seats"]] == [seat["cards"] for seat in full["seats"]]
        wagers = [[who["wagers"] for who in seat["participants"]] for seat in full["seats"]]
        assert [[who["wagers"] for who in seat["participants"]] for seat in pseudonymous["seats"]] == wagers


def test_pseudonyms_are_those_of_the_reports(night: Night) -> None:
    key = (night.folder / "night.duckdb.pseudonyms").read_bytes()
    licensee = (EXAMPLES / "licensee.toml").read_text().split('id = "')[1].split('"')[0]
    names = Pseudonyms(key, licensee, frozenset(), frozenset())
    full = values(night.evidence(ROUND, "--no-redact"))["parsed_round"]
    shown = values(night.evidence(ROUND))["redacted_view"]
    for seat, redacted in zip(full["seats"], shown["seats"], strict=True):
        for who, other in zip(seat["participants"], redacted["participants"], strict=True):
            assert other["participant_id"] == names.participant(who["participant_id"])


def test_evidence_of_a_run_does_not_change_as_the_log_grows(night: Night, bare: Path, tmp_path: Path) -> None:
    folder = tmp_path / "grown"
    shutil.copytree(night.folder, folder)
    grown = Night(folder, night.kept, night.key)
    before = grown.evidence(ROUND)
    grown.run("ingest", grown.log(case("base_game/pass_live_win").round))
    after = grown.evidence(ROUND)
    assert after == before
    newest = grown.evidence(ROUND, "--size", "5")
    assert newest["entry_proof"] != before["entry_proof"]
    status, said = check(bare, tmp_path, newest, "--checkpoint", night.kept)
    assert status == 3
    assert "ask for the evidence at the size of yours" in said
    (tmp_path / "new.checkpoint").write_text(grown.run("log", "checkpoint").stdout)
    assert check(bare, tmp_path, newest, "--checkpoint", tmp_path / "new.checkpoint")[0] == 0


@pytest.mark.parametrize(
    "change",
    [
        lambda document: document["disclosed"]["findings"]["value"][0].update(variance=1),
        lambda document: document["disclosed"]["derivation"]["value"].pop(),
        lambda document: document["disclosed"]["sheet_digest"].update(value="0" * 64),
        lambda document: document["disclosed"]["source"]["value"]["lines"][0].update(line=1),
        lambda document: document["round_proof"].update(index=document["round_proof"]["index"] + 1),
    ],
)
def test_changed_evidence_does_not_hold(night: Night, bare: Path, tmp_path: Path, change) -> None:
    evidence = night.evidence(ROUND)
    change(evidence)
    assert check(bare, tmp_path, evidence, "--checkpoint", night.kept)[0] == 3


def test_file_is_written_with_what_to_do_next(night: Night, bare: Path, tmp_path: Path) -> None:
    target, script = tmp_path / "e.json", tmp_path / "verify_evidence.py"
    result = night.run(*LICENSEE, "evidence", ROUND, "-o", str(target), "--verifier", str(script), "--json")
    told = json.loads(result.stdout)
    assert (told["round_id"], told["path"], told["verifier"]) == (ROUND, str(target), str(script))
    assert json.loads(target.read_text()) == night.evidence(ROUND)
    assert script.read_text().startswith("#!/usr/bin/env python3")
    assert check(bare, tmp_path, target.read_text(), "--checkpoint", night.kept)[0] == 0
    assert str(target) in night.run(*LICENSEE, "evidence", ROUND, "-o", str(target)).stdout


def test_run_commits_to_every_violation_and_review_and_to_some_of_the_undetermined(night: Night) -> None:
    rows = [json.loads(line) for line in night.run("export", "findings").stdout.splitlines()]
    grave = {row["round_id"] for row in rows if row["verdict"] in ("violation", "review")}
    others = [row["round_id"] for row in rows if row["round_id"] not in grave]
    assert len(set(others)) > 1000
    rare = {row["round_id"] for row in rows if row["code"] != "SETL-005"} - grave
    (entry,) = night.json("log", "show", "--kind", "verification")
    assert 0 <= entry["body"]["rounds_commitment"]["size"] - len(grave) - 100 <= len(rare)
    assert len(entry["body"]["findings_sha256"]) == 64
    for each in rare:
        night.evidence(each)
    night.evidence(others[0])
    result = night.run(*LICENSEE, "evidence", others[-1])
    assert result.exit_code == 2
    assert "did not commit to round" in result.stderr
    assert "verify --table" in result.stderr


def test_secret_is_kept_to_its_owner(night: Night) -> None:
    folder = night.folder / "night.duckdb.commitments"
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    (kept,) = folder.iterdir()
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600


def test_report_of_a_night_prints_the_checkpoint_that_its_evidence_is_proved_against(
    bare: Path, tmp_path: Path
) -> None:
    desk = Desk(tmp_path / "room")
    desk.folder.mkdir()
    log = desk.log(case("labels/fail_win_called_a_push").round)
    assert desk.run("nightly", log, "--out", str(desk.folder / "out"), "--format", "html").exit_code == 1
    printed = json.loads((desk.folder / "out" / "run.json").read_text())["checkpoint"]
    (tmp_path / "printed.checkpoint").write_text(printed)
    made = desk.run("evidence", case("labels/fail_win_called_a_push").round["round_id"])
    status, said = check(bare, tmp_path, made.stdout, "--checkpoint", tmp_path / "printed.checkpoint")
    assert (status, said.splitlines()[0]) == (0, "HOLDS.")


def test_round_of_two_licensees_is_proved_for_the_one_that_is_named(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    record = case("labels/fail_win_called_a_push").round
    desk.run("ingest", desk.log(record | {"licensee_id": "north"}, record | {"licensee_id": "south"}))
    desk.run("verify")
    result = desk.run("evidence", record["round_id"])
    assert result.exit_code == 2
    assert "north, south" in result.stderr
    for licensee in ("north", "south"):
        made = desk.json("evidence", record["round_id"], "--of", licensee, "--no-redact")
        assert values(made)["parsed_round"]["licensee_id"] == licensee


def test_run_without_the_bytes_of_its_log_is_recorded_and_commits_to_nothing(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    record = case("labels/fail_win_called_a_push").round
    log = Path(desk.log(record))
    desk.run("ingest", str(log), "--no-keep")
    content = log.read_bytes()
    log.unlink()
    result = desk.run("verify", "--parity", "none")
    assert result.exit_code == 1
    assert "no evidence can be made of this run" in result.stderr
    (entry,) = desk.json("log", "show", "--kind", "verification")
    assert "rounds_commitment" not in entry["body"]
    assert "log.jsonl" in entry["body"]["rounds_not_committed"]
    log.write_bytes(content)
    result = desk.run("evidence", record["round_id"])
    assert result.exit_code == 2
    assert "committed to no round" in result.stderr
    desk.run("verify")
    assert values(desk.json("evidence", record["round_id"]))["round_id"] == record["round_id"]
