"""The audit log for its keeper and its readers: ``compliance log``."""

from __future__ import annotations

from base64 import b64encode
from collections import deque
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from compliance.audit_log import (
    CheckpointRefused,
    KeyRefused,
    PublicKey,
    Signer,
    keygen,
    prove_consistency,
    prove_inclusion,
    verify_log,
)
from compliance.workflows.workspace import WorkflowError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from datetime import date

    from compliance.audit_log import Checkpoint, Entry, VerifiedLog
    from compliance.workflows.workspace import Workspace


@dataclass(frozen=True, slots=True)
class Shown:
    """Which entries are wanted. Bounds, both included, are sequences or days in UTC; ``newest`` takes the last few."""

    kind: str | None = None
    first: int | date | None = None
    last: int | date | None = None
    newest: int | None = None


def verify(
    workspace: Workspace, *, checkpoint: Path | None = None, keys: Sequence[str] = (), copies: Path | None = None
) -> VerifiedLog:
    """Read the whole log and hold it against its checkpoints, and against what was kept elsewhere.

    ``keys`` are public keys, or files of them, one a line; ``copies`` is a folder of copied checkpoints, by default
    the workspace's own.

    Raises:
        AuditLogBroken: the log is not in order, or not the one that was kept.
        AuditLogError: there is no log, or a file or key cannot be read.
        WorkflowError: the folder of copies is not there.
    """
    folder = copies or workspace.checkpoint_copies
    if folder and not folder.is_dir():
        raise WorkflowError(f"the folder of checkpoint copies, {folder}, is not there; mount it, or leave it out")
    return verify_log(
        workspace.audit_log,
        checkpoint=checkpoint_text(checkpoint) if checkpoint else None,
        public_key=[key for text in keys for key in public_keys(text)],
        checkpoint_copies=folder,
    )


def entries(workspace: Workspace, wanted: Shown) -> Iterator[Entry]:
    """Yield the entries that are wanted, in their order, each checked against the one before it.

    Raises:
        AuditLogBroken: an entry is not in order.
        AuditLogError: there is no log, or it cannot be read.
    """
    workspace.log.checkpoint()  # a log that is not there has no entries to show, which is not the same as none
    chosen = (entry for entry in workspace.log if _is_wanted(entry, wanted))
    if wanted.newest is None:
        return chosen
    return iter(deque(chosen, maxlen=wanted.newest))


def newest_checkpoint(workspace: Workspace, *, key: Path | None = None) -> Checkpoint:
    """The log's newest checkpoint; with a private key, signed by it, once the whole log has been found in order.

    Raises:
        AuditLogMissing: there is no entry yet.
        AuditLogBroken: the log is not in order; nothing is signed then.
        KeyRefused: the key cannot be read, or can be read by others.
    """
    return workspace.log.sign_newest(Signer.load(key)) if key else workspace.log.checkpoint()


def prove_entry(workspace: Workspace, sequence: int, size: int | None = None) -> tuple[str, str]:
    """The proof that an entry is in the log, and the entry's line, which the proof is about.

    Raises:
        AuditLogError: there is no such entry, or no checkpoint for ``size``; AuditLogBroken among them.
    """
    proof = prove_inclusion(workspace.audit_log, sequence, size=size)
    entry = next(islice(workspace.log, sequence, None))
    return proof, entry.line.decode()


def prove_growth(workspace: Workspace, old_size: int, size: int | None = None) -> str:
    """The proof that the log began with what it was at an older size.

    Raises:
        AuditLogError: there was no such size, or there is no checkpoint for ``size``; AuditLogBroken among them.
    """
    return prove_consistency(workspace.audit_log, old_size, size=size)


def make_key(workspace: Workspace, path: Path, name: str) -> PublicKey:
    """Make a key pair for the log: the private key in ``path``, the public one beside it.

    Raises:
        KeyRefused: the name or the place cannot be accepted.
    """
    return keygen(path, name=name, log_folder=workspace.audit_log)


def checkpoint_json(checkpoint: Checkpoint) -> dict[str, Any]:
    """A checkpoint as ``--json`` prints it: the root as in its text, who signed by name and key id."""
    signatures = [{"name": each.key_name, "key_id": each.key_id.hex()} for each in checkpoint.signatures]
    return {
        "origin": checkpoint.origin,
        "size": checkpoint.size,
        "root": b64encode(checkpoint.root).decode(),
        "signatures": signatures,
        "text": checkpoint.text,
    }


def _is_wanted(entry: Entry, wanted: Shown) -> bool:
    return (
        wanted.kind in (None, entry.kind) and _compare(entry, wanted.first) >= 0 and _compare(entry, wanted.last) <= 0
    )


def _compare(entry: Entry, bound: int | date | None) -> int:
    """Whether the entry stands before (-1), at (0) or after (1) a bound; 0 where there is none."""
    if bound is None:
        return 0
    place, limit = (entry.sequence, bound) if isinstance(bound, int) else (entry.at.date(), bound)
    return (place > limit) - (place < limit)  # type: ignore[operator]


def checkpoint_text(path: Path) -> str:
    """The text of a checkpoint that was kept.

    Raises:
        CheckpointRefused: the file cannot be read.
    """
    try:
        return path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not text"
        raise CheckpointRefused(f"The checkpoint {path} cannot be read: {reason}; give the file you kept.") from None


def public_keys(text: str) -> Iterable[PublicKey]:
    """A key, or every key of a file.

    Raises:
        KeyRefused: it is neither.
    """
    if "+" in text and not Path(text).is_file():
        return [PublicKey.parse(text)]
    try:
        lines = Path(text).read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not text"
        raise KeyRefused(
            f"The public key {text} cannot be read: {reason}; give NAME+ID+BASE64, or the file that holds it."
        ) from None
    keys = [PublicKey.parse(line) for line in lines if line.strip()]
    if not keys:
        raise KeyRefused(f"The file {text} holds no public key; give the .pub file that `log keygen` wrote.")
    return keys
