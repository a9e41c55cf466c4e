"""Names that would do harm: nothing is fetched, nothing is run, nothing is lost from sight."""

from __future__ import annotations

import json
import re
import socket
from contextlib import closing
from datetime import UTC, datetime
from html.parser import HTMLParser
from typing import TYPE_CHECKING, Any

import pytest

from compliance.domain.words import Verdict
from compliance.reports.audit_report import write_audit_report
from compliance.reports.errors import ReportError
from compliance.reports.render import render_html, render_pdf
from tests.reports.sample import digest, files, small, wager_finding
from tests.reports.test_pdf import beyond_margins, overlapping, text_of
from tests.reports.verapdf import validate

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from compliance.reports.audit_input import AuditInput

DATED = datetime(2026, 3, 3, tzinfo=UTC)
FRAME = '<html lang="en"><head><title>T</title>{head}</head><body><p>word</p>{body}</body></html>'


@pytest.fixture
def listener() -> Iterator[socket.socket]:
    with closing(socket.socket()) as open_:
        open_.bind(("127.0.0.1", 0))
        open_.listen()
        open_.setblocking(False)
        yield open_


def was_asked(listener: socket.socket) -> bool:
    try:
        listener.accept()[0].close()
    except BlockingIOError:
        return False
    return True


def hostile_names(port: int) -> list[str]:
    return [
        f'<img src="http://127.0.0.1:{port}/x.png">',
        f'"><link rel="stylesheet" href="http://127.0.0.1:{port}/x.css">',
        f"</style><style>body{{background:url(http://127.0.0.1:{port}/y)}}</style>",
        '<a rel="attachment" href="file:///etc/passwd">x</a>',
        "<script>alert(1)</script>",
        "</script><script>alert(2)</script>",
        "<!--",
        "{{ view.page }}{% include 'style.css' %}",
        "أحمد שלום \u202egnp.exe",
        "🎲🃏\x00\x1b[31m\r\n\t\ud800",
        "long " + "A" * 495,
        "=HYPERLINK(\"http://127.0.0.1\")",
    ]  # fmt: skip


def hostile_night(port: int) -> AuditInput:
    rows = tuple(
        wager_finding(
            place, 2500, 0, table_id=name, round_id=name, participant_id=name, house_dealer_id=name, wager_kind=name,
            message=name, clauses=(name,), rule_sheet=name, interpretation=name, reading=name, cards=name,
        )
        for place, name in enumerate(hostile_names(port), start=1)
    )  # fmt: skip
    name = hostile_names(port)[0]
    file = files()[4].__class__(name, digest("tcp-05"), 577, 577, 0, 0, 5, name, name)
    return small(rows, licensee_name=name, run_id=name, scope=name, not_received=(name,), files=(file,))


@pytest.fixture(scope="module")
def hostile_folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, socket.socket]]:
    with closing(socket.socket()) as open_:
        open_.bind(("127.0.0.1", 0))
        open_.listen()
        open_.setblocking(False)
        folder = tmp_path_factory.mktemp("hostile")
        write_audit_report(hostile_night(open_.getsockname()[1]), folder, formats={"pdf", "html"}, redact=False)
        yield folder, open_


def test_a_report_full_of_hostile_names_fetches_nothing(hostile_folder: tuple[Path, socket.socket]) -> None:
    folder, listener = hostile_folder
    assert not was_asked(listener)
    assert b"root:" not in (folder / "audit-report.pdf").read_bytes()


def test_it_is_still_valid(hostile_folder: tuple[Path, socket.socket]) -> None:
    assert validate(hostile_folder[0] / "audit-report.pdf", "3a").failures == {}


def test_no_name_runs_over_the_margin_or_another(hostile_folder: tuple[Path, socket.socket]) -> None:
    assert beyond_margins(hostile_folder[0] / "audit-report.pdf") == []
    assert overlapping(hostile_folder[0] / "audit-report.pdf") == []


def test_every_hostile_name_can_be_read_in_the_pdf(hostile_folder: tuple[Path, socket.socket]) -> None:
    text = re.sub(r"[\s\ufffe\xad]", "", text_of(hostile_folder[0] / "audit-report.pdf"))
    for seen in (
        "<script>alert(1)</script>",
        "file:///etc/passwd",
        "[U+0623ARABICLETTERALEFWITHHAMZAABOVE,U+062D,U+0645,U+062F]",
        "[U+202ERIGHT-TO-LEFTOVERRIDE]gnp.exe",
        "[U+1F3B2GAMEDIE,U+1F0CF,U+0000,U+001B][31m",
        "A[500characters]",
        "{{view.page}}",
    ):
        assert seen in text


