"""A writer killed at every step, or at any moment: the log verifies at its old size or at its new one."""

from __future__ import annotations

import errno
import os
import shutil
import signal
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import pytest

from compliance.audit_log import AuditLog, AuditLogError, verify_log
from tests.audit_log.building import AT, build
from tests.tamper import crashing_writer

COMMAND = [sys.executable, "-m", "tests.tamper.crashing_writer"]
ROOT = Path(__file__).parents[2]
NEW = len(crashing_writer.BATCH)


def kill_at_every_step(*folders):
    """The state after each kill, in order; the last one was not killed."""
    subprocess.run([*COMMAND, "steps", *map(str, folders)], cwd=ROOT, check=True)
    for folder in folders:
        step = 1
        while (copy := folder.with_name(f"{folder.name}-{step}")).exists():
            yield copy
            step += 1


def check_recovers(folder, old_size, old_bytes):
    """Verify a log left by a kill, then append to it; returns the size it verified at and how much was cut off."""
    before = (folder / "entries.jsonl").read_bytes() if (folder / "entries.jsonl").exists() else b""
    assert before.startswith(old_bytes), "what was committed before is still there, to the byte"
    if not before:
        size, unfinished = 0, None
    else:
        verified = verify_log(folder)
        size, unfinished = verified.size, verified.unfinished
    recorded = [entry.body for entry in AuditLog(folder) if entry.kind == "log_recovered"]
    AuditLog(folder).append([("verified", {"after": "crash"})], time=AT)

    after = verify_log(folder)
    assert after.unfinished is None
    *_, last = AuditLog(folder)
    assert last.body == {"after": "crash"}
    now_recorded = [entry.body for entry in AuditLog(folder) if entry.kind == "log_recovered"]
    torn = unfinished.torn_bytes if unfinished else 0
    tails = {body["cut_sha256"]: body["cut_bytes"] for body in now_recorded}
    if torn:
        assert tails[sha256(before[-torn:]).hexdigest()] == torn, "no byte is cut off in silence"
    for body in now_recorded:
        kept = (folder / "unfinished" / body["kept_as"]).read_bytes()
        assert (len(kept), sha256(kept).hexdigest()) == (body["cut_bytes"], body["cut_sha256"])
    assert list(folder.glob("unfinished/*.pending")) == []
    assert list(AuditLog(folder)) == list(AuditLog(folder))
    return size, torn, len(now_recorded) - len(recorded)


def test_killed_at_every_step_of_an_append(tmp_path):
    build(tmp_path / "log", [2, 1])
    old = (tmp_path / "log/entries.jsonl").read_bytes()
    *killed, survived = kill_at_every_step(tmp_path / "log")
    sizes, torn = [], []
    for folder in killed:
        size, cut, _ = check_recovers(folder, 3, old)
        sizes.append(size)
        torn.append(cut)
    assert set(sizes) == {3, 3 + NEW}
    assert sizes == sorted(sizes), "once committed it stays so"
    assert len(killed) >= 12
    assert any(torn), "some kill must leave a torn batch, or nothing was tested"
    assert check_recovers(survived, 3, old)[0] == 3 + NEW


def test_killed_at_every_step_of_the_first_append(tmp_path):
    (tmp_path / "log").mkdir()
    *killed, survived = kill_at_every_step(tmp_path / "log")
    sizes = [check_recovers(folder, 0, b"")[0] for folder in killed]
    assert set(sizes) == {0, NEW}
    assert sizes == sorted(sizes)
    assert check_recovers(survived, 0, b"")[0] == NEW


@pytest.mark.parametrize("torn_bytes", [1, 300, 700])
def test_killed_at_every_step_of_a_recovery(tmp_path, torn_bytes):
    build(tmp_path / "other", [2, 5], words="  34567")
    build(tmp_path / "log", [2])
    old = (tmp_path / "log/entries.jsonl").read_bytes()
    tail = (tmp_path / "other/entries.jsonl").read_bytes()[len(old) :][:torn_bytes]
    with (tmp_path / "log/entries.jsonl").open("ab") as file:
        file.write(tail)
    *killed, survived = kill_at_every_step(tmp_path / "log")
    for folder in [*killed, survived]:
        check_recovers(folder, 2, old)
        cuts = [entry.body["cut_sha256"] for entry in AuditLog(folder) if entry.kind == "log_recovered"]
        assert sha256(tail).hexdigest() in cuts, "the first crash is on record, whatever the second one did"


