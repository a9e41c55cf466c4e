"""The screen leaves most rounds alone; what a run keeps must be what it would keep if every round were settled long."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from decimal import Decimal
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from compliance.bulk.evaluate import evaluate
from compliance.ingest.rereading import Selection
from compliance.parity.compare import compare
from compliance.parity.rules import NumberedRules
from compliance.simulate.habits import Habits
from compliance.simulate.table import simulate_table
from tests.bulk.tables import SHEETS, Rules, database
from tests.cli.conftest import Desk
from tests.oracle.generator import random_round

if TYPE_CHECKING:
    from pathlib import Path

    from compliance.store import Database

ROUNDS = 250
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


def kept(db: Database, rules: Rules, *, screened: bool) -> tuple[Any, ...]:
    """The findings of a run and all that it counts."""
    done = evaluate(db.connection, rules, screened=screened)
    rows = sorted(db.rows("SELECT * FROM all_found"), key=repr)
    figures = done.figures
    return rows, figures.to_json(), dict(figures.touched), dict(figures.examined), +figures.verdicts, done.marked


def dirty(rng: Random, sheet: str) -> list[dict[str, Any]]:
    return [random_round(rng, sheet) | {"round_id": str(number)} for number in range(ROUNDS)]


def nearly_honest(rng: Random, sheet: str) -> list[dict[str, Any]]:
    """Rounds in which the limit often binds, half of them with one thing changed that the screen must not overlook."""
    start = datetime(2026, 11, 28, 18, tzinfo=UTC)
    habits = Habits(limit_binds=0.6, wagering_seats=rng.choice([(1, 3), (4, 4), (1, 6)]))
    simulated = simulate_table(
        SHEETS[sheet], table_id="T01", rounds=ROUNDS, seed=rng.randrange(10**6), start=start, habits=habits
    )
    records = [json.loads(round_.json_text) for round_ in simulated]
    for record in records[::2]:
        _change(rng, record)
    return records


def _change(rng: Random, record: dict[str, Any]) -> None:
    wagers = [wager for seat in record["seats"] for who in seat["participants"] for wager in who["wagers"]]
    bank = record.get("player_dealer")
    if not wagers:
        return
    wager, other = rng.choice(wagers), rng.choice(wagers)
    match rng.randrange(7):
        case 0 | 1:
            unit = rng.choice([Decimal(wager["stake"]) or Decimal(1), Decimal("0.01")])
            wager["net"] = str(Decimal(wager["net"]) + rng.choice([-2, -1, 1, 2]) * unit)
        case 2:
            wager["outcome"] = rng.choice(["win", "lose", "push", "no_action", "void"])
        case 3:
            wager["stake"] = str(Decimal(wager["stake"]) + 1)
        case 4:
            wager["net"], other["net"] = other["net"], wager["net"]
            wager["outcome"], other["outcome"] = other["outcome"], wager["outcome"]
        case 5 if bank:
            moved = Decimal(bank["wager"]) + rng.choice([Decimal("0.01"), Decimal("-0.01"), Decimal(50), Decimal(-100)])
            bank["wager"] = str(max(moved, Decimal(0)))
        case 6 if bank and bank.get("net"):
            bank["net"] = str(Decimal(bank["net"]) + 1)


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
    ("interpretation", "reading"),
    [
        ("C1", "gross_consumed"),
        ("C1", "running_net"),
        ("C1", "separate_caps"),
        ("C1", "collect_then_pay"),
        ("C2", "in_turn"),
        ("C4", "wager_major"),
        ("F1", "bonuses_forfeited"),
    ],
)
def test_honest_rounds_at_the_limit_are_explained_by_it(tmp_path: Path, interpretation: str, reading: str) -> None:
    """Settled under a reading and judged by it, every round is explained to the last unit."""
    simulated = simulate_table(
        SHEETS["gega-003666"].under(interpretation, reading),
        table_id="T01",
        rounds=ROUNDS,
        seed=5,
        start=datetime(2026, 11, 28, 18, tzinfo=UTC),
        habits=Habits(limit_binds=0.6, wagering_seats=(3, 6)),
    )
    rules = Rules(rulings={interpretation: reading})
    with database(tmp_path, [json.loads(round_.json_text) for round_ in simulated]) as db:
        *screened, _ = kept(db, rules, screened=True)
        (walked,) = db.one("SELECT count(*) FROM tight_walked WHERE variant = 0")
        (cleared,) = db.one("SELECT count(*) FROM tight_cleared")
        *whole, _ = kept(db, rules, screened=False)
    assert cleared == walked > ROUNDS // 4
    assert screened == whole


def test_rounds_at_the_limit_take_every_way_that_the_screen_has(tmp_path: Path) -> None:
    with database(tmp_path, nearly_honest(Random(12), "gega-003666")) as db:
        kept(db, Rules(), screened=True)
        cleared = db.rows(
            "SELECT variant, r.interpretation, w.full_of, r.wager_major, forfeits_first, r.gives, max(differing) > 0"
            " FROM tight_walked AS w JOIN tight_readings AS r USING (rules_id, variant)"
            " SEMI JOIN tight_cleared USING (round_key) GROUP BY ALL"
        )
    ways = {
        interpretation: [row[2:] for row in cleared if row[1] == interpretation] for _, interpretation, *_ in cleared
    }
    assert [differs for *_, differs in ways[None]] == [False]
    assert {gives for *_, gives, differs in ways["C1"] if differs} == {0, 1}
    assert (0, False, False, -1, True) in ways["C2"]
    assert (-1, False, True, -1, True) in ways["C3"]
    assert (0, True, True, -1, True) in ways["C4"]
    assert any(full_of > 0 and differs for full_of, *_, differs in ways["F1"])


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
