"""The text of a file that was taken in, read again from its kept bytes or from where it was."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

import zstandard

from compliance.ingest.containers import decompressed
from compliance.ingest.faults import RefusedFileError
from compliance.ingest.kept import file_chunks, kept_chunks, kept_path
from compliance.ingest.limits import Limits
from compliance.store import StoreError
from compliance.store.errors import BytesChangedError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from compliance.ingest.forms import Form
    from compliance.store import Database

# The file has been taken in once, so its expansion was within the limits then in force.
_NO_LIMITS = Limits(expansion_free=1 << 62)


@dataclass(frozen=True, slots=True)
class KeptFile:
    """A file that was taken in. ``form`` is None for canonical JSON Lines, ``size`` in bytes as it came."""

    file_id: int
    sha256: str
    path: Path
    size: int
    kept: bool
    form: Form | None


class KeptText:
    """The text of one file, read forwards; its digest is that of the bytes as they pass."""

    def __init__(self, db: Database, file: KeptFile) -> None:
        self._file = file
        self._digest = hashlib.sha256()
        self._where = kept_path(db.kept_files, file.sha256) if file.kept else file.path
        if not self._where.is_file():
            kept = "its kept bytes are missing" if file.kept else "its bytes were not kept and it is gone"
            raise StoreError(f"{file.path} cannot be read again: {kept}; put {self._where} back")
        self._text = decompressed(self._passing(), file.size, _NO_LIMITS)
        self._held = b""
        self._at = 0

    def _passing(self) -> Iterator[bytes]:
        for chunk in kept_chunks(self._where) if self._file.kept else file_chunks(self._where):
            self._digest.update(chunk)
            yield chunk

    def _next(self) -> bytes:
        try:
            return next(self._text, b"")
        except (RefusedFileError, zstandard.ZstdError, OSError) as error:
            raise StoreError(f"{self._where} cannot be read: {error}; put the original bytes back") from None

    def at(self, offset: int, length: int) -> bytes:
        """Return a part of the text; each call must ask for a later part than the one before."""
        while self._at + len(self._held) < offset + length:
            part = self._next()
            if not part:
                raise BytesChangedError(f"{self._where} is shorter than what was taken in; put the original bytes back")
            passed = min(max(offset - self._at, 0), len(self._held))
            self._held = self._held[passed:] + part
            self._at += passed
        start = offset - self._at
        return self._held[start : start + length]

    def all(self) -> Iterator[bytes]:
        """Yield the whole text, instead of parts of it."""
        while part := self._next():
            yield part

    def verify(self) -> None:
        """Read to the end, and refuse bytes other than those that were taken in."""
        while self._next():
            continue
        if self._digest.hexdigest() != self._file.sha256:
            raise BytesChangedError(
                f"{self._where} does not hold the bytes that were taken in as {self._file.path} "
                f"(SHA-256 {self._file.sha256}); put the original bytes back"
            )
