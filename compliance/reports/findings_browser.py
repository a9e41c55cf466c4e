"""Every finding as data for the HTML edition, whose script sorts and filters it without asking anyone."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from compliance.reports.dispositions_view import Standing
from compliance.reports.figures import outcome, signed, wager
from compliance.reports.findings_view import said
from compliance.reports.printable import printable, shortened

if TYPE_CHECKING:
    from compliance.reports.audit_input import AuditInput, FindingRow

COLUMNS = (
    ("No.", "number"),
    ("Code", "text"),
    ("Verdict", "text"),
    ("Table", "text"),
    ("Gaming date", "text"),
    ("Round", "text"),
    ("Seat", "number"),
    ("Participant", "text"),
    ("Wager", "text"),
    ("Expected", "text"),
    ("Recorded", "text"),
    ("Variance", "money"),
    ("Finding", "prose"),
    ("Source", "text"),
    ("Standing", "text"),
)


def browser_data(data: AuditInput) -> Markup:
    """Return the findings as a JSON document that may stand inside a ``script`` element.

    ``rows`` holds a list for each finding, in the order of ``columns``; a money cell is ``[minor units, text]``,
    so that it sorts by amount.
    """
    labels = {each.sha256: f"F{place}" for place, each in enumerate(data.files, start=1)}
    held = Standing(data)
    document = {
        "columns": [{"title": title, "kind": kind} for title, kind in COLUMNS],
        "rows": [_row(row, labels, held) for row in data.findings],
    }
    text = json.dumps(document, separators=(",", ":"))
    # In a script element only these could end it or open a comment; JSON reads the escapes as the same characters.
    return Markup(text.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e"))  # noqa: S704


def _row(row: FindingRow, labels: dict[str, str], held: Standing) -> list[Any]:
    digits = row.minor_digits
    variance = None if row.variance is None else [row.variance, f"{signed(row.variance, digits)} {row.currency}"]
    return [
        row.place,
        row.code,
        str(row.verdict),
        _text(row.table_id),
        row.gaming_date.isoformat(),
        _text(row.round_id),
        row.seat,
        _text(row.participant_id or ""),
        _text(wager(row.wager_kind)),
        f"{outcome(row.expected_outcome)} {signed(row.expected_net, digits)}".strip(),
        f"{outcome(row.recorded_outcome)} {signed(row.recorded_net, digits)}".strip(),
        variance,
        _text(said(row), 400),
        f"{labels.get(row.file_sha256, 'file not listed')} line {row.line}",
        ", ".join(filter(None, (held.state(row.finding_id), held.status(row.finding_id)))),
    ]


def _text(text: str, limit: int = 80) -> str:
    return printable(shortened(text, limit))
