"""The full lists: complete, exact, and harmless in a spreadsheet."""

from __future__ import annotations

import csv
import io
import json
from decimal import Decimal
from typing import TYPE_CHECKING

import pytest

from compliance.reports.evidence_files import csv_bytes, csv_cell, json_bytes
from tests.reports.sample import night

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    "text", ["=1+1", "+1+1", "-1+1", "@SUM(A1)", "\t=1", "\r=1", " =1", "|calc", "%x", "＝1", "-", "--5", "+5", "- 5"]
)
def test_a_cell_that_a_spreadsheet_would_run_is_disarmed(text: str) -> None:
    assert csv_cell(text) == "'" + text


@pytest.mark.parametrize("text", ["-25.00", "25.00", "0", "TCP-01", "a=b", "–", ""])
def test_an_amount_or_plain_text_stays_as_it_is(text: str) -> None:
    assert csv_cell(text) == text


def test_lists_are_joined_and_nothing_is_an_empty_cell() -> None:
    assert csv_cell(["win.2", "win.4"]) == "win.2;win.4"
    assert csv_cell(None) == ""


def test_text_outside_unicode_is_written_as_escapes() -> None:
    assert csv_bytes(["a"], [{"a": "x\ud800"}]) == b"a\r\nx\\ud800\r\n"
    assert json.loads(json_bytes({"a": "x\ud800é"})) == {"a": "x\ud800é"}


def test_findings_as_csv_and_as_json_are_the_findings(night_folder: Path) -> None:
    rows = list(csv.DictReader(io.StringIO((night_folder / "findings.csv").read_text("utf-8"))))
    held = json.loads((night_folder / "findings.json").read_text())
    findings = night().findings
    assert held["count"] == len(held["findings"]) == len(rows) == len(findings) == 39
    assert held["pseudonyms"] is True
    for row, record, finding in zip(rows, held["findings"], findings, strict=True):
        assert row["round_id"] == record["round_id"] == finding.round_id
        assert row["clauses"] == ";".join(record["clauses"]) == ";".join(finding.clauses)
        assert (row["file_sha256"], int(row["line"]), int(row["byte_offset"])) == tuple(record["source"].values())
        if finding.variance is None:
            assert (row["variance"], record["variance"]) == ("", None)
        else:
            assert Decimal(row["variance"]) == Decimal(record["variance"]) == Decimal(finding.variance) / 100


def test_money_by_table_is_what_its_findings_add_up_to(night_folder: Path) -> None:
    rows = list(csv.DictReader(io.StringIO((night_folder / "money.csv").read_text("utf-8"))))
    held = {(row["by"], row["name"], row["verdict"]): row for row in rows}
    # By hand: TCP-01 limits ignored 50 + 125 + 200 + 25; Antes 25 + 50 + 25 + 100 + 15 and Pair Plus 5 + 10 + 25 short.
    first = held["table", "TCP-01", "violation"]
    assert (first["overpaid"], first["underpaid"], first["findings"]) == ("400.00", "255.00", "12")
    # By hand: Ante bonuses 40 + 80 + 20 + 100 + 40 not recorded, and 10 + 15 after a disconnection.
    assert held["table", "TCP-02", "violation"]["underpaid"] == "280.00"
    assert held["table", "TCP-02", "review"]["underpaid"] == "25.00"
    assert held["bearer", "house", "violation"]["underpaid"] == "280.00"


def test_the_run_s_record_says_what_was_counted(night_folder: Path) -> None:
    record = json.loads((night_folder / "run.json").read_text())
    assert record["wagers"] == {"examined": 12480, "conforms": 12445, "violation": 23, "review": 8, "undetermined": 4}
    assert [file["read"] for file in record["files"]] == [612, 745, 590, 634, 577]
    assert record["verdict"] == "violation"
