"""The views for people who write SQL say the same as the exports, and the examples in the documentation run."""

from __future__ import annotations

import json
import re
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from compliance.domain.words import Outcome
from tests.cases.load import all_cases
from tests.cli.conftest import Desk

if TYPE_CHECKING:
    from collections.abc import Iterator

    from compliance.store import Database

from compliance.store import open_database

PAGE = Path(__file__).parents[2] / "docs" / "sql.md"
EXAMPLES = re.findall(r"```sql\n(.*?)```", PAGE.read_text(), re.DOTALL)


def cases() -> list[dict[str, Any]]:
    return [json.loads(json.dumps(each.round)) | {"round_id": f"R-{i:03}"} for i, each in enumerate(all_cases())]


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Desk:
    """Every hand-worked case, judged; then one more round that no run has judged."""
    desk = Desk(tmp_path_factory.mktemp("views"))
    desk.run("ingest", desk.log(*cases(), "{"))
    desk.run("verify", "--parity", "none")
    desk.run("export", "settlements", "-o", str(desk.folder / "settlements.jsonl"))
    desk.run("export", "findings", "-o", str(desk.folder / "findings.jsonl"))
    desk.run("export", "rounds", "-o", str(desk.folder / "rounds.jsonl"))
    (first,) = [row for row in exported(desk, "findings") if row["code"] == "SETL-001"][:1]
    desk.run("findings", "dispose", first["finding_id"], "--as", "accepted", "--by", "Ada", "--reason", "Memo")
    desk.run("ingest", desk.log(cases()[0] | {"round_id": "R-late"}, name="late.jsonl"))
    return desk


@pytest.fixture(scope="module")
def db(desk: Desk) -> Iterator[Database]:
    with open_database(desk.folder / "night.duckdb", read_only=True) as db:
        yield db


def exported(desk: Desk, what: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (desk.folder / f"{what}.jsonl").read_text().splitlines()]


def label(outcome: str | None) -> str | None:
    return outcome and Outcome(outcome).label


def amount(text: Any) -> Decimal | None:
    return None if text is None else Decimal(text)


def rows(db: Database, view: str, where: str = "true") -> list[dict[str, Any]]:
    cursor = db.connection.execute(f"SELECT * FROM views.{view} WHERE {where}")
    names = [column[0] for column in cursor.description or ()]
    return [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]


def settled(row: dict[str, Any]) -> tuple[str, ...]:
    named = [row[name] for name in ("round_id", "seat", "participant_id", "wager_kind", "rule_sheet", "verdict")]
    money = [amount(row[name]) for name in ("stake", "recorded_net", "expected_net")]
    money_texts = [None if each is None else each.normalize() for each in money]
    codes = row["codes"] if "codes" in row else [row["code"]] if row["code"] else []
    due = None if row["verdict"] == "conforms" else label(row["expected_outcome"])
    return tuple(map(str, [*named, *money_texts, row["recorded_outcome"], due, codes]))


def test_settlements_are_those_of_the_export(desk: Desk, db: Database) -> None:
    expected = sorted(settled(row) for row in exported(desk, "settlements"))
    assert len(expected) > 500
    assert sorted(settled(row) for row in rows(db, "settlements", "round_id <> 'R-late'")) == expected


def test_a_round_that_no_run_has_judged_has_no_verdict(db: Database) -> None:
    late = rows(db, "settlements", "round_id = 'R-late'")
    assert late
    assert {row["verdict"] for row in late} == {None}
    assert [row["run_id"] for row in rows(db, "rounds", "round_id = 'R-late'")] == [None]
    assert all(row["run_id"] for row in rows(db, "rounds", "round_id <> 'R-late'"))


def test_findings_are_those_of_the_export(desk: Desk, db: Database) -> None:
    found = {row["finding_id"]: row for row in rows(db, "findings")}
    expected = exported(desk, "findings")
    assert len(found) == len(expected) > 100
    for each in expected:
        row = found[each["finding_id"]]
        for name in ("code", "verdict", "round_id", "table_id", "seat", "participant_id", "wager_kind", "clauses"):
            assert row[name] == each[name]
        for name in ("expected_net", "recorded_net", "variance"):
            assert row[name] == amount(each[name])
    decided = [(row["disposition"], row["given_by"]) for row in found.values() if row["disposition"]]
    assert decided == [("accepted", "Ada")]


def test_wagers_are_those_of_the_log_in_their_order(db: Database) -> None:
    recorded = [
        (
            *(round_["round_id"], seat["seat"], place, who["participant_id"], number),
            *(wager["kind"], wager["outcome"], Decimal(wager["stake"]), Decimal(wager["net"])),
        )
        for round_ in (*cases(), cases()[0] | {"round_id": "R-late"})
        for seat in round_["seats"]
        for place, who in enumerate(seat["participants"])
        for number, wager in enumerate(who["wagers"])
    ]
    names = ("round_id", "seat", "participant_index", "participant_id", "wager_index", "wager_kind", "outcome")
    assert sorted(tuple(row[name] for name in (*names, "stake", "net")) for row in rows(db, "wagers")) == sorted(
        recorded
    )


def test_rounds_show_what_was_recorded(db: Database) -> None:
    found = {row["round_id"]: row for row in rows(db, "rounds")}
    for each in cases():
        row = found[each["round_id"]]
        assert row["action_card"] == (each.get("action_card") or None)
        assert row["action_seat"] == each.get("action_seat")
        bank = each.get("player_dealer") or {}
        assert row["player_dealer_wager"] == amount(bank.get("wager"))
        assert row["player_dealer_id"] == bank.get("participant_id")


def test_the_other_views_have_what_there_is(db: Database) -> None:
    assert [row["resolved"] for row in rows(db, "quarantine")] == [False]
    assert len(rows(db, "files")) == 2
    assert [row["verdict"] for row in rows(db, "runs")] == ["violation"]
    assert {row["code"] for row in rows(db, "checks")} >= {"SETL-001", "COVR-003"}
    assert any(row["discriminating"] for row in rows(db, "interpretations"))
    assert [(row["number"], row["given_by"]) for row in rows(db, "dispositions")] == [(1, "Ada")]
    assert sum(len(rows(db, "participants", f"participant_index = {n}")) for n in range(3)) == len(
        rows(db, "participants")
    )


def test_amounts_are_exact_in_every_currency(db: Database) -> None:
    units = [db.one("SELECT in_units(-10000000000000001, $digits)", {"digits": digits})[0] for digits in range(5)]
    assert units == [Decimal(-10000000000000001).scaleb(-digits) for digits in range(5)]


def test_ten_queries_are_given() -> None:
    assert len(EXAMPLES) == 10


@pytest.mark.parametrize("query", EXAMPLES, ids=[example.split("\n")[0][:40] for example in EXAMPLES])
def test_an_example_runs_and_finds_something(db: Database, query: str) -> None:
    assert db.rows(query)
