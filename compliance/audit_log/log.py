"""The audit log for those who write it and those who read it."""

from __future__ import annotations

import os
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from compliance.audit_log import recovery
from compliance.audit_log.chain import Chain
from compliance.audit_log.checkpoints import Checkpoint
from compliance.audit_log.durable import make_folder, sync_folder, write_durably, write_new_file
from compliance.audit_log.entries import RECOVERY_KIND, Entry, make_entry, utc_text
from compliance.audit_log.errors import AuditLogBroken, AuditLogError, AuditLogMissing, EntryRefused, Fault
from compliance.audit_log.folder import (
    checkpoint_file,
    checkpoint_sizes,
    checkpoints_folder,
    entries_file,
    newest_checkpoint,
    read_checkpoint,
)
from compliance.audit_log.hashing import EMPTY_ROOT
from compliance.audit_log.judgement import Kept
from compliance.audit_log.lock import locked_for_reading, locked_for_writing
from compliance.audit_log.scan import Scan, scan, whole_lines

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from datetime import datetime
    from pathlib import Path

    from compliance.audit_log.canonical import Json
    from compliance.audit_log.signing import Signer


@dataclass(frozen=True, slots=True)
class _Head:
    """The end of the log as this object last left it, so that the next append need not read all of it again."""

    chain: Chain
    last_line: bytes


