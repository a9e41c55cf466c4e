"""Both evaluators on sheets that no one wrote code for, and on the shipped ones with postings and silences."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from compliance.bulk.prepare import prepare
from compliance.ingest.ingesting import ingest_paths
from compliance.ingest.rereading import Selection
from compliance.parity.compare import compare
from compliance.parity.rules import NumberedRules
from compliance.rules.in_force import SheetInForce
from compliance.rules.loader import load_postings, load_sheet, load_sheets
from compliance.rules.postings import with_posting
from compliance.rules.rulebook import RuleBook
from compliance.rules.sheet import RuleSheet
from compliance.simulate.log import write_log
from compliance.simulate.table import simulate_table
from compliance.store import open_database

SHEETS = {name: loaded.sheet for name, loaded in load_sheets().items()}
POSTINGS = {name: loaded.posting for name, loaded in load_postings().items()}
WRITTEN = {path.stem: load_sheet(path).sheet for path in (Path(__file__).parents[1] / "rules/sheets").glob("*.toml")}


def _without(sheet: RuleSheet, kind: str, key: str) -> RuleSheet:
    data = sheet.model_dump(exclude_unset=True)
    for rule in data["wager"]:
        if rule["kind"] == kind:
            del rule[key], rule["cite"][key]
    data["interpretation"] = tuple(
        entry
        for entry in data.get("interpretation", ())
        if not any(kind in path for reading in entry["readings"] for path in reading.get("sets", ()))
    )
    for rule in data["wager"]:
        known = {entry["id"] for entry in data["interpretation"]} | {clause["id"] for clause in data["clause"]}
        rule["cite"] = {name: tuple(i for i in ids if i in known) or ("G1",) for name, ids in rule["cite"].items()}
    return type(sheet).model_validate(data)


def _posted(sheet: RuleSheet, *names: str) -> RuleSheet:
    for name in names:
        sheet = with_posting(sheet, POSTINGS[name])
    return sheet


CASES = WRITTEN | {
    "posted progressive": _posted(SHEETS["gega-004246"], "one-dollar-progressive"),
    "all posted": _posted(
        SHEETS["gega-004246"], "one-dollar-progressive", "example-pair-plus", "example-six-card-bonus"
    ),
    "progressive of the card room": _posted(SHEETS["card-room-three-card-poker"], "one-dollar-progressive"),
    "silent on a folded Pair Plus": _without(SHEETS["gega-003666"], "pair_plus", "on_fold"),
    "silent on a folded 6 Card": _without(SHEETS["gega-003666"], "six_card_bonus", "on_fold"),
}


class OneSheet(RuleBook):
    """A rule book of one sheet, which every round is judged by."""

    def __init__(self, sheet: RuleSheet) -> None:
        self.sheet = SheetInForce(sheet, tuple(e for e in sheet.interpretation if e.others and e.ruling_ref is None))

    def sheet_in_force(self, *_place: object) -> SheetInForce:
        return self.sheet

    def positions(self, *_place: object) -> int | None:
        return self.sheet.sheet.table.positions or 7


@pytest.mark.parametrize("name", CASES)
def test_the_evaluators_agree_on_every_sheet(name: str, tmp_path: Path) -> None:
    sheet = CASES[name]
    log = tmp_path / "log.jsonl"
    start = datetime(2026, 11, 28, 18, tzinfo=UTC)
    write_log(log, simulate_table(sheet, table_id="T1", rounds=250, seed=12, start=start, positions=7))
    rare = _with_paying_hands(log.read_text())
    log.write_text(rare)
    with open_database(tmp_path / "rounds.duckdb") as db:
        ingest_paths(db, [log], default_licensee="default", at=datetime(2026, 11, 29, tzinfo=UTC))
        book = OneSheet(sheet)
        prepare(db.connection, book)
        parity = compare(db, NumberedRules(book), Selection())
    assert parity.compared >= 250
    assert not parity.disagreements, parity.disagreements[0].to_json()


PAYING = (("Ah Kh Qh", "2c 7d 9s"), ("As Ks Qs", "2c 7d 9h"), ("5d 4d 3d", "Ac Kd 9s"), ("7c 7d 7h", "Qc 3d 2s"))


def _with_paying_hands(text: str) -> str:
    """The log, and after it its first rounds once more with the hands that progressives and charts pay most for."""
    lines = text.splitlines()
    more = []
    for place, (own, dealer) in enumerate(PAYING * 6):
        record = json.loads(lines[place])
        if record["status"] == "void" or not record["seats"]:
            continue
        record |= {"round_id": f"paying-{place}", "dealer_cards": dealer.split()}
        record["seats"] = record["seats"][:1]
        record["seats"][0]["cards"] = own.split()
        more.append(json.dumps(record))
    return "\n".join([*lines, *more]) + "\n"
