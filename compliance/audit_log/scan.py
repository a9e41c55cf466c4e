"""Reading a whole log once, front to back, against every checkpoint there is for it.

A checkpoint commits a batch: what follows the last one is an append that did not finish, whole or in part.
The caller holds the lock, for reading or for writing, so that no writer is half-way through.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, BinaryIO

from compliance.audit_log.chain import Chain
from compliance.audit_log.entries import LONGEST_LINE
from compliance.audit_log.errors import AuditLogBroken, AuditLogError, Fault
from compliance.audit_log.folder import (
    checkpoint_file,
    checkpoint_sizes,
    checkpoints_folder,
    entries_file,
    read_checkpoint,
)
from compliance.audit_log.judgement import Extent, Kept, judge

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from compliance.audit_log.checkpoints import Checkpoint


@dataclass(frozen=True, slots=True)
class Unfinished:
    """What follows the last checkpoint, left by an interrupted append.

    `entries` whole ones and `bytes` in all; `whole_batch` says that a batch is complete and only its checkpoint
    is missing, `torn_bytes` how many bytes belong to no complete batch.
    """

    entries: int
    bytes: int
    whole_batch: bool
    torn_bytes: int

    @property
    def sentence(self) -> str:
        """For a report or a terminal."""
        remedies = []
        if self.whole_batch:
            remedies.append("write the checkpoint that is missing")
        if self.torn_bytes:
            remedies.append(f"cut off the {self.torn_bytes} bytes that are no whole batch, and record it")
        return (
            f"The last append was interrupted: {self.bytes} bytes ({self.entries} whole entries) follow the "
            f"last checkpoint; the next append will {' and '.join(remedies)}."
        )


@dataclass(frozen=True, slots=True)
class Scan:
    """A log that was read and found in order.

    `committed` stands at the newest checkpoint, which is `checkpoint` (None where the scan met none), and
    `last_line` is the line there; `whole` stands at the end of the last complete batch.
    """

    committed: Chain
    whole: Chain
    checkpoint: Checkpoint | None
    last_line: bytes
    unfinished: Unfinished | None


def scan(
    folder: Path,
    *,
    start: Chain | None = None,
    kept: Sequence[Kept] = (),
    leaves: list[bytes] | None = None,
    on_checkpoint: Callable[[Checkpoint], None] | None = None,
) -> Scan:
    """Read the log in `folder` from `start` (None: from its beginning) and hold it against its checkpoints.

    `kept` are checkpoints from elsewhere, of sizes beyond `start`; `leaves` receives the leaf hash of every
    committed entry; `on_checkpoint` sees each stored checkpoint whose root was right.

    Raises AuditLogBroken for any difference, AuditLogError where a file cannot be read.
    """
    chain = start.copy() if start else Chain()
    checkpoints = checkpoints_folder(folder)
    stored = {size for size in checkpoint_sizes(checkpoints) if size > chain.size}
    walk = _Walk(chain, checkpoints, stored, {one.checkpoint.size for one in kept}, leaves, on_checkpoint)
    length = 0
    try:
        with entries_file(folder).open("rb") as file:
            length = os.fstat(file.fileno()).st_size
            for line in whole_lines(file, chain.offset):
                walk.take(line)
    except FileNotFoundError:
        pass
    except OSError as error:
        raise AuditLogError(f"{entries_file(folder)} cannot be read: {error.strerror}.") from error
    walk.judge(kept)
    extra = length - walk.committed.offset
    unfinished = None
    if extra > 0:
        whole_batch = walk.whole.size > walk.committed.size
        unfinished = Unfinished(chain.size - walk.committed.size, extra, whole_batch, length - walk.whole.offset)
    if leaves is not None:
        del leaves[len(leaves) - (chain.size - walk.committed.size) :]
    return Scan(walk.committed, walk.whole, walk.newest, walk.last_line, unfinished)


def whole_lines(file: BinaryIO, offset: int = 0) -> Iterator[bytes]:
    """The lines from byte `offset` on that end in a newline, without it.

    Raises AuditLogBroken for a line that is longer than any entry.
    """
    file.seek(offset)
    while (line := file.readline(LONGEST_LINE + 2)).endswith(b"\n"):
        offset += len(line)
        yield line[:-1]
    if len(line) > LONGEST_LINE:
        raise AuditLogBroken(
            Fault.ENTRY_CHANGED, f"The audit log holds a line, from byte {offset} on, that is longer than any entry."
        )


@dataclass(slots=True)
class _Walk:
    """The state of one scan. Faults of a line stop it; those of a checkpoint wait for the log's length."""

    chain: Chain
    checkpoints: Path
    stored: set[int]
    wanted: set[int]
    leaves: list[bytes] | None
    on_checkpoint: Callable[[Checkpoint], None] | None
    committed: Chain = field(init=False)
    whole: Chain = field(init=False)
    newest: Checkpoint | None = None
    last_line: bytes = b""
    roots: dict[int, bytes] = field(default_factory=dict)
    disputed: Checkpoint | None = None
    agreed: int = 0
    uncovered: int = 0
    """Size at the first batch end that has no checkpoint."""

    def __post_init__(self) -> None:
        self.committed = self.whole = self.chain.copy()
        self.agreed = self.chain.size

    def take(self, line: bytes) -> None:
        """Accept the next line and compare with what is stored or kept for the log's size then."""
        chain = self.chain
        _, leaf = chain.accept(line)
        if self.leaves is not None:
            self.leaves.append(leaf)
        size = chain.size
        if size in self.wanted:
            self.roots[size] = chain.frontier.root()
        if chain.at_batch_end:
            self.whole = chain.copy()
        if size in self.stored:
            self._compare(read_checkpoint(self.checkpoints, size), line)
        elif chain.at_batch_end and not self.uncovered:
            self.uncovered = size

    def _compare(self, checkpoint: Checkpoint, line: bytes) -> None:
        root = self.chain.frontier.root()
        if checkpoint.root != root or checkpoint.origin != self.chain.origin:
            if self.disputed is None:
                self.disputed = checkpoint
                self.roots[checkpoint.size] = root
            return
        if not self.chain.at_batch_end:
            path = checkpoint_file(self.checkpoints, checkpoint.size)
            raise AuditLogBroken(Fault.CHECKPOINT_CHANGED, f"{path} is for a size with which no batch ends.")
        self.committed, self.newest, self.last_line = self.whole, checkpoint, line
        if self.disputed is None:
            self.agreed = checkpoint.size
        if self.on_checkpoint:
            self.on_checkpoint(checkpoint)

    def judge(self, kept: Sequence[Kept]) -> None:
        """Weigh what was found: kept checkpoints first, since nobody at the log could have changed them."""
        found = Extent(self.chain.origin, self.chain.size, self.agreed)
        for one in kept:
            judge(one, found, self.roots.get(one.checkpoint.size))
            if one.checkpoint.size > self.committed.size and self.disputed is None:
                raise AuditLogBroken(
                    Fault.CHECKPOINT_MISSING,
                    f"The audit log's folder no longer holds the checkpoint for {one.checkpoint.size} entries "
                    f"that {one.what} is: it was removed.",
                )
        if self.disputed:
            self._judge_stored(self.disputed, found)
        promised = max(self.stored, default=0)
        if promised > self.chain.size:
            self._judge_stored(read_checkpoint(self.checkpoints, promised), found)
        if self.uncovered and self.uncovered < self.chain.size:
            raise AuditLogBroken(
                Fault.CHECKPOINT_MISSING,
                f"No checkpoint is kept for the audit log at {self.uncovered} entries, although it went on from "
                "there: the checkpoint was removed, or the entries after it were not written by this program.",
            )

    def _judge_stored(self, checkpoint: Checkpoint, found: Extent) -> None:
        path = checkpoint_file(self.checkpoints, checkpoint.size)
        judge(Kept(f"the checkpoint {path}", checkpoint), found, self.roots.get(checkpoint.size))
