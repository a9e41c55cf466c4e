"""Entries cut off, dropped, moved, repeated or put in, by somebody who leaves the rest as it is."""

from __future__ import annotations

import os
from dataclasses import replace
from itertools import combinations

import pytest

from compliance.audit_log import AuditLog, AuditLogBroken, AuditLogMissing, Fault, verify_log
from compliance.audit_log.hashing import leaf_hash
from compliance.audit_log.tree import tree_root
from tests.audit_log.building import build

BATCHES = [2, 1, 2]


@pytest.fixture
def log(tmp_path):
    build(tmp_path / "log", BATCHES, words="abcde")
    return tmp_path / "log"


def lines_of(log):
    return (log / "entries.jsonl").read_bytes().splitlines(keepends=True)


def refusal(log, **options):
    with pytest.raises(AuditLogBroken) as caught:
        verify_log(log, **options)
    return caught.value


def verdict(log, lines, **options):
    (log / "entries.jsonl").write_bytes(b"".join(lines))
    return refusal(log, **options)


def cuts(path):
    """Cut the file one byte shorter after another, down to nothing."""
    for length in reversed(range(path.stat().st_size)):
        os.truncate(path, length)
        yield length


def test_cut_at_every_length(log):
    for _ in cuts(log / "entries.jsonl"):
        error = refusal(log)
        assert error.fault is Fault.TRUNCATED
        assert "000000000005.checkpoint shows that it held 5" in error.sentence


def test_cut_at_every_length_together_with_its_checkpoints(log):
    kept = (log / "checkpoints/000000000005.checkpoint").read_text()
    data = (log / "entries.jsonl").read_bytes()
    lines = data.splitlines(keepends=True)
    for length in cuts(log / "entries.jsonl"):
        whole = data[:length].count(b"\n")
        for path in (log / "checkpoints").iterdir():
            if int(path.stem) > whole:
                path.unlink()
        error = refusal(log, checkpoint=kept)
        assert error.fault is Fault.TRUNCATED
        assert f"holds {whole} entries, and the checkpoint that was given shows that it held 5" in error.sentence
        # Without the checkpoint nothing but the log's own word is left, and the result says so.
        try:
            alone = verify_log(log)
        except AuditLogMissing:
            assert length == 0
            continue
        assert any("compared with no checkpoint kept elsewhere" in sentence for sentence in alone.sentences)
        committed = sum(len(line) for line in lines[: alone.size])
        assert (alone.unfinished.bytes if alone.unfinished else 0) == length - committed


@pytest.mark.parametrize("dropped", range(5))
def test_one_dropped(log, dropped):
    lines = lines_of(log)
    error = verdict(log, lines[:dropped] + lines[dropped + 1 :])
    assert error.fault is {0: Fault.HEAD_DROPPED, 4: Fault.TRUNCATED}.get(dropped, Fault.CHAIN_BROKEN)


@pytest.mark.parametrize("count", range(1, 5))
def test_head_dropped(log, count):
    error = verdict(log, lines_of(log)[count:])
    assert error.fault is Fault.HEAD_DROPPED
    assert error.sentence == f"The audit log begins with entry {count}: what came before it was dropped."


@pytest.mark.parametrize("pair", list(combinations(range(5), 2)), ids=str)
def test_two_swapped(log, pair):
    lines = lines_of(log)
    one, other = pair
    lines[one], lines[other] = lines[other], lines[one]
    assert verdict(log, lines).fault in {Fault.CHAIN_BROKEN, Fault.HEAD_DROPPED}


@pytest.mark.parametrize("place", range(6))
@pytest.mark.parametrize("repeated", range(5))
def test_one_repeated(log, repeated, place):
    lines = lines_of(log)
    lines.insert(place, lines[repeated])
    assert verdict(log, lines).fault in {Fault.CHAIN_BROKEN, Fault.HEAD_DROPPED}


