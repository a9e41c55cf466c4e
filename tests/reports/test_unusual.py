"""Nights out of the ordinary: fifty participants at one table, one seat at another, three currencies, two processes."""

from __future__ import annotations

import csv
import io
import os
import subprocess
import sys
from pathlib import Path

import pytest

from compliance.domain.words import Verdict
from compliance.reports.audit_input import Derivation, TraceStep
from compliance.reports.audit_report import write_audit_report
from compliance.reports.derivation_view import STEPS
from compliance.reports.rule_sheet import write_rule_sheet
from compliance.reports.table_layout import table_layout
from compliance.rules.loader import load_sheets
from tests.reports.sample import small, wager_finding
from tests.reports.test_pdf import beyond_margins, text_of

ROOT = Path(__file__).parents[2]
PEOPLE = 50
CROWDED = tuple(
    wager_finding(
        place, 2500, 0, seat=place, participant_id=f"PL{place:04d}", round_id="crowded", table_id="LIVE-1", sequence=1
    )
    for place in range(1, PEOPLE + 1)
)
LONELY = wager_finding(51, 100, 0, seat=1, table_id="SOLO", round_id="lonely", code="SETL-003")
YEN = wager_finding(52, 1000, 3000, currency="JPY", minor_digits=0, table_id="YEN-1", round_id="in-yen")
DINAR = wager_finding(
    53, 1500, 500, currency="KWD", minor_digits=3, table_id="DIN-1", round_id="in-dinar", verdict=Verdict.REVIEW,
    code="SETL-004",
)  # fmt: skip
STEP = TraceStep("3 full settlement", "win.2", "Ante, stake 25.00: beats the dealer hand", "win +25.00")
WRITE_SHEET = """
import sys
from pathlib import Path
from compliance.reports.rule_sheet import write_rule_sheet
from compliance.rules.loader import load_sheets
write_rule_sheet(load_sheets()["live-three-card-poker"], Path(sys.argv[1]), edition="submission", formats={"pdf"})
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("unusual")
    whole_round = Derivation(CROWDED[0].licensee_id, "crowded", None, (STEP,) * (STEPS + 6))
    data = small((*CROWDED, LONELY, YEN, DINAR), derivations=(whole_round,))
    write_audit_report(data, place, formats={"pdf", "html"}, redact=False)
    return place


def test_fifty_participants_of_one_round_are_all_printed(folder: Path) -> None:
    text = " ".join(text_of(folder / "audit-report.pdf").split())
    assert [number for number in range(1, PEOPLE + 1) if f"seat {number} PL{number:04d}" not in text] == []
    assert "6 more steps: compliance explain prints them all." in text


def test_a_table_with_one_seat_is_a_table_like_any_other(folder: Path) -> None:
    text = " ".join(text_of(folder / "audit-report.pdf").split())
    assert "SETL-003 Settlement missing" in text
    assert "lonely" in text
    one = table_layout(load_sheets()["gega-003666"].sheet.replacing({"table.positions": 1}))
    assert [each.label for each in one.positions] == ["1"]


def test_no_currency_is_added_to_another(folder: Path) -> None:
    held = {
        (row["currency"], row["by"], row["verdict"]): (row["overpaid"], row["underpaid"], row["findings"])
        for row in csv.DictReader(io.StringIO((folder / "money.csv").read_text("utf-8")))
        if row["by"] == "all"
    }
    # By hand: fifty wagers of 25.00 and one of 1.00 short; 2,000 yen too much; a dinar short, for review.
    assert held == {
        ("USD", "all", "violation"): ("0.00", "1251.00", "51"),
        ("JPY", "all", "violation"): ("2000", "0", "1"),
        ("KWD", "all", "review"): ("0.000", "1.000", "1"),
    }
    text = " ".join(text_of(folder / "audit-report.pdf").split())
    for title in ("Amounts in JPY", "Amounts in KWD", "Amounts in USD", "Owed in JPY, by debtor and creditor"):
        assert title in text
    places = [text.index(f"By table: {currency}") for currency in ("JPY", "KWD", "USD")]
    assert places == sorted(places)


def test_nothing_of_it_stands_beyond_the_margins(folder: Path) -> None:
    assert beyond_margins(folder / "audit-report.pdf") == []


def test_another_process_prints_the_same_sheet_byte_for_byte(tmp_path: Path) -> None:
    sheet = load_sheets()["live-three-card-poker"]
    write_rule_sheet(sheet, tmp_path / "here", edition="submission", formats={"pdf"})
    place = {"PYTHONHASHSEED": "4711", "TZ": "Asia/Tokyo", "LC_ALL": "C", "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", WRITE_SHEET, str(tmp_path / "there")]
    subprocess.run(command, env=os.environ | place, cwd=tmp_path, check=True)
    here = {path.name: path.read_bytes() for path in (tmp_path / "here").iterdir()}
    assert here == {path.name: path.read_bytes() for path in (tmp_path / "there").iterdir()}
    assert list(here) == ["live-three-card-poker-submission.pdf"]
