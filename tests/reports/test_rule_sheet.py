"""Rule sheets as documents: every rule in its place, in both editions."""

from __future__ import annotations

import html
import re
import tomllib
from dataclasses import replace
from datetime import date
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import pikepdf
import pytest

from compliance.reports.errors import ReportError
from compliance.reports.rule_sheet import EDITIONS, write_rule_sheet
from compliance.reports.rule_sheet_marks import mark_of
from compliance.reports.rule_sheet_places import SECTIONS
from compliance.reports.tables import Column, Table
from compliance.rules.lint import lint
from compliance.rules.loader import LoadedSheet, load_sheets
from compliance.rules.prose import read_back
from compliance.rules.sheet import RuleSheet
from tests.reports.test_pdf import beyond_margins, overlapping, pages_of
from tests.reports.verapdf import validate

if TYPE_CHECKING:
    from compliance.reports.rule_sheet_view import Edition

SHEETS = load_sheets()
STATEMENTS = {
    path.stem: tomllib.loads(path.read_text("utf-8"))
    for path in sorted((Path(__file__).parent / "statements").glob("*.toml"))
}
LANDSCAPE = (792.0, 612.0)


@pytest.fixture(scope="session")
def printed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sheets")
    for loaded in SHEETS.values():
        for edition in EDITIONS:
            findings = lint(loaded.sheet)
            write_rule_sheet(loaded, folder, edition=edition, formats={"html", "pdf"}, findings=findings)
    return folder


@cache
def words(path: Path) -> str:
    """The text of a page as a reader sees it."""
    body = path.read_text("utf-8").partition("<body")[2].partition(">")[2]
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", body)).split())


def test_every_sheet_has_its_list_of_statements() -> None:
    assert STATEMENTS.keys() == SHEETS.keys()
    assert sum(map(len, STATEMENTS.values())) > 200


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("name", SHEETS)
def test_every_statement_of_the_document_has_its_sentence(printed: Path, name: str, edition: Edition) -> None:
    text = words(printed / f"{name}-{edition}.html")
    assert [number for number, says in STATEMENTS[name].items() if says not in text] == []


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_rule_that_the_document_does_not_state_is_marked(printed: Path, edition: Edition) -> None:
    bicycle = words(printed / f"bicycle-three-card-poker-{edition}.html")
    assert (
        "Bonus Bet above the Ante is not paid: a winning one goes back, a losing one is lost."
        " [The document does not say so: assumed (B5).]"
    ) in bicycle
    assert "A fold loses Bonus Bet. [The document is not clear: the reading adopted (B1).]" in bicycle
    assert "A hand equal to a qualifying dealer hand pushes Ante and Play. [The document does not say so" in bicycle
    # Document 000 says both in so many words: equal hands push, and a fold loses the Ante.
    published = words(printed / f"gega-003666-{edition}.html")
    assert "A hand equal to a qualifying dealer hand pushes Ante and Play. [" not in published
    assert "A fold loses the Ante. [" not in published


def test_what_the_marks_mean_is_said_once_where_there_are_any(printed: Path, tmp_path: Path) -> None:
    clean, full = (words(printed / f"gega-003666-{edition}.html") for edition in EDITIONS)
    says = "A mark in brackets stands behind a rule that the document leaves open. Its code, such as C1, names"
    assert f"{says} the question; the auditor edition has it with its readings and their reasons." in clean
    assert f"{says} the question; the section Interpretations has it with its readings and their reasons." in full
    data = SHEETS["gega-003666"].sheet.model_dump(exclude_unset=True)
    del data["ranking"]["card_order"], data["ranking"]["cite"]["card_order"]
    loaded = LoadedSheet(RuleSheet.model_validate(data), "0" * 64, Path("changed.toml"))
    write_rule_sheet(loaded, tmp_path, edition="submission", formats={"html"})
    text = words(tmp_path / "gega-003666-submission.html")
    assert "five, four, three and two. [The document does not say so: assumed.]" in text


