"""A bad evaluator has to be caught: a set-based twin that reads another pay table is told apart by parity."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from random import Random

import pytest

from compliance.bulk.prepare import prepare
from compliance.ingest.ingesting import ingest_paths
from compliance.ingest.rereading import Selection
from compliance.parity.compare import compare
from compliance.parity.rules import NumberedRules
from compliance.parity.selection import described, selected
from compliance.rules.in_force import SheetInForce
from compliance.rules.rulebook import RuleBook
from compliance.store import Database, open_database
from tests.cli.conftest import Desk
from tests.oracle.generator import random_round
from tests.oracle.sheets import SHEETS

WRONG = {
    "wager.pair_plus.on_fold": "forfeited",
    "showdown.not_qualified_ante": "push",
    "showdown.equal": "dealer_wins",
    "qualifying.rank": "K",
    "ranking.ace_low_straight": "not_a_straight",
    "bank.policy": "running_net",
}


class Misread(RuleBook):
    """A rule book in which the set-based evaluator finds one value other than the sheet has it."""

    wrong: dict[str, str]

    def sheet_in_force(self, *place: object) -> SheetInForce | None:
        in_force = super().sheet_in_force(*place)  # type: ignore[arg-type]
        return replace(in_force, sheet=in_force.sheet.replacing(self.wrong)) if in_force else None


@pytest.fixture(scope="module")
def rounds(tmp_path_factory: pytest.TempPathFactory) -> Database:
    folder = tmp_path_factory.mktemp("rounds")
    log = folder / "log.jsonl"
    rng = Random(22_100)
    records = [random_round(rng, sheet) for _ in range(150) for sheet in SHEETS]
    log.write_text("".join(json.dumps(record | {"round_id": str(n)}) + "\n" for n, record in enumerate(records)))
    db = open_database(folder / "rounds.duckdb")
    ingest_paths(db, [log], default_licensee="default", at=datetime(2026, 11, 29, tzinfo=UTC))
    return db


def test_the_evaluators_agree_on_dirty_rounds_of_every_sheet(rounds: Database) -> None:
    book = RuleBook.load()
    prepare(rounds.connection, book)
    parity = compare(rounds, NumberedRules(book), Selection())
    assert parity.compared == 150 * len(SHEETS)
    assert not parity.disagreements


@pytest.mark.parametrize("path", WRONG)
def test_one_wrong_value_in_one_evaluator_is_caught(rounds: Database, path: str) -> None:
    book = RuleBook.load()
    sheets = {name: loaded for name, loaded in book.sheets.items() if name == "gega-003666"}
    misread = Misread(sheets, {})
    misread.wrong = {path: WRONG[path]}
    prepare(rounds.connection, misread, "rule_sheet = 'gega-003666'")
    keys = {key for (key,) in rounds.rows("SELECT round_key FROM rounds WHERE rule_sheet = 'gega-003666'")}
    parity = compare(rounds, NumberedRules(book), keys)
    assert parity.disagreements
    shown = parity.disagreements[0].to_json()
    assert shown["round_id"]
    assert shown["reference"] != shown["bulk"]


def test_a_disagreement_ends_the_run_with_3_and_both_derivations(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = Desk(tmp_path)
    rng = Random(1)
    desk.run("ingest", desk.log(*(random_round(rng, "gega-003666") | {"round_id": str(n)} for n in range(60))))

    def misled(connection: object, rules: RuleBook, *more: object) -> object:
        wrong = Misread(rules.sheets, {})
        wrong.wrong = {"qualifying.rank": "K"}
        return prepare(connection, wrong, *more)  # type: ignore[arg-type]

    monkeypatch.setattr("compliance.bulk.evaluate.prepare", misled)
    result = desk.run("verify", "--json")
    assert result.exit_code == 3
    assert json.loads(result.stdout)["verdict"] == "undetermined"
    parity = json.loads(result.stdout)["parity"]
    assert parity["disagreements"] >= 1
    assert {"round_id", "reference", "bulk"} <= set(parity["rounds"][0])
    assert "no result of this run may be relied on" in result.stderr
    assert parity["rounds"][0]["round_id"] in result.stderr
    report = desk.run("report", "--out", str(tmp_path / "out"), "--format", "html")
    assert report.exit_code == 3
    assert "NO RESULT OF THIS RUN MAY BE RELIED ON" in (tmp_path / "out" / "audit-report.html").read_text()


def test_a_large_run_compares_the_doubtful_rounds_and_a_sample(
    rounds: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("compliance.parity.selection.ALL_UP_TO", 10)
    keys = selected(rounds, "sample", "no-such-run", 750, "true", {})
    assert keys == selected(rounds, "sample", "no-such-run", 750, "true", {})
    assert 0 < len(keys or ()) < 750
    assert selected(rounds, "full", "no-such-run", 750, "true", {}) is None
    assert selected(rounds, "none", "no-such-run", 750, "true", {}) == set()
    assert described("sample", 100, 750) != described("sample", 750, 750)
