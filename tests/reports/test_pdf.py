"""The PDF edition: valid, tagged, in order, reproducible, with its evidence inside."""

from __future__ import annotations

import hashlib
import os
import re
import subprocess
import sys
from datetime import UTC, datetime
from itertools import combinations, pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pikepdf
import pypdfium2
import pytest

from compliance.reports.render import render_pdf
from tests.reports.verapdf import validate

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[2]
WRITE = """
import sys
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path
from compliance.reports.audit_report import write_audit_report
from tests.reports.sample import night
write_audit_report(night(), Path(sys.argv[1]), formats={"pdf", "html"})
"""


@pytest.mark.parametrize("flavour", ["3a", "ua1"])
def test_verapdf_finds_no_fault(night_pdf: Path, flavour: str) -> None:
    verdict = validate(night_pdf, flavour)
    assert verdict.failures == {}
    assert verdict.checked > 10_000


def test_verapdf_does_find_a_fault_where_there_is_one(tmp_path: Path) -> None:
    page = '<html lang="en"><head><title>T</title></head><body><p>word</p></body></html>'
    whole, broken = tmp_path / "whole.pdf", tmp_path / "broken.pdf"
    whole.write_bytes(render_pdf(page, dated=datetime(2026, 3, 3, tzinfo=UTC)))
    with pikepdf.open(whole) as pdf:
        del pdf.Root.MarkInfo
        pdf.save(broken)
    assert validate(whole, "ua1").failures == {}
    assert "6.2-1" in validate(broken, "ua1").failures


def test_another_process_in_another_place_and_zone_writes_the_same_bytes(night_folder: Path, tmp_path: Path) -> None:
    place = {"PYTHONHASHSEED": "12345", "TZ": "Asia/Tokyo", "LC_ALL": "C", "PYTHONPATH": str(ROOT)}
    subprocess.run(
        [sys.executable, "-c", WRITE, str(tmp_path / "again")], env=os.environ | place, cwd=tmp_path, check=True
    )
    here = {path.name: path.read_bytes() for path in night_folder.iterdir()}
    there = {path.name: path.read_bytes() for path in (tmp_path / "again").iterdir()}
    assert here.keys() == there.keys()
    assert [name for name in here if here[name] != there[name]] == []


def test_the_attachments_are_the_files_beside_it(night_folder: Path, night_pdf: Path) -> None:
    beside = {path.name: path.read_bytes() for path in night_folder.iterdir() if path.suffix in {".csv", ".json"}}
    with pikepdf.open(night_pdf) as pdf:
        inside = {name: spec.get_file().read_bytes() for name, spec in pdf.attachments.items()}
        dates = {str(spec.get_file().obj.Params.ModDate) for spec in pdf.attachments.values()}
        relations = {str(spec.obj.AFRelationship) for spec in pdf.attachments.values()}
    assert inside == beside
    assert list(inside) == sorted(inside)
    assert dates == {"D:20260303120019Z"}
    assert relations == {"/Data"}


def test_the_digests_of_the_attachments_are_printed(night_folder: Path, night_pdf: Path) -> None:
    text = "".join(text_of(night_pdf).split())
    for path in night_folder.iterdir():
        if path.suffix in {".csv", ".json"}:
            assert hashlib.sha256(path.read_bytes()).hexdigest() in text


def test_the_document_says_what_it_is(night_pdf: Path) -> None:
    with pikepdf.open(night_pdf) as pdf:
        assert str(pdf.Root.Lang) == "en-US"
        assert str(pdf.docinfo.Title) == "Audit of settlements, Mesa Card Room, Inc., 2 March 2026 to 3 March 2026"
        assert str(pdf.docinfo.Author) == "compliance 0.1.0"
        assert str(pdf.docinfo.CreationDate) == "D:20260303120019Z"
        with pdf.open_outline() as outline:
            titles = [entry.title for entry in outline.root]
    assert titles[:3] == ["Contents and terms", "1 · Summary", "2 · Sources"]
    assert titles[-1] == "17 · Evidence index"


