"""`verify_log`: what an honest log looks like, and what the result says and does not say."""

from __future__ import annotations

from datetime import timedelta

import pytest

from compliance.audit_log import (
    AuditLog,
    AuditLogBroken,
    AuditLogMissing,
    CheckpointRefused,
    Fault,
    verify_log,
)
from tests.audit_log.building import AT, build, make_signer


def test_an_honest_log_that_has_grown(tmp_path):
    checkpoints = build(tmp_path, [2, 1, 4])
    for checkpoint in checkpoints:
        verified = verify_log(tmp_path, checkpoint=checkpoint.text)
        assert (verified.size, verified.root) == (7, checkpoints[-1].root)
        assert verified.compared == ("the checkpoint that was given",)
        assert verified.checkpoint == checkpoints[-1]


def test_a_copy_of_the_folder_verifies_anywhere_without_being_written_to(tmp_path):
    build(tmp_path / "log", [2, 1])
    for path in (tmp_path / "log").rglob("*"):
        path.chmod(0o500 if path.is_dir() else 0o400)
    before = sorted((path, path.stat().st_mtime_ns) for path in tmp_path.rglob("*"))
    assert verify_log(tmp_path / "log").size == 3
    assert sorted((path, path.stat().st_mtime_ns) for path in tmp_path.rglob("*")) == before
    for path in (tmp_path / "log").rglob("*"):
        path.chmod(0o700)


def test_nothing_is_not_verified(tmp_path):
    for folder in (tmp_path, tmp_path / "none"):
        with pytest.raises(AuditLogMissing, match="nothing was verified"):
            verify_log(folder)
    (tmp_path / "entries.jsonl").write_bytes(b"")
    with pytest.raises(AuditLogMissing):
        verify_log(tmp_path)


def test_a_missing_log_of_which_there_is_a_checkpoint_is_truncated(tmp_path):
    (checkpoint,) = build(tmp_path / "log", [3])
    with pytest.raises(AuditLogBroken, match="holds 0 entries") as caught:
        verify_log(tmp_path / "none", checkpoint=checkpoint.text)
    assert caught.value.fault is Fault.TRUNCATED
    (tmp_path / "log/entries.jsonl").unlink()
    with pytest.raises(AuditLogBroken, match="holds 0 entries") as caught:
        verify_log(tmp_path / "log")
    assert caught.value.fault is Fault.TRUNCATED


def test_the_result_says_what_was_not_checked(tmp_path):
    signer = make_signer(tmp_path / "keys")
    (checkpoint,) = build(tmp_path / "log", [2], signer=signer)

    alone = verify_log(tmp_path / "log")
    assert not alone.signed
    assert "signature that was not checked" in alone.sentences[1]
    assert "compared with no checkpoint kept elsewhere" in alone.sentences[2]

    full = verify_log(tmp_path / "log", checkpoint=checkpoint.text, public_key=signer.public_key)
    assert full.signed_by == signer.public_key
    assert full.sentences[1:] == (
        "Its newest checkpoint is signed by cardroom.example/audit-log.",
        "It agrees with the checkpoint that was given.",
    )

    build(tmp_path / "plain", [2])
    assert "Its newest checkpoint is unsigned." in verify_log(tmp_path / "plain").sentences


def test_an_unsigned_end_is_not_vouched_for(tmp_path):
    signer = make_signer(tmp_path / "keys")
    log = AuditLog(tmp_path / "log")
    log.append([("verified", {})], time=AT, signer=signer)
    log.append([("verified", {})], time=AT)
    with pytest.raises(AuditLogBroken, match="for 2 is unsigned") as caught:
        verify_log(tmp_path / "log", public_key=signer.public_key)
    assert caught.value.fault is Fault.NOT_SIGNED
    log.append([("verified", {})], time=AT, signer=signer)
    assert verify_log(tmp_path / "log", public_key=signer.public_key).signed


