"""How many wagers ask the question of a doubtful clause, counted by hand over a few rounds."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest

from compliance.ingest.ingesting import ingest_paths
from compliance.workflows.scope import Scope
from compliance.workflows.verify import verify
from compliance.workflows.workspace import Workspace
from tests.cases.load_tables import PLAIN, _seat

if TYPE_CHECKING:
    from pathlib import Path

BANK = {"seat": 7, "participant_id": "P-7", "wager": "100.00"}
GEGA = [
    # 20 + 5 of 100: the limit is not reached. The fold lost the Ante; the Pair Plus asks what a fold does (F1).
    {"dealer_cards": ["Qd", "7d", "2c"], "player_dealer": BANK, "action_seat": 1, "seats": [
        "1 Kh 9s 4c P-1: ante 10 win 10, play 10 win 10",
        "2 5h 5s 4d P-2 decides fold: ante 10 lose -10, pair_plus 5 win 5"]},
    # 60 + 40 of 100: reached, so that three wagers ask how it is used up (C1, C2, C3, C4).
    {"dealer_cards": ["Qd", "7d", "2c"], "player_dealer": BANK, "action_seat": 1, "seats": [
        "1 Kh 9s 4c P-1: ante 30 win 30, play 30 win 30", "2 Ts 9c 4d P-2 decides fold: ante 40 lose -40"]},
    # Void: nothing is asked.
    {"status": "void", "void_reason": "jam", "player_dealer": BANK, "seats": ["2 P-2 decides fold: ante 40 void 0"]},
]  # fmt: skip
BICYCLE = [
    # Equal hands that qualify: Ante and Play (B2), the Pair Plus is under the cap (B4) and above the Ante (B5).
    {"dealer_cards": ["Qd", "7d", "2c"], "player_dealer": BANK, "action_seat": 1, "seats": [
        "1 Qh 7s 2d P-1: ante 10 push 0, play 10 push 0, pair_plus 15 lose -15"]},
    # Equal hands that do not: the Ante (B3). No Play and no decision is a fold, and asks nothing of equal hands.
    {"dealer_cards": ["Jd", "7d", "2c"], "player_dealer": BANK, "action_seat": 1, "seats": [
        "1 Jh 7s 2d P-1: ante 10 push 0, play 10 push 0", "2 Js 7h 2h P-2: ante 10 lose -10, pair_plus 5 lose -5"]},
]  # fmt: skip
LIVE = [
    {"dealer_cards": ["Qd", "7d", "2c"], "seats": [{"seat": 1, "cards": ["4h", "3s", "2d"], "participants": [
        {"participant_id": "L-1", "decision": "fold", "decision_source": "disconnect", "wagers": [
            {"kind": "ante", "stake": "5", "outcome": "lose", "net": "-5"},
            {"kind": "ante_bonus", "stake": "0", "outcome": "win", "net": "5"}]},
        {"participant_id": "L-2", "decision": "fold", "wagers": [
            {"kind": "ante", "stake": "5", "outcome": "lose", "net": "-5"}]}]}]},
]  # fmt: skip


@pytest.mark.parametrize(
    ("sheet", "rounds", "asked"),
    [
        ("gega-003666", GEGA, {"F1": 1, "C1": 3, "C2": 3, "C3": 3, "C4": 3, "C6": 0}),
        ("bicycle-three-card-poker", BICYCLE, {"B1": 1, "B2": 2, "B3": 1, "B4": 2, "B5": 1, "C1": 0}),
        ("live-three-card-poker", LIVE, {"L1": 1}),
    ],
)
def test_wagers_that_ask_are_counted_whatever_the_money(
    tmp_path: Path, sheet: str, rounds: list[dict], asked: dict[str, int]
) -> None:
    lines = []
    for number, fields in enumerate(rounds, start=1):
        record = PLAIN | {"round_id": str(number), "sequence": number, "rule_sheet": sheet} | fields
        record |= {
            at: f"2026-11-28T19:{number:02d}:0{second}-08:00" for second, at in enumerate(("started_at", "settled_at"))
        }
        record["seats"] = [_seat(seat) if isinstance(seat, str) else seat for seat in record["seats"]]
        lines.append(json.dumps(record))
    (tmp_path / "log.jsonl").write_text("\n".join(lines) + "\n")
    workspace = Workspace(tmp_path / "c.duckdb", audit_log=tmp_path / "log")
    with workspace.open() as db:
        ingest_paths(db, [tmp_path / "log.jsonl"], default_licensee="default", at=datetime(2026, 12, 1, tzinfo=UTC))
        run = verify(workspace, db, Scope())
    counts = run.summary["interpretations"]
    assert {name: counts[name]["touched"] for name in asked} == asked
    assert all(each["touched"] >= each["discriminating"] >= each["fits_adopted"] for each in counts.values())
    assert run.summary["parity"]["disagreements"] == 0
