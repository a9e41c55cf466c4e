"""Cutting a log's text into lines, block by block, in bounded memory."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING, AnyStr

from compliance.ingest.faults import RefusedFileError
from compliance.ingest.lines import Line, Lines

if TYPE_CHECKING:
    from collections.abc import Iterator

    from compliance.ingest.limits import Limits

BLOCK = 1 << 20
"""Bytes of text that are cut into lines at a time, give or take a line: few enough to stay near the processor."""

BOM = b"\xef\xbb\xbf"
"""The byte-order mark of UTF-8."""

# What ``bytes.isspace`` takes for white; to ``str.isspace`` some other control characters are white, too.
_WHITE = " \t\n\r\v\f"
# Where the zero bytes of two ASCII characters in UTF-16, and of one in UTF-32, stand.
_HEAD = 4
_WIDE_PATTERNS = ("x0x0", "0x0x", "x000", "000x")


@dataclass(frozen=True, slots=True)
class Block:
    """Some whole lines. ``text`` is theirs, or None for a single line too long to be held with others."""

    first_number: int
    offset: int
    text: bytes | None
    long_line: Line | None = None

    def lines(self) -> Iterator[Line]:
        """Yield the lines, blank ones included."""
        if self.text is None:
            if self.long_line is not None:
                yield self.long_line
            return
        for number, offset, raw in zip(*self._columns(self.text, b"\n", b"\r"), strict=True):
            yield Line(number, offset, raw, len(raw))

    def filled(self) -> Lines:
        """Return the lines that are not blank."""
        if self.text is None or not self.text.isascii():
            return Lines.of(self.lines())
        numbers, offsets, texts = self._columns(self.text.decode(), "\n", "\r")
        lines = Lines(numbers, offsets, [len(text) for text in texts], texts)
        if all(texts) and not any(map(str.isspace, texts)):
            return lines
        return lines.at([place for place, text in enumerate(texts) if text.strip(_WHITE)])

    def _columns(self, text: AnyStr, end: AnyStr, before_end: AnyStr) -> tuple[list[int], list[int], list[AnyStr]]:
        """Return numbers, offsets and texts without line end of all lines, of a text with a byte a character."""
        texts = text.split(end)
        if not texts[-1]:
            texts.pop()
        offsets = list(accumulate((len(each) + 1 for each in texts[:-1]), initial=self.offset))
        if before_end in text:
            texts = [each[:-1] if each.endswith(before_end) else each for each in texts]
        return list(range(self.first_number, self.first_number + len(texts))), offsets, texts


def blocks(chunks: Iterator[bytes], limits: Limits, size: int = BLOCK) -> Iterator[Block]:
    """Yield the text in blocks of whole lines. A byte-order mark at the start is passed over.

    Raises:
        RefusedFileError: the text is UTF-16 or UTF-32.
    """
    number, offset = 1, 0
    data = bytearray()
    started = False
    for chunk in chunks:
        data += chunk
        if not started:
            if len(data) < _HEAD:
                continue
            started = True
            offset = _begin(data)
        if len(data) < size:
            continue
        cut = data.rfind(b"\n") + 1
        if not cut and len(data) > limits.line:
            line, rest, ended = _long_line(number, offset, data, chunks, limits)
            yield Block(number, offset, None, line)
            number, offset = number + 1, offset + ended
            data = rest
        elif cut:
            with memoryview(data) as whole:
                text = bytes(whole[:cut])
            yield Block(number, offset, text)
            number, offset = number + text.count(b"\n"), offset + cut
            del data[:cut]
    if not started:
        offset = _begin(data)
    if data:
        yield Block(number, offset, bytes(data))


def _begin(data: bytearray) -> int:
    """Drop a byte-order mark from the first bytes of a text; return how many bytes that took."""
    head = bytes(data[:_HEAD])
    zeros = "".join("0" if byte == 0 else "x" for byte in head)
    if head.startswith((b"\xff\xfe", b"\xfe\xff", b"\x00\x00\xfe\xff")) or zeros in _WIDE_PATTERNS:
        raise RefusedFileError("it is UTF-16 or UTF-32, not UTF-8; ask for the log in UTF-8")
    if head.startswith(BOM):
        del data[: len(BOM)]
        return len(BOM)
    return 0


def _long_line(
    number: int, offset: int, data: bytearray, chunks: Iterator[bytes], limits: Limits
) -> tuple[Line, bytearray, int]:
    """Read a line beyond the limit to its end; return it, what follows it, and the bytes it took."""
    length = len(data)
    blank = data.isspace()
    returned = data.endswith(b"\r")
    for chunk in chunks:
        end = chunk.find(b"\n")
        part = chunk if end < 0 else chunk[:end]
        data += part[: max(0, limits.line_kept - len(data))]
        length += len(part)
        blank = blank and (not part or part.isspace())
        returned = part.endswith(b"\r") if part else returned
        if end >= 0:
            rest, ended = bytearray(chunk[end + 1 :]), length + 1
            break
    else:
        rest, ended = bytearray(), length
    if returned and len(data) == length:
        del data[-1:]
    return Line(number, offset, b"" if blank else bytes(data), length - returned), rest, ended