def elements(node: Any) -> Iterator[tuple[str, Any]]:
    kids = node.get("/K", [])
    for kid in kids if isinstance(kids, pikepdf.Array) else [kids]:
        if isinstance(kid, pikepdf.Dictionary) and "/S" in kid:
            yield str(kid.S), kid
            yield from elements(kid)


def test_headings_come_in_order_and_no_level_is_left_out(night_pdf: Path) -> None:
    with pikepdf.open(night_pdf) as pdf:
        levels = [int(tag[2:]) for tag, _ in elements(pdf.Root.StructTreeRoot) if re.fullmatch(r"/H[1-6]", tag)]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert levels.count(2) == 18
    assert all(after <= before + 1 for before, after in pairwise(levels))


def test_tables_have_headers_and_drawings_a_text(night_pdf: Path) -> None:
    with pikepdf.open(night_pdf) as pdf:
        tags = list(elements(pdf.Root.StructTreeRoot))
        tables = [node for tag, node in tags if tag == "/Table"]
        for table in tables:
            inside = [tag for tag, _ in elements(table)]
            assert "/TH" in inside
            assert "/TD" in inside
        figures = [str(node.Alt) for tag, node in tags if tag == "/Figure"]
    assert len(tables) > 25
    assert sum("USD over- and underpaid" in text for text in figures) == 5
    assert all(figures)


def test_every_page_is_numbered_and_the_sections_stand_in_order(night_pdf: Path) -> None:
    pages = pages_of(night_pdf)
    for place, page in enumerate(pages, start=1):
        assert f"Page {place} of {len(pages)}" in page
    whole = "\n".join(pages[2:])
    places = [whole.index(title) for title in (
        "Counts that balance", "Files received", "No control totals of the licensee", "Amounts in USD",
        "Checks performed", "Findings by table and cause", "Adopted readings, and",
        "In this run 3,144 rounds were compared", "Quarantined lines by reason", "Findings by clause and table",
        "No known faults were planted", "Owed in USD", "39 findings = 39 proposed",
        "What it does not show", "Prepared by", "Files of evidence",
    )]  # fmt: skip
    assert places == sorted(places)


def test_nothing_is_printed_outside_the_margins(night_pdf: Path) -> None:
    assert beyond_margins(night_pdf) == []
    assert overlapping(night_pdf) == []


def beyond_margins(path: Path) -> list[tuple[int, float, float]]:
    """Pieces of text that stand beyond the page's left or right margin: page, left and right edge in points."""
    pdf = pypdfium2.PdfDocument(path)
    found = []
    try:
        for number, page in enumerate(pdf, start=1):
            text = page.get_textpage()
            for place in range(text.count_rects()):
                left, _, right, _ = text.get_rect(place)
                if left < 0.85 * 72 - 1 or right > (8.5 - 0.85) * 72 + 1:
                    found.append((number, left, right))
            text.close()
    finally:
        pdf.close()
    return found


def overlapping(path: Path) -> list[tuple[int, str, str]]:
    """Pieces of text that are printed one over the other: page, and the words of both."""
    pdf = pypdfium2.PdfDocument(path)
    found = []
    try:
        for number, page in enumerate(pdf, start=1):
            text = page.get_textpage()
            boxes = [text.get_rect(place) for place in range(text.count_rects())]
            for one, other in combinations(boxes, 2):
                across = min(one[2], other[2]) - max(one[0], other[0])
                down = min(one[3], other[3]) - max(one[1], other[1])
                if across > 1.5 and down > 2.5:
                    found.append((number, text.get_text_bounded(*one), text.get_text_bounded(*other)))
            text.close()
    finally:
        pdf.close()
    return found


def pages_of(path: Path) -> list[str]:
    pdf = pypdfium2.PdfDocument(path)
    try:
        pages = []
        for page in pdf:
            text = page.get_textpage()
            pages.append(text.get_text_range())
            text.close()
        return pages
    finally:
        pdf.close()


def text_of(path: Path) -> str:
    return "\n".join(pages_of(path))
