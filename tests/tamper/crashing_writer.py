"""Appends that die: killed at the n-th thing they ask of the operating system, or killed from outside.

    crashing_writer.py steps FOLDER...   in a copy FOLDER-n of each folder, one append killed at its n-th call
    crashing_writer.py endless FOLDER    appends batches until killed, printing the log's size after each
    crashing_writer.py many FOLDER NAME COUNT   appends COUNT batches of two and ends

Every write is first tried in half, so that a kill leaves torn lines too.
"""

from __future__ import annotations

import os
import shutil
import signal
import sys
from datetime import UTC, datetime
from pathlib import Path

from compliance.audit_log import AuditLog

AT = datetime(2026, 11, 29, 4, 0, tzinfo=UTC)
BATCH = [("verified", {"word": "x" * 40, "n": number}) for number in range(3)]
WATCHED = ["write", "fsync", "rename", "ftruncate", "mkdir"]


class KilledAt:
    """Counts the calls that change the disk; before the wanted one, the process kills itself."""

    def __init__(self, wanted: int) -> None:
        self.wanted = wanted
        self.seen = 0
        for name in WATCHED:
            setattr(os, name, self._watch(name, getattr(os, name)))

    def _watch(self, name, real):
        def watched(*arguments, **named):
            if name == "write":
                descriptor, data = arguments
                self._count()
                done = real(descriptor, data[: (len(data) + 1) // 2])
                self._count()
                return done
            self._count()
            return real(*arguments, **named)

        return watched

    def _count(self) -> None:
        self.seen += 1
        if self.seen == self.wanted:
            os.kill(os.getpid(), signal.SIGKILL)


def steps(folder: Path) -> None:
    """Fork one append for every step, each in its own copy, until one lives to its end."""
    step, survived = 0, False
    while not survived:
        step += 1
        copy = folder.with_name(f"{folder.name}-{step}")
        shutil.copytree(folder, copy)
        child = os.fork()
        if child == 0:
            KilledAt(step)
            AuditLog(copy).append(BATCH, time=AT)
            os._exit(0)
        _, status = os.waitpid(child, 0)
        survived = os.WIFEXITED(status) and os.WEXITSTATUS(status) == 0
        if not survived and not (os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL):
            sys.exit(f"step {step} of {folder} failed otherwise")


def endless(folder: Path) -> None:
    """Append for ever; say the size only once the append has returned."""
    log = AuditLog(folder)
    while True:
        sys.stdout.write(f"{log.append(BATCH, time=AT).size}\n")
        sys.stdout.flush()


def many(folder: Path, name: str, count: int) -> None:
    """Append batches, by one object or by a new one each time."""
    log = AuditLog(folder)
    for number in range(count):
        if number % 2:
            log = AuditLog(folder)
        log.append(
            [("verified", {"by": name, "n": 2 * number}), ("verified", {"by": name, "n": 2 * number + 1})], time=AT
        )


if __name__ == "__main__":
    if sys.argv[1] == "steps":
        for place in sys.argv[2:]:
            steps(Path(place))
    elif sys.argv[1] == "endless":
        endless(Path(sys.argv[2]))
    else:
        many(Path(sys.argv[2]), sys.argv[3], int(sys.argv[4]))
