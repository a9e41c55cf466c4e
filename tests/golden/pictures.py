"""Pages of documents as small grey pictures, and how two of them are compared.

python -m tests.golden.pictures     draws the golden pictures anew, after a look at what changed
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import pypdfium2
from PIL import Image, ImageChops

from compliance.reports.audit_report import write_audit_report
from compliance.reports.rule_sheet import write_rule_sheet
from compliance.rules.loader import load_sheets
from tests.reports.sample import night

if TYPE_CHECKING:
    from collections.abc import Iterator

GOLDEN = Path(__file__).with_name("pages")
DOTS_PER_INCH = 50
DARKER = 64
"""Of 255: how far a dot may be off before it counts."""

FEW = 5
"""Dots of a thousand that may be off: a glyph drawn a little otherwise passes, a line that moved does not."""

PAGES = {
    "report-cover": ("audit-report.pdf", "Audit of settlements"),
    "report-summary": ("audit-report.pdf", "Counts that balance"),
    "report-money": ("audit-report.pdf", "Who bore the difference"),
    "report-clauses": ("audit-report.pdf", "Findings by clause and table"),
    "sheet-first": ("gega-003666-submission.pdf", "Type of Game"),
    "sheet-layout": ("gega-003666-submission.pdf", "Seen from above"),
    "sheet-bonus": ("live-three-card-poker-submission.pdf", "Pay table of"),
}
"""Each picture: the document, and words of the page, which is the first that has them."""


def documents(folder: Path) -> None:
    """Write the documents whose pages are compared."""
    write_audit_report(night(), folder, formats={"pdf"})
    for name in ("gega-003666", "live-three-card-poker"):
        write_rule_sheet(load_sheets()[name], folder, edition="submission", formats={"pdf"})


def pictures(folder: Path) -> Iterator[tuple[str, Image.Image]]:
    """Draw the pages of documents in a folder, each with its name."""
    for name, (document, words) in PAGES.items():
        pdf = pypdfium2.PdfDocument(folder / document)
        try:
            yield name, next(_drawn(page) for page in pdf if words in _text(page))
        finally:
            pdf.close()


def _text(page: pypdfium2.PdfPage) -> str:
    text = page.get_textpage()
    try:
        words: str = text.get_text_range()
        return words
    finally:
        text.close()


def _drawn(page: pypdfium2.PdfPage) -> Image.Image:
    picture: Image.Image = page.render(scale=DOTS_PER_INCH / 72, grayscale=True).to_pil().convert("L")
    return picture


def off(one: Image.Image, other: Image.Image) -> int:
    """Return how many dots of a thousand differ by more than ``DARKER``; all of them where the sizes do."""
    if one.size != other.size:
        return 1000
    counts = ImageChops.difference(one, other).histogram()
    return sum(counts[DARKER:]) * 1000 // (one.width * one.height)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as place:
        documents(Path(place))
        for title, drawn in pictures(Path(place)):
            drawn.quantize(16).save(GOLDEN / f"{title}.png", optimize=True)
