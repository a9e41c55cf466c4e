"""The rendering machine: Jinja2 to HTML, and HTML to a PDF that is archival, accessible and reproducible."""

from __future__ import annotations

import base64
import hashlib
from functools import cache
from typing import TYPE_CHECKING, Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from compliance.reports.errors import ReportError
from compliance.reports.printable import printable
from compliance.shipped import TEMPLATES

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from compliance.reports.evidence_files import EvidenceFile

SYSTEM_PACKAGES = ("libpango-1.0-0", "libpangoft2-1.0-0", "libharfbuzz-subset0")
"""Debian packages that the PDF edition needs beside Python's."""


def _finalized(value: Any) -> Any:
    """Make every value that a template prints printable, so that no path leads around it."""
    return value if isinstance(value, Markup) else printable(str(value))


@cache
def _environment() -> Environment:
    return Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=_finalized,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )


def render_html(template: str, **values: Any) -> str:
    """Fill a template. Values are escaped, and what the fonts cannot show is replaced by its name.

    Raises:
        jinja2.UndefinedError: the template asks for something that was not given.
    """
    return _environment().get_template(template).render(**values)


def inlined(name: str) -> tuple[Markup, str]:
    """Return a shipped style or script as text for a page, with the source expression that allows it there."""
    text = (TEMPLATES / name).read_text("utf-8")
    digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
    return Markup(text), f"'sha256-{digest}'"  # noqa: S704 - our own file, not text from outside


def render_pdf(html: str, *, dated: datetime, attachments: Sequence[EvidenceFile] = ()) -> bytes:
    """Lay out HTML as PDF/A-3a and PDF/UA-1, with files attached; the same input gives the same bytes.

    ``dated`` is the date of the attachments, in UTC; the document's own date stands in its ``meta`` elements.

    Raises:
        ReportError: a system library is missing, the HTML asks for something that does not ship with the tool, or
            the layout raised a warning (a missing glyph, an unknown property).
    """
    try:
        from compliance.reports import pdf  # here, because it loads system libraries that the rest does without
    except OSError:
        raise ReportError(missing_libraries()) from None
    return pdf.pdf_bytes(html, dated, attachments)


def missing_libraries() -> str:
    """Return the sentence that says how to get the system libraries."""
    return (
        "the PDF edition needs the system libraries Pango and HarfBuzz, which are not on this machine; install them"
        f" with apt-get install {' '.join(SYSTEM_PACKAGES)}, or ask for --format html"
    )
