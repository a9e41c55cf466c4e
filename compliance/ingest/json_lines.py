"""The reader of JSON Lines: one round a line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from compliance.ingest.faults import RefusedFileError
from compliance.ingest.lines import blocks

if TYPE_CHECKING:
    from collections.abc import Iterator

    from compliance.ingest.intake import Intake
    from compliance.ingest.limits import Limits


def read(text: Iterator[bytes], intake: Intake, limits: Limits) -> None:
    """Give every line of a log's text to ``intake``.

    Raises:
        RefusedFileError: the text is not UTF-8 as a whole, or has no line that is not blank.
    """
    for block in blocks(text, limits):
        intake.take(block.lines())
    if not intake.read:
        raise RefusedFileError("it is empty: no line of it holds a round; ask for the log again")
