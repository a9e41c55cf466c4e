"""Both evaluators over a million simulated rounds of each sheet, faulted and clean. Exit 1 where they disagree once.

A part of some thousand rounds is simulated, taken in, judged by the set-based evaluator as ``verify`` does it, and
judged again by the reference from the kept bytes: every wager, finding and count must be the same. The checks across
rounds are outside; ``verify --parity full`` compares them too.
"""

from __future__ import annotations

import argparse
import gc
import os
import sys
import tempfile
from collections import Counter
from concurrent.futures import ProcessPoolExecutor, as_completed
from copy import deepcopy
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import cycle, islice
from pathlib import Path
from typing import TYPE_CHECKING

from compliance.bulk.evaluate import evaluate
from compliance.bulk.tables import check_tables
from compliance.ingest.ingesting import ingest_paths
from compliance.parity.compare import compare
from compliance.parity.rules import NumberedRules
from compliance.rules.loader import load_sheets
from compliance.rules.rulebook import RuleBook
from compliance.simulate.faults import FAULTS
from compliance.simulate.habits import Habits
from compliance.simulate.log import write_log
from compliance.simulate.table import SimulationError, simulate_table
from compliance.store import open_database

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from compliance.simulate.table import SimulatedRound

START = datetime(2026, 1, 1, tzinfo=UTC)
PART = 20_000
"""Rounds simulated and compared at a time, at as many tables as ``TABLES`` says."""

# Dozens on one hand take four times as long as few, and one table of them a part is enough.
_FEW = (1, 8)
TABLES = (
    (Habits(limit_binds=0.05, shared_hand=_FEW), False),
    (Habits(limit_binds=0.05), True),
    (Habits(limit_binds=0.4, shared_hand=_FEW), False),
    (Habits(limit_binds=0.4, shared_hand=_FEW), True),
)
"""What is usual at a table, and whether faults are planted there."""

FAULTED_ROUNDS = 10
"""One round in so many holds a fault, at a table with faults."""


@dataclass(frozen=True)
class Compared:
    """What came of a part: rounds compared, the findings among them, and every difference in words."""

    sheet_id: str
    part: int
    rounds: int
    findings: int
    differences: tuple[str, ...]


def plantable(sheet_id: str) -> tuple[str, ...]:
    """The faults that a table of the sheet can hold."""
    found = []
    for fault in FAULTS:
        try:
            list(_simulated(sheet_id, "T", 3, 1, [fault], None))
        except SimulationError:
            continue
        found.append(fault)
    return tuple(found)


def _simulated(
    sheet_id: str, table_id: str, rounds: int, seed: int, faults: Sequence[str], habits: Habits | None
) -> Iterator[SimulatedRound]:
    sheet = load_sheets()[sheet_id].sheet
    return simulate_table(sheet, table_id=table_id, rounds=rounds, seed=seed, start=START, faults=faults, habits=habits)


def compare_part(sheet_id: str, part: int, rounds: int, plant: Sequence[str]) -> Compared:
    """Simulate rounds of a sheet, the part's number being the seed, and judge them by both evaluators.

    The faults of ``plant`` are planted in turn at the tables with faults.
    """
    with tempfile.TemporaryDirectory() as name:
        logs = []
        for number, (habits, faulted) in enumerate(TABLES):
            of_table = rounds // len(TABLES)
            faults = list(islice(cycle(plant), of_table // FAULTED_ROUNDS)) if faulted else []
            logs.append(Path(name, f"{number}.jsonl"))
            seed = part * len(TABLES) + number
            write_log(logs[-1], _simulated(sheet_id, f"T{number}", of_table, seed, faults, habits))
        with open_database(Path(name, "part.duckdb"), threads=1) as db:
            # A worker has no main program: to the engine it looks like somebody at a terminal.
            db.connection.execute("SET enable_progress_bar = false")
            ingest_paths(db, logs, default_licensee="bench", at=datetime.now(UTC))
            book = RuleBook.load()
            evaluation = evaluate(db.connection, book)
            counted = deepcopy(evaluation.figures)
            check_tables(db.connection, book, evaluation)
            keys = {key for (key,) in db.rows("SELECT round_key FROM rounds")}
            agreement = compare(db, NumberedRules(book), keys, kept=True)
    differences = [f"round {each.round_key}: {each.to_json()}" for each in agreement.disagreements]
    differences += agreement.counts.differing(counted)
    return Compared(sheet_id, part, agreement.compared, agreement.counts.findings.total(), tuple(differences))


def main(sheets: Sequence[str], first: int, rounds: int) -> int:
    """Compare so many rounds of each sheet, from a first part on; return the exit status."""
    numbers = range(first, first + -(-rounds // PART))
    compared: Counter[str] = Counter()
    disagree = False
    # Next to nothing refers to itself in a circle, and looking for what does is a tenth of the time. A process does one
    # part, so that what it has gathered goes with it.
    with ProcessPoolExecutor(os.cpu_count(), initializer=gc.disable, max_tasks_per_child=1) as pool:
        faults = {sheet_id: plantable(sheet_id) for sheet_id in sheets}
        parts = [
            pool.submit(compare_part, name, part, PART, plant) for part in numbers for name, plant in faults.items()
        ]
        for done in as_completed(parts):
            part = done.result()
            compared[part.sheet_id] += part.rounds
            disagree = disagree or bool(part.differences)
            print(
                f"{part.sheet_id}, part {part.part}: {compared[part.sheet_id]:,} rounds compared by now; here"
                f" {part.findings:,} findings and {len(part.differences)} differences",
                *part.differences[:20],
                sep="\n    ",
                flush=True,
            )
    return 1 if disagree else 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m benchmarks.parity", description=__doc__)
    parser.add_argument("--rounds", type=int, default=1_000_000, help="rounds a sheet")
    parser.add_argument("--sheet", action="append", choices=tuple(load_sheets()), help="only this sheet; repeatable")
    parser.add_argument("--first", type=int, default=0, help=f"the part of {PART:,} rounds to begin with")
    asked = parser.parse_args()
    sys.exit(main(asked.sheet or tuple(load_sheets()), asked.first, asked.rounds))
