"""Checking a proof that ``log prove`` printed, without the log: ``compliance log check``."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from compliance.audit_log import AuditLogBroken, ProofRefused, PublicKey, verify_consistency, verify_inclusion
from compliance.audit_log.proof_text import INCLUSION_LINE, parse_consistency_proof, parse_inclusion_proof
from compliance.workflows.log import checkpoint_text, public_keys
from compliance.workflows.workspace import WorkflowError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from compliance.audit_log import Checkpoint


class ProofFailed(Exception):  # noqa: N818 - a statement about the proof
    """A proof that is one in form and does not hold."""


def check_proof(
    proof: Path,
    *,
    entry: Path | None = None,
    old: Path | None = None,
    checkpoint: Path | None = None,
    keys: Sequence[str] = (),
) -> tuple[str, Checkpoint]:
    """Check a proof; return what it proves in a sentence, and the checkpoint that it is proved against.

    ``proof`` is the text that ``log prove`` prints or, from ``--json``, the document with the entry's line in it.
    ``entry`` holds the line, ``old`` the older checkpoint of a proof of growth; ``checkpoint`` or ``keys`` is trusted.

    Raises:
        WorkflowError: something to check with is missing.
        AuditLogError: a file cannot be read, or is not in its form.
        ProofFailed: the proof does not hold.
    """
    if checkpoint is None and not keys:
        raise WorkflowError("nothing was given to trust; give --checkpoint with one that you kept, or --key")
    text, line = _read(proof)
    trusted = checkpoint_text(checkpoint) if checkpoint else None
    known = [key for given in keys for key in public_keys(given)]
    if text.startswith(INCLUSION_LINE):
        return _inclusion(text, _line(entry, line), trusted, known)
    return _growth(text, old, trusted, known)


def _inclusion(text: str, line: bytes, trusted: str | None, keys: list[PublicKey]) -> tuple[str, Checkpoint]:
    index = parse_inclusion_proof(text).index
    try:
        found = verify_inclusion(text, line, checkpoint=trusted, public_keys=keys)
    except (ProofRefused, AuditLogBroken) as error:
        raise ProofFailed(error.sentence) from None
    return f"Entry {index} is in the audit log of {found.size} entries.", found


def _growth(text: str, old: Path | None, trusted: str | None, keys: list[PublicKey]) -> tuple[str, Checkpoint]:
    parsed = parse_consistency_proof(text)
    if old is None:
        raise WorkflowError(f"the proof begins at {parsed.old_size} entries; give the checkpoint of then with --old")
    older = checkpoint_text(old)
    try:
        found = verify_consistency(text, older, checkpoint=trusted, public_keys=keys)
    except (ProofRefused, AuditLogBroken) as error:
        raise ProofFailed(error.sentence) from None
    return f"The audit log of {found.size} entries is that of {parsed.old_size}, continued.", found


def _read(path: Path) -> tuple[str, str | None]:
    """The proof's text, and the entry's line where it came along."""
    text = _text(path)
    if not text.lstrip().startswith("{"):
        return text, None
    try:
        document = json.loads(text)
        proof, line = document["proof"], document.get("entry")
    except (ValueError, KeyError) as error:
        raise ProofRefused(f"{path} is no document of `log prove --json`; use it as it was printed.") from error
    if not isinstance(proof, str) or not isinstance(line, str | None):
        raise ProofRefused(f"{path} is no document of `log prove --json`; use it as it was printed.")
    return proof, line


def _line(path: Path | None, line: str | None) -> bytes:
    if path is not None:
        return _text(path).strip("\r\n").encode()
    if line is None:
        raise WorkflowError("the proof does not hold the entry itself; give the file with its line with --entry")
    return line.encode()


def _text(path: Path) -> str:
    try:
        return path.read_text("utf-8")
    except OSError as error:
        raise ProofRefused(f"{path} cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise ProofRefused(f"{path} is not text; give what `log prove` printed.") from None