def test_after_a_change_of_keys_all_of_them_are_needed(tmp_path):
    old, new = make_signer(tmp_path / "old"), make_signer(tmp_path / "new")
    log = AuditLog(tmp_path / "log")
    log.append([("verified", {})], time=AT, signer=old)
    log.append([("key_changed", {"public_key": new.public_key.text})], time=AT, signer=new)
    assert verify_log(tmp_path / "log", public_key=[old.public_key, new.public_key]).signed_by == new.public_key
    for one in (old, new):
        with pytest.raises(AuditLogBroken, match="signed by somebody else") as caught:
            verify_log(tmp_path / "log", public_key=one.public_key)
        assert caught.value.fault is Fault.NOT_SIGNED


def test_a_forged_signature_is_told_from_a_missing_one(tmp_path):
    signer, forger = make_signer(tmp_path / "keys"), make_signer(tmp_path / "forger")
    honest = build(tmp_path / "log", [2], signer=signer)[0]
    other = build(tmp_path / "other", [2], words="xx", signer=signer)[0]
    forged = honest.statement + "\n" + other.signatures[0].line()
    with pytest.raises(AuditLogBroken, match="changed or forged") as caught:
        verify_log(tmp_path / "log", checkpoint=forged, public_key=signer.public_key)
    assert caught.value.fault is Fault.SIGNATURE_WRONG
    strangers = honest.statement + "\n" + forger.sign(honest.statement).line()
    with pytest.raises(AuditLogBroken, match="somebody else") as caught:
        verify_log(tmp_path / "log", checkpoint=strangers, public_key=signer.public_key)
    assert caught.value.fault is Fault.NOT_SIGNED
    both = honest.text + forger.sign(honest.statement).line()
    assert verify_log(tmp_path / "log", checkpoint=both, public_key=signer.public_key).signed


def test_what_is_no_checkpoint_is_no_verdict_on_the_log(tmp_path):
    build(tmp_path, [2])
    for text in (
        "",
        "hello",
        "compliance/audit-log/x\n0\n47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=\n\n\u2014 a AAAAAAAA\n",
    ):
        with pytest.raises(CheckpointRefused):
            verify_log(tmp_path, checkpoint=text)


def test_a_clock_that_went_back_is_counted_and_is_no_fault(tmp_path):
    log = AuditLog(tmp_path)
    for minutes in (10, 5, 7, 6):
        log.append([("verified", {})], time=AT + timedelta(minutes=minutes))
    verified = verify_log(tmp_path)
    assert verified.clock_steps_back == 2
    assert verified.sentences[-1].startswith("2 entries carry an earlier time")


def test_a_stray_file_among_the_checkpoints(tmp_path):
    build(tmp_path, [2])
    (tmp_path / "checkpoints/.000000000003.checkpoint.new").write_text("half of one")
    (tmp_path / "checkpoints/README").write_text("kept by the night shift")
    assert verify_log(tmp_path).size == 2
    for name in ("two.checkpoint", "2.checkpoint", "000000000000.checkpoint"):
        (tmp_path / "checkpoints" / name).write_text("x")
        with pytest.raises(AuditLogBroken, match="its name is not a size") as caught:
            verify_log(tmp_path)
        assert caught.value.fault is Fault.CHECKPOINT_CHANGED
        (tmp_path / "checkpoints" / name).unlink()


def test_many_copies_are_counted_and_a_few_are_named(tmp_path):
    (tmp_path / "copies").mkdir()
    log = AuditLog(tmp_path / "log", checkpoint_copies=tmp_path / "copies")
    for number in range(5):
        log.append([("ingest", {"n": number})], time=AT)
        verified = verify_log(tmp_path / "log", checkpoint_copies=tmp_path / "copies")
        (said,) = (sentence for sentence in verified.sentences if "agrees with" in sentence)
        assert len(verified.compared) == number + 1
        assert said.count(".checkpoint") == (number + 1 if number < 3 else 2)
    assert "all 5 checkpoints kept elsewhere" in said
