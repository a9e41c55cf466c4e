"""The screen leaves most rounds alone; what a run keeps must be what it would keep if every round were settled long."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from compliance.bulk.evaluate import evaluate
from compliance.ingest.rereading import Selection
from compliance.parity.compare import compare
from compliance.parity.rules import NumberedRules
from compliance.simulate.table import simulate_table
from tests.bulk.tables import SHEETS, Rules, database
from tests.cli.conftest import Desk
from tests.oracle.generator import random_round
from tests.parity.screened import ROUNDS, dirty, kept, nearly_honest

if TYPE_CHECKING:
    from pathlib import Path

    from compliance.store import Database

RULINGS = [
    ("bicycle-three-card-poker", {}),
    ("bicycle-three-card-poker", {"C1": "collect_then_pay"}),
    ("card-room-three-card-poker", {"C4": "wager_major"}),
    ("gega-003666", {}),
    ("gega-003666", {"C1": "running_net"}),
    ("gega-003666", {"F1": "bonuses_forfeited"}),
    ("gega-004246", {}),
    ("live-three-card-poker", {}),
]


@pytest.mark.parametrize("rounds", [dirty, nearly_honest], ids=["dirty", "nearly_honest"])
@pytest.mark.parametrize(("sheet", "rulings"), RULINGS, ids=lambda given: str(given))
def test_the_screen_overlooks_nothing(tmp_path: Path, sheet: str, rulings: dict[str, str], rounds: Any) -> None:
    rules = Rules(rulings=rulings)
    with database(tmp_path, rounds(Random(f"{sheet} {rulings}"), sheet)) as db:
        *screened, marked = kept(db, rules, screened=True)
        *whole, everything = kept(db, rules, screened=False)
    assert screened == whole
    assert marked < everything == ROUNDS
    assert screened[0]


@pytest.mark.parametrize("reading", ["bonus_paid_on_disconnect", "bonus_not_paid"])
def test_an_ante_bonus_without_a_chart_needs_none_after_a_fold(tmp_path: Path, reading: str) -> None:
    sheet_id = "live-three-card-poker"
    data = SHEETS[sheet_id].model_dump(exclude_unset=True)
    (bonus,) = (wager for wager in data["wager"] if wager["kind"] == "ante_bonus")
    del bonus["chart"], bonus["cite"]["chart"]
    start = datetime(2026, 11, 28, 18, tzinfo=UTC)
    simulated = simulate_table(SHEETS[sheet_id], table_id="T01", rounds=30, seed=7, start=start)
    records = [json.loads(round_.json_text) for round_ in simulated]
    folded = {"player": 0, "disconnect": 0}
    for record in (record for record in records if record["status"] == "settled"):
        for who in (who for seat in record["seats"] for who in seat["participants"] if who["decision"] == "fold"):
            ante = next(wager for wager in who["wagers"] if wager["kind"] == "ante")
            who["wagers"].append(ante | {"kind": "ante_bonus", "net": "0.00", "outcome": "no_action"})
            folded["disconnect" if who.get("decision_source") == "disconnect" else "player"] += 1
    rules = Rules({sheet_id: type(SHEETS[sheet_id]).model_validate(data)}, {"L1": reading})
    with database(tmp_path, records) as db:
        *screened, marked = kept(db, rules, screened=True)
        found = db.rows(
            "SELECT decision_source = 'disconnect', count(*) FROM all_found JOIN participants"
            " USING (round_key, seat, participant_index) WHERE branch = 'chart_missing' AND wager_kind = 'ante_bonus'"
            " AND decision = 'fold' GROUP BY ALL"
        )
        *whole, _ = kept(db, rules, screened=False)
    assert screened == whole
    assert min(folded.values()) > 0
    assert marked < len(records)
    assert found == ([(True, folded["disconnect"])] if reading == "bonus_paid_on_disconnect" else [])


@pytest.mark.parametrize(
    ("sheet", "rulings", "places"),
    [
        ("card-room-three-card-poker", {"C3": "occupied_only"}, 5),
        ("gega-003666", {"C3": "occupied_only"}, 2),
        ("gega-004246", {}, None),
        ("bicycle-three-card-poker", {}, 9),
        ("live-three-card-poker", {}, 3),
    ],
)
def test_the_reference_counts_the_same(tmp_path: Path, sheet: str, rulings: dict[str, str], places: int | None) -> None:
    rules = Rules(rulings=rulings, places=places)
    rounds = dirty(Random(f"{sheet} counted"), sheet)
    for record in rounds[::25]:
        record["seats"] = []
    with database(tmp_path, rounds) as db:
        figures = evaluate(db.connection, rules).figures
        agreement = compare(db, NumberedRules(rules), Selection())  # type: ignore[arg-type]
    assert not agreement.disagreements
    assert agreement.counts.differing(figures) == []


@pytest.mark.parametrize("code", ["SETL-001", "SETL-005", "DEAL-001", "WAGR-002"])
def test_a_finding_that_a_run_drops_is_a_disagreement(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: str
) -> None:
    rng, desk = Random(5), Desk(tmp_path)
    desk.run("ingest", desk.log(*(random_round(rng, "gega-004246") | {"round_id": str(n)} for n in range(60))))

    def forgetful(db: Database, *more: Any, **options: Any) -> Any:
        db.connection.execute(f"CREATE OR REPLACE TEMP TABLE remembered AS FROM all_found WHERE code <> '{code}'")
        db.connection.execute("CREATE OR REPLACE TEMP VIEW all_found AS FROM remembered")
        return compare(db, *more, **options)

    assert json.loads(desk.run("verify", "--json").stdout)["findings"][code]
    monkeypatch.setattr("compliance.workflows.verify.compare", forgetful)
    result = desk.run("verify", "--json")
    assert result.exit_code == 3
    assert json.loads(result.stdout)["parity"]["disagreements"] >= 1


@pytest.mark.parametrize("count", ["settled", "wagers", "findings", "money", "touched", "examined"])
def test_a_count_that_is_off_by_one_ends_the_run_with_3(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, count: str
) -> None:
    rng, desk = Random(6), Desk(tmp_path)
    desk.run("ingest", desk.log(*(random_round(rng, "gega-003666") | {"round_id": str(n)} for n in range(60))))

    def miscounting(*given: Any, **options: Any) -> Any:
        done = evaluate(*given, **options)
        figures = done.figures
        if count == "settled":
            figures.settled += 1
        elif count == "touched":
            key, (one, fits, other) = next(iter(figures.touched.items()))
            figures.touched[key] = (one + 1, fits + 1, other)
        else:
            counter = getattr(figures, count)
            counter[next(iter(counter))] += 1
        return done

    monkeypatch.setattr("compliance.workflows.verify.evaluate", miscounting)
    result = desk.run("verify")
    assert result.exit_code == 3
    assert "count differently" in result.stderr
    assert desk.run("findings", "list", "--json").exit_code != 3
