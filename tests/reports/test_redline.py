"""The redline of two rule sheets: what each side says, in which section, as PDF and as HTML."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from compliance.reports.errors import ReportError
from compliance.reports.redline import Piece, redline
from compliance.reports.rule_sheet_places import SECTIONS, section_of
from compliance.reports.sheet_diff import diff_document
from compliance.rules.diff import differences
from compliance.rules.loader import load_sheets
from compliance.workflows.diff_view import diff_view
from compliance.workflows.sheets import Compared, compared, write_diff
from compliance.workflows.workspace import Workspace
from tests.reports.test_pdf import beyond_margins, overlapping, text_of
from tests.reports.verapdf import validate

PAIR = ("gega-003666", "card-room-three-card-poker")


@pytest.fixture(scope="module")
def result() -> Compared:
    return compared(Workspace(Path("no.duckdb")), *PAIR)


@pytest.fixture(scope="module")
def written(result: Compared, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("redline")
    for form in ("pdf", "html"):
        write_diff(result, folder / f"redline.{form}", form)
    return folder


def test_sentences_that_are_alike_are_woven_into_one() -> None:
    assert redline("The button is placed by the third card.", "The button is placed by the last card.") == (
        Piece("both", "The button is placed by the"),
        Piece("out", "third"),
        Piece("in", "last"),
        Piece("both", "card."),
    )


def test_sentences_that_have_little_in_common_stand_one_after_the_other() -> None:
    assert redline("Ante is optional.", "Without Ante no cards are dealt.") == (
        Piece("out", "Ante is optional."),
        Piece("in", "Without Ante no cards are dealt."),
    )


def test_what_one_side_does_not_say_is_only_struck_out_or_only_added() -> None:
    assert redline(None, "It is so.") == (Piece("in", "It is so."),)
    assert redline("It is so.", None) == (Piece("out", "It is so."),)


@pytest.mark.parametrize(
    ("path", "section"),
    [
        ("showdown.not_qualified_ante", "winners"),
        ("wager.pair_plus.chart.straight", "bonus"),
        ("wager.ante.optional", "round"),
        ("cap.0.amount", "bonus"),
        ("deck.jokers", "deck"),
        ("deck.alternate", "deck"),
        ("banked_by", "type"),
        ("table.positions", "table"),
    ],
)
def test_a_value_stands_in_the_section_of_a_submission(path: str, section: str) -> None:
    assert section_of(path) == SECTIONS[section]


def test_every_difference_is_printed_once_with_both_grounds(result: Compared) -> None:
    sheets = load_sheets()
    left, right = (sheets[name] for name in PAIR)
    values = differences(left.sheet, right.sheet)
    view = diff_view(left, right, values, result.money)
    changes = [change for section in view.sections for change in section.changes]
    assert sorted(change.path for change in changes) == sorted(each.path for each in values)
    ante = next(change for change in changes if change.path == "showdown.not_qualified_ante")
    assert dict(ante.cited) == {
        "gega-003666": "How Winners are Determined & Paid ¶1",
        "card-room-three-card-poker": "ANTE/PLAY BASE SETS ¶4",
    }
    assert Piece("both", "Ante not folded is paid even") in ante.pieces
    assert all(cited for change in changes for _, cited in change.cited)


def test_the_pdf_is_valid_and_within_its_margins(written: Path) -> None:
    path = written / "redline.pdf"
    assert validate(path, "3a").failures == {}
    assert validate(path, "ua1").failures == {}
    assert beyond_margins(path) == []
    assert overlapping(path) == []
    text = " ".join(text_of(path).split())
    assert "Struck out: only gega-003666 says so." in text
    assert "17,866,860" in text


def test_the_html_page_asks_for_nothing_and_marks_both_sides(written: Path) -> None:
    page = (written / "redline.html").read_text("utf-8")
    assert not re.findall(r"""(?:src|href)\s*=\s*["'](?!#)|url\(|@import""", page)
    assert "<del>Pair Plus may be placed without another wager.</del> <ins>Pair Plus Bonus needs an Ante.</ins>" in page


def test_the_same_two_sheets_give_the_same_bytes(result: Compared, written: Path, tmp_path: Path) -> None:
    write_diff(result, tmp_path / "again.pdf", "pdf")
    assert (tmp_path / "again.pdf").read_bytes() == (written / "redline.pdf").read_bytes()


def test_another_format_or_a_place_that_cannot_be_written_is_refused(result: Compared, tmp_path: Path) -> None:
    view = diff_view(result.left, result.right, result.values, result.money)
    with pytest.raises(ReportError, match="'docx' is not a format of a comparison; ask for pdf or html"):
        diff_document(view, "docx")
    (tmp_path / "file").write_text("")
    with pytest.raises(ReportError, match="cannot be written"):
        write_diff(result, tmp_path / "file" / "x.html", "html")
