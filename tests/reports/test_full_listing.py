"""The full listing: every finding on a line, none lost, none beyond the margin, and a limit that is said."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

import pypdfium2
import pytest

from compliance.reports import full_listing as listing
from compliance.reports.audit_report import write_audit_report
from compliance.reports.errors import ReportError
from compliance.reports.full_listing import full_listing
from tests.reports.sample import FILE_OF, small, wager_finding
from tests.reports.test_size import many
from tests.reports.verapdf import validate

if TYPE_CHECKING:
    from pathlib import Path


def test_a_line_says_what_who_where_and_how_much() -> None:
    row = wager_finding(7, 2500, 0, participant_id="P-1", round_id="R" * 40)
    made = full_listing(small((row,)), {FILE_OF["TCP-01"]: "F1"})
    assert made.head.split() == [
        "No.", "Code", "Verdict", "Table", "Date", "Round", "Seat", "Participant", "Wager", "Expected", "Recorded",
        "Variance", "Source",
    ]  # fmt: skip
    assert made.lines[0].split() == [
        "7", "SETL-001", "violation", "TCP-01", "2026-03-02", "R" * 27 + "…", "2", "P-1", "Ante", "win", "+25.00",
        "win", "0.00", "−25.00", "USD", "F1:149",
    ]  # fmt: skip


def test_names_never_push_a_column_aside() -> None:
    names = ("🎲🃏 and more than fits in here", "שלום", "<b>bold</b>", "x" * 500)
    rows = tuple(wager_finding(1, 2500, 0, table_id=name, round_id=name, participant_id=name) for name in names)
    made = full_listing(small(rows), {})
    places = {line.index("2026-03-03") if "2026-03-03" in line else line.index("2026-03-02") for line in made.lines}
    assert len(places) == 1


def test_every_finding_is_printed_and_the_document_stays_valid(tmp_path: Path) -> None:
    rows = many(70)
    write_audit_report(small(rows), tmp_path, formats={"pdf", "html"}, full_listing=True)
    path = tmp_path / "audit-report.pdf"
    numbers: list[int] = []
    pdf = pypdfium2.PdfDocument(path)
    for page in pdf:
        if page.get_size()[0] > page.get_size()[1]:
            text = page.get_textpage()
            numbers += map(int, re.findall(r"^ *(\d+) SETL-00[14] ", text.get_text_range(), re.MULTILINE))
            rights = [text.get_rect(place)[2] for place in range(text.count_rects())]
            assert max(rights) <= (11 - 0.85) * 72 + 1
            text.close()
    pdf.close()
    assert numbers == [row.place for row in rows]
    assert validate(path, "3a").failures == {}
    assert validate(path, "ua1").failures == {}
    assert "Every finding, a line" not in (tmp_path / "audit-report.html").read_text("utf-8")


def test_fifty_thousand_are_listed_and_none_is_left_out() -> None:
    made = full_listing(small(many(listing.LARGEST)), {})
    assert listing.LARGEST == 50_000
    assert [int(line.split()[0]) for line in made.lines] == list(range(1, listing.LARGEST + 1))


def test_without_being_asked_for_it_is_not_there(night_pdf: Path) -> None:
    pdf = pypdfium2.PdfDocument(night_pdf)
    sizes = {page.get_size() for page in pdf}
    pdf.close()
    assert len(sizes) == 1


def test_more_than_can_be_printed_is_refused_with_the_way_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listing, "LARGEST", 3)
    data = small(tuple(replace(row, place=place) for place, row in enumerate(many(4), start=1)))
    with pytest.raises(ReportError, match=r"prints up to 3 findings, and this run has 4; leave --full-listing out"):
        full_listing(data, {})
