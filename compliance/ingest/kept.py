"""The bytes of logs, kept compressed by digest beside the database, and rounds read again from them."""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections import deque
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Self

import zstandard

if TYPE_CHECKING:
    from collections.abc import Iterator
    from concurrent.futures import Future
    from types import TracebackType

_CHUNK = 1 << 20
_CHUNKS_WAITING = 32
_UNFINISHED = ".part"


def kept_path(folder: Path, sha256: str) -> Path:
    """Return where the bytes of that digest are kept."""
    return folder / f"{sha256}.zst"


def file_chunks(path: Path) -> Iterator[bytes]:
    """Yield a file's bytes, a mebibyte at a time."""
    with path.open("rb") as file:
        while chunk := file.read(_CHUNK):
            yield chunk


def kept_chunks(path: Path) -> Iterator[bytes]:
    """Yield the bytes that a kept file holds, as they were before it was compressed for keeping.

    Raises:
        zstandard.ZstdError: the kept file is damaged.
    """
    with path.open("rb") as file, zstandard.ZstdDecompressor().stream_reader(file) as reader:
        while chunk := reader.read(_CHUNK):
            yield chunk


class Keeper:
    """Digests a file's bytes as they pass and, if a folder is given, keeps them; both in a thread of its own.

    The kept copy gets its name only in ``finish``, when it is complete and on the disk; until then it is an
    unfinished file that the next keeper removes.
    """

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        self._digest = hashlib.sha256()
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="keeper")
        self._waiting: deque[Future[None]] = deque()
        self.size = 0
        if folder is not None:
            folder.mkdir(exist_ok=True)
            for left_over in folder.glob(f"*{_UNFINISHED}"):
                left_over.unlink()
            handle, name = tempfile.mkstemp(suffix=_UNFINISHED, dir=folder)
            self._path = Path(name)
            self._file = os.fdopen(handle, "wb")
            self._out = zstandard.ZstdCompressor(level=3, write_checksum=True).stream_writer(self._file, closefd=False)

    def passing(self, chunks: Iterator[bytes]) -> Iterator[bytes]:
        """Yield the chunks on, digested and kept.

        Raises:
            OSError: the kept copy cannot be written.
        """
        for chunk in chunks:
            self.size += len(chunk)
            self._waiting.append(self._thread.submit(self._keep, chunk))
            while len(self._waiting) > _CHUNKS_WAITING:
                self._waiting.popleft().result()
            yield chunk

    def _keep(self, chunk: bytes) -> None:
        self._digest.update(chunk)
        if self._folder is not None:
            self._out.write(chunk)

    def finish(self) -> str:
        """Make the kept copy final; return the digest, SHA-256 in hexadecimal.

        Raises:
            OSError: the kept copy cannot be written.
        """
        while self._waiting:
            self._waiting.popleft().result()
        sha256 = self._digest.hexdigest()
        if self._folder is not None:
            self._out.flush(zstandard.FLUSH_FRAME)
            self._file.flush()
            os.fsync(self._file.fileno())
            self._file.close()
            self._path.replace(kept_path(self._folder, sha256))
            folder = os.open(self._folder, os.O_RDONLY)
            try:
                os.fsync(folder)
            finally:
                os.close(folder)
        return sha256

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._thread.shutdown(cancel_futures=True)
        if self._folder is not None:
            self._file.close()
            self._path.unlink(missing_ok=True)
