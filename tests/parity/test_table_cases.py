"""Every hand-worked case about a table's log, by both evaluators: in sets, and by the reference over raw lines."""

from __future__ import annotations

import json
import tomllib
from collections import defaultdict
from dataclasses import dataclass
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import pytest

from compliance.bulk.evaluate import evaluate
from compliance.bulk.tables import check_tables, table_check_names
from compliance.domain.catalogue import CHECKS, OF_TABLES
from compliance.domain.results import Finding
from compliance.domain.rounds import Source
from compliance.domain.sentences import sentence
from compliance.ingest.ingesting import ingest_paths
from compliance.ingest.strict import read_round
from compliance.parity.rules import NumberedRules
from compliance.parity.tables import TablesCompared, compare_tables
from compliance.reference.checks import OF_A_TABLE
from compliance.reference.instants import instant
from compliance.reference.table_log import BankSession, ControlTotal, Drop, Entry, Signed, TableLog
from compliance.rules.clauses import SILENT, clauses_for
from compliance.rules.in_force import SheetInForce
from compliance.rules.licensee import Licensee
from compliance.rules.loader import LoadedLicensee, frozen, load_postings, load_sheets
from compliance.rules.posted import Posted
from compliance.rules.rulebook import RuleBook
from compliance.store import open_database
from tests.cases.load_tables import TableCase, all_table_cases

CASES = all_table_cases()
OWN_SHEETS = Path(__file__).parents[1] / "rules" / "sheets"
SHEETS, POSTINGS = load_sheets((OWN_SHEETS,)), load_postings()
SIGNED = {"totals": "control_totals", "sessions": "bank_sessions", "drops": "drops"}


class Books:
    """The rules of many licensees at once; each case has one of its own."""

    def __init__(self, cases: list[TableCase]) -> None:
        without_file = RuleBook(SHEETS, POSTINGS)
        self.books = {case.id.replace("/", "."): without_file for case in cases}
        for case in (case for case in cases if case.licensee is not None):
            licensee = Licensee.model_validate(frozen(tomllib.loads(case.licensee)))
            loaded = LoadedLicensee(licensee, "0" * 64, Path("licensee.toml"))
            self.books[case.id.replace("/", ".")] = RuleBook(SHEETS, POSTINGS, loaded)

    def sheet_in_force(self, licensee_id: str, *place: Any) -> SheetInForce | None:
        return self.books[licensee_id].sheet_in_force(licensee_id, *place)

    def positions(self, licensee_id: str, *place: Any) -> int | None:
        return self.books[licensee_id].positions(licensee_id, *place)

    def posted(self, licensee_id: str, *place: Any) -> Posted:
        return self.books[licensee_id].posted(licensee_id, *place)


@dataclass
class Judged:
    found: dict[str, list[str]]
    compared: TablesCompared
    examined: dict[str, int]
    skipped: dict[str, int]
    findings: list[Finding]


@pytest.fixture(scope="module")
def judged(tmp_path_factory: pytest.TempPathFactory) -> Judged:
    """All cases in one database, each a licensee."""
    folder = tmp_path_factory.mktemp("tables")
    log = folder / "log.jsonl"
    lines = [json.dumps(record) for case in CASES for record in (*case.rounds, *case.again)]
    log.write_text("\n".join(lines) + "\n", encoding="utf-8")
    books = Books(CASES)
    with open_database(folder / "tables.duckdb") as db:
        ingest_paths(db, [log], default_licensee="default", at=datetime(2026, 11, 30, tzinfo=UTC))
        for case in CASES:
            for name, rows in case.signed.items():
                for row in rows:
                    row = {"licensee_id": case.id.replace("/", "."), "table_id": "T01", "currency": "USD"} | row
                    columns = {**row, "manifest_sha256": "0" * 64}
                    for at in ("opened", "closed"):
                        if f"{at}_at" in row:
                            moment = datetime.fromisoformat(row[f"{at}_at"])
                            columns[f"{at}_ns"] = int(moment.timestamp()) * 10**9
                    db.connection.execute(
                        f"INSERT INTO {SIGNED[name]} ({', '.join(columns)}) VALUES ({', '.join('?' * len(columns))})",
                        list(columns.values()),
                    )
        evaluation = evaluate(db.connection, books)
        check_tables(db.connection, books, evaluation)
        compared = compare_tables(db, NumberedRules(books), whole=True)  # type: ignore[arg-type]
        found = defaultdict(list)
        rows = db.rows(
            "SELECT r.licensee_id, r.round_id, f.code, f.verdict, f.seat, f.participant_id, f.wager_kind, f.branch,"
            " f.detail FROM table_found AS f JOIN rounds AS r USING (round_key)"
        )
        for licensee, round_id, code, verdict, seat, who, kind, _, detail in rows:
            place = " ".join(str(part) for part in (round_id, code, verdict, seat, who, kind) if part is not None)
            found[licensee].append(f"{place} | {detail}" if detail is not None else place)
        counted = dict(evaluation.figures.examined)
        findings = [Finding(row[2], row[3], *row[4:7], branch=row[7], detail=row[8]) for row in rows]
    return Judged(found, compared, counted, dict(evaluation.figures.skipped), findings)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_the_case_is_judged_as_it_was_by_hand(case: TableCase, judged: Judged) -> None:
    assert sorted(judged.found.get(case.id.replace("/", "."), [])) == sorted(case.found)


