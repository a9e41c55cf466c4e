from __future__ import annotations

import gzip
import io
from typing import TYPE_CHECKING

import pytest
import zstandard

from compliance.ingest.containers import decompressed
from compliance.ingest.faults import RefusedFileError
from compliance.ingest.limits import Limits

if TYPE_CHECKING:
    from collections.abc import Callable

TEXT = b"".join(b'{"round_id": "%d"}\n' % number for number in range(50_000))


def zst(text: bytes) -> bytes:
    return zstandard.ZstdCompressor(write_checksum=True).compress(text)


def text_of(data: bytes, chunk: int = 4096, limits: Limits = Limits()) -> bytes:  # noqa: B008 - frozen
    chunks = iter([data[at : at + chunk] for at in range(0, len(data), chunk)])
    return b"".join(decompressed(chunks, len(data), limits))


@pytest.mark.parametrize("pack", [gzip.compress, zst, bytes])
@pytest.mark.parametrize("chunk", [1000, 4096, 1 << 20])
def test_the_text_comes_out_as_it_went_in(pack: Callable[[bytes], bytes], chunk: int) -> None:
    assert text_of(pack(TEXT), chunk) == TEXT


def test_a_file_that_comes_a_byte_at_a_time_is_recognised() -> None:
    for pack in (gzip.compress, zst, bytes):
        assert text_of(pack(TEXT[:2000]), 1) == TEXT[:2000]


def test_several_members_and_frames_follow_each_other() -> None:
    assert text_of(gzip.compress(TEXT) + gzip.compress(b"end") + bytes(512)) == TEXT + b"end"
    assert text_of(zst(TEXT) + zst(b"end")) == TEXT + b"end"


def test_frames_to_be_skipped_say_nothing() -> None:
    for kind in (0x50, 0x5F):
        skipped = bytes([kind]) + b"\x2a\x4d\x18" + (4).to_bytes(4, "little") + b"note"
        assert text_of(skipped + zst(TEXT) + skipped + zst(b"end") + skipped, 1000) == TEXT + b"end"
        assert text_of(skipped) == b""
        with pytest.raises(RefusedFileError, match="cut short"):
            text_of(skipped[:-1])


def test_a_frame_without_its_size_is_read() -> None:
    out = io.BytesIO()
    with zstandard.ZstdCompressor().stream_writer(out, closefd=False) as writer:
        writer.write(TEXT)
    assert text_of(out.getvalue()) == TEXT


@pytest.mark.parametrize("pack", [gzip.compress, zst])
@pytest.mark.parametrize("missing", [1, 4, 100])
def test_a_file_cut_short_is_refused_and_not_half_read(pack: Callable[[bytes], bytes], missing: int) -> None:
    with pytest.raises(RefusedFileError, match="cut short"):
        text_of(pack(TEXT)[:-missing])


@pytest.mark.parametrize("pack", [gzip.compress, zst])
def test_damage_and_trailing_rubbish_are_refused(pack: Callable[[bytes], bytes]) -> None:
    data = pack(TEXT)
    with pytest.raises(RefusedFileError, match=r"damaged|cut short"):
        text_of(data + b"rubbish")
    spoilt = bytearray(data)
    for at in range(len(data) // 2, len(data) // 2 + 64):
        spoilt[at] ^= 0xFF
    with pytest.raises(RefusedFileError, match=r"damaged|cut short"):
        text_of(bytes(spoilt))


@pytest.mark.parametrize("pack", [gzip.compress, zst])
def test_a_file_that_swells_is_refused_before_it_fills_the_memory(pack: Callable[[bytes], bytes]) -> None:
    data = pack(bytes(64 << 20))
    assert len(data) * 200 < 64 << 20
    produced = []
    parts = decompressed(iter([data]), len(data), Limits(expansion_free=1 << 20, expansion_ratio=200))
    with pytest.raises(RefusedFileError, match="expands"):
        produced.extend(map(len, parts))
    assert sum(produced) <= max(1 << 20, 200 * len(data))
