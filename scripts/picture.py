"""Draw two pages of an audit report side by side: its summary and its first findings.

python scripts/picture.py night/audit-report.pdf docs/images/report.png
"""

from __future__ import annotations

import sys
from pathlib import Path

import pypdfium2
from PIL import Image

SCALE = 1.25
MARGIN = 12
GREY = (205, 210, 218)


def main(source: Path, picture: Path, headings: list[str]) -> None:
    """Write the picture.

    Raises:
        LookupError: the document has no section of one of the headings.
    """
    with pypdfium2.PdfDocument(source) as document:
        pages = [drawn(document[page_of(document, heading)]) for heading in headings]
    width = sum(page.width + MARGIN for page in pages) + MARGIN
    sheet = Image.new("RGB", (width, pages[0].height + 2 * MARGIN), GREY)
    left = MARGIN
    for page in pages:
        sheet.paste(page, (left, MARGIN))
        left += page.width + MARGIN
    picture.parent.mkdir(parents=True, exist_ok=True)
    sheet.quantize(64).save(picture, optimize=True)


def page_of(document: pypdfium2.PdfDocument, heading: str) -> int:
    """Return the page, from 0, of the section with the heading."""
    for entry in document.get_toc():
        place = entry.get_dest()
        if place is not None and entry.get_title().strip().endswith(heading):
            return int(place.get_index())
    raise LookupError(f"no section '{heading}' in the document")


def drawn(page: pypdfium2.PdfPage) -> Image.Image:
    """Return a page as a picture."""
    picture: Image.Image = page.render(scale=SCALE).to_pil()
    return picture.convert("RGB")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3:])