class Tags(HTMLParser):
    """Keeps every element with its attributes."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))


def test_the_html_holds_no_element_of_theirs(hostile_folder: tuple[Path, socket.socket]) -> None:
    tags = Tags()
    tags.feed((hostile_folder[0] / "audit-report.html").read_text("utf-8"))
    names = [tag for tag, _ in tags.found]
    assert names.count("script") == 2
    assert names.count("style") == 1
    assert {"img", "link", "iframe", "object", "base"}.isdisjoint(names)
    assert [attributes for _, attributes in tags.found if "src" in attributes] == []
    links = {str(attributes["href"]) for _, attributes in tags.found if "href" in attributes}
    assert all(link.startswith("#") for link in links)


def test_the_findings_inside_the_page_survive_as_data(hostile_folder: tuple[Path, socket.socket]) -> None:
    folder, _ = hostile_folder
    page = (folder / "audit-report.html").read_text("utf-8")
    data = re.search(r'<script type="application/json" id="findings-data">(.*?)</script>', page, re.DOTALL)
    assert data is not None
    tables = [row[3] for row in json.loads(data[1])["rows"]]
    assert "</script><script>alert(2)</script>" in tables
    assert len(tables) == 12


def test_the_evidence_keeps_names_as_they_are_and_disarms_only_the_csv(
    hostile_folder: tuple[Path, socket.socket],
) -> None:
    folder, listener = hostile_folder
    held = json.loads((folder / "findings.json").read_text())["findings"]
    assert [each["table_id"] for each in held] == hostile_names(listener.getsockname()[1])
    assert "'=HYPERLINK(" in (folder / "findings.csv").read_text("utf-8")


@pytest.mark.parametrize(
    "markup",
    [
        {"body": '<img alt="x" src="http://127.0.0.1:{port}/x.png">'},
        {"body": '<img alt="x" src="file:///etc/passwd">'},
        {"body": '<img alt="x" src="/etc/passwd">'},
        {"body": '<img alt="x" src="app:../../pyproject.toml">'},
        {"body": '<img alt="x" src="data:image/png;base64,AAAA">'},
        {"head": '<link rel="stylesheet" href="http://127.0.0.1:{port}/x.css">'},
        {"head": '<link rel="attachment" href="file:///etc/passwd">'},
        {"head": "<style>@import url(http://127.0.0.1:{port}/x.css);</style>"},
        {"head": "<style>p {{ background: url(file:///etc/passwd) }}</style>"},
        {"head": "<style>@font-face {{ font-family: x; src: url(file:///etc/passwd) }} p {{ font: 9pt x }}</style>"},
        {"body": '<object data="http://127.0.0.1:{port}/x"></object>'},
        {"body": '<a rel="attachment" href="file:///etc/passwd">x</a>'},
    ],
)
def test_markup_that_asks_for_anything_else_stops_the_render(listener: socket.socket, markup: dict[str, str]) -> None:
    port = listener.getsockname()[1]
    parts: dict[str, Any] = {"head": "", "body": ""} | {key: each.format(port=port) for key, each in markup.items()}
    with pytest.raises(ReportError, match="does not ship with the tool; nothing was fetched"):
        render_pdf(FRAME.format(**parts), dated=DATED)
    assert not was_asked(listener)


def test_a_glyph_that_no_font_has_fails_the_render() -> None:
    style = '<link rel="stylesheet" href="app:fonts.css"><style>* { font-family: "Liberation Sans" }</style>'
    with pytest.raises(ReportError, match="layout raised a warning"):
        render_pdf(FRAME.format(head=style, body="<p>\U000f1234</p>"), dated=DATED)


def test_an_unknown_property_fails_the_render() -> None:
    with pytest.raises(ReportError, match=r"layout raised a warning: .*colour"):
        render_pdf(FRAME.format(head="<style>p { colour: red }</style>", body=""), dated=DATED)


def test_a_template_that_asks_for_what_is_not_given_fails() -> None:
    with pytest.raises(Exception, match="'view' is undefined"):
        render_html("audit/report.html", screen=False)


def test_a_verdict_of_hostile_findings_is_still_theirs(hostile_folder: tuple[Path, socket.socket]) -> None:
    record = json.loads((hostile_folder[0] / "run.json").read_text())
    assert record["verdict"] == Verdict.VIOLATION
