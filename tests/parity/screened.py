"""Rounds for the screen, and what a run keeps of them."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from compliance.bulk.evaluate import evaluate
from compliance.simulate.habits import Habits
from compliance.simulate.table import simulate_table
from tests.bulk.tables import SHEETS, Rules
from tests.oracle.generator import random_round

if TYPE_CHECKING:
    from random import Random

    from compliance.store import Database

ROUNDS = 250


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
