"""Making proofs from a log: that an entry is in it, that it grew from an older state of itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from compliance.audit_log.errors import AuditLogMissing, ProofRefused
from compliance.audit_log.folder import checkpoint_sizes, checkpoints_folder, entries_file, read_checkpoint
from compliance.audit_log.lock import locked_for_reading
from compliance.audit_log.proof_text import ConsistencyProof, InclusionProof
from compliance.audit_log.scan import scan
from compliance.audit_log.tree import consistency_path, inclusion_path

if TYPE_CHECKING:
    from pathlib import Path

    from compliance.audit_log.checkpoints import Checkpoint


def prove_inclusion(folder: Path, sequence: int, *, size: int | None = None) -> str:
    """The proof, in `tlog-proof` form, that entry `sequence` is in the log under its checkpoint for `size`.

    `size` is that of a checkpoint the log keeps; None takes the newest. The whole log is checked on the way.

    Raises ProofRefused where there is no such entry or checkpoint, AuditLogMissing for a log without entries,
    AuditLogBroken for a log that is not in order: nothing is proved from one.
    """
    checkpoint, leaves = _read(folder, size)
    if not 0 <= sequence < checkpoint.size:
        raise ProofRefused(
            f"There is no entry {sequence} under the checkpoint for {checkpoint.size} entries; "
            f"choose one from 0 to {checkpoint.size - 1}."
        )
    return InclusionProof(sequence, tuple(inclusion_path(leaves, sequence)), checkpoint).text


def prove_consistency(folder: Path, old_size: int, *, size: int | None = None) -> str:
    """The proof, in `tlog-witness` form, that the log at `size` begins with what it was at `old_size`.

    Sizes and errors as for `prove_inclusion`; `old_size` may be any from 1 to `size`.
    """
    checkpoint, leaves = _read(folder, size)
    if not 1 <= old_size <= checkpoint.size:
        raise ProofRefused(
            f"The log at {checkpoint.size} entries did not grow from one of {old_size}; "
            f"choose an older size from 1 to {checkpoint.size}."
        )
    return ConsistencyProof(old_size, tuple(consistency_path(leaves, old_size)), checkpoint).text


def _read(folder: Path, size: int | None) -> tuple[Checkpoint, list[bytes]]:
    leaves: list[bytes] = []
    with locked_for_reading(entries_file(folder)):
        scan(folder, leaves=leaves)
        sizes = checkpoint_sizes(checkpoints_folder(folder))
        if not sizes:
            raise AuditLogMissing(f"There is no audit log in {folder}, or nothing in it yet: nothing can be proved.")
        wanted = sizes[-1] if size is None else size
        if wanted not in sizes:
            raise ProofRefused(f"The log keeps no checkpoint for {wanted} entries; choose another size.")
        return read_checkpoint(checkpoints_folder(folder), wanted), leaves[:wanted]
