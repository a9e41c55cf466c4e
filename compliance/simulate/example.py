"""A small licensee to try the tool on: five tables, one a sheet, a night of play with faults planted."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

from compliance.rules.loader import load_sheets
from compliance.simulate.habits import Habits, usual_terms
from compliance.simulate.honest import Table
from compliance.simulate.hostile import with_hostile_names, with_strays
from compliance.simulate.log import truth_record, write_log
from compliance.simulate.posting import HOME_ZONE, licensee_text, table_text
from compliance.simulate.table import simulate_table

if TYPE_CHECKING:
    from pathlib import Path

    from compliance.rules.sheet import RuleSheet
    from compliance.simulate.habits import TableTerms
    from compliance.simulate.scene import Truth

SEED = 20261128


@dataclass(frozen=True, slots=True)
class ExampleTable:
    """One table of the example: what it plays, how long, and what goes wrong at it."""

    table_id: str
    sheet_id: str
    rounds: int
    faults: tuple[str, ...]
    time_zone: str = HOME_ZONE
    positions: int | None = None
    file: str = ""
    hostile: bool = False


TABLES = (
    ExampleTable(
        "T01", "gega-003666", 800,
        (
            "ante_pushed_not_paid", "reading_C1_running_net", "king_high_straight_unseen",
            "button_by_occupied_positions", "back_line_wager", "bank_beyond_limit", "reading_F1_bonuses_forfeited",
            "order_not_recorded", "dealer_card_at_a_seat", "win_a_unit_short",
        ),
    ),
    ExampleTable(
        "T02", "card-room-three-card-poker", 650,
        (
            "ante_paid_without_beating", "forfeited_pair_plus_paid", "six_card_bonus_by_another_table",
            "button_misplaced", "bank_net_off_by_one", "pair_plus_without_ante",
        ),
        positions=9,
    ),
    ExampleTable(
        "T03", "bicycle-three-card-poker", 650,
        (
            "reading_B2_dealer_wins", "bonus_above_ante", "cap_ignored", "win_paid_beyond_limit",
            "played_hand_not_shown", "six_card_bonus_not_offered", "collection_not_taken", "number_left_out",
        ),
        file="T03.jsonl", hostile=True,
    ),
    ExampleTable(
        "T04", "gega-004246", 600,
        (
            "play_above_ante", "one_of_two_pushes_returned", "bank_wager_not_recorded", "fold_not_recorded",
            "unknown_sheet", "uncovered_labelled_lose", "ante_above_the_limit", "collection_not_posted", "meter_jumps",
        ),
        positions=7,
    ),
    ExampleTable(
        "L01", "live-three-card-poker", 300,
        (
            "ante_bonus_missing", "reading_L1_bonus_not_paid", "straight_flush_paid_as_flush", "ante_bonus_not_due",
            "void_wager_paid", "void_without_reason", "play_without_ante", "fold_beside_play", "overlapping_rounds",
            "wager_placed_late",
        ),
        time_zone="Europe/Riga",
    ),
)  # fmt: skip
"""The tables of the example."""


def make_example(folder: Path) -> None:
    """Write ``logs/``, ``licensee.toml`` and ``truth.json`` into a folder, always the same.

    Files of these names are replaced.
    """
    sheets = {name: loaded.sheet for name, loaded in load_sheets().items()}
    logs = folder / "logs"
    logs.mkdir(parents=True, exist_ok=True)
    truth: dict[str, Any] = {"format": 1, "seed": SEED, "tables": [], "planted": [], "strays": []}
    terms = []
    for entry in TABLES:
        sheet = sheets[entry.sheet_id]
        posted = usual_terms(sheet, entry.table_id, entry.positions)
        terms.append((entry, posted))
        file = entry.file or f"{entry.table_id}.jsonl.gz"
        planted = _write_table(logs / file, entry, sheet, posted, truth)
        truth["tables"].append(
            {
                "table_id": entry.table_id,
                "rule_sheet": entry.sheet_id,
                "file": f"logs/{file}",
                "rounds": entry.rounds,
                "chart_missing": sorted(Table(sheet, posted, Habits()).house.uncharted),
            }
        )
        truth["planted"] += [truth_record(entry) for entry in planted]
    (folder / "truth.json").write_text(json.dumps(truth, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    posted_tables = (
        table_text(entry.sheet_id, posted, time_zone=entry.time_zone, positions=entry.positions)
        for entry, posted in terms
    )
    (folder / "licensee.toml").write_text(licensee_text(_LICENSEE, posted_tables), encoding="utf-8")


def _write_table(
    path: Path, entry: ExampleTable, sheet: RuleSheet, terms: TableTerms, truth: dict[str, Any]
) -> tuple[Truth, ...]:
    rounds = list(
        simulate_table(
            sheet,
            table_id=entry.table_id,
            rounds=entry.rounds,
            seed=SEED,
            start=datetime(2026, 11, 28, 11, 0, tzinfo=ZoneInfo(entry.time_zone)),
            faults=entry.faults,
            terms=terms,
            habits=Habits(shared_hand=(6, 20)),
        )
    )
    if entry.hostile:
        rounds, strays = with_strays(with_hostile_names(rounds))
        truth["strays"] += [
            {"file": f"logs/{path.name}", "line": stray.line, "what": stray.what, "reason": stray.reason}
            for stray in strays
        ]
    return write_log(path, rounds)


_LICENSEE = """\
# An invented card room with a live studio, to try the tool on. No table has a ruling or a posting: wagers
# whose chart a sheet leaves out stay undetermined.

format = 1
id = "example-room"
name = "Example Card Room"
time_zone = "America/Los_Angeles"
day_starts_at = "06:00"
currency = "USD"
"""
