"""Data out: the same rows in every format, typed in a workbook, no formula anywhere, whole or not at all."""

from __future__ import annotations

import csv
import json
import re
import zipfile
from decimal import Decimal
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import duckdb
import pytest

from compliance.reports import exports
from compliance.reports.errors import ReportError
from tests.cli.conftest import Desk, case

FORMULA = '=HYPERLINK("http://x.example","y")'
PEOPLE = (FORMULA, "-2+3", "@SUM(1)", "+1", "http://x.example/", "'quoted", 'a,"b";c')
FINDING_FIELDS = [
    "code", "verdict", "round_id", "table_id", "gaming_date", "seat", "participant_id", "wager_kind",
    "expected_outcome", "expected_net", "recorded_outcome", "recorded_net", "variance", "direction", "clauses",
    "interpretation", "reading", "message", "source", "finding_id",
]  # fmt: skip
SETTLEMENT_FIELDS = [
    "round_id", "table_id", "gaming_date", "rule_sheet", "seat", "participant_id", "wager_kind", "stake",
    "recorded_outcome", "recorded_net", "expected_outcome", "expected_net", "verdict", "codes",
]  # fmt: skip
CELL = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Desk:
    """A log with hostile names, money lost, a wrong net, a void round and a line that cannot be read."""
    desk = Desk(tmp_path_factory.mktemp("exports"))
    rounds = []
    for number, person in enumerate(PEOPLE):
        record = json.loads(json.dumps(case("base_game/pass_live_win").round))
        # The later the sequence, the earlier the line and the round id; on two tables and two dates.
        record |= {"round_id": f"R-{9 - number}", "sequence": 50 - number if number != 3 else None}
        record |= {"table_id": f"=T{number % 2}", "gaming_date": f"2026-11-2{7 + number // 4}"}
        record["seats"][0]["participants"][0]["participant_id"] = person
        if number == 2:
            record["seats"][0]["participants"][0]["wagers"][0]["net"] = "-9007199254740.93"
        rounds.append(record)
    desk.run("ingest", desk.log(*rounds, '{"+": 1}', json.dumps(rounds[0] | {"round_id": "R-Y", "sequence": "x"})))
    assert desk.run("verify", "--parity", "none").exit_code == 1
    return desk


def exported(desk: Desk, what: str, form: str) -> Path:
    """The export of that kind in that form, made once."""
    target = desk.folder / f"{what}.{form}"
    if target.exists():
        return target
    told = desk.json("export", what, "--format", form, "-o", str(target))
    assert told["path"] == str(target)
    assert not list(desk.folder.glob(".*.part"))
    return target


def json_rows(desk: Desk, what: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in exported(desk, what, "jsonl").read_text().splitlines()]


def csv_text(value: Any) -> str:
    if value is None:
        return ""
    return ";".join(value) if isinstance(value, list) else str(value)


def worksheet(path: Path) -> tuple[str, list[dict[str, tuple[str, str]]]]:
    """A worksheet's XML, and its rows as column letter -> (type, value)."""
    with zipfile.ZipFile(path) as book:
        assert len([name for name in book.namelist() if name.startswith("xl/worksheets/sheet")]) == 1
        text = book.read("xl/worksheets/sheet1.xml").decode()
    rows = []
    for row in ElementTree.fromstring(text).iter(f"{CELL}row"):  # noqa: S314 - our own file
        cells = {}
        for cell in row.iter(f"{CELL}c"):
            value = "".join(part.text or "" for part in cell.iter() if part.tag in (f"{CELL}t", f"{CELL}v"))
            cells[re.sub(r"\d", "", cell.attrib["r"])] = (cell.attrib.get("t", "n"), value)
        rows.append(cells)
    return text, rows


@pytest.mark.parametrize("what", ["settlements", "findings", "quarantine", "rounds"])
def test_every_format_has_the_same_rows_in_the_same_order(desk: Desk, what: str) -> None:
    rows = [exports.flat(row) for row in json_rows(desk, what)]
    assert rows
    with exported(desk, what, "csv").open(newline="") as file:
        table = list(csv.DictReader(file))
    assert [list(row) for row in table] == [list(row) for row in rows]
    for row, cells in zip(rows, table, strict=True):
        for column, value in row.items():
            assert cells[column] in (csv_text(value), "'" + csv_text(value))
            number = re.fullmatch(r"-?\d+(\.\d+)?", csv_text(value))
            assert number or not cells[column].startswith(("=", "+", "-", "@", "\t", "\r"))
            if number:
                assert cells[column] == csv_text(value)
    parquet = duckdb.sql(f"SELECT * FROM read_parquet('{exported(desk, what, 'parquet')}')")
    assert [{**row} for row in rows] == [
        {name: str(value) if name == "gaming_date" else value for name, value in zip(parquet.columns, row, strict=True)}
        for row in parquet.fetchall()
    ]