def test_a_batch_whose_checkpoint_was_never_written_is_completed(tmp_path):
    build(tmp_path / "log", [2, 3])
    path = tmp_path / "log/checkpoints/000000000005.checkpoint"
    text = path.read_text()
    path.unlink()
    assert verify_log(tmp_path / "log").size == 2
    assert AuditLog(tmp_path / "log").size == 2
    AuditLog(tmp_path / "log").append([("verified", {})], time=AT)
    assert path.read_text() == text
    assert [entry.kind for entry in AuditLog(tmp_path / "log")] == ["file_ingested"] * 5 + ["verified"]


@pytest.mark.parametrize("junk", [b"\x00" * 4096, b"\xff", b"{", b'{"batch_ends":2,"body":{}', b" "])
def test_torn_junk_is_reported_set_aside_and_recorded(tmp_path, junk):
    build(tmp_path, [2])
    with (tmp_path / "entries.jsonl").open("ab") as file:
        file.write(junk)
    verified = verify_log(tmp_path)
    assert (verified.size, verified.unfinished.torn_bytes) == (2, len(junk))
    assert f"cut off the {len(junk)} bytes that are no whole batch, and record it" in verified.sentences[-1]
    AuditLog(tmp_path).append([("verified", {})], time=AT)
    *_, record, last = AuditLog(tmp_path)
    assert (record.kind, last.kind, last.sequence) == ("log_recovered", "verified", 3)
    assert (tmp_path / "unfinished" / record.body["kept_as"]).read_bytes() == junk
    assert verify_log(tmp_path).unfinished is None


def test_a_first_append_without_its_checkpoint_counts_for_nothing_yet(tmp_path):
    build(tmp_path, [2])
    (tmp_path / "checkpoints/000000000002.checkpoint").unlink()
    verified = verify_log(tmp_path)
    assert (verified.size, verified.checkpoint, verified.unfinished.entries) == (0, None, 2)
    assert verified.sentences[1] == "It has no checkpoint yet, so nothing in it counts."


def test_a_full_disk_is_an_interrupted_append(tmp_path, monkeypatch):
    log = AuditLog(tmp_path)
    log.append([("verified", {"n": 1})], time=AT)
    real = os.write

    def full_after_100_bytes(descriptor, data):
        if len(data) <= 100:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return real(descriptor, data[:100])

    with monkeypatch.context() as patch:
        patch.setattr(os, "write", full_after_100_bytes)
        with pytest.raises(AuditLogError, match="cannot be written: No space left on device"):
            log.append([("verified", {"n": 2})], time=AT)
    verified = verify_log(tmp_path)
    assert verified.size == 1
    assert verified.unfinished.torn_bytes % 100 == 0
    log.append([("verified", {"n": 3})], time=AT)
    assert [entry.body.get("n") for entry in log] == [1, None, 3]


def test_kill_9_in_a_loop(tmp_path):
    folder, size = tmp_path / "log", 0
    for round_ in range(12):
        with subprocess.Popen(
            [*COMMAND, "endless", str(folder)], cwd=ROOT, stdout=subprocess.PIPE, text=True
        ) as writer:
            for _ in range(1 + round_ * 3 % 7):
                said = int(writer.stdout.readline())
            writer.send_signal(signal.SIGKILL)
            said = max([said, *(int(line) for line in writer.stdout if line.endswith("\n"))])
        verified = verify_log(folder)
        # One batch may have been committed that the writer could not tell of any more.
        assert verified.size >= said > size
        assert len(list(AuditLog(folder))) == verified.size
        shutil.copytree(folder, tmp_path / f"then{round_}")
        size = verified.size
    for round_ in range(12):
        earlier = (tmp_path / f"then{round_}/checkpoints").iterdir()
        newest = max(path for path in earlier if path.suffix == ".checkpoint")
        assert verify_log(folder, checkpoint=newest.read_text()).size == size
