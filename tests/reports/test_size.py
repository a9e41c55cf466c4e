"""Reports of no, one, ten and fifty thousand findings; two currencies; many names."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import pikepdf
import pytest

from compliance.domain.words import Verdict
from compliance.reports.audit_report import write_audit_report
from compliance.reports.charts import Amounts, money_chart
from compliance.reports.errors import ReportError
from compliance.reports.findings_view import PRINTED, findings_view, shares
from compliance.reports.money_sums import money_sums
from compliance.reports.money_view import LONGEST, money_view
from tests.reports.sample import small, wager_finding
from tests.reports.test_html import data_of
from tests.reports.test_pdf import text_of

if TYPE_CHECKING:
    from compliance.reports.audit_input import FindingRow

WRITE = """
import re, sys, time
from pathlib import Path
from compliance.reports.audit_input import WagerCounts
from compliance.reports.audit_report import write_audit_report
from tests.reports.sample import small
from tests.reports.test_size import many

number = int(sys.argv[2])
data = small(many(number), wagers=WagerCounts(number + 2, 2, number // 2, number // 2, 0))
began = time.process_time()
write_audit_report(data, Path(sys.argv[1]), formats={"pdf", "html"})
spent = time.process_time() - began
# The peak of this program alone; the resource module would count the process that started it.
print(spent, re.search(r"VmHWM:\\s+(\\d+)", Path("/proc/self/status").read_text())[1])
"""


def many(count: int) -> tuple[FindingRow, ...]:
    kinds, verdicts = ("ante", "play", "pair_plus"), (Verdict.VIOLATION, Verdict.REVIEW)
    return tuple(
        wager_finding(
            place,
            2500,
            0 if place % 3 else 5000,
            code="SETL-001" if place % 2 else "SETL-004",
            verdict=verdicts[place % 2 == 0],
            wager_kind=kinds[place % 7 % 3],
            clauses=("win.2",),
            table_id=f"TCP-{place % 5:02d}",
        )
        for place in range(1, count + 1)
    )


def test_a_report_without_findings_says_so(tmp_path: Path) -> None:
    write_audit_report(small(()), tmp_path, formats={"pdf", "html"})
    text = " ".join(text_of(tmp_path / "audit-report.pdf").split())
    assert "Everything examined conforms to the rule sheets." in text
    assert "No check that examined anything raised a finding." in text
    assert "No finding of this audit over- or underpays anyone." in text
    assert "No line was quarantined" in text
    counts = (
        "19 passed, 0 failed, 0 raised only doubts for review, 0 found only what cannot be decided, and 2 had nothing"
    )
    assert f"{counts} to examine" in text
    assert "nobody owes anything by it" in text
    assert json.loads((tmp_path / "findings.json").read_text())["findings"] == []


def test_a_report_of_one_finding_counts_in_the_singular(tmp_path: Path) -> None:
    write_audit_report(small((wager_finding(1, 2500, 0),)), tmp_path, formats={"html"})
    page = (tmp_path / "audit-report.html").read_text("utf-8")
    assert "1 finding in 1 group, by table and cause" in page
    assert "1 findings" not in page


@pytest.mark.parametrize(("number", "most_seconds", "megabytes"), [(10_000, 30, 600), (50_000, 90, 900)])
def test_thousands_of_findings_are_all_there_in_bounded_time_and_memory(
    tmp_path: Path, number: int, most_seconds: int, megabytes: int
) -> None:
    # Seconds of processor time, which other work on the machine does not lengthen much.
    command = [sys.executable, "-c", WRITE, str(tmp_path), str(number)]
    ran = subprocess.run(command, cwd=Path(__file__).parents[2], capture_output=True, text=True, check=True)
    seconds, kilobytes = ran.stdout.split()
    assert float(seconds) < most_seconds
    assert int(kilobytes) < megabytes * 1024
    text = " ".join(text_of(tmp_path / "audit-report.pdf").split())
    assert f"{number:,} findings in 30 groups" in text
    assert "Printed below are 200 of them" in text
    assert f"the other {number - 200:,} are in findings.csv and findings.json" in text
    with pikepdf.open(tmp_path / "audit-report.pdf") as pdf:
        inside = pdf.attachments["findings.json"].get_file().read_bytes()
        lines = pdf.attachments["findings.csv"].get_file().read_bytes().count(b"\r\n")
    assert json.loads(inside)["count"] == number
    assert lines == number + 1
    assert len(data_of((tmp_path / "audit-report.html").read_text("utf-8"))["rows"]) == number


def test_what_is_printed_and_what_is_not_add_up_to_every_group() -> None:
    rows = many(1_000)
    view = findings_view(small(rows), {}, "6")
    assert sum(len(group.shown) for group in view.groups) == PRINTED
    for group in view.groups:
        stated = int({fact.label: fact.value for fact in group.facts}["Findings"].replace(",", ""))
        left = int(re.match(r"[\d,]+", group.rest or "0")[0].replace(",", ""))  # type: ignore[index]
        assert len(group.shown) + left == stated
    held = Counter((row.table_id, row.code, row.wager_kind) for row in rows)
    assert view.overview is not None
    assert [int(row[5]) for row in view.overview.rows] == [
        held[key] for key in sorted(held, key=lambda key: (key[1] != "SETL-001", key))
    ]


@pytest.mark.parametrize(
    ("sizes", "room", "given"),
    [
        ([5, 1, 9], 6, [3, 1, 2]),
        ([5, 1, 9], 100, [5, 1, 9]),
        ([1, 1, 1], 2, [1, 1, 0]),
        ([], 5, []),
    ],
)
def test_rows_are_shared_evenly(sizes: list[int], room: int, given: list[int]) -> None:
    assert shares(sizes, room) == given


def test_currencies_are_never_added_up() -> None:
    rows = (
        wager_finding(1, 2500, 0),
        wager_finding(2, 1000, 3000, currency="JPY", minor_digits=0),
        wager_finding(3, 500, 0, verdict=Verdict.REVIEW, code="SETL-004"),
    )
    data = small(rows)
    view = money_view(money_sums(rows, data.sheets))
    yen, dollars = view.currencies
    assert (yen.title, dollars.title) == ("Amounts in JPY", "Amounts in USD")
    assert yen.bearer.total == ("Total", "1", "2,000", "0", "0", "0", "0")
    assert dollars.bearer.total == ("Total", "1", "0.00", "25.00", "1", "0.00", "5.00")


def test_names_beyond_the_longest_listing_are_summed_in_a_last_row() -> None:
    rows = tuple(wager_finding(place, 100 * place, 0, table_id=f"T{place:03d}") for place in range(1, 41))
    view = money_view(money_sums(rows, ()))
    table = view.currencies[0].groupings[1].table
    assert len(table.rows) == LONGEST
    assert table.rows[0][0] == "T040"
    assert table.rows[-1][:4] == ("17 others", "17", "0.00", "153.00")
    assert table.total is not None
    assert table.total[3] == "820.00"
    assert table.note == "The last row sums 17 names with smaller amounts; money.csv lists them."


def test_a_round_s_own_difference_is_not_counted_as_a_wager_s_money() -> None:
    total = wager_finding(1, 5000, 0, code="COVR-003", wager_kind=None, seat=None)
    assert money_sums((total,), ()) == ()


def test_bars_stand_to_scale_on_their_side_of_the_axis() -> None:
    chart = money_chart("t", [Amounts("a", 1000, 500, 0, 0), Amounts("b", 0, 0, 250, 1)], 2, "USD")
    over, under, review_over, review_under = chart.bars
    assert over.x == chart.axis_x == review_over.x
    assert (under.width, review_over.width) == (over.width // 2, over.width // 4)
    assert under.x + under.width == chart.axis_x == review_under.x + review_under.width
    assert review_under.width == 1
    assert [bar.kind for bar in chart.bars] == ["violation", "violation", "review", "review"]
    assert {"10.00", "5.00", "2.50", "0.01", "underpaid, USD", "overpaid, USD"} <= {each.text for each in chart.labels}
    assert max(bar.x + bar.width for bar in chart.bars) < chart.width


def test_an_unknown_format_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ReportError, match="'docx' is not a format of a report; ask for pdf or html"):
        write_audit_report(small(()), tmp_path, formats={"docx"})
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_written_is_said_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(ReportError, match=r"cannot be written: .*; choose another folder with --out"):
        write_audit_report(small(()), tmp_path / "file", formats={"html"})
