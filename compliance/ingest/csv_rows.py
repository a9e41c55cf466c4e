"""Cutting CSV text (RFC 4180) into rows, each with its cells, its place and its exact bytes."""

from __future__ import annotations

import csv
import itertools
import re
from collections import Counter, deque
from dataclasses import dataclass
from typing import TYPE_CHECKING

from compliance.ingest.blocks import BOM
from compliance.ingest.faults import Reason, RefusedFileError, Unreadable
from compliance.ingest.lines import Line, Lines

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from compliance.ingest.blocks import Block
    from compliance.ingest.limits import Limits

# The default of Python's reader is smaller than a line may be.
_LARGEST_CELL = 1 << 30
csv.field_size_limit(_LARGEST_CELL)


@dataclass(frozen=True, slots=True)
class Row:
    """A row of cells, or why it is none. ``line`` is where it begins, with its bytes.

    Of a faulty row, ``cells`` are what a comma tells apart: enough to guess which round it meant.
    """

    line: Line
    cells: Sequence[str | None]
    fault: Unreadable | None = None


class CsvRows:
    """The rows of a CSV text after its header. A quoted cell may hold line breaks; blank lines are passed over.

    ``columns`` are the names in the header. A quotation mark that is never closed, or not before the next row, costs
    the line it stands on, not the rest of the file. Iterated, it gives rows or, where lines have no quotation mark and
    nothing else to look out for, some lines at a time, of which each is a row if it has as many cells as the header.

    Raises:
        RefusedFileError: there is no header, or a name stands in it twice.
    """

    def __init__(self, blocks: Iterable[Block], limits: Limits, delimiter: str = ",") -> None:
        self._blocks = iter(blocks)
        self._limits = limits
        self._delimiter = delimiter
        mark = re.escape(delimiter)
        cell = rf'(?:"[^"]*+(?:""[^"]*+)*+"|[^"{mark}\r\n]*+)'
        self._well_quoted = re.compile(f"{cell}(?:{mark}{cell})*+")
        self._ahead: deque[Line] = deque()
        self.columns: tuple[str, ...] = ()
        first = next((line for line in iter(self._next, None) if not line.blank), None)
        if first is None:
            raise RefusedFileError("it is empty: there is no header of column names; ask for the log again")
        head = self.row(first)
        if head.fault is not None:
            raise RefusedFileError(f"its header cannot be read: {head.fault.sentence}; ask for the log again")
        names = tuple(name or "" for name in head.cells)
        if twice := next((name for name, times in Counter(names).items() if times > 1), None):
            raise RefusedFileError(f"its header names the column {twice[:40]!r} twice; ask for the log again")
        self.columns = names

    def __iter__(self) -> Iterator[Row | Lines]:
        while (line := self._next()) is not None:
            run = []
            while self._plain(line):
                run.append(line)
                if not self._ahead:
                    break
                line = self._ahead.popleft()
            else:
                self._ahead.appendleft(line)
            if run:
                yield Lines.of(run)
            elif not (line := self._ahead.popleft()).blank:
                yield self.row(line)

    def _plain(self, line: Line) -> bool:
        """Whether a line is a row by itself, its cells what stands between delimiters."""
        raw = line.raw
        if b'"' in raw or b"\r" in raw or b"\x00" in raw or line.length > self._limits.line:
            return False
        if raw.isascii():
            return True
        if raw.startswith(BOM):
            return False
        try:
            raw.decode()
        except UnicodeDecodeError:
            return False
        return True

    def _next(self) -> Line | None:
        while not self._ahead:
            block = next(self._blocks, None)
            if block is None:
                return None
            self._ahead.extend(block.lines())
        return self._ahead.popleft()

    def row(self, first: Line) -> Row:
        """Read the row that begins on a line, which may take more lines if cells of it are quoted."""
        if first.length > self._limits.line:
            sentence = f"the line has {first.length:,} bytes, more than {self._limits.line:,}"
            return Row(first, (), Unreadable(Reason.LINE_TOO_LONG, sentence))
        taken = [first]
        if first.raw.count(b'"') % 2:
            self._to_closing_quote(taken)
        whole = _joined(taken) if len(taken) > 1 else first
        row = self._cells(whole)
        if row.fault is not None and len(taken) > 1:
            # The mark that opened the cell was a stray one: what follows are rows of their own.
            self._ahead.extendleft(reversed(taken[1:]))
            return Row(first, self._guess(first), row.fault)
        return row

    def _to_closing_quote(self, taken: list[Line]) -> None:
        """Add the lines up to the one that closes the quoted cell; if none does, leave the first line alone.

        Nor does one beyond a line that is a row by itself: between two stray marks, rows would vanish in a cell.
        """
        size = taken[0].length
        while (line := self._next()) is not None:
            taken.append(line)
            size += line.length + 2
            if self._all_cells_before_a_quote(line):
                break
            if line.raw.count(b'"') % 2:
                return
            if size > self._limits.line:
                break
        self._ahead.extendleft(reversed(taken[1:]))
        del taken[1:]

    def _all_cells_before_a_quote(self, line: Line) -> bool:
        before, _, _ = line.raw.partition(b'"')
        return before.count(self._delimiter.encode()) == len(self.columns) - 1

    def _cells(self, line: Line) -> Row:
        try:
            text = line.raw.decode()
        except UnicodeDecodeError as error:
            sentence = f"byte {error.start + 1} of the row is not UTF-8"
            return Row(line, self._guess(line), Unreadable(Reason.INVALID_UTF8, sentence))
        if '"' not in text and "\r" not in text:
            cells = text.split(self._delimiter)
        else:
            try:
                rows = list(csv.reader([text], delimiter=self._delimiter, strict=True))
            except csv.Error as error:
                why = "a carriage return stands where no line ends" if "new-line" in str(error) else str(error)
                return self._malformed(line, f"not CSV: {why}")
            if len(rows) != 1 or not self._well_quoted.fullmatch(text):
                return self._malformed(line, "not CSV: a quotation mark stands inside a cell that is not quoted")
            cells = rows[0]
        if self.columns and len(cells) != len(self.columns):
            return self._malformed(line, f"the row has {len(cells)} cells, the header {len(self.columns)} columns")
        if line.raw.startswith(BOM):
            return self._malformed(line, "a byte-order mark stands before it; one belongs at the start of a file only")
        if "\x00" in text:
            return Row(line, cells, Unreadable(Reason.BAD_VALUE, "the row holds a NUL character"))
        return Row(line, cells)

    def _malformed(self, line: Line, sentence: str) -> Row:
        return Row(line, self._guess(line), Unreadable(Reason.MALFORMED_CSV, sentence))

    def _guess(self, line: Line) -> list[str]:
        return [part.strip('"') for part in line.raw.removeprefix(BOM).decode(errors="replace").split(self._delimiter)]


def cells_of(raw: bytes, delimiter: str) -> list[str]:
    """Return the cells of one row from its bytes, as ``CsvRows`` has read them before."""
    (cells,) = csv.reader([raw.decode()], delimiter=delimiter, strict=True)
    return cells


def _joined(lines: Sequence[Line]) -> Line:
    """Put the lines of one row together again, each with the line end that it had."""
    raw = bytearray()
    for line, following in itertools.pairwise(lines):
        raw += line.raw
        raw += b"\r\n" if following.offset - line.offset - line.length > 1 else b"\n"
    raw += lines[-1].raw
    return Line(lines[0].number, lines[0].offset, bytes(raw), len(raw))
