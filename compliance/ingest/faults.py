"""Why a line or a file of a licensee's log cannot be read."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from compliance.ingest.report import FileReport


class Reason(StrEnum):
    """Why a line is quarantined; the words of the ``reason`` column."""

    MALFORMED_JSON = "malformed_json"
    INVALID_UTF8 = "invalid_utf8"
    DUPLICATE_KEY = "duplicate_key"
    UNKNOWN_FIELD = "unknown_field"
    MISSING_FIELD = "missing_field"
    BAD_VALUE = "bad_value"
    BAD_CARD = "bad_card"
    MONEY_PRECISION = "money_precision"
    NAIVE_TIMESTAMP = "naive_timestamp"
    CONFLICTING_DUPLICATE = "conflicting_duplicate"
    LINE_TOO_LONG = "line_too_long"
    TOO_DEEP = "too_deep"
    MALFORMED_CSV = "malformed_csv"
    INCOMPLETE_ROUND = "incomplete_round"


class Unreadable(Exception):  # noqa: N818 - it is a verdict on a line, not a failure of the program
    """A line that is not a round of the log format. It is quarantined with its reason and sentence."""

    def __init__(self, reason: Reason, sentence: str) -> None:
        super().__init__(reason, sentence)
        self.reason = reason
        self.sentence = sentence

    def within(self, place: str) -> Unreadable:
        """Return the same fault as seen from the enclosing part, ``seats[1]`` say."""
        return Unreadable(self.reason, f"{place}.{self.sentence}")

    def __str__(self) -> str:
        return f"{self.reason}: {self.sentence}"


class RefusedFileError(Exception):
    """A whole file that cannot be read. Nothing of it is in the database; the message says why."""


class IngestError(Exception):
    """Some files could not be taken in; the others were. The message says which, why and what to do.

    ``reports`` has the files that are in the database, those whose every line is quarantined included;
    ``refusals`` the sentences, one a file.
    """

    def __init__(self, refusals: list[str], reports: list[FileReport]) -> None:
        more = f" (and {len(refusals) - 1} more)" if len(refusals) > 1 else ""
        super().__init__(refusals[0] + more)
        self.refusals = refusals
        self.reports = reports
