"""Writing a rule sheet as a document: PDF and HTML, for a submission or for an auditor."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from compliance.reports.audit_report import FORMATS, NOTHING_ELSE
from compliance.reports.errors import ReportError
from compliance.reports.render import inlined, render_html, render_pdf
from compliance.reports.rule_sheet_view import Edition, rule_sheet_view
from compliance.reports.written import WrittenDocument, write_whole

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence
    from pathlib import Path

    from compliance.reports.tables import Table
    from compliance.rules.licensee import Licensee
    from compliance.rules.lint import LintFinding
    from compliance.rules.loader import LoadedSheet

EDITIONS: tuple[Edition, ...] = ("submission", "auditor")
_NO_ATTACHMENTS = datetime(1970, 1, 1, tzinfo=UTC)


def write_rule_sheet(
    loaded: LoadedSheet,
    folder: Path,
    *,
    edition: Edition,
    formats: Collection[str],
    findings: Sequence[LintFinding] = (),
    odds: Sequence[Table] = (),
    licensee: Licensee | None = None,
) -> list[WrittenDocument]:
    """Write a sheet as ``ID-EDITION.pdf`` and ``.html`` into a folder, which is made where it is missing.

    The same data gives the same bytes. ``findings`` of the lint and ``odds`` (tables of exact figures) are printed in
    the auditor's edition, beside the clauses and the interpretations; a ``licensee`` adds the collections it posts.

    Raises:
        ReportError: an unknown edition or format, or an edition that cannot be rendered or written.
    """
    if edition not in EDITIONS:
        raise ReportError(f"{edition!r} is not an edition of a rule sheet; ask for {' or '.join(EDITIONS)}")
    if unknown := sorted(set(formats) - FORMATS):
        raise ReportError(f"{unknown[0]!r} is not a format of a rule sheet; ask for pdf or html")
    view = rule_sheet_view(loaded, edition, findings, odds, licensee)
    name = f"{loaded.sheet.id}-{edition}"
    contents: dict[str, bytes] = {}
    if "html" in formats:
        style, source = inlined("style.css")
        policy = f"{NOTHING_ELSE}; style-src {source}"
        page = render_html("rule_sheet/document.html", view=view, screen=True, style=style, policy=policy)
        contents[f"{name}.html"] = page.encode()
    if "pdf" in formats:
        page = render_html("rule_sheet/document.html", view=view, screen=False)
        contents[f"{name}.pdf"] = render_pdf(page, dated=_NO_ATTACHMENTS)
    return [write_whole(folder / file, made) for file, made in contents.items()]
