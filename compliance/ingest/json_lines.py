"""The reader of JSON Lines: one round a line."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

from compliance.ingest.faults import RefusedFileError
from compliance.ingest.lines import blocks

if TYPE_CHECKING:
    from collections.abc import Iterator

    from compliance.ingest.intake import Intake
    from compliance.ingest.lines import Block, Lines
    from compliance.ingest.opened import Opened


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
    """Return the lines of the next block; None at the end of the text."""
    block = next(ahead, None)
    return None if block is None else block.filled()
