"""How long ``compliance --help`` takes to answer."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from benchmarks.figure import Figure, shortest


def figures() -> list[Figure]:
    """Measure."""
    program = Path(sys.executable).parent / "compliance"
    seconds = shortest(lambda: subprocess.run([program, "--help"], check=True, capture_output=True), 7)
    return [Figure("compliance --help, seconds", seconds, 0.35)]
