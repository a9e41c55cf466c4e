"""The reader of JSON Lines: one round a line."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

from compliance.ingest.blocks import blocks
from compliance.ingest.faults import RefusedFileError
from compliance.ingest.lines import Lines

if TYPE_CHECKING:
    from collections.abc import Iterator

    from compliance.ingest.blocks import Block
    from compliance.ingest.intake import Intake
    from compliance.ingest.opened import Opened

# How much is handed over at a time: the database takes as long to plan for a few lines as for many.
_BYTES_AT_ONCE = 96 << 20
_LINES_AT_ONCE = 100_000


def read(file: Opened, intake: Intake) -> None:
    """Give every line of a log's text to ``intake``; the text is read ahead in a thread of its own.

    Raises:
        RefusedFileError: the text is not UTF-8 as a whole, or has no line that is not blank.
    """
    ahead = blocks(file.text, file.limits)
    with ThreadPoolExecutor(max_workers=1, thread_name_prefix="reader") as thread:
        coming = thread.submit(_next, ahead)
        while (lines := coming.result()) is not None:
            coming = thread.submit(_next, ahead)
            intake.take_lines(lines)
    if not intake.read:
        raise RefusedFileError("it is empty: no line of it holds a round; ask for the log again")


def _next(ahead: Iterator[Block]) -> Lines | None:
    """Return the lines of the next blocks; None at the end of the text."""
    parts: list[Lines] = []
    lines = held = 0
    for block in ahead:
        parts.append(block.filled())
        lines += len(parts[-1])
        held += sum(parts[-1].lengths)
        if lines >= _LINES_AT_ONCE or held >= _BYTES_AT_ONCE:
            break
    return Lines.joined(parts) if parts else None
