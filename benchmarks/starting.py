"""How long one waits for an answer: of ``compliance --help``, and of the exact odds of a sheet."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from benchmarks.figure import Figure, shortest
from compliance.odds.sheet_odds import odds_of
from compliance.rules.loader import load_sheets

MOST_WAGERS = "gega-003666"


def figures() -> list[Figure]:
    """Measure."""
    program = Path(sys.executable).parent / "compliance"
    seconds = shortest(lambda: subprocess.run([program, "--help"], check=True, capture_output=True), 7)
    sheet = load_sheets()[MOST_WAGERS].sheet
    odds = shortest(lambda: odds_of(sheet).plain(), 1)
    return [
        Figure("compliance --help, seconds", seconds, 0.35),
        Figure(f"{MOST_WAGERS}: everything that odds say, seconds", odds, 60),
    ]