@pytest.mark.parametrize("what", ["settlements", "findings", "quarantine", "rounds"])
def test_a_workbook_has_typed_cells_and_a_header_that_filters(desk: Desk, what: str) -> None:
    rows = [exports.flat(row) for row in json_rows(desk, what)]
    text, sheet = worksheet(exported(desk, what, "xlsx"))
    assert "<f>" not in text
    assert "<hyperlink" not in text
    assert 'state="frozen"' in text
    header = {letter: value for letter, (_, value) in sheet[0].items()}
    assert list(header.values()) == list(rows[0])
    assert f'<autoFilter ref="A1:{list(header)[-1]}{len(rows) + 1}"' in text
    for row, cells in zip(rows, sheet[1:], strict=True):
        for letter, column in header.items():
            value = row[column]
            if value is None or value == []:
                assert cells.get(letter, ("n", ""))[1] == ""
            elif column in ("seat", "line", "byte_offset", *exports_money(what)):
                kind, shown = cells[letter]
                assert (kind, Decimal(shown)) == ("n", Decimal(str(value)))
            elif column == "gaming_date":
                assert cells[letter][0] == "n"
            else:
                assert cells[letter] == ("inlineStr", csv_text(value))


def exports_money(what: str) -> tuple[str, ...]:
    of_findings = ("expected_net", "recorded_net", "variance")
    return {"settlements": ("stake", "recorded_net", "expected_net"), "findings": of_findings}.get(what, ())


def test_columns_are_those_of_the_contract(desk: Desk) -> None:
    findings, settlements = json_rows(desk, "findings"), json_rows(desk, "settlements")
    assert all(list(row) == FINDING_FIELDS for row in findings)
    assert all(list(row["source"]) == ["file_sha256", "line", "byte_offset"] for row in findings)
    assert all(list(row) == SETTLEMENT_FIELDS for row in settlements)
    wrong = [row for row in findings if row["code"] == "SETL-001"]
    assert [(row["recorded_net"], row["direction"]) for row in wrong] == [("-9007199254740.93", "underpaid")]


def test_rows_are_ordered_by_date_table_sequence_and_round(desk: Desk) -> None:
    order = [(row["gaming_date"], row["table_id"], row["round_id"]) for row in json_rows(desk, "rounds")]
    # Within a table of a date the later rounds come first in the file; a round without a sequence comes last.
    assert [round_id for *_, round_id in order] == ["R-7", "R-9", "R-8", "R-6", "R-3", "R-5", "R-4"]
    assert order == sorted(order, key=lambda row: row[:2])
    of_settlements = dict.fromkeys(row["round_id"] for row in json_rows(desk, "settlements"))
    assert list(of_settlements) == [round_id for *_, round_id in order]


def test_a_workbook_that_is_too_small_is_refused_and_leaves_what_was_there(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(exports, "ROWS_OF_A_WORKSHEET", 5)
    target = desk.folder / "kept.xlsx"
    target.write_text("before")
    refused = desk.run("export", "rounds", "--format", "xlsx", "-o", str(target))
    assert refused.exit_code == 2
    assert "a worksheet has 5 rows" in refused.stderr
    assert "csv or parquet" in refused.stderr
    assert target.read_text() == "before"
    assert not list(desk.folder.glob(".*.part"))


def test_what_a_spreadsheet_cannot_hold_exactly_stays_text_or_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.xlsx"
    amounts = ["-9007199254740.93", "123456789012345.67", "0.00", "-0.01"]
    days = ["1899-12-31", "2026-11-28"]
    records = [{"net": net, "day": day} for net, day in zip(amounts, days * 2, strict=True)]
    assert exports.write_xlsx({"net": "VARCHAR", "day": "DATE"}, records, path, ["net"]) == 4
    _, rows = worksheet(path)
    assert [row["A"] for row in rows[1:]] == [
        ("n", "-9007199254740.93"), ("inlineStr", "123456789012345.67"), ("n", "0.00"), ("n", "-0.01"),
    ]  # fmt: skip
    assert rows[1]["B"] == ("inlineStr", "1899-12-31")
    with pytest.raises(ReportError, match=r"raw in row 1 has 32,768 characters"):
        exports.write_xlsx({"raw": "VARCHAR"}, [{"raw": "x" * 32_768}], path)


def test_a_place_that_cannot_be_written_is_named_in_a_sentence(desk: Desk) -> None:
    for form in ("jsonl", "csv", "parquet", "xlsx"):
        for target in (desk.folder, desk.folder / "nowhere" / "out"):
            refused = desk.run("export", "rounds", "--format", form, "-o", str(target))
            assert refused.exit_code == 2
            assert str(target) in refused.stderr
            assert refused.stderr.count("\n") == 1