def test_a_sheet_names_only_the_wagers_that_it_offers(printed: Path) -> None:
    for edition in EDITIONS:
        text = words(printed / f"bicycle-three-card-poker-{edition}.html")
        assert "The player-dealer's money answers Ante, Play and Bonus Bet." in text
        assert "6 Card Bonus" not in text


def test_a_royal_that_the_pay_table_leaves_out_is_said_to_be_paid(tmp_path: Path) -> None:
    data = SHEETS["gega-003666"].sheet.model_dump(exclude_unset=True)
    pair_plus = next(rule for rule in data["wager"] if rule["kind"] == "pair_plus")
    pair_plus["chart"]["lines"] = pair_plus["chart"]["lines"][1:]
    loaded = LoadedSheet(RuleSheet.model_validate(data), "0" * 64, Path("changed.toml"))
    write_rule_sheet(loaded, tmp_path, edition="submission", formats={"html"})
    says = "any hand that it does not name loses. A royal that the table does not name is paid as the straight flush"
    assert words(tmp_path / "gega-003666-submission.html").count(says) == 1


def test_the_cases_of_a_void_round_are_listed_one_by_one(printed: Path) -> None:
    page = (printed / "live-three-card-poker-submission.html").read_text("utf-8")
    listed = re.findall(r"<ul>(.*?)</ul>", page, re.DOTALL)
    assert [cases.count("<li>") for cases in listed] == [3, 6]
    assert "<li>a card of the round is exposed while wagers are open;</li>" in listed[1]


def test_a_ruling_settles_what_is_marked() -> None:
    sheet = SHEETS["bicycle-three-card-poker"].sheet
    ruled = tuple(
        entry.model_copy(update={"ruling_ref": "letter 12 of 2026"}) if entry.id == "B5" else entry
        for entry in sheet.interpretation
    )
    path = "wager.pair_plus.above_ante"
    assert mark_of(sheet, path) == "[The document does not say so: assumed (B5).]"
    assert mark_of(sheet.model_copy(update={"interpretation": ruled}), path) == "[Settled by letter 12 of 2026 (B5).]"
    assert mark_of(sheet, "showdown.beats") == mark_of(sheet, None) == ""


@pytest.mark.parametrize("name", SHEETS)
def test_every_value_of_the_data_is_printed(printed: Path, name: str) -> None:
    text = words(printed / f"{name}-submission.html")
    for statement in read_back(SHEETS[name].sheet):
        if statement.path and not statement.path.endswith((".name", ".chart")):
            assert statement.says in text
    for rule in SHEETS[name].sheet.wager:
        for line in rule.chart.lines if rule.chart else ():
            assert re.search(
                rf"\b{re.escape(line.hands[0].replace('_', ' '))}\b[^.]*? {line.pays}", text, re.IGNORECASE
            )


@pytest.mark.parametrize("name", SHEETS)
def test_the_sections_stand_in_the_order_of_a_submission(printed: Path, name: str) -> None:
    page = (printed / f"{name}-submission.html").read_text("utf-8")
    headings = [html.unescape(each) for each in re.findall(r'<h2 [^>]*><span class="no">\d+</span>(.*?)</h2>', page)]
    assert headings == list(SECTIONS.values())


@pytest.mark.parametrize("name", SHEETS)
def test_only_the_auditor_s_edition_has_clauses_readings_and_lint(printed: Path, name: str) -> None:
    clean, full = (words(printed / f"{name}-{edition}.html") for edition in EDITIONS)
    sheet = SHEETS[name].sheet
    for clause in sheet.clause:
        assert clause.says in full
        assert clause.citation in full
    for entry in sheet.interpretation:
        assert entry.question in full
        assert entry.why.replace("_", " ") in full.replace("_", " ")
        assert entry.why not in clean
    for finding in lint(sheet):
        assert finding.says in full
    assert "¶" not in clean


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("name", SHEETS)
def test_every_page_says_that_the_document_controls(printed: Path, name: str, edition: Edition) -> None:
    pages = pages_of(printed / f"{name}-{edition}.pdf")
    digest = SHEETS[name].sheet.document.sha256
    for number, page in enumerate(pages, start=1):
        text = "".join(page.split())
        assert "Generatedfromdata" in text
        assert digest in text
        assert f"Page{number}of{len(pages)}" in text


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("name", SHEETS)
def test_verapdf_finds_no_fault(printed: Path, name: str, edition: Edition) -> None:
    path = printed / f"{name}-{edition}.pdf"
    assert validate(path, "3a").failures == {}
    assert validate(path, "ua1").failures == {}


