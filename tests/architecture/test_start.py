"""``compliance --help`` answers at once: nothing heavy is imported before a command needs it."""

from __future__ import annotations

import subprocess
import sys

HEAVY = {
    "cryptography",
    "duckdb",
    "jinja2",
    "numpy",
    "pandas",
    "pydantic",
    "pyhanko",
    "rich",
    "weasyprint",
    "xlsxwriter",
    "zstandard",
}
OURS = {"domain", "rules", "reference", "bulk", "parity", "ingest", "store", "audit_log", "odds", "simulate", "reports"}
ASK = """
import contextlib, io, sys
from compliance.cli.main import run
sys.argv = ["compliance", "--help"]
with contextlib.redirect_stdout(io.StringIO()) as said, contextlib.suppress(SystemExit):
    run()
assert "nightly" in said.getvalue()
print(*sys.modules)
"""


def test_help_imports_nothing_heavy() -> None:
    done = subprocess.run([sys.executable, "-c", ASK], capture_output=True, text=True, check=True)
    loaded = {name for name in done.stdout.split() if "." not in name}
    packages = {name.split(".")[1] for name in done.stdout.split() if name.startswith("compliance.")}
    assert loaded & HEAVY == set()
    assert packages & OURS == set()