def test_the_reference_finds_the_same_and_looks_at_as_much(judged: Judged) -> None:
    assert judged.compared.disagreements == []
    assert judged.compared.whole
    assert {code: judged.compared.examined[code] for code in OF_TABLES} == {
        code: judged.examined.get(code, 0) for code in OF_TABLES
    }
    assert all(count >= 0 for count in judged.skipped.values())


def test_every_check_of_tables_is_there_twice_and_has_cases_that_pass_and_that_fail() -> None:
    by_reference = {check.CODE for check in OF_A_TABLE}
    by_sets = {name.upper().replace("_", "-") for name in table_check_names()}
    assert by_reference == by_sets == {*OF_TABLES, "RECD-004"}
    assert set(OF_TABLES) <= set(CHECKS)
    for code in by_reference:
        names = {case.name.partition("_")[0] for case in CASES if case.code == code}
        assert names == {"pass", "fail"}, code


@pytest.mark.parametrize("case", [case for case in CASES if case.examined is not None], ids=lambda case: case.id)
def test_a_check_examines_as_much_of_a_case_as_was_counted_by_hand(case: TableCase) -> None:
    (check,) = [check for check in OF_A_TABLE if case.code == check.CODE]
    logs = tables_of(case)
    assert sum(check.examine(log).number for log in logs) == case.examined


def tables_of(case: TableCase) -> list[TableLog]:
    """The tables of a case without its database: what was signed is shown at the last of them."""
    rules = NumberedRules(Books([case]))  # type: ignore[arg-type]
    rounds: dict[str, list[Entry]] = defaultdict(list)
    for record in case.rounds:
        round_ = read_round(json.dumps(record).encode(), source=Source("0" * 64, 1, 0), default_licensee="default")
        in_use = rules.of(round_)
        due = -20 if "sessions" in case.signed else None
        if case.name == "pass_what_cannot_be_derived":
            due = None
        entry = Entry(round_, in_use.rules, in_use.positions, rules.posted(round_), bank_due=due)
        rounds[round_.table_id].append(entry)
    signed = Signed(
        tuple(_signed(ControlTotal, row) for row in case.signed.get("totals", ())),
        tuple(_signed(BankSession, row) for row in case.signed.get("sessions", ())),
        tuple(_signed(Drop, row) for row in case.signed.get("drops", ())),
    )
    last = max(rounds)
    return [TableLog.of(entries, signed if table == last else Signed()) for table, entries in rounds.items()]


def _signed(kind: Any, row: dict[str, Any]) -> Any:
    row = dict.fromkeys(kind._fields) | {"table_id": "T01", "currency": "USD"} | row
    if row.get("gaming_date"):
        row["gaming_date"] = date.fromisoformat(row["gaming_date"])
    for at in ("opened", "closed"):
        if moment := row.pop(f"{at}_at", None):
            row[f"{at}_ns"] = instant(moment)
    return kind(**row)


def test_every_finding_has_a_sentence_and_a_clause(judged: Judged) -> None:
    sheet = SHEETS["gega-003666"].sheet
    said = {found.code: sentence(found, "USD", 2) for found in judged.findings}
    assert set(said) == {*OF_TABLES, "RECD-004"}
    for text in said.values():
        assert text.endswith(".")
        assert "{" not in text
    for code in said:
        assert clauses_for(sheet, code) != (SILENT,) or code == "DECK-001"
