"""The HTML edition in a real browser: 10,000 findings sorted and filtered, and nothing asked of anybody."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import pytest

from compliance.reports.audit_report import write_audit_report
from compliance.reports.rule_sheet import write_rule_sheet
from compliance.rules.loader import load_sheets
from compliance.workflows.sheets import compared, write_diff
from compliance.workflows.workspace import Workspace
from tests.browser.devtools import Browser
from tests.reports.sample import small
from tests.reports.test_hostile import hostile_night
from tests.reports.test_size import many

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytestmark = pytest.mark.browser

COUNT = 10_000
CELL = "[...document.querySelectorAll('#browser-rows tbody tr')].map(row => row.children[{column}].textContent)"
STATUS = "document.getElementById('browser-status').textContent"
CLICK = "document.querySelectorAll('#browser-rows thead button')[{column}].click()"
CHOOSE = "(() => {{ const box = document.getElementById('{id}'); box.value = {value!r}; box.dispatchEvent(new Event('{event}')) }})()"  # noqa: E501
VARIANCE, CODE, VERDICT, TABLE = 11, 1, 2, 3


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("pages")
    write_audit_report(small(many(COUNT)), folder / "many", formats={"html"})
    write_audit_report(hostile_night(9), folder / "hostile", formats={"html"}, redact=False)
    write_rule_sheet(load_sheets()["gega-003666"], folder / "sheet", edition="auditor", formats={"html"})
    compared_sheets = compared(Workspace(folder / "no.duckdb"), "gega-003666", "card-room-three-card-poker")
    write_diff(compared_sheets, folder / "redline.html", "html")
    return folder


@pytest.fixture
def browser(tmp_path: Path) -> Iterator[Browser]:
    with Browser(tmp_path / "profile") as opened:
        yield opened


@pytest.fixture
def report(browser: Browser, pages: Path) -> Browser:
    browser.open(pages / "many" / "audit-report.html")
    return browser


def cells(browser: Browser, column: int) -> list[Any]:
    shown: list[Any] = browser.value(CELL.format(column=column))
    return shown


def amount(text: str) -> float:
    return float(text.split()[0].replace("−", "-").replace(",", ""))


def test_all_findings_are_there_a_page_at_a_time(report: Browser) -> None:
    assert report.value(STATUS) == "10,000 of 10,000 findings match; showing 1 to 100."
    assert cells(report, 0) == [str(number) for number in range(1, 101)]
    report.value("document.getElementById('browser-on').click()")
    assert report.value(STATUS).endswith("showing 101 to 200.")
    assert cells(report, 0)[0] == "101"
    report.value("document.getElementById('browser-back').click()")
    assert cells(report, 0)[0] == "1"
    assert report.value("document.getElementById('browser-back').disabled") is True


def test_money_sorts_by_amount_both_ways(report: Browser) -> None:
    report.value(CLICK.format(column=VARIANCE))
    rising = [amount(text) for text in cells(report, VARIANCE)]
    assert rising == sorted(rising)
    assert rising[0] == -25
    report.value(CLICK.format(column=VARIANCE))
    falling = [amount(text) for text in cells(report, VARIANCE)]
    assert falling == sorted(falling, reverse=True)
    assert falling[0] == 25
    head = f"document.querySelectorAll('#browser-rows thead th')[{VARIANCE}].getAttribute('aria-sort')"
    assert report.value(head) == "descending"


def test_filters_narrow_and_together_narrow_more(report: Browser) -> None:
    report.value(CHOOSE.format(id="browser-code", value="SETL-004", event="change"))
    assert set(cells(report, CODE)) == {"SETL-004"}
    assert report.value(STATUS).startswith("5,000 of 10,000")
    report.value(CHOOSE.format(id="browser-table", value="TCP-03", event="change"))
    assert set(cells(report, TABLE)) == {"TCP-03"}
    assert report.value(STATUS).startswith("1,000 of 10,000")
    report.value(CHOOSE.format(id="browser-search", value="no such words", event="input"))
    assert report.value(STATUS) == "0 of 10,000 findings match; showing 0 to 0."
    assert report.value("document.getElementById('browser-on').disabled") is True


def test_words_of_any_column_are_found_at_once(report: Browser) -> None:
    wanted = cells(report, 5)[41]
    began = time.perf_counter()
    report.value(CHOOSE.format(id="browser-search", value=wanted, event="input"))
    assert time.perf_counter() - began < 2
    assert set(cells(report, 5)) == {wanted}


@pytest.mark.parametrize(
    "page", ["many/audit-report.html", "hostile/audit-report.html", "sheet/gega-003666-auditor.html", "redline.html"]
)
def test_a_page_asks_nobody_for_anything_and_breaks_no_rule_of_its_own(
    browser: Browser, pages: Path, page: str
) -> None:
    browser.open(pages / page)
    asked = {event["request"]["url"] for event in browser.told("Network.requestWillBeSent")}
    assert asked == {(pages / page).as_uri()}
    assert browser.told("Runtime.exceptionThrown", "Log.entryAdded", "Page.javascriptDialogOpening") == []


def test_hostile_names_are_shown_as_text(browser: Browser, pages: Path) -> None:
    browser.open(pages / "hostile" / "audit-report.html")
    assert browser.value("document.querySelectorAll('img, iframe, object, script[src], link').length") == 0
    shown = cells(browser, TABLE)
    assert "<script>alert(1)</script>" in shown
    assert any("U+202E RIGHT-TO-LEFT OVERRIDE" in text for text in shown)


@pytest.mark.parametrize("width", [1280, 820, 390])
@pytest.mark.parametrize("page", ["many/audit-report.html", "sheet/gega-003666-auditor.html", "redline.html"])
def test_a_page_is_never_wider_than_its_window(browser: Browser, pages: Path, page: str, width: int) -> None:
    browser.ask("Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1, mobile=False)
    browser.open(pages / page)
    assert browser.value("document.documentElement.scrollWidth") <= width
