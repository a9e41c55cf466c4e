"""The difference between two rule sheets as a document: a redline, as a PDF or as one self-contained HTML page."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from compliance.reports.audit_report import FORMATS, NOTHING_ELSE
from compliance.reports.errors import ReportError
from compliance.reports.render import inlined, render_html, render_pdf

if TYPE_CHECKING:
    from compliance.reports.redline import Piece
    from compliance.reports.tables import Table

_NO_ATTACHMENTS = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Change:
    """One value that differs: its path in the sheets, the redline of its sentences, and what each side rests on."""

    path: str
    pieces: tuple[Piece, ...]
    cited: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class ChangedSection:
    """The changes of one section of a rule sheet."""

    number: str
    title: str
    anchor: str
    changes: tuple[Change, ...]


@dataclass(frozen=True, slots=True)
class DiffView:
    """Everything the document shows, as text: what the difference is worth, then value by value."""

    language: str
    title: str
    author: str
    left: str
    right: str
    introduction: tuple[str, ...]
    controls: tuple[str, ...]
    legend: tuple[str, str]
    summary: str
    money: tuple[Table, ...]
    sections: tuple[ChangedSection, ...]


def diff_document(view: DiffView, form: str) -> bytes:
    """Return the document as ``pdf`` or ``html``. It asks for nothing outside itself; the same view gives the same.

    Raises:
        ReportError: another format, or a document that cannot be rendered.
    """
    if form not in FORMATS:
        raise ReportError(f"{form!r} is not a format of a comparison; ask for pdf or html")
    if form == "pdf":
        return render_pdf(render_html("diff/page.html", view=view, screen=False), dated=_NO_ATTACHMENTS)
    style, source = inlined("style.css")
    policy = f"{NOTHING_ELSE}; style-src {source}"
    return render_html("diff/page.html", view=view, screen=True, style=style, policy=policy).encode()
