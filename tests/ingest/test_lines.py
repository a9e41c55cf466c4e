from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from compliance.ingest.blocks import blocks
from compliance.ingest.faults import RefusedFileError
from compliance.ingest.limits import Limits
from compliance.ingest.lines import Line, Lines

SMALL = Limits(line=8, line_kept=12)


def cut(text: bytes, chunk: int = 5, size: int = 6, limits: Limits = SMALL) -> list[Line]:
    chunks = iter([text[at : at + chunk] for at in range(0, len(text), chunk)])
    return [line for block in blocks(chunks, limits, size) for line in block.lines()]


def literal(text: bytes) -> list[tuple[int, int, int]]:
    """Number, offset and length of every line, counted byte by byte."""
    found, number, start = [], 1, 0
    for at in range(len(text) + 1):
        if at == len(text) or text[at] == 0x0A:
            if at == len(text) and at == start:
                break
            end = at - 1 if at > start and text[at - 1] == 0x0D else at
            found.append((number, start, end - start))
            number, start = number + 1, at + 1
    return found


@given(st.text("ab \r\n", max_size=60).map(str.encode), st.integers(1, 9), st.integers(1, 20))
def test_lines_stand_where_they_are_in_the_text(text: bytes, chunk: int, size: int) -> None:
    lines = cut(text, chunk, size)
    assert [(line.number, line.offset) for line in lines] == [where[:2] for where in literal(text)]
    for line, (_, offset, length) in zip(lines, literal(text), strict=True):
        if length <= SMALL.line:
            assert (line.raw, line.length) == (text[offset : offset + length], length)


BYTES = st.lists(
    st.sampled_from([b"a", b"b", b" ", b"\t", b"\f", b"\r", b"\n", b"\x1c", b"\x85", b"\xff", "é".encode()])
)


@given(BYTES.map(b"".join), st.integers(1, 20))
def test_the_lines_that_are_not_blank_are_the_same_in_columns(text: bytes, size: int) -> None:
    wide = Limits(line=100, line_kept=100)
    found = [line for block in blocks(iter([text]), wide, size) for line in block.filled()]
    assert found == [line for line in cut(text, size=size, limits=wide) if not line.blank]
    columns = [block.filled() for block in blocks(iter([text]), wide, size)]
    assert [length for lines in columns for length in lines.lengths] == [line.length for line in found]
    texts = [line for lines in columns for line in lines.texts]
    assert texts == [line.raw.decode(errors="replace") for line in found]
    whole = Lines.joined(columns)
    assert (list(whole), whole.texts, whole.lengths) == (found, texts, [line.length for line in found])


def test_a_mark_at_the_start_is_passed_over_and_counted_in_the_offset() -> None:
    assert cut(b"\xef\xbb\xbfab\r\ncd") == [Line(1, 3, b"ab", 2), Line(2, 7, b"cd", 2)]


def test_a_line_beyond_the_limit_is_cut_and_what_follows_is_whole() -> None:
    first, second = cut(b"x" * 100 + b"\nab\n")
    assert (first.number, first.offset, first.length, first.raw) == (1, 0, 100, b"x" * 12)
    assert second == Line(2, 101, b"ab", 2)


def test_a_line_beyond_the_limit_is_whole_where_it_may_be_kept() -> None:
    (line,) = cut(b"x" * 11)
    assert (line.length, line.raw) == (11, b"x" * 11)


def test_a_line_of_white_space_beyond_the_limit_is_blank() -> None:
    assert [line.blank for line in cut(b" " * 100 + b"\nab\n")] == [True, False]


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-le", "utf-32-be"])
def test_wide_encodings_are_refused_whole(encoding: str) -> None:
    with pytest.raises(RefusedFileError, match="UTF-8"):
        cut('{"round_id": "x"}\n'.encode(encoding))


@pytest.mark.parametrize("start", [b"\x00{", b"{\x00", b"\xff{}", b"\xfe\n", b"\x00\x00\x00\x00"])
def test_a_stray_byte_at_the_start_spoils_its_line_only(start: bytes) -> None:
    assert [line.number for line in cut(start + b"\nab\n")] == [1, 2, 3][: start.count(b"\n") + 2]
