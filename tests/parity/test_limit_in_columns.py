"""Rounds in which the player-dealer's limit binds, walked in columns: explained to the last unit, or settled long."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from decimal import Decimal
from random import Random
from typing import TYPE_CHECKING

import pytest

from compliance.simulate.habits import Habits
from compliance.simulate.table import simulate_table
from tests.bulk.tables import SHEETS, Rules, database
from tests.parity.screened import ROUNDS, kept, nearly_honest

if TYPE_CHECKING:
    from pathlib import Path


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


def test_participants_who_share_a_seat_take_their_turns_at_the_limit(tmp_path: Path) -> None:
    """The wager put up answers the first participant's wagers to the last unit, and none of the second's."""
    sheet_id = "card-room-three-card-poker"
    start = datetime(2026, 11, 28, 18, tzinfo=UTC)
    habits = Habits(limit_binds=0, wagering_seats=(1, 1))
    simulated = simulate_table(SHEETS[sheet_id], table_id="T01", rounds=120, seed=3, start=start, habits=habits)
    records = []
    for record in (json.loads(round_.json_text) for round_ in simulated):
        (seat,) = (seat for seat in record["seats"] if seat["participants"])
        (first,) = seat["participants"]
        if record["status"] != "settled" or first["decision"] != "play":
            continue
        nets = [Decimal(wager["net"]) for wager in first["wagers"]]
        returned = [
            wager | ({"net": "0.00", "outcome": "no_action"} if net else {})
            for wager, net in zip(first["wagers"], nets, strict=True)
        ]
        seat["participants"].append(first | {"participant_id": "behind", "wagers": returned})
        record["player_dealer"] |= {"wager": str(sum(map(abs, nets))), "net": str(-sum(nets))}
        records.append(record)
    with database(tmp_path, records) as db:
        *screened, _ = kept(db, Rules(), screened=True)
        (bound,) = db.one("SELECT count(*) FROM tight_rounds")
        (cleared,) = db.one("SELECT count(*) FROM tight_cleared")
        *whole, _ = kept(db, Rules(), screened=False)
    assert cleared == bound > 20
    assert screened == whole
