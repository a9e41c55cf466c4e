"""The text inside ``.gz`` and ``.zst`` files, streamed, with a limit on how far it may expand."""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING

import zstandard

from compliance.ingest.faults import RefusedFileError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from compliance.ingest.limits import Limits

_GZIP = b"\x1f\x8b"
_ZSTANDARD = b"\x28\xb5\x2f\xfd"
# Some compressors begin a file with a frame to be skipped, of one of sixteen kinds.
_SKIPPED = tuple(bytes([kind]) + b"\x2a\x4d\x18" for kind in range(0x50, 0x60))
_STEP = 1 << 20
# A Zstandard frame may grow some 30,000 times; fed in small pieces, no single piece fills the memory.
_PIECE = 1 << 12


def decompressed(chunks: Iterator[bytes], size: int, limits: Limits) -> Iterator[bytes]:
    """Yield the text of a file given as chunks of its bytes; ``size`` is the file's size in bytes.

    What the file is, its first bytes say: gzip, Zstandard, or neither, which is passed through.

    Raises:
        RefusedFileError: the compressed file is damaged, cut short, or expands beyond the limits.
    """
    first = next(chunks, b"")
    while len(first) < len(_ZSTANDARD) and (more := next(chunks, b"")):
        first += more
    whole = _prepend(first, chunks)
    if first.startswith(_GZIP):
        text = _gunzipped(whole)
    elif first.startswith((_ZSTANDARD, *_SKIPPED)):
        text = _unzstandard(whole)
    else:
        yield from whole
        return
    most = max(limits.expansion_free, limits.expansion_ratio * size)
    total = 0
    for part in text:
        total += len(part)
        if total > most:
            raise RefusedFileError(
                f"it expands beyond {most:,} bytes, more than {limits.expansion_ratio} times its size; "
                "decompress it yourself if it is what the licensee sent"
            )
        yield part


def _prepend(first: bytes, rest: Iterator[bytes]) -> Iterator[bytes]:
    if first:
        yield first
    yield from rest


def _gunzipped(chunks: Iterator[bytes]) -> Iterator[bytes]:
    member = zlib.decompressobj(wbits=31)
    begun = False
    for chunk in chunks:
        data = chunk
        while data:
            if member.eof:
                # Zeros may pad the end of an archive; anything else must be a further member.
                data = data.lstrip(b"\x00")
                if not data:
                    break
                member, begun = zlib.decompressobj(wbits=31), False
            try:
                part = member.decompress(data, _STEP)
            except zlib.error:
                raise RefusedFileError("its gzip data is damaged; ask for the file again") from None
            begun = True
            data = member.unused_data if member.eof else member.unconsumed_tail
            if part:
                yield part
    if begun and not member.eof:
        raise RefusedFileError("its gzip data is cut short; ask for the file again")


def _unzstandard(chunks: Iterator[bytes]) -> Iterator[bytes]:
    frame = zstandard.ZstdDecompressor().decompressobj()
    begun = False
    for chunk in chunks:
        for start in range(0, len(chunk), _PIECE):
            data = chunk[start : start + _PIECE]
            while data:
                if frame.eof:
                    frame, begun = zstandard.ZstdDecompressor().decompressobj(), False
                try:
                    part = frame.decompress(data)
                except zstandard.ZstdError:
                    raise RefusedFileError("its Zstandard data is damaged; ask for the file again") from None
                begun = True
                data = frame.unused_data if frame.eof else b""
                if part:
                    yield part
    if begun and not frame.eof:
        raise RefusedFileError("its Zstandard data is cut short; ask for the file again")
