"""Whether a checkpoint is signed by somebody who is trusted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from compliance.audit_log.errors import AuditLogBroken, Fault

if TYPE_CHECKING:
    from collections.abc import Sequence

    from compliance.audit_log.checkpoints import Checkpoint
    from compliance.audit_log.keys import PublicKey


def check_signed(checkpoint: Checkpoint, public_keys: Sequence[PublicKey], *, what: str) -> PublicKey:
    """The first of the keys that signed the checkpoint; signatures by others are ignored.

    Raises AuditLogBroken where none of the keys signed, and where a signature claims to be by one of them and is
    not: the checkpoint or its signature was changed. `what` names the checkpoint in a sentence.
    """
    found = None
    for signature in checkpoint.signatures:
        for key in public_keys:
            if not key.made(signature):
                continue
            if not key.verifies(checkpoint.statement, signature):
                raise AuditLogBroken(
                    Fault.SIGNATURE_WRONG, f"The signature of {key.name} on {what} is wrong: it was changed or forged."
                )
            found = found or key
    if found is None:
        names = ", ".join(key.name for key in public_keys)
        how = "signed by somebody else" if checkpoint.signed else "unsigned"
        raise AuditLogBroken(
            Fault.NOT_SIGNED,
            f"{what[:1].upper()}{what[1:]} is {how}; it ought to be signed by {names} (give every key ever used).",
        )
    return found
