"""Many writers at once: one log, nothing lost, nothing twice, no fork."""

from __future__ import annotations

import fcntl
import subprocess
import sys
from pathlib import Path

from compliance.audit_log import AuditLog, verify_log
from tests.audit_log.building import AT, build
from tests.tamper.crashing_writer import BATCH

ROOT = Path(__file__).parents[2]
WRITERS, BATCHES = 8, 12


def run_writers(folder):
    command = [sys.executable, "-m", "tests.tamper.crashing_writer", "many", str(folder)]
    writers = [subprocess.Popen([*command, f"w{number}", str(BATCHES)], cwd=ROOT) for number in range(WRITERS)]
    assert [writer.wait() for writer in writers] == [0] * WRITERS


def test_eight_processes_append_to_one_log(tmp_path):
    run_writers(tmp_path / "log")
    assert verify_log(tmp_path / "log").size == 2 * WRITERS * BATCHES
    entries = list(AuditLog(tmp_path / "log"))
    for number in range(WRITERS):
        own = [entry.body["n"] for entry in entries if entry.body["by"] == f"w{number}"]
        assert own == list(range(2 * BATCHES))
    for first, second in zip(entries[::2], entries[1::2], strict=True):
        assert first.body["by"] == second.body["by"], "a batch is not interleaved with another"
    assert len(list((tmp_path / "log/checkpoints").iterdir())) == WRITERS * BATCHES


def test_eight_processes_find_the_remains_of_a_crash(tmp_path):
    build(tmp_path / "log", [2])
    with (tmp_path / "log/entries.jsonl").open("ab") as file:
        file.write(b'{"torn')
    run_writers(tmp_path / "log")
    kinds = [entry.kind for entry in AuditLog(tmp_path / "log")]
    assert kinds.count("log_recovered") == 1
    assert len(kinds) == verify_log(tmp_path / "log").size == 2 + 1 + 2 * WRITERS * BATCHES


def test_a_reader_never_sees_half_a_batch(tmp_path):
    command = [sys.executable, "-m", "tests.tamper.crashing_writer", "endless", str(tmp_path / "log")]
    sizes: set[int] = set()
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE) as writer:
        writer.stdout.readline()  # there is a log from here on
        while len(sizes) < 20:
            entries = list(AuditLog(tmp_path / "log"))
            assert len(entries) % len(BATCH) == 0
            verified = verify_log(tmp_path / "log")
            assert verified.unfinished is None
            assert verified.size >= len(entries)
            sizes.add(verified.size)
        writer.kill()


def test_a_log_replaced_while_waiting_for_the_lock_is_not_written_to_the_old_file(tmp_path, monkeypatch):
    build(tmp_path / "log", [1])
    build(tmp_path / "restored", [1])
    real, asked = fcntl.flock, []

    def replaced_while_waiting(descriptor, operation):
        if not asked:
            (tmp_path / "restored/entries.jsonl").rename(tmp_path / "log/entries.jsonl")
        asked.append(operation)
        real(descriptor, operation)

    monkeypatch.setattr(fcntl, "flock", replaced_while_waiting)
    AuditLog(tmp_path / "log").append([("verified", {})], time=AT)
    assert asked == [fcntl.LOCK_EX, fcntl.LOCK_EX]
    assert [entry.kind for entry in AuditLog(tmp_path / "log")] == ["file_ingested", "verified"]
