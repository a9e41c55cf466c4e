"""The audit log from the command line: what it says, what it exits with, and what it cannot be talked into."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from compliance.audit_log import PublicKey, parse_checkpoint
from compliance.store import open_database
from tests.audit_log.building import build, make_signer
from tests.cli.conftest import Desk, case

if TYPE_CHECKING:
    from compliance.audit_log import Checkpoint

NAME = "cardroom.example/audit-log"


@pytest.fixture
def batches(desk: Desk) -> list[Checkpoint]:
    """A log of seven entries in three batches, unsigned, and its checkpoints."""
    return build(desk.folder / "audit_logs", [2, 4, 1], words="abcdefg")


@pytest.fixture
def key(tmp_path: Path, desk: Desk) -> Path:
    place = tmp_path / "keys" / "log.key"
    place.parent.mkdir()
    assert desk.run("log", "keygen", str(place), "--name", NAME).exit_code == 0
    return place


def kept(desk: Desk, checkpoint: Checkpoint) -> str:
    path = desk.folder / "kept.checkpoint"
    path.write_text(checkpoint.text)
    return str(path)


def entries(desk: Desk) -> Path:
    return desk.folder / "audit_logs" / "entries.jsonl"


def test_honest_log_is_in_order_and_says_what_it_was_not_compared_with(desk: Desk, batches: list[Checkpoint]) -> None:
    result = desk.run("log", "verify")
    assert result.exit_code == 0
    assert "in order: 7 entries" in result.stdout
    assert "unsigned" in result.stdout
    assert "compared with no checkpoint kept elsewhere" in result.stdout
    found = desk.json("log", "verify", "--checkpoint", kept(desk, batches[1]))
    assert (found["size"], found["checkpoint"]["text"]) == (7, batches[2].text)
    assert found["compared"] == ["the checkpoint that was given"]
    assert (found["signed_by"], found["unfinished"], found["clock_steps_back"]) == (None, None, 0)


def test_no_log_is_not_a_log_in_order(desk: Desk) -> None:
    for command in (("verify",), ("show",), ("checkpoint",), ("prove", "0"), ("prove", "--consistency", "1")):
        result = desk.run("log", *command)
        assert (result.exit_code, result.stdout) == (2, "")
        assert "audit log" in result.stderr
    assert not (desk.folder / "audit_logs").exists()


def cut(path: Path) -> None:
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:-1]))
    (path.parent / "checkpoints" / "000000000007.checkpoint").unlink()


def rewrite(path: Path) -> None:
    build(fresh(path), [2, 4, 1], words="abcdefX")


def fork(path: Path) -> None:
    build(fresh(path), [2, 4, 1, 3], words="abcdeXghij")


def replace_head(path: Path) -> None:
    build(fresh(path), [2, 4, 1], words="Xbcdefg")


def change_entry(path: Path) -> None:
    path.write_bytes(path.read_bytes().replace(b'"word":"d"', b'"word":"D"'))


def fresh(path: Path) -> Path:
    for each in (path, *(path.parent / "checkpoints").iterdir()):
        each.unlink()
    return path.parent


@pytest.mark.parametrize(
    ("tamper", "fault"),
    [
        (cut, "truncated"),
        (rewrite, "rewritten"),
        (fork, "forked"),
        (replace_head, "head_dropped"),
        (change_entry, "entry_changed"),
    ],
)
def test_every_way_of_tampering_exits_3_and_is_told_by_name(
    desk: Desk, batches: list[Checkpoint], tamper, fault: str
) -> None:
    checkpoint = kept(desk, batches[2])
    tamper(entries(desk))
    result = desk.run("log", "verify", "--checkpoint", checkpoint, "--json")
    assert result.exit_code == 3
    document = json.loads(result.stdout)
    assert (document["fault"], document["exit_status"]) == (fault, 3)
    assert document["error"] in result.stderr
    assert result.stderr.count("\n") == 1


def test_cut_log_is_noticed_by_the_kept_checkpoint_alone(desk: Desk, batches: list[Checkpoint]) -> None:
    cut(entries(desk))
    assert desk.run("log", "verify").exit_code == 0
    assert desk.run("log", "verify", "--checkpoint", kept(desk, batches[2])).exit_code == 3


def test_copies_are_kept_by_every_append_and_held_against_the_log(desk: Desk, tmp_path: Path) -> None:
    copies = tmp_path / "copies"
    copies.mkdir()
    log = desk.log(case("base_game/pass_live_win").round)
    assert desk.run("ingest", log, "--checkpoint-copies", str(copies)).exit_code == 0
    assert desk.run("--checkpoint-copies", str(copies), "verify").exit_code == 0
    assert [path.name for path in sorted(copies.iterdir())] == [
        "000000000001.checkpoint",
        "000000000003.checkpoint",
    ]
    assert len(desk.json("log", "verify", "--copies", str(copies))["compared"]) == 2
    assert len(desk.json("log", "verify", "--checkpoint-copies", str(copies))["compared"]) == 2
    lines = entries(desk).read_bytes().splitlines(keepends=True)
    entries(desk).write_bytes(lines[0])
    (desk.folder / "audit_logs" / "checkpoints" / "000000000003.checkpoint").unlink()
    assert desk.run("log", "verify").exit_code == 0
    assert desk.run("log", "verify", "--copies", str(copies)).exit_code == 3
    assert desk.run("verify", "--checkpoint-copies", str(copies)).exit_code == 3


def test_what_cannot_be_recorded_is_not_begun(desk: Desk, tmp_path: Path, key: Path) -> None:
    log = desk.log(case("base_game/pass_live_win").round)
    key.chmod(0o644)
    for options in (
        ("--checkpoint-copies", str(tmp_path / "not mounted")),
        ("--sign-log", str(key)),
        ("--sign-log", str(tmp_path / "no.key")),
    ):
        result = desk.run("ingest", log, *options)
        assert result.exit_code == 2
        assert result.stderr.count("\n") == 1
    assert not (desk.folder / "audit_logs").exists()
    assert not (desk.folder / "night.duckdb").exists()


@pytest.mark.parametrize("by", ["option before", "option after", "environment"])
def test_signer_is_used_by_every_append(desk: Desk, key: Path, by: str, monkeypatch: pytest.MonkeyPatch) -> None:
    before, after = [], []
    if by == "environment":
        monkeypatch.setenv("COMPLIANCE_LOG_KEY", str(key))
    else:
        (before if by == "option before" else after).extend(["--sign-log", str(key)])
    log = desk.log(case("base_game/pass_live_win").round)
    assert desk.run(*before, "ingest", log, *after).exit_code == 0
    assert desk.run(*before, "verify", *after).exit_code == 0
    stored = [path.read_text() for path in (desk.folder / "audit_logs" / "checkpoints").iterdir()]
    assert len(stored) == 2
    assert all(f"— {NAME} " in text for text in stored)
    result = desk.run("log", "verify", "--key", f"{key}.pub")
    assert result.exit_code == 0
    assert f"signed by {NAME}" in result.stdout
    assert desk.json("log", "verify", "--key", Path(f"{key}.pub").read_text().strip())["signed_by"] == NAME


def test_unsigned_log_and_another_key_do_not_pass_for_signed(
    desk: Desk, batches: list[Checkpoint], key: Path, tmp_path: Path
) -> None:
    result = desk.run("log", "verify", "--key", f"{key}.pub", "--json")
    assert (result.exit_code, json.loads(result.stdout)["fault"]) == (3, "not_signed")
    assert desk.run("log", "checkpoint", "--sign", str(key)).exit_code == 0
    other = make_signer(tmp_path / "other", "somebody.example/else").public_key.text
    assert desk.run("log", "verify", "--key", other).exit_code == 3
    assert desk.run("log", "verify", "--key", other, "--key", f"{key}.pub").exit_code == 0


def test_checkpoint_is_printed_as_it_is_stored(desk: Desk, batches: list[Checkpoint]) -> None:
    assert desk.run("log", "checkpoint").stdout == batches[2].text
    found = desk.json("log", "checkpoint")
    assert (found["text"], found["size"], found["signatures"]) == (batches[2].text, 7, [])


def test_signing_adds_a_signature_and_changes_nothing_else(desk: Desk, batches: list[Checkpoint], key: Path) -> None:
    before = entries(desk).read_bytes()
    signed = parse_checkpoint(desk.run("log", "checkpoint", "--sign", str(key)).stdout)
    assert signed.same_tree(batches[2])
    assert entries(desk).read_bytes() == before
    stored = desk.folder / "audit_logs" / "checkpoints" / "000000000007.checkpoint"
    assert stored.read_text() == signed.text
    public = PublicKey.parse(Path(f"{key}.pub").read_text())
    assert public.verifies(signed.statement, signed.signatures[0])
    assert desk.run("log", "checkpoint", "--sign", str(key)).stdout == signed.text
    assert desk.run("log", "verify", "--checkpoint", kept(desk, batches[2])).exit_code == 0


def test_second_key_signs_beside_the_first(desk: Desk, batches: list[Checkpoint], key: Path, tmp_path: Path) -> None:
    make_signer(tmp_path / "second", "regulator.example/witness")
    desk.run("log", "checkpoint", "--sign", str(key))
    desk.run("log", "checkpoint", "--sign", str(tmp_path / "second" / "key"))
    names = [each["name"] for each in desk.json("log", "checkpoint")["signatures"]]
    assert names == [NAME, "regulator.example/witness"]
    for public in (f"{key}.pub", str(tmp_path / "second" / "key.pub")):
        assert desk.run("log", "verify", "--key", public).exit_code == 0


def test_broken_log_is_not_signed(desk: Desk, batches: list[Checkpoint], key: Path) -> None:
    change_entry(entries(desk))
    assert desk.run("log", "checkpoint", "--sign", str(key)).exit_code == 3
    stored = desk.folder / "audit_logs" / "checkpoints" / "000000000007.checkpoint"
    assert stored.read_text() == batches[2].text


@pytest.mark.parametrize(
    "arguments",
    [
        ("--checkpoint", "no-such-file"),
        ("--key", "no-such-file"),
        ("--key", "name+00000000+AAAA"),
        ("--copies", "no-such-folder"),
    ],
    ids=" ".join,
)
def test_what_verify_cannot_read_is_said_in_one_sentence(
    desk: Desk, batches: list[Checkpoint], arguments: tuple[str, ...]
) -> None:
    result = desk.run("log", "verify", *arguments)
    assert result.exit_code == 2
    assert result.stderr.count("\n") == 1
    assert "fault in the program" not in result.stderr


def test_nothing_is_begun_that_a_broken_log_could_not_record(desk: Desk) -> None:
    log = desk.log(case("base_game/pass_live_win").round)
    desk.run("ingest", log)
    change = entries(desk)
    change.write_bytes(change.read_bytes().replace(b'"loaded":1', b'"loaded":2'))
    for command in (["verify"], ["ingest", log], ["nightly", log, "--out", str(desk.folder / "out")]):
        assert desk.run(*command).exit_code == 3
    assert desk.run("report", "--out", str(desk.folder / "out")).exit_code == 3
    assert not (desk.folder / "out").exists()
    with open_database(desk.folder / "night.duckdb") as db:
        assert db.one("SELECT count(*) FROM runs") == (0,)
