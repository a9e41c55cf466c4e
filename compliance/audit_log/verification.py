"""Verifying a log: every entry, every checkpoint it keeps, and those that were kept elsewhere."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from compliance.audit_log.checkpoints import Checkpoint, parse_kept_checkpoint
from compliance.audit_log.errors import AuditLogMissing
from compliance.audit_log.folder import (
    checkpoint_file,
    checkpoint_sizes,
    checkpoints_folder,
    entries_file,
    read_checkpoint,
)
from compliance.audit_log.judgement import Kept
from compliance.audit_log.keys import PublicKey
from compliance.audit_log.lock import locked_for_reading
from compliance.audit_log.scan import Unfinished, scan
from compliance.audit_log.signatures import check_signed

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

_NAMED = 3  # checkpoints that a sentence names one by one


@dataclass(frozen=True, slots=True)
class VerifiedLog:
    """A log that was read in full and found in order, as far as its newest checkpoint.

    `size` entries under the 32-byte `root`; `signed_by` is the trusted key that signed the newest checkpoint,
    None where no key was given; `compared` names the checkpoints from elsewhere that it agreed with;
    `clock_steps_back` counts entries with an earlier time than the one before them, which is no fault of the log
    but a question for its keeper.
    """

    size: int
    root: bytes
    checkpoint: Checkpoint | None
    signed_by: PublicKey | None
    compared: tuple[str, ...]
    unfinished: Unfinished | None
    clock_steps_back: int

    @property
    def signed(self) -> bool:
        """Whether a trusted key vouches for all of the log. Never true where no key was given."""
        return self.signed_by is not None

    @property
    def sentences(self) -> tuple[str, ...]:
        """What was found and what was not looked at, for a report or a terminal."""
        found = [f"The audit log is in order: {self.size} entries, root {self.root.hex()}."]
        if self.checkpoint is None:
            found.append("It has no checkpoint yet, so nothing in it counts.")
        elif self.signed_by:
            found.append(f"Its newest checkpoint is signed by {self.signed_by.name}.")
        elif self.checkpoint.signed:
            found.append("Its newest checkpoint carries a signature that was not checked: no public key was given.")
        else:
            found.append("Its newest checkpoint is unsigned.")
        if len(self.compared) > _NAMED:
            found.append(
                f"It agrees with all {len(self.compared)} checkpoints kept elsewhere, {self.compared[0]} to "
                f"{self.compared[-1]}."
            )
        elif self.compared:
            found.append(f"It agrees with {', '.join(self.compared)}.")
        else:
            found.append(
                "It was compared with no checkpoint kept elsewhere, so a log cut or rewritten together with "
                "its own checkpoints would not be noticed."
            )
        if self.unfinished:
            found.append(self.unfinished.sentence)
        if self.clock_steps_back:
            found.append(f"{self.clock_steps_back} entries carry an earlier time than the entry before them.")
        return tuple(found)


def verify_log(
    folder: Path,
    *,
    checkpoint: str | None = None,
    public_key: PublicKey | Sequence[PublicKey] | None = None,
    checkpoint_copies: Path | None = None,
) -> VerifiedLog:
    """Verify the log in `folder`, reading it once, line by line.

    1. Every line is an entry in canonical form whose hash fits, in sequence, tied to the one before it.
    2. Every checkpoint that the log keeps has the root of the entries then; every batch but an interrupted
       last one has its checkpoint.
    3. `checkpoint`, the text of one kept elsewhere, is this log's or that of an earlier state of it; and so is
       each one in the folder `checkpoint_copies`.
    4. Given one public key, or several after a change of keys: every signed checkpoint is signed by one of them,
       rightly, and the newest one is signed, and so is `checkpoint`.

    Raises AuditLogBroken, its `fault` telling a truncated, rewritten, headless or forked log apart;
    AuditLogMissing where there is no log and nothing says that there was one; CheckpointRefused for a
    `checkpoint` that is none; AuditLogError where a file cannot be read.
    """
    keys = [public_key] if isinstance(public_key, PublicKey) else list(public_key or ())
    kept = _kept_elsewhere(checkpoint, checkpoint_copies)
    if checkpoint is not None and keys:
        check_signed(kept[0].checkpoint, keys, what=kept[0].what)

    def check_stored(stored: Checkpoint) -> None:
        if keys and stored.signed:
            check_signed(
                stored, keys, what=f"the checkpoint {checkpoint_file(checkpoints_folder(folder), stored.size)}"
            )

    with locked_for_reading(entries_file(folder)):
        found = scan(folder, kept=kept, on_checkpoint=check_stored)
    if found.checkpoint is None and found.unfinished is None:
        raise AuditLogMissing(f"There is no audit log in {folder}, or nothing in it yet: nothing was verified.")
    signed_by = None
    if keys and found.checkpoint:
        signed_by = check_signed(found.checkpoint, keys, what=f"the log's checkpoint for {found.checkpoint.size}")
    chain = found.committed
    return VerifiedLog(
        size=chain.size,
        root=chain.frontier.root(),
        checkpoint=found.checkpoint,
        signed_by=signed_by,
        compared=tuple(one.what for one in kept),
        unfinished=found.unfinished,
        clock_steps_back=chain.clock_steps_back,
    )


def _kept_elsewhere(checkpoint: str | None, copies: Path | None) -> list[Kept]:
    kept = []
    if checkpoint is not None:
        kept.append(Kept("the checkpoint that was given", parse_kept_checkpoint(checkpoint)))
    if copies is not None:
        kept += [
            Kept(f"the copy {checkpoint_file(copies, size)}", read_checkpoint(copies, size))
            for size in checkpoint_sizes(copies)
        ]
    return kept
