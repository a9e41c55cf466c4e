"""A forger who rebuilds the log with this very program: every hash, link and stored checkpoint is right.

Only a checkpoint kept elsewhere can tell; it must tell an honest log from each kind of forgery, and the kinds
from one another.
"""

from __future__ import annotations

import shutil

import pytest

from compliance.audit_log import AuditLog, AuditLogBroken, Fault, verify_log
from tests.audit_log.building import AT, build, make_signer

BATCHES = [2, 1, 2]
WORDS = "abcde"


@pytest.fixture
def kept(tmp_path):
    """The newest checkpoint of the honest log, as printed in a report."""
    return build(tmp_path / "honest", BATCHES, words=WORDS)[-1].text


def judged(folder, kept):
    assert verify_log(folder).size > 0, "the forgery must be perfect but for what was kept elsewhere"
    with pytest.raises(AuditLogBroken) as caught:
        verify_log(folder, checkpoint=kept)
    return caught.value


def test_honest_growth_passes(tmp_path, kept):
    build(tmp_path / "grown", [*BATCHES, 3, 1], words=WORDS + "fghi")
    assert verify_log(tmp_path / "grown", checkpoint=kept).size == 9


def test_truncated(tmp_path, kept):
    build(tmp_path / "cut", [2, 1], words=WORDS)
    error = judged(tmp_path / "cut", kept)
    assert error.fault is Fault.TRUNCATED
    assert error.sentence == (
        "The audit log was cut: it holds 3 entries, and the checkpoint that was given shows that it held 5; "
        "the last 2 are gone."
    )


@pytest.mark.parametrize("first", range(1, 5))
def test_suffix_rewritten_at_the_same_length(tmp_path, kept, first):
    build(tmp_path / "rewritten", BATCHES, words=WORDS[:first] + "X" * (5 - first))
    error = judged(tmp_path / "rewritten", kept)
    assert error.fault is Fault.REWRITTEN
    assert error.sentence.startswith(
        "The audit log was rewritten: it holds 5 entries as the checkpoint that was given says, but not the same ones"
    )


@pytest.mark.parametrize("batches", [[5], [1, 1, 1, 1, 1], [2, 3], [3, 2]])
def test_rewritten_in_other_batches(tmp_path, kept, batches):
    build(tmp_path / "rewritten", batches, words=WORDS)
    assert judged(tmp_path / "rewritten", kept).fault in {Fault.REWRITTEN, Fault.HEAD_DROPPED}


@pytest.mark.parametrize("dropped", range(1, 5))
@pytest.mark.parametrize("grown", [0, 3, 8])
def test_head_dropped(tmp_path, kept, dropped, grown):
    entries = list(AuditLog(tmp_path / "honest"))[dropped:]
    log = AuditLog(tmp_path / "headless")
    for entry in entries:
        log.append([(entry.kind, entry.body)], time=entry.at)
    for _ in range(grown):
        log.append([("verified", {})], time=AT)
    error = judged(tmp_path / "headless", kept)
    assert error.fault is Fault.HEAD_DROPPED
    assert "does not begin with the entry that the checkpoint that was given names" in error.sentence


@pytest.mark.parametrize("first", range(1, 5))
def test_forked(tmp_path, kept, first):
    build(tmp_path / "forked", [*BATCHES, 1], words=WORDS[:first] + "X" * (6 - first))
    error = judged(tmp_path / "forked", kept)
    assert error.fault is Fault.FORKED
    assert error.sentence.startswith(
        "The audit log was forked: it has grown to 6 entries, but its first 5 are not those of the checkpoint"
    )


def test_each_kind_has_a_sentence_of_its_own(tmp_path, kept):
    build(tmp_path / "cut", [2, 1], words=WORDS)
    build(tmp_path / "rewritten", BATCHES, words="abcdX")
    build(tmp_path / "forked", [*BATCHES, 1], words="abcdXX")
    build(tmp_path / "headless", BATCHES, words="bcdef")
    errors = [judged(tmp_path / name, kept) for name in ("cut", "rewritten", "forked", "headless")]
    assert len({error.fault for error in errors}) == len({error.sentence[:28] for error in errors}) == 4


def test_the_own_checkpoints_tell_when_the_forger_forgot_them(tmp_path):
    build(tmp_path / "honest", BATCHES, words=WORDS)
    for name, words, batches, fault in [
        ("rewritten", "abcdX", BATCHES, Fault.REWRITTEN),
        ("forked", "abcdXX", [*BATCHES, 1], Fault.FORKED),
        ("headless", "bcdef", BATCHES, Fault.HEAD_DROPPED),
        ("cut", "abc", [2, 1], Fault.TRUNCATED),
    ]:
        build(tmp_path / name, batches, words=words)
        shutil.copytree(tmp_path / "honest/checkpoints", tmp_path / name / "checkpoints", dirs_exist_ok=True)
        with pytest.raises(AuditLogBroken) as caught:
            verify_log(tmp_path / name)
        assert caught.value.fault is fault
        with pytest.raises(AuditLogBroken):
            AuditLog(tmp_path / name).append([("verified", {})], time=AT)


def test_the_sentence_says_up_to_where_the_log_still_agrees(tmp_path):
    build(tmp_path / "honest", BATCHES, words=WORDS)
    build(tmp_path / "rewritten", BATCHES, words="abcdX")
    shutil.copytree(tmp_path / "honest/checkpoints", tmp_path / "rewritten/checkpoints", dirs_exist_ok=True)
    with pytest.raises(AuditLogBroken, match="up to entry 2 it still agrees with its own checkpoints"):
        verify_log(tmp_path / "rewritten")


def test_a_forger_without_the_key(tmp_path):
    signer, forger = make_signer(tmp_path / "keys"), make_signer(tmp_path / "forger")
    for name, other in (("unsigned", None), ("resigned", forger)):
        build(tmp_path / name, BATCHES, words="abcdX", signer=other)
        with pytest.raises(AuditLogBroken) as caught:
            verify_log(tmp_path / name, public_key=signer.public_key)
        assert caught.value.fault is Fault.NOT_SIGNED
