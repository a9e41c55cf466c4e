"""Checking proofs without the log: all that is needed is a proof and something to trust.

What is trusted is a public key, or a checkpoint kept from before. A proof brings a checkpoint of its own, so one
that is held against neither would only show that it agrees with itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from compliance.audit_log.checkpoints import Checkpoint, parse_kept_checkpoint
from compliance.audit_log.entries import parse_entry
from compliance.audit_log.errors import ProofRefused
from compliance.audit_log.hashing import leaf_hash
from compliance.audit_log.proof_paths import verify_consistency_path, verify_inclusion_path
from compliance.audit_log.proof_text import parse_consistency_proof, parse_inclusion_proof
from compliance.audit_log.signatures import check_signed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from compliance.audit_log.keys import PublicKey


def verify_inclusion(
    proof: str, line: bytes, *, checkpoint: str | None = None, public_keys: Sequence[PublicKey] = ()
) -> Checkpoint:
    """Check that the entry `line` (without newline) is in the log under the checkpoint inside `proof`.

    1. The proof's checkpoint is the trusted one (`checkpoint`), or a trusted key signed it; given both, both.
    2. The line is an entry, and its sequence is the proof's index.
    3. The path leads from the line's leaf hash to the checkpoint's root, using every hash.

    Returns the checkpoint. Raises ProofRefused, CheckpointRefused, or AuditLogBroken for a wrong signature.
    """
    parsed = parse_inclusion_proof(proof)
    _check_trusted(parsed.checkpoint, checkpoint, public_keys)
    try:
        entry = parse_entry(line)
    except ValueError as error:
        raise ProofRefused(f"The line to be proved {error}.") from error
    if entry.sequence != parsed.index:
        raise ProofRefused(f"The line is entry {entry.sequence}, but the proof is for entry {parsed.index}.")
    size, root = parsed.checkpoint.size, parsed.checkpoint.root
    verify_inclusion_path(leaf_hash(line), parsed.index, size, parsed.path, root)
    return parsed.checkpoint


def verify_consistency(
    proof: str, old_checkpoint: str, *, checkpoint: str | None = None, public_keys: Sequence[PublicKey] = ()
) -> Checkpoint:
    """Check that the log of the checkpoint inside `proof` is an honest continuation of `old_checkpoint`'s.

    1. The proof's checkpoint is trusted, as for `verify_inclusion`; the older one is trusted by being given.
    2. Both name the same log, and the older size is the proof's.
    3. The path leads from the older root to the newer, using every hash.

    Returns the newer checkpoint. Raises as `verify_inclusion` does.
    """
    parsed = parse_consistency_proof(proof)
    _check_trusted(parsed.checkpoint, checkpoint, public_keys)
    old = parse_kept_checkpoint(old_checkpoint, what="The older checkpoint")
    if old.origin != parsed.checkpoint.origin:
        raise ProofRefused(f"The two checkpoints are of two logs, {old.origin} and {parsed.checkpoint.origin}.")
    if old.size != parsed.old_size:
        raise ProofRefused(f"The proof begins at {parsed.old_size} entries, the older checkpoint at {old.size}.")
    size, root = parsed.checkpoint.size, parsed.checkpoint.root
    verify_consistency_path(old.size, old.root, size, root, parsed.path)
    return parsed.checkpoint


def _check_trusted(found: Checkpoint, trusted: str | None, public_keys: Sequence[PublicKey]) -> None:
    if trusted is None and not public_keys:
        raise ProofRefused("Nothing was given to trust; give a public key, or a checkpoint kept from before.")
    if trusted is not None and not parse_kept_checkpoint(trusted).same_tree(found):
        raise ProofRefused("The checkpoint inside the proof is not the one that was given to be trusted.")
    if public_keys:
        check_signed(found, public_keys, what="the checkpoint inside the proof")
