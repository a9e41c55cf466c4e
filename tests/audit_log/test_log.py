"""Appending and reading."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta, timezone
from hashlib import sha256

import pytest
import rfc8785

from compliance.audit_log import (
    AuditLog,
    AuditLogBroken,
    AuditLogError,
    AuditLogMissing,
    EntryRefused,
    Fault,
    verify_log,
)
from compliance.audit_log.entries import FIRST_PREVIOUS
from compliance.audit_log.hashing import EMPTY_ROOT, leaf_hash
from compliance.audit_log.tree import tree_root
from tests.audit_log.building import AT, build

ONE = [("sheet_put_in_force", {"sheet": "gega-003666", "digest": "ab" * 32})]


def test_an_entry_on_disk_is_what_the_format_says(tmp_path):
    checkpoint = AuditLog(tmp_path).append([("ingested", {"read": 7, "b": [None, True, "é"]}), *ONE], time=AT)
    lines = (tmp_path / "entries.jsonl").read_bytes().split(b"\n")
    assert lines.pop() == b""
    previous = FIRST_PREVIOUS
    for sequence, line in enumerate(lines):
        entry = json.loads(line)
        assert set(entry) == {"batch_ends", "body", "hash", "kind", "previous", "sequence", "time"}
        assert rfc8785.dumps(entry) == line
        assert entry["sequence"] == sequence
        assert entry["batch_ends"] == 1
        assert entry["previous"] == previous
        assert entry["time"] == "2026-11-28T04:00:00.000000Z"
        previous = entry.pop("hash")
        assert previous == sha256(rfc8785.dumps(entry)).hexdigest()
    assert checkpoint.size == 2
    assert checkpoint.root == tree_root([leaf_hash(line) for line in lines])
    stored = (tmp_path / "checkpoints/000000000002.checkpoint").read_text()
    assert stored == checkpoint.text


def test_what_is_read_is_what_was_appended(tmp_path):
    log = AuditLog(tmp_path / "deep" / "log")
    assert (log.size, log.root, list(log)) == (0, EMPTY_ROOT, [])
    log.append(ONE, time=AT)
    checkpoint = log.append([("verified", {"n": 1}), ("verified", {"n": 2})], time=AT + timedelta(seconds=1))
    assert [(entry.sequence, entry.kind, dict(entry.body)) for entry in log] == [
        (0, *ONE[0]),
        (1, "verified", {"n": 1}),
        (2, "verified", {"n": 2}),
    ]
    assert [entry.at for entry in log] == [AT, AT + timedelta(seconds=1), AT + timedelta(seconds=1)]
    assert (log.size, log.root, log.checkpoint()) == (3, checkpoint.root, checkpoint)
    assert AuditLog(log.folder).checkpoint() == checkpoint


def test_two_objects_take_turns(tmp_path):
    one, other = AuditLog(tmp_path), AuditLog(tmp_path)
    for _ in range(3):
        one.append(ONE, time=AT)
        other.append(ONE, time=AT)
    assert one.size == other.size == verify_log(tmp_path).size == 6


def test_the_same_entries_give_the_same_log(tmp_path):
    assert build(tmp_path / "a", [2, 3], words="hello") == build(tmp_path / "b", [2, 3], words="hello")
    assert (tmp_path / "a/entries.jsonl").read_bytes() == (tmp_path / "b/entries.jsonl").read_bytes()


@pytest.mark.parametrize(
    ("time", "text"),
    [
        (datetime(2026, 11, 28, 4, 0, 0, 5, tzinfo=UTC), "2026-11-28T04:00:00.000005Z"),
        (datetime(2026, 11, 27, 20, 0, tzinfo=timezone(timedelta(hours=-8))), "2026-11-28T04:00:00.000000Z"),
    ],
)
def test_times_are_stored_in_utc(tmp_path, time, text):
    log = AuditLog(tmp_path)
    log.append(ONE, time=time)
    (entry,) = log
    assert entry.time == text
    assert entry.at == time


@pytest.mark.parametrize(
    ("entries", "time", "says"),
    [
        ([], AT, "nothing to append"),
        (ONE, AT.replace(tzinfo=None), "no offset"),
        ([("Ingested", {})], AT, "no kind of entry"),
        ([("", {})], AT, "no kind of entry"),
        ([("two words", {})], AT, "no kind of entry"),
        ([("x" * 65, {})], AT, "no kind of entry"),
        ([("log_recovered", {})], AT, "the log's own"),
        ([*ONE, ("verified", {"hold": 0.02})], AT, "verified entry's body.hold is a float"),
        ([*ONE, ("verified", {"text": "x" * (16 * 1024 * 1024)})], AT, "bytes long"),
    ],
    ids=["empty", "naive", "upper", "no-kind", "spaces", "long-kind", "reserved", "float", "huge"],
)
def test_a_refused_batch_leaves_nothing(tmp_path, entries, time, says):
    log = AuditLog(tmp_path)
    before = log.append(ONE, time=AT)
    bytes_before = (tmp_path / "entries.jsonl").read_bytes()
    with pytest.raises(EntryRefused, match=says):
        log.append(entries, time=time)
    assert (tmp_path / "entries.jsonl").read_bytes() == bytes_before
    assert verify_log(tmp_path, checkpoint=before.text).size == 1
    assert log.append(ONE, time=AT).size == 2


def test_no_checkpoint_of_an_empty_log(tmp_path):
    with pytest.raises(AuditLogMissing, match="no entries yet"):
        AuditLog(tmp_path).checkpoint()


@pytest.mark.parametrize("fresh", [True, False], ids=["fresh-object", "same-object"])
def test_a_broken_log_is_not_continued(tmp_path, fresh):
    log = AuditLog(tmp_path)
    for _ in range(3):
        log.append(ONE, time=AT)
    path = tmp_path / "entries.jsonl"
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:2]))
    kept = path.read_bytes()
    with pytest.raises(AuditLogBroken) as caught:
        (AuditLog(tmp_path) if fresh else log).append(ONE, time=AT)
    assert caught.value.fault is Fault.TRUNCATED
    assert path.read_bytes() == kept


def test_reading_stops_at_a_changed_entry(tmp_path):
    build(tmp_path, [3])
    path = tmp_path / "entries.jsonl"
    path.write_bytes(path.read_bytes().replace(b'"n":1', b'"n":7'))
    entries = iter(AuditLog(tmp_path))
    assert next(entries).sequence == 0
    with pytest.raises(AuditLogBroken, match=r"Line 2 .* was changed"):
        next(entries)


def test_reading_does_not_end_early_in_silence(tmp_path):
    build(tmp_path, [3])
    path = tmp_path / "entries.jsonl"
    path.write_bytes(path.read_bytes()[:-1])
    with pytest.raises(AuditLogBroken, match="holds 2 entries, its newest checkpoint 3"):
        list(AuditLog(tmp_path))


def test_a_disk_that_refuses_is_one_sentence(tmp_path):
    (tmp_path / "entries.jsonl").mkdir()
    with pytest.raises(AuditLogError, match=r"The audit log in .* cannot be written: Is a directory"):
        AuditLog(tmp_path).append(ONE, time=AT)
    with pytest.raises(AuditLogError, match=r"entries.jsonl cannot be read"):
        verify_log(tmp_path)


class TestCopies:
    """Every checkpoint is also written to a second folder, which the log must then agree with."""

    def test_every_checkpoint_is_copied(self, tmp_path):
        (tmp_path / "copies").mkdir()
        build(tmp_path / "log", [1, 1])  # before copies were asked for
        log = AuditLog(tmp_path / "log", checkpoint_copies=tmp_path / "copies")
        log.append(ONE, time=AT)
        originals = {path.name: path.read_text() for path in (tmp_path / "log/checkpoints").iterdir()}
        assert {path.name: path.read_text() for path in (tmp_path / "copies").iterdir()} == originals
        assert len(originals) == 3
        verified = verify_log(tmp_path / "log", checkpoint_copies=tmp_path / "copies")
        assert len(verified.compared) == 3

    def test_a_copy_missed_is_caught_up(self, tmp_path):
        (tmp_path / "copies").mkdir()
        log = AuditLog(tmp_path / "log", checkpoint_copies=tmp_path / "copies")
        log.append(ONE, time=AT)
        (tmp_path / "copies").rename(tmp_path / "away")
        with pytest.raises(AuditLogError, match="mount or make it"):
            log.append(ONE, time=AT)
        assert log.size == 1
        (tmp_path / "away").rename(tmp_path / "copies")
        AuditLog(tmp_path / "log").append(ONE, time=AT)
        log.append(ONE, time=AT)
        assert len(list((tmp_path / "copies").iterdir())) == 3

    def test_a_log_cut_with_its_own_checkpoints_is_not_continued(self, tmp_path):
        (tmp_path / "copies").mkdir()
        log = AuditLog(tmp_path / "log", checkpoint_copies=tmp_path / "copies")
        for _ in range(3):
            log.append(ONE, time=AT)
        path = tmp_path / "log/entries.jsonl"
        path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:2]))
        (tmp_path / "log/checkpoints/000000000003.checkpoint").unlink()
        for writer in (log, AuditLog(tmp_path / "log", checkpoint_copies=tmp_path / "copies")):
            with pytest.raises(AuditLogBroken, match=r"the copy .*3.checkpoint shows that it held 3") as caught:
                writer.append(ONE, time=AT)
            assert caught.value.fault is Fault.TRUNCATED
