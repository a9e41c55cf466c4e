"""A folder to run commands in, and logs to run them on."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from compliance.cli.main import app
from tests.cases.load import Case, all_cases


@dataclass
class Desk:
    """A folder with a database and an audit log of its own."""

    folder: Path

    def run(self, *arguments: str) -> Result:
        places = ["--db", str(self.folder / "night.duckdb"), "--audit-log", str(self.folder / "audit_logs")]
        return CliRunner().invoke(app, [*places, *arguments])

    def json(self, *arguments: str) -> Any:
        return json.loads(self.run(*arguments, "--json").stdout)

    def log(self, *rounds: dict[str, Any] | str, name: str = "log.jsonl") -> str:
        lines = [line if isinstance(line, str) else json.dumps(line) for line in rounds]
        path = self.folder / name
        path.write_text("\n".join(lines) + "\n")
        return str(path)


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


def case(name: str) -> Case:
    """The hand-worked case of that id."""
    (found,) = [each for each in all_cases() if each.id == name]
    return found
