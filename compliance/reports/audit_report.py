"""Writing the audit report: PDF and HTML editions, and the files of evidence beside them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from compliance.reports.audit_view import audit_view
from compliance.reports.errors import ReportError
from compliance.reports.evidence_files import evidence_files
from compliance.reports.figures import moment
from compliance.reports.findings_browser import browser_data
from compliance.reports.money_sums import money_sums
from compliance.reports.pseudonyms import redacted
from compliance.reports.render import inlined, render_html, render_pdf
from compliance.reports.written import WrittenDocument, write_whole

if TYPE_CHECKING:
    from collections.abc import Collection
    from pathlib import Path

    from compliance.reports.audit_input import AuditInput

__all__ = ["FORMATS", "WrittenDocument", "write_audit_report"]

FORMATS = frozenset({"pdf", "html"})
NAME = "audit-report"
NOTHING_ELSE = "default-src 'none'; base-uri 'none'; form-action 'none'"


def write_audit_report(
    data: AuditInput, folder: Path, *, formats: Collection[str], redact: bool = True
) -> list[WrittenDocument]:
    """Write the report on a run and its files of evidence into a folder, which is made where it is missing.

    The same input gives the same bytes. A file appears whole or not at all. ``redact`` False prints the log's own
    identifiers of participants and house dealers, and says so on the cover.

    Returns:
        The documents in the order written: evidence by name, then the HTML and PDF editions asked for.

    Raises:
        ReportError: the counts do not balance, the pseudonym key is too short, a format is unknown, or an edition
            cannot be rendered; nothing is written then. Also where the folder cannot be written to.
    """
    if unknown := sorted(set(formats) - FORMATS):
        raise ReportError(f"{unknown[0]!r} is not a format of a report; ask for pdf or html")
    shown = redacted(data) if redact else data
    sums = money_sums(shown.findings, shown.sheets)
    evidence = evidence_files(shown, sums, pseudonyms=redact)
    view = audit_view(shown, sums, evidence, pseudonyms=redact)
    contents = {each.name: each.data for each in evidence}
    if "html" in formats:
        style, style_source = inlined("style.css")
        script, script_source = inlined("audit/findings.js")
        contents[f"{NAME}.html"] = render_html(
            "audit/report.html",
            view=view,
            screen=True,
            style=style,
            script=script,
            policy=f"{NOTHING_ELSE}; style-src {style_source}; script-src {script_source}",
            browser=browser_data(shown),
        ).encode()
    if "pdf" in formats:
        page = render_html("audit/report.html", view=view, screen=False)
        contents[f"{NAME}.pdf"] = render_pdf(page, dated=moment(shown.finished_at), attachments=evidence)
    return [write_whole(folder / name, made) for name, made in contents.items()]
