"""``compliance --help`` answers at once, and a program that cannot start does not look as if it had found something."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from compliance import shipped

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
WORDS = {"compliance.domain", "compliance.domain.words", "compliance.ingest", "compliance.ingest.faults"}
"""Enumerations that options are made of."""

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
    ours = {name for name in done.stdout.split() if name.startswith("compliance.")} - WORDS
    packages = {name.split(".")[1] for name in ours}
    assert loaded & HEAVY == set()
    assert packages & OURS == set()


@pytest.mark.parametrize("module", ["typer", "compliance.cli.auditing"])
def test_a_program_that_cannot_start_could_not_run(module: str) -> None:
    broken = f"import sys; sys.modules[{module!r}] = None; from compliance.__main__ import start; start()"
    done = subprocess.run([sys.executable, "-c", broken, "--help"], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith("compliance: it cannot start (")
    assert len(done.stderr.splitlines()) == 1


def test_a_program_is_known_by_all_its_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package, templates = tmp_path / "compliance", tmp_path / "templates"
    for path in (package / "bulk" / "a.sql", package / "b.py", templates / "c.html", package / "__pycache__" / "b.pyc"):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("one")
    monkeypatch.setattr(shipped, "_PACKAGE", package)
    monkeypatch.setattr(shipped, "TEMPLATES", templates)
    digests = [shipped.program_sha256()]
    (package / "__pycache__" / "b.pyc").write_text("two")
    assert shipped.program_sha256() == digests[0]
    (package / "bulk" / "a.sql").write_text("two")
    digests.append(shipped.program_sha256())
    (templates / "c.html").rename(templates / "d.html")
    digests.append(shipped.program_sha256())
    (package / "b.py").rename(templates / "b.py")
    digests.append(shipped.program_sha256())
    assert len(set(digests)) == 4
