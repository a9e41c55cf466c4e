"""Reading the audit log from the command line, proving from it, and making its keys."""

from __future__ import annotations

import json
import re
import stat
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from compliance.audit_log import PublicKey, verify_consistency, verify_inclusion
from tests.audit_log.building import build
from tests.cli.conftest import Desk

if TYPE_CHECKING:
    from compliance.audit_log import Checkpoint

NAME = "cardroom.example/audit-log"


@pytest.fixture
def batches(desk: Desk) -> list[Checkpoint]:
    """A log of seven entries in three batches, unsigned, and its checkpoints."""
    return build(desk.folder / "audit_logs", [2, 4, 1], words="abcdefg")


def entries(desk: Desk) -> Path:
    return desk.folder / "audit_logs" / "entries.jsonl"


def change_entry(path: Path) -> None:
    path.write_bytes(path.read_bytes().replace(b'"word":"d"', b'"word":"D"'))


def test_show_chooses_by_kind_place_day_and_number(desk: Desk, batches: list[Checkpoint]) -> None:
    def shown(*options: str) -> list[int]:
        return [entry["sequence"] for entry in desk.json("log", "show", *options)]

    assert shown() == list(range(7))
    assert shown("--from", "2", "--to", "4") == [2, 3, 4]
    assert shown("--last", "2") == [5, 6]
    assert shown("--to", "4", "--last", "2") == [3, 4]
    assert shown("--kind", "file_ingested") == list(range(7))
    assert shown("--kind", "verification") == []
    assert shown("--from", "2026-11-28", "--to", "2026-11-28") == list(range(7))
    assert shown("--to", "2026-11-27") == shown("--from", "2026-11-29") == []
    lines = desk.run("log", "show", "--from", "3", "--to", "3").stdout.splitlines()
    assert [line.split(maxsplit=3)[:3] for line in lines] == [["3", "2026-11-28T04:01:00.000000Z", "file_ingested"]]
    assert json.loads(lines[0].split(maxsplit=3)[3]) == {"n": 3, "word": "d"}
    assert desk.run("log", "show", "--from", "yesterday").exit_code == 2


def test_show_of_a_broken_log_exits_3(desk: Desk, batches: list[Checkpoint]) -> None:
    change_entry(entries(desk))
    assert desk.run("log", "show", "--json").exit_code == 3
    result = desk.run("log", "show")
    assert result.exit_code == 3
    assert '"d"' not in result.stdout.lower()


def test_proof_of_an_entry_holds_against_the_printed_checkpoint(desk: Desk, batches: list[Checkpoint]) -> None:
    found = desk.json("log", "prove", "4")
    assert desk.run("log", "prove", "4").stdout == found["proof"]
    line = found["entry"].encode()
    assert line == entries(desk).read_bytes().splitlines()[4]
    assert verify_inclusion(found["proof"], line, checkpoint=batches[2].text).size == 7
    older = desk.json("log", "prove", "4", "--size", "6")
    assert verify_inclusion(older["proof"], line, checkpoint=batches[1].text).size == 6


@pytest.mark.parametrize("as_json", [True, False], ids=["json", "text"])
def test_a_printed_proof_is_checked_without_the_log(desk: Desk, batches: list[Checkpoint], as_json: bool) -> None:
    found = desk.json("log", "prove", "4")
    kept, proof, line = (desk.folder / name for name in ("kept.checkpoint", "proof", "line"))
    kept.write_text(batches[2].text)
    proof.write_text(json.dumps(found) if as_json else found["proof"])
    line.write_text(found["entry"] + "\n")
    entries(desk).unlink()
    given = ["log", "check", str(proof), *([] if as_json else ["--entry", str(line)])]
    held = desk.run(*given, "--checkpoint", str(kept))
    assert (held.exit_code, held.stdout) == (0, "HOLDS. Entry 4 is in the audit log of 7 entries.\n")
    assert desk.run(*given).exit_code == 2
    kept.write_text(batches[1].text)
    other = desk.run(*given, "--checkpoint", str(kept))
    assert other.exit_code == 3
    assert other.stdout.startswith("DOES NOT HOLD. The checkpoint inside the proof is not the one")
    kept.write_text(batches[2].text)
    (desk.folder / "changed").write_text(found["entry"].replace('"e"', '"E"'))
    changed = desk.run(*given, "--entry", str(desk.folder / "changed"), "--checkpoint", str(kept), "--json")
    assert changed.exit_code == 3
    assert json.loads(changed.stdout)["holds"] is False