@pytest.mark.parametrize("place", range(5))
def test_one_replaced_by_that_of_another_log(log, tmp_path, place):
    build(tmp_path / "other", BATCHES, words="vwxyz")
    lines = lines_of(log)
    lines[place] = lines_of(tmp_path / "other")[place]
    expected = {0: "does not follow entry 0", 4: "does not follow entry 3"}.get(place, f"follow entry {place - 1}")
    assert expected in verdict(log, lines).sentence


def test_tail_of_another_log(log, tmp_path):
    build(tmp_path / "other", BATCHES, words="vwxyz")
    for place in range(1, 5):
        error = verdict(log, lines_of(tmp_path / "other")[:place] + _tail(tmp_path, place))
        assert error.fault is Fault.CHAIN_BROKEN
        assert f"Entry {place} of the audit log does not follow entry {place - 1}" in error.sentence


def _tail(tmp_path, place):
    build(tmp_path / f"again{place}", BATCHES, words="abcde")
    return lines_of(tmp_path / f"again{place}")[place:]


@pytest.mark.parametrize(
    "junk",
    [b"\n", b"{}\n", b"null\n", b"not json\n", b"\x00\n", b"\xff\xfe\n", b" \n", b"\r\n", b"\xef\xbb\xbf\n"],
)
@pytest.mark.parametrize("place", range(6))
def test_a_line_that_is_no_entry(log, junk, place):
    lines = lines_of(log)
    lines.insert(place, junk)
    error = verdict(log, lines)
    assert error.fault is Fault.ENTRY_CHANGED
    assert error.sentence == f"Line {place + 1} of the audit log (entry {place}) is not a log entry."


def test_a_line_without_end(log):
    error = verdict(log, [*lines_of(log), b"x" * (17 * 1024 * 1024)])
    assert error.fault is Fault.ENTRY_CHANGED
    assert "longer than any entry" in error.sentence


@pytest.mark.parametrize("removed", [2, 3])
def test_a_checkpoint_removed(log, removed):
    (log / f"checkpoints/{removed:012}.checkpoint").unlink()
    error = verdict(log, lines_of(log))
    assert error.fault is Fault.CHECKPOINT_MISSING
    assert f"No checkpoint is kept for the audit log at {removed} entries" in error.sentence


def test_the_newest_checkpoint_removed_looks_like_an_interrupted_append_and_is_reported(log, tmp_path):
    kept = (log / "checkpoints/000000000005.checkpoint").read_text()
    (log / "checkpoints/000000000005.checkpoint").unlink()
    verified = verify_log(log)
    assert verified.size == 3
    assert verified.unfinished.whole_batch
    assert "write the checkpoint that is missing" in verified.unfinished.sentence
    error = verdict(log, lines_of(log), checkpoint=kept)
    assert error.fault is Fault.CHECKPOINT_MISSING
    assert "no longer holds the checkpoint for 5 entries that the checkpoint that was given is" in error.sentence


def test_checkpoints_exchanged_or_renamed(log):
    one, other = log / "checkpoints/000000000002.checkpoint", log / "checkpoints/000000000003.checkpoint"
    text = one.read_text()
    one.write_text(other.read_text())
    error = verdict(log, lines_of(log))
    assert error.fault is Fault.CHECKPOINT_CHANGED
    assert "is for 3 entries, not for the 2 of its name" in error.sentence
    one.write_text(text)
    one.with_name("000000000004.checkpoint").write_text(text.replace("\n2\n", "\n4\n"))
    assert verdict(log, lines_of(log)).fault is Fault.FORKED


def test_a_true_checkpoint_planted_in_the_middle_of_a_batch(log, tmp_path):
    # The root is right, so nothing but the batch tells that this program never made such a checkpoint.
    leaves = [leaf_hash(line[:-1]) for line in lines_of(log)[:4]]
    newest = AuditLog(log).checkpoint()
    planted = replace(newest, size=4, root=tree_root(leaves))
    (log / "checkpoints/000000000004.checkpoint").write_text(planted.text)
    error = refusal(log)
    assert error.fault is Fault.CHECKPOINT_CHANGED
    assert "is for a size with which no batch ends" in error.sentence
