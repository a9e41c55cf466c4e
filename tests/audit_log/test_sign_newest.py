"""Signing what is the newest checkpoint already: the log must be in order, and nothing but a signature is added."""

from __future__ import annotations

import pytest

from compliance.audit_log import AuditLog, AuditLogBroken, AuditLogMissing, verify_log
from tests.audit_log.building import AT, build, make_signer


@pytest.fixture
def signer(tmp_path):
    return make_signer(tmp_path / "keys")


def files_of(folder):
    return {path.name: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_only_the_newest_checkpoint_gains_a_signature(tmp_path, signer):
    build(tmp_path / "log", [2, 1])
    before = files_of(tmp_path / "log")
    signed = AuditLog(tmp_path / "log").sign_newest(signer)
    after = files_of(tmp_path / "log")
    assert [name for name in before if before[name] != after.pop(name)] == ["000000000003.checkpoint"]
    assert after == {}
    assert verify_log(tmp_path / "log", public_key=signer.public_key).checkpoint == signed


def test_log_that_is_not_there_is_not_made(tmp_path, signer):
    with pytest.raises(AuditLogMissing):
        AuditLog(tmp_path / "log").sign_newest(signer)
    assert not (tmp_path / "log").exists()


def test_remains_of_an_interrupted_append_are_left_to_the_next_one(tmp_path, signer):
    build(tmp_path / "log", [2])
    with (tmp_path / "log" / "entries.jsonl").open("ab") as file:
        file.write(b'{"batch_ends":2,')
    before = (tmp_path / "log" / "entries.jsonl").read_bytes()
    log = AuditLog(tmp_path / "log")
    assert log.sign_newest(signer).size == 2
    assert (tmp_path / "log" / "entries.jsonl").read_bytes() == before
    log.append([("ingest", {})], time=AT, signer=signer)
    assert [entry.kind for entry in log][2:] == ["log_recovered", "ingest"]
    assert verify_log(tmp_path / "log", public_key=signer.public_key).size == 4


def test_log_goes_on_after_it_was_signed_by_the_same_and_by_another_object(tmp_path, signer):
    log = AuditLog(tmp_path / "log")
    for number in range(3):
        log.append([("ingest", {"n": number})], time=AT)
        log.sign_newest(signer)
    AuditLog(tmp_path / "log").append([("ingest", {"n": 3})], time=AT)
    assert verify_log(tmp_path / "log").size == 4


def test_log_that_disagrees_with_a_copy_is_not_signed(tmp_path, signer):
    (tmp_path / "copies").mkdir()
    log = AuditLog(tmp_path / "log", checkpoint_copies=tmp_path / "copies")
    log.append([("ingest", {"n": 0})], time=AT)
    log.append([("ingest", {"n": 1})], time=AT)
    lines = (tmp_path / "log" / "entries.jsonl").read_bytes().splitlines(keepends=True)
    (tmp_path / "log" / "entries.jsonl").write_bytes(lines[0])
    (tmp_path / "log" / "checkpoints" / "000000000002.checkpoint").unlink()
    assert AuditLog(tmp_path / "log").sign_newest(signer).size == 1
    with pytest.raises(AuditLogBroken):
        log.sign_newest(signer)