def test_a_printed_proof_of_growth_is_checked_without_the_log(desk: Desk, batches: list[Checkpoint]) -> None:
    proof, old, new = (desk.folder / name for name in ("proof", "old.checkpoint", "new.checkpoint"))
    proof.write_text(desk.run("log", "prove", "--consistency", "2").stdout)
    old.write_text(batches[0].text)
    new.write_text(batches[2].text)
    given = ["log", "check", str(proof), "--checkpoint", str(new)]
    assert desk.run(*given).exit_code == 2
    held = desk.run(*given, "--old", str(old))
    assert (held.exit_code, held.stdout) == (0, "HOLDS. The audit log of 7 entries is that of 2, continued.\n")
    old.write_text(batches[1].text)
    assert desk.run(*given, "--old", str(old)).exit_code == 3


def test_what_is_no_proof_could_not_be_checked(desk: Desk, batches: list[Checkpoint]) -> None:
    kept, proof = desk.folder / "kept.checkpoint", desk.folder / "proof"
    kept.write_text(batches[2].text)
    for text in ("", "{}", '{"proof": 1}', "c2sp.org/tlog-proof@v1\nindex x\n", "old 1\n", "\x00"):
        proof.write_text(text)
        refused = desk.run("log", "check", str(proof), "--old", str(kept), "--checkpoint", str(kept))
        assert refused.exit_code == 2
        assert refused.stderr.startswith("compliance: ")
    assert desk.run("log", "check", str(desk.folder / "none"), "--checkpoint", str(kept)).exit_code == 2


def test_proof_of_growth_holds_against_both_checkpoints(desk: Desk, batches: list[Checkpoint]) -> None:
    found = desk.json("log", "prove", "--consistency", "2")
    assert found["old_size"] == 2
    verify_consistency(found["proof"], batches[0].text, checkpoint=batches[2].text)
    older = desk.run("log", "prove", "--consistency", "2", "--size", "6").stdout
    verify_consistency(older, batches[0].text, checkpoint=batches[1].text)


@pytest.mark.parametrize(
    "arguments",
    [("7",), ("4", "--size", "4"), ("4", "--size", "5"), ("--consistency", "8"), (), ("1", "--consistency", "1")],
    ids=" ".join,
)
def test_what_cannot_be_proved_is_said(desk: Desk, batches: list[Checkpoint], arguments: tuple[str, ...]) -> None:
    result = desk.run("log", "prove", *arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.count("\n") == 1
    assert "fault in the program" not in result.stderr


def test_nothing_is_proved_from_a_broken_log(desk: Desk, batches: list[Checkpoint]) -> None:
    change_entry(entries(desk))
    assert desk.run("log", "prove", "0").exit_code == 3
    assert desk.run("log", "prove", "--consistency", "2").exit_code == 3


def test_keygen_tells_the_public_key_and_keeps_the_private_one_to_its_owner(desk: Desk, tmp_path: Path) -> None:
    place = tmp_path / "made.key"
    found = desk.json("log", "keygen", str(place), "--name", NAME)
    assert stat.S_IMODE(place.stat().st_mode) == 0o600
    assert found["public_key"] == Path(found["public_key_file"]).read_text().strip()
    assert PublicKey.parse(found["public_key"]).name == NAME
    assert re.fullmatch(r"PRIVATE\+KEY\+\S+\n", place.read_text())
    assert desk.run("log", "keygen", str(place), "--name", NAME).exit_code == 2
    assert desk.run("log", "keygen", str(tmp_path / "audit_logs" / "k"), "--name", NAME).exit_code == 2


def test_a_terminal_is_told_nothing_by_the_name_of_a_file(desk: Desk) -> None:
    build(desk.folder / "audit_logs", [1], words="\x9b")
    out = desk.run("log", "show").stdout
    assert "\x9b" not in out
    assert "\\u009b" in out
