"""What it means when a log and a checkpoint of it differ: cut, rewritten, headless or forked."""

from __future__ import annotations

from dataclasses import dataclass
from hmac import compare_digest
from typing import TYPE_CHECKING

from compliance.audit_log.errors import AuditLogBroken, CheckpointRefused, Fault

if TYPE_CHECKING:
    from compliance.audit_log.checkpoints import Checkpoint


@dataclass(frozen=True, slots=True)
class Kept:
    """A checkpoint to hold the log against, and what to call it in a sentence (`the checkpoint …`)."""

    what: str
    checkpoint: Checkpoint


@dataclass(frozen=True, slots=True)
class Extent:
    """The log as it was found: its name, its entries, and up to what size its checkpoints agree."""

    origin: str
    size: int
    agreed: int


def judge(kept: Kept, found: Extent, root_there: bytes | None) -> None:
    """Check that the log is the checkpoint's, or an honest continuation of it.

    `root_there` is the log's own root at the checkpoint's size, None where the log does not reach it.

    Raises AuditLogBroken, its fault one of truncated, head_dropped, rewritten (same length) and forked
    (longer, but with another beginning); CheckpointRefused for a checkpoint of no entries.
    """
    what, checkpoint = kept.what, kept.checkpoint
    size = checkpoint.size
    if size == 0:
        raise CheckpointRefused(f"{_upper(what)} is for an empty log and proves nothing; use a later one.")
    if found.size and checkpoint.origin != found.origin:
        raise AuditLogBroken(
            Fault.HEAD_DROPPED,
            f"The audit log does not begin with the entry that {what} names ({checkpoint.origin}; "
            f"this log is {found.origin}): its head was dropped or replaced, or the checkpoint is of another log.",
        )
    if root_there is None:
        raise AuditLogBroken(
            Fault.TRUNCATED,
            f"The audit log was cut: it holds {found.size} entries, and {what} shows that it held {size}; "
            f"the last {size - found.size} are gone.",
        )
    if compare_digest(root_there, checkpoint.root):
        return
    since = f"; up to entry {found.agreed - 1} it still agrees with its own checkpoints" if found.agreed else ""
    if size == found.size:
        raise AuditLogBroken(
            Fault.REWRITTEN,
            f"The audit log was rewritten: it holds {size} entries as {what} says, but not the same ones{since}.",
        )
    raise AuditLogBroken(
        Fault.FORKED,
        f"The audit log was forked: it has grown to {found.size} entries, but its first {size} are not those "
        f"of {what}{since}.",
    )


def _upper(text: str) -> str:
    return text[:1].upper() + text[1:]