class AuditLog:
    """An append-only log in a folder. Any number of processes may hold one of the same folder.

    `checkpoint_copies` is a second folder, best on another machine, that receives a copy of every checkpoint;
    an append is refused when the log no longer agrees with what is kept there.

    Reading (`size`, `root`, `checkpoint`, iteration) goes as far as the newest checkpoint and takes no lock.
    """

    def __init__(self, folder: Path, *, checkpoint_copies: Path | None = None) -> None:
        self.folder = folder
        self.checkpoint_copies = checkpoint_copies
        self._head: _Head | None = None

    @property
    def size(self) -> int:
        """Number of entries, as the newest checkpoint states it; `verify_log` checks that it is true."""
        newest = newest_checkpoint(self.folder)
        return newest.size if newest else 0

    @property
    def root(self) -> bytes:
        """The tree's 32-byte root, as the newest checkpoint states it."""
        newest = newest_checkpoint(self.folder)
        return newest.root if newest else EMPTY_ROOT

    def checkpoint(self) -> Checkpoint:
        """The newest checkpoint; raises AuditLogMissing for a log that has none yet."""
        newest = newest_checkpoint(self.folder)
        if newest is None:
            raise AuditLogMissing(f"The audit log in {self.folder} holds no entries yet; there is no checkpoint.")
        return newest

    def __iter__(self) -> Iterator[Entry]:
        """The entries, first to last, each checked against the one before it.

        Raises AuditLogBroken at the first that is not in order, or where the log ends too early.
        """
        size, chain = self.size, Chain()
        with _reported(f"{entries_file(self.folder)} cannot be read"):
            if size == 0:
                return
            with entries_file(self.folder).open("rb") as file:
                for line in whole_lines(file):
                    entry, _ = chain.accept(line)
                    yield entry
                    if chain.size == size:
                        return
        raise AuditLogBroken(
            Fault.TRUNCATED, f"The audit log was cut: it holds {chain.size} entries, its newest checkpoint {size}."
        )

    def check(self) -> None:
        """Read the whole log and raise what would stop an append: before anything is done that has to be recorded.

        Raises AuditLogBroken where the log is not in order; AuditLogError where it cannot be read, or copies of its
        checkpoints are wanted and their folder is not there.
        """
        self.check_copies_folder()
        with _reported(f"The audit log in {self.folder} cannot be read"), locked_for_reading(entries_file(self.folder)):
            scan(self.folder, kept=self._kept_copy(0))

    def append(
        self,
        entries: Sequence[tuple[str, Mapping[str, Json]]],
        *,
        time: datetime,
        signer: Signer | None = None,
    ) -> Checkpoint:
        """Append one batch, all of it or nothing, and return the checkpoint that commits it.

        `entries` are (kind, body) pairs; `time` is the batch's, aware. Without a signer the checkpoint says that
        it is unsigned. When this returns, entries and checkpoint are on the disk. Where an earlier append was
        interrupted, its remains are dealt with first and a `log_recovered` entry heads the batch.

        Raises EntryRefused for an empty batch, a naive time, or something that canonical JSON cannot hold;
        AuditLogBroken where the log is not in order, which is then left as it is; AuditLogError where the
        disk refuses.
        """
        if not entries:
            raise EntryRefused("There is nothing to append to the audit log; give at least one entry.")
        if any(kind == RECOVERY_KIND for kind, _ in entries):
            raise EntryRefused(f"Entries of the kind {RECOVERY_KIND} are the log's own; use another kind.")
        at = utc_text(time)
        with _reported(f"The audit log in {self.folder} cannot be written"):
            self.check_copies_folder()
            make_folder(checkpoints_folder(self.folder))
            with locked_for_writing(entries_file(self.folder)) as descriptor:
                sync_folder(self.folder)  # a log just made must not lose its name in a power failure
                return self._append_locked(descriptor, entries, at, signer)

    def sign_newest(self, signer: Signer) -> Checkpoint:
        """Put a signature under the newest checkpoint, unless this key has signed it already, and return it.

        The whole log is read first: nothing is signed that is not in order. What the checkpoint states stays as it
        is, and so do copies of it kept elsewhere.

        Raises AuditLogMissing for a log without entries; AuditLogBroken and AuditLogError as `append` does.
        """
        self.check_copies_folder()
        self.checkpoint()  # taking the lock would make a log that is not there
        self._head = None
        with (
            _reported(f"The audit log in {self.folder} cannot be written"),
            locked_for_writing(entries_file(self.folder)) as descriptor,
        ):
            checkpoint = self._read_head(descriptor).checkpoint or self.checkpoint()
            if any(signer.public_key.made(each) for each in checkpoint.signatures):
                return checkpoint
            signatures = (*checkpoint.signatures, signer.sign(checkpoint.statement))
            self._commit(replace(checkpoint, signatures=signatures))
            return replace(checkpoint, signatures=signatures)

    def _append_locked(
        self, descriptor: int, entries: Sequence[tuple[str, Mapping[str, Json]]], at: str, signer: Signer | None
    ) -> Checkpoint:
        found = self._read_head(descriptor)
        chain = found.whole
        if chain.size > found.committed.size:
            self._commit(_checkpoint(chain, signer))
        if found.unfinished and found.unfinished.torn_bytes:
            recovery.cut_off(self.folder, descriptor, chain.offset)
        cuts = recovery.pending(self.folder)
        bodies = [(RECOVERY_KIND, recovery.body_of(cut)) for cut in cuts] + list(entries)
        last = chain.size + len(bodies) - 1
        lines = []
        for kind, body in bodies:
            entry = make_entry(chain.size, at, kind, body, previous=chain.last_hash, batch_ends=last)
            chain.accept(entry.line)  # what the reader would refuse must not get as far as the disk
            lines.append(entry.line)
        checkpoint = _checkpoint(chain, signer)
        write_durably(descriptor, b"".join(line + b"\n" for line in lines))
        self._commit(checkpoint)
        recovery.mark_recorded(cuts)
        self._copy_checkpoints()
        self._head = _Head(chain, lines[-1])
        return checkpoint

    def _read_head(self, descriptor: int) -> Scan:
        """Read what was written since this object last looked, or everything; the lock is held."""
        start = None
        if self._head and _ends_with(descriptor, self._head):
            start = self._head.chain
        self._head = None
        return scan(self.folder, start=start, kept=self._kept_copy(start.size if start else 0))

    def _kept_copy(self, beyond: int) -> list[Kept]:
        """The newest copy of a checkpoint that is kept elsewhere, where it is for more entries than so many."""
        sizes = checkpoint_sizes(self.checkpoint_copies) if self.checkpoint_copies else []
        if not self.checkpoint_copies or not sizes or sizes[-1] <= beyond:
            return []
        copy = read_checkpoint(self.checkpoint_copies, sizes[-1])
        return [Kept(f"the copy {checkpoint_file(self.checkpoint_copies, copy.size)}", copy)]

    def _commit(self, checkpoint: Checkpoint) -> None:
        path = checkpoint_file(checkpoints_folder(self.folder), checkpoint.size)
        write_new_file(path, checkpoint.text.encode())

    def check_copies_folder(self) -> None:
        """Raise AuditLogError where copies of checkpoints are wanted and their folder is not there."""
        # A missing folder may be a disk that is not mounted: making it here would keep the copies nowhere.
        if self.checkpoint_copies and not self.checkpoint_copies.is_dir():
            raise AuditLogError(
                f"The folder for copies of checkpoints, {self.checkpoint_copies}, is not there; mount or make it."
            )

    def _copy_checkpoints(self) -> None:
        if self.checkpoint_copies is None:
            return
        own = checkpoints_folder(self.folder)
        with _reported(f"The entries were appended, but their checkpoint was not copied to {self.checkpoint_copies}"):
            there = set(checkpoint_sizes(self.checkpoint_copies))
            for size in checkpoint_sizes(own):
                if size not in there:
                    text = read_checkpoint(own, size).text
                    write_new_file(checkpoint_file(self.checkpoint_copies, size), text.encode())


def _checkpoint(chain: Chain, signer: Signer | None) -> Checkpoint:
    checkpoint = Checkpoint(chain.origin, chain.size, chain.frontier.root())
    return replace(checkpoint, signatures=(signer.sign(checkpoint.statement),)) if signer else checkpoint


def _ends_with(descriptor: int, head: _Head) -> bool:
    line = head.last_line + b"\n"
    return os.pread(descriptor, len(line), head.chain.offset - len(line)) == line


@contextmanager
def _reported(what: str) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise AuditLogError(f"{what}: {error.strerror or error}.") from error