def test_the_layout_has_a_page_of_its_own(printed: Path) -> None:
    with pikepdf.open(printed / "gega-003666-submission.pdf") as pdf:
        wide = [page for page in pdf.pages if (float(page.mediabox[2]), float(page.mediabox[3])) == LANDSCAPE]
    assert len(wide) == 1
    portrait = [found for found in beyond_margins(printed / "gega-003666-submission.pdf") if found[0] < 7]
    assert portrait == []


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("name", SHEETS)
def test_nothing_is_printed_over_anything_else(printed: Path, name: str, edition: Edition) -> None:
    assert overlapping(printed / f"{name}-{edition}.pdf") == []


@pytest.mark.parametrize("name", SHEETS)
def test_the_same_data_gives_the_same_bytes(printed: Path, tmp_path: Path, name: str) -> None:
    write_rule_sheet(SHEETS[name], tmp_path, edition="submission", formats={"html"})
    again = (tmp_path / f"{name}-submission.html").read_bytes()
    assert again == (printed / f"{name}-submission.html").read_bytes()


def test_a_rule_that_changes_changes_its_sentence(tmp_path: Path) -> None:
    changed = SHEETS["gega-003666"].sheet.replacing({"bank.consecutive_rounds": 3, "deck.jokers": True})
    loaded = LoadedSheet(changed, "0" * 64, Path("changed.toml"))
    write_rule_sheet(loaded, tmp_path, edition="submission", formats={"html"})
    text = words(tmp_path / "gega-003666-submission.html")
    assert "One participant banks at most three rounds in a row" in text
    assert "There are no jokers." not in text


def test_a_sheet_in_force_from_a_date_says_so_and_is_dated_by_it(tmp_path: Path) -> None:
    dated = SHEETS["gega-003666"].sheet.model_copy(update={"effective_from": date(2025, 7, 1)})
    loaded = replace(SHEETS["gega-003666"], sheet=dated)
    write_rule_sheet(loaded, tmp_path, edition="submission", formats={"html"})
    page = (tmp_path / "gega-003666-submission.html").read_text("utf-8")
    assert "in force from 2025-07-01" in page
    assert '<meta name="dcterms.created" content="2025-07-01T00:00:00Z">' in page


def test_odds_stand_in_the_auditor_s_edition_alone(tmp_path: Path) -> None:
    odds = (
        Table("odds", "Per unit of Ante", (Column("what", "What"), Column("exact", "Exact")), (("Pair Plus", "-1/2"),)),
    )
    for edition in EDITIONS:
        write_rule_sheet(SHEETS["gega-004246"], tmp_path, edition=edition, formats={"html"}, odds=odds)
    clean, full = (words(tmp_path / f"gega-004246-{edition}.html") for edition in EDITIONS)
    assert "Per unit of Ante" in full
    assert "Per unit of Ante" not in clean


def test_an_unknown_edition_or_format_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ReportError, match="'draft' is not an edition of a rule sheet; ask for submission or auditor"):
        write_rule_sheet(SHEETS["gega-003666"], tmp_path, edition="draft", formats={"pdf"})  # type: ignore[arg-type]
    with pytest.raises(ReportError, match="'docx' is not a format of a rule sheet; ask for pdf or html"):
        write_rule_sheet(SHEETS["gega-003666"], tmp_path, edition="auditor", formats={"docx"})
