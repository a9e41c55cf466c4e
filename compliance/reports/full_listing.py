"""Every finding on a line of its own, for those who want the whole list on paper."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from compliance.reports.errors import ReportError
from compliance.reports.figures import count, counted, outcome, signed, wager
from compliance.reports.printable import clipped, printable

if TYPE_CHECKING:
    from collections.abc import Mapping

    from compliance.reports.audit_input import AuditInput, FindingRow

LARGEST = 50_000
"""Findings that are printed in full at most: about a thousand pages."""

_COLUMNS = (
    ("No.", 6),
    ("Code", 8),
    ("Verdict", 12),
    ("Table", 12),
    ("Date", 10),
    ("Round", 28),
    ("Seat", 4),
    ("Participant", 14),
    ("Wager", 14),
    ("Expected", 17),
    ("Recorded", 17),
    ("Variance", 14),
    ("Source", 12),
)
_RIGHT = frozenset({"No.", "Seat", "Variance"})


@dataclass(frozen=True, slots=True)
class FullListing:
    """Lines of equal width, each a finding, below a line of headings."""

    statement: str
    head: str
    lines: tuple[str, ...]


def full_listing(data: AuditInput, files: Mapping[str, str]) -> FullListing:
    """Lay out every finding; ``files`` gives each file's short label by digest.

    Raises:
        ReportError: more than ``LARGEST`` findings.
    """
    number = len(data.findings)
    if number > LARGEST:
        raise ReportError(
            f"a full listing prints up to {count(LARGEST)} findings, and this run has {count(number)}; leave"
            " --full-listing out: findings.csv and findings.json hold every one"
        )
    return FullListing(
        f"{counted(number, 'finding')}, a line each. A name that is cut ends in …; findings.csv has it in full.",
        _line([title for title, _ in _COLUMNS]),
        tuple(_line(_cells(row, files)) for row in data.findings),
    )


def _cells(row: FindingRow, files: Mapping[str, str]) -> list[str]:
    digits = row.minor_digits
    variance = "" if row.variance is None else f"{signed(row.variance, digits)} {row.currency}"
    return [
        str(row.place),
        row.code,
        str(row.verdict),
        row.table_id,
        row.gaming_date.isoformat(),
        row.round_id,
        "" if row.seat is None else str(row.seat),
        row.participant_id or "",
        wager(row.wager_kind),
        f"{outcome(row.expected_outcome)} {signed(row.expected_net, digits)}".strip(),
        f"{outcome(row.recorded_outcome)} {signed(row.recorded_net, digits)}".strip(),
        variance,
        f"{files.get(row.file_sha256, '?')}:{row.line}",
    ]


def _line(cells: list[str]) -> str:
    parts = []
    for (title, width), cell in zip(_COLUMNS, cells, strict=True):
        text = clipped(printable(cell), width)
        parts.append(text.rjust(width) if title in _RIGHT else text.ljust(width))
    return " ".join(parts).rstrip()
