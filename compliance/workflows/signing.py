"""Signed documents: who signs them, and checking one: ``--sign`` and ``compliance verify-pdf``."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from compliance.reports.signed_pdf import SignedDocument, certificates, examine
from compliance.reports.signing import DocumentSigner
from compliance.workflows.workspace import WorkflowError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from compliance.workflows.workspace import Workspace


def document_signer(workspace: Workspace, path: Path, passphrase_variable: str | None = None) -> DocumentSigner:
    """Who signs: a PKCS #12 file, with its passphrase in an environment variable.

    Raises:
        WorkflowError: the variable is not set.
        ReportError: the file cannot be opened, or its certificate cannot sign today.
    """
    passphrase = None
    if passphrase_variable is not None:
        passphrase = os.environ.get(passphrase_variable)
        if passphrase is None:
            raise WorkflowError(f"the environment variable {passphrase_variable}, for the passphrase, is not set")
    signer = DocumentSigner.load(path, passphrase)
    signer.check(workspace.clock())
    return signer


def verify_pdf(workspace: Workspace, path: Path, trusted: Sequence[Path]) -> SignedDocument:
    """Check a signed PDF against the certificates in the files that are trusted.

    Raises:
        WorkflowError: the document cannot be read.
        ReportError: a certificate cannot.
    """
    roots = [each for file in trusted for each in certificates(file)]
    try:
        document = path.read_bytes()
    except OSError as error:
        raise WorkflowError(f"{path} cannot be read: {error.strerror}; name a PDF") from None
    return examine(document, roots, workspace.clock())
