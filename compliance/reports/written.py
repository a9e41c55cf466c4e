"""Putting a document in its place: whole or not at all, with its digest."""

from __future__ import annotations

import hashlib
import os
import tempfile
from dataclasses import dataclass
from pathlib import Path

from compliance.reports.errors import ReportError


@dataclass(frozen=True, slots=True)
class BeforeSigning:
    """What a signed file begins with: the document as it was before, and who signed it."""

    signed_by: str
    size: int
    sha256: str


@dataclass(frozen=True, slots=True)
class WrittenDocument:
    """A file that was written, with the SHA-256 of its bytes."""

    path: Path
    sha256: str
    before_signing: BeforeSigning | None = None


def write_whole(path: Path, made: bytes) -> WrittenDocument:
    """Write a file under a name that waits, then put it in place; the folder is made where it is missing.

    Raises:
        ReportError: the folder cannot be written to.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, waiting = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(made)
            Path(waiting).chmod(0o644)
            Path(waiting).replace(path)
        finally:
            Path(waiting).unlink(missing_ok=True)
    except OSError as error:
        raise ReportError(f"{path} cannot be written: {error.strerror}; choose another folder with --out") from None
    return WrittenDocument(path, hashlib.sha256(made).hexdigest())
