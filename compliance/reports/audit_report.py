"""Writing the audit report: PDF and HTML editions, and the files of evidence beside them."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from compliance.reports.audit_view import audit_view
from compliance.reports.errors import ReportError
from compliance.reports.evidence_files import evidence_files
from compliance.reports.figures import moment
from compliance.reports.findings_browser import browser_data
from compliance.reports.money_sums import money_sums
from compliance.reports.owed_view import debts
from compliance.reports.pseudonyms import redacted
from compliance.reports.render import inlined, render_html, render_pdf
from compliance.reports.written import BeforeSigning, WrittenDocument, write_whole

if TYPE_CHECKING:
    from collections.abc import Collection
    from datetime import datetime
    from pathlib import Path

    from compliance.reports.audit_input import AuditInput
    from compliance.reports.signing import DocumentSigner

__all__ = ["FORMATS", "Signing", "WrittenDocument", "write_audit_report"]

FORMATS = frozenset({"pdf", "html"})
NAME = "audit-report"
NOTHING_ELSE = "default-src 'none'; base-uri 'none'; form-action 'none'"


@dataclass(frozen=True, slots=True)
class Signing:
    """Who signs a report's PDF edition, and when."""

    signer: DocumentSigner
    at: datetime


def write_audit_report(
    data: AuditInput,
    folder: Path,
    *,
    formats: Collection[str],
    redact: bool = True,
    signing: Signing | None = None,
    full_listing: bool = False,
) -> list[WrittenDocument]:
    """Write the report on a run and its files of evidence into a folder, which is made where it is missing.

    The same input gives the same bytes. A file appears whole or not at all. ``redact`` False prints the log's own
    identifiers of participants and house dealers, and says so on the cover. ``signing`` adds a signature behind the
    PDF edition, which differs every time; what stands before it does not. ``full_listing`` adds every finding to the
    PDF edition, a line each; the HTML edition has them all anyway.

    Returns:
        The documents in the order written: evidence by name, then the HTML and PDF editions asked for.

    Raises:
        ReportError: the counts do not balance, the pseudonym key is too short, a format is unknown, there are too many
            findings for a full listing, or an edition cannot be rendered or signed; nothing is written then. Also where
            the folder cannot be written to.
    """
    if unknown := sorted(set(formats) - FORMATS):
        raise ReportError(f"{unknown[0]!r} is not a format of a report; ask for pdf or html")
    if signing and "pdf" not in formats:
        raise ReportError("only the PDF edition of a report can be signed; ask for --format pdf or both")
    shown = redacted(data) if redact else data
    sums = money_sums(shown.findings, shown.sheets)
    owed = debts(shown.findings, shown.sheets)
    evidence = evidence_files(shown, sums, owed, pseudonyms=redact)
    view = audit_view(shown, sums, owed, evidence, pseudonyms=redact, listing=full_listing and "pdf" in formats)
    contents = {each.name: each.data for each in evidence}
    before: dict[str, BeforeSigning] = {}
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
        unsigned = render_pdf(page, dated=moment(shown.finished_at), attachments=evidence)
        contents[f"{NAME}.pdf"] = unsigned
        if signing:
            contents[f"{NAME}.pdf"] = signing.signer.sign(unsigned, signing.at)
            before[f"{NAME}.pdf"] = BeforeSigning(
                signing.signer.name, len(unsigned), hashlib.sha256(unsigned).hexdigest()
            )
    return [
        replace(write_whole(folder / name, made), before_signing=before.get(name)) for name, made in contents.items()
    ]
