"""Measure, print a table, write ``benchmarks/results.json``. Exit 1 where a bound is not kept."""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
import tempfile
from datetime import UTC, datetime
from pathlib import Path

from rich.console import Console
from rich.table import Table

from benchmarks import large, reading, starting, verifying
from compliance.rules.loader import load_sheets
from compliance.simulate.habits import Habits
from compliance.simulate.volume import write_volume

RESULTS = Path(__file__).with_name("results.json")
HABITS = Habits(limit_binds=0.05, wagering_seats=(4, 4))
SHEETS = ("gega-003666", "gega-004246")


def main(rounds: int, *, ten_times: bool = False) -> int:
    """Measure on logs of so many rounds a sheet, ``ten_times`` on ten times as many too; return the exit status."""
    figures = starting.figures()
    for place, sheet_id in enumerate(SHEETS):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            say(f"{sheet_id}: simulating {rounds:,} rounds")
            logs = write_volume(
                folder,
                load_sheets()[sheet_id].sheet,
                rounds=rounds,
                seed=1,
                start=datetime(2026, 1, 1, tzinfo=UTC),
                habits=HABITS,
                processes=os.cpu_count() or 1,
            )
            say(f"{sheet_id}: taking them in")
            taken_in = reading.figures(logs, folder / "bench.duckdb")
            figures += taken_in if place == 0 else []
            say(f"{sheet_id}: verifying them")
            figures += verifying.figures(folder / "bench.duckdb", sheet_id, others=place == 0)
            if ten_times and place == 0:
                say(f"{sheet_id}: verifying ten times as many in bounded memory")
                figures += large.figures(folder / "bench.duckdb", sheet_id)
    table = Table(title=f"{rounds:,} rounds of four seats a sheet, {os.cpu_count()} cores")
    for heading in ("figure", "measured", "bound", "kept"):
        table.add_column(heading, justify="right" if heading == "measured" else "left")
    for figure in figures:
        kept = ("yes" if figure.kept else "NO") if figure.bound else ""
        table.add_row(
            figure.name,
            f"{figure.value:,.3g}" if figure.value < 1000 else f"{figure.value:,.0f}",
            figure.bound_text,
            kept,
        )
    Console(width=130).print(table)
    results = {
        "rounds": rounds,
        "cores": os.cpu_count(),
        "python": platform.python_version(),
        "figures": [figure.to_json() for figure in figures],
    }
    RESULTS.write_text(json.dumps(results, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return 0 if all(figure.kept for figure in figures) else 1


def say(what: str) -> None:
    """Tell the person at the terminal what takes long."""
    print(what, file=sys.stderr, flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--rounds", type=int, default=1_000_000, help="rounds a sheet")
    parser.add_argument("--large", action="store_true", help="also ten times as many, in bounded memory")
    asked = parser.parse_args()
    sys.exit(main(asked.rounds, ten_times=asked.large))
