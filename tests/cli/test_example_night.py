"""The bundled night: every planted fault is found under its code, nothing else is, and nothing changes on a rerun."""

import json
import re
from collections import Counter
from pathlib import Path

import pytest

from tests.cli.conftest import Desk

EXAMPLES = Path(__file__).parents[2] / "examples"
TRUTH = json.loads((EXAMPLES / "truth.json").read_text())


@pytest.fixture(scope="module")
def night(tmp_path_factory: pytest.TempPathFactory) -> Desk:
    desk = Desk(tmp_path_factory.mktemp("night"))
    result = desk.run(*_nightly(desk), "--json")
    assert result.exit_code == 1, result.stderr
    (desk.folder / "first.json").write_text(result.stdout)
    return desk


LICENSEE = ("--licensee", str(EXAMPLES / "licensee.toml"))


def _nightly(desk: Desk) -> tuple[str, ...]:
    return (*LICENSEE, "nightly", str(EXAMPLES / "logs"), "--out", str(desk.folder / "out"), "--format", "both")


def _summary(desk: Desk) -> dict:
    return json.loads((desk.folder / "first.json").read_text())


def _rows(desk: Desk, what: str) -> list[dict]:
    return [json.loads(line) for line in desk.run(*LICENSEE, "export", what).stdout.splitlines()]


KEYS = ("round_id", "code", "verdict", "seat", "participant_id", "wager_kind", "variance", "interpretation", "reading")


def test_every_planted_fault_is_found_and_nothing_else(night: Desk) -> None:
    without_chart = {(table["table_id"], kind) for table in TRUTH["tables"] for kind in table["chart_missing"]}
    found = Counter(
        tuple(row[key] for key in KEYS)
        for row in _rows(night, "findings")
        if not (row["code"] == "SETL-005" and (row["table_id"], row["wager_kind"]) in without_chart)
    )
    planted = Counter(tuple(each[key] for key in KEYS) for each in TRUTH["planted"])
    assert found - planted == Counter()
    assert planted - found == Counter()
    assert planted.total() >= 30


def test_missing_charts_are_named_as_the_reason(night: Desk) -> None:
    messages = {row["message"] for row in _rows(night, "findings") if row["code"] == "SETL-005"}
    assert any("leaves its pay table out" in message for message in messages)


def test_counts_balance(night: Desk) -> None:
    summary = _summary(night)
    for file in summary["files"]:
        assert file["read"] == file["loaded"] + file["duplicate"] + file["quarantined"]
    wagers = summary["wagers"]
    verdicts = ("conforms", "violation", "review", "undetermined")
    assert wagers["examined"] == sum(wagers[verdict] for verdict in verdicts)
    settlements = Counter(row["verdict"] for row in _rows(night, "settlements"))
    assert {verdict: settlements[verdict] for verdict in verdicts} == {verdict: wagers[verdict] for verdict in verdicts}
    assert Counter(row["code"] for row in _rows(night, "findings")) == summary["findings"]
    assert len(_rows(night, "rounds")) == sum(file["loaded"] for file in summary["files"])
    assert len(_rows(night, "quarantine")) == sum(file["quarantined"] for file in summary["files"])


def test_both_evaluators_agree_on_every_round(night: Desk) -> None:
    rounds = _summary(night)["rounds"]
    parity = _summary(night)["parity"]
    assert parity["compared"] == rounds["settled"] + rounds["void"] == 3000
    assert parity["disagreements"] == 0


def test_stray_lines_are_quarantined_with_their_reasons(night: Desk) -> None:
    wanted = Counter(stray["reason"] for stray in TRUTH["strays"] if stray["reason"])
    assert Counter(row["reason"] for row in _rows(night, "quarantine")) == wanted


def test_running_again_changes_nothing_and_says_so(night: Desk) -> None:
    documents = {path: path.read_bytes() for path in (night.folder / "out").iterdir()}
    again = night.run(*_nightly(night))
    assert again.exit_code == 1
    assert again.stdout.startswith("Nothing has changed")
    assert {path: path.read_bytes() for path in (night.folder / "out").iterdir()} == documents
    summary = night.json(*_nightly(night))
    assert summary == _summary(night)


def test_report_is_written_and_hides_people(night: Desk) -> None:
    html = (night.folder / "out" / "audit-report.html").read_text()
    people = {row["participant_id"] for row in _rows(night, "findings")} - {None}
    assert people
    assert not [name for name in people if re.search(rf"\b{re.escape(name)}\b", html)]
    assert (night.folder / "out" / "audit-report.pdf").read_bytes().startswith(b"%PDF-")


def test_explain_derives_a_planted_round(night: Desk) -> None:
    planted = next(each for each in TRUTH["planted"] if each["code"] == "COVR-001")
    explained = night.json(*LICENSEE, "explain", planted["round_id"])
    assert "COVR-001" in {finding["code"] for finding in explained["findings"]}
    limit = [step for step in explained["steps"] if step["step"] == "4 limit"]
    assert limit
    assert all(step["clauses"] for step in limit)
    one_seat = night.json(*LICENSEE, "explain", planted["round_id"], "--seat", str(planted["seat"]))
    assert {line["seat"] for line in one_seat["settlements"]} == {planted["seat"]}


@pytest.mark.parametrize("what", ["settlements", "findings", "quarantine", "rounds"])
def test_exports_agree_in_every_format(night: Desk, what: str, tmp_path: Path) -> None:
    rows = len(_rows(night, what))
    assert rows
    for form in ("csv", "parquet", "xlsx"):
        assert (
            night.json(*LICENSEE, "export", what, "--format", form, "-o", str(tmp_path / f"out.{form}"))["rows"] == rows
        )


def test_csv_holds_no_formula(night: Desk) -> None:
    for line in night.run(*LICENSEE, "export", "settlements", "--format", "csv").stdout.splitlines():
        assert not re.search(r"(^|,)\"?[=@+\t]", line), line


@pytest.mark.parametrize(
    "arguments", [("export", "settlements"), ("explain", TRUTH["planted"][0]["round_id"])], ids=str
)
def test_nothing_is_derived_by_other_rules_than_the_runs(night: Desk, arguments: tuple[str, ...]) -> None:
    refused = night.run(*arguments)
    assert refused.exit_code == 2
    assert refused.stdout == ""
    assert "another licensee's file" in refused.stderr
