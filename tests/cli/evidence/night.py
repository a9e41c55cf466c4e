"""The example night to prove findings of, and the script that checks a proof with nothing beside it."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.cli.conftest import Desk

EXAMPLES = Path(__file__).parents[3] / "examples"
LICENSEE = ("--licensee", str(EXAMPLES / "licensee.toml"))
TRUTH = json.loads((EXAMPLES / "truth.json").read_text())
PLANTED = {each["code"]: each for each in TRUTH["planted"]}
(ROUND, *_) = (
    each["round_id"] for each in TRUTH["planted"] if each["code"] == "SETL-001" and each["round_id"].startswith("T01")
)
NEEDED = ("cryptography", "cffi", "_cffi_backend", "pycparser")
BARE = "import runpy, sys; sys.path.append(sys.argv.pop(1)); runpy.run_path(sys.argv.pop(1), run_name='__main__')"


@dataclass
class Night(Desk):
    """The example night, taken in and verified with a signed log, with a checkpoint kept elsewhere."""

    kept: Path
    key: Path

    def evidence(self, *arguments: str) -> dict[str, Any]:
        result = self.run(*LICENSEE, "evidence", *arguments)
        assert result.exit_code == 0, result.stderr
        document: dict[str, Any] = json.loads(result.stdout)
        return document


def prepared(folder: Path) -> Night:
    """Take the example night in, verify it and keep its checkpoint."""
    night = Night(folder, folder / "kept.checkpoint", folder / "log.key")
    night.run("log", "keygen", str(night.key), "--name", "cardroom.example/audit-log")
    assert night.run(*LICENSEE, "ingest", str(EXAMPLES / "logs"), "--sign-log", str(night.key)).exit_code == 1
    assert night.run(*LICENSEE, "verify", "--sign-log", str(night.key)).exit_code == 1
    night.kept.write_text(night.run("log", "checkpoint").stdout)
    return night


def cryptography_alone(folder: Path) -> Path:
    """Put the package cryptography and what it needs into a folder."""
    for name in NEEDED:
        found = importlib.util.find_spec(name)
        if found and found.origin:
            origin = Path(found.origin)
            place = origin.parent if found.submodule_search_locations else origin
            (folder / place.name).symlink_to(place)
    return folder


def check(bare: Path, folder: Path, evidence: dict[str, Any] | str, *arguments: object) -> tuple[int, str]:
    """Run the script as a stranger would, who has no part of this program: exit status and output."""
    (folder / "evidence.json").write_text(evidence if isinstance(evidence, str) else json.dumps(evidence))
    script = folder / "verify_evidence.py"
    Desk(folder).run("evidence", "--verifier", str(script))
    command = [sys.executable, "-I", "-S", "-c", BARE, str(bare), str(script), str(folder / "evidence.json")]
    done = subprocess.run(
        [*command, *map(str, arguments)], cwd=folder, capture_output=True, text=True, check=False, env={}
    )
    assert "Traceback" not in done.stderr
    return done.returncode, done.stdout + done.stderr


def values(evidence: dict[str, Any]) -> dict[str, Any]:
    return {name: field["value"] for name, field in evidence["disclosed"].items()}
