"""What `make lint` holds the code to is held by the tests too: style, types, and who may import whom."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
BIN = Path(sys.executable).parent
GATES = re.findall(
    r"^\t\$\(BIN\)/(.+)$", re.search(r"^lint:.*\n((?:\t.*\n)+)", (ROOT / "Makefile").read_text(), re.M)[1], re.M
)


@pytest.mark.parametrize("gate", GATES)
def test_the_gate_is_passed(gate: str) -> None:
    program, *arguments = gate.split()
    done = subprocess.run([BIN / program, *arguments], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_there_are_four_gates() -> None:
    assert [gate.split()[0] for gate in GATES] == ["ruff", "ruff", "mypy", "lint-imports"]
