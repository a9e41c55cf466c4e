"""``ingest`` and ``quarantine`` from the command line."""

from __future__ import annotations

import base64
import json
from typing import TYPE_CHECKING

import duckdb
import pytest

from tests.ingest.flat_logs import csv_log
from tests.ingest.samples import a_round

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Desk

MANIFEST = 'format = 1\n[[total]]\ntable_id = "T07"\ngaming_date = 2026-11-28\nrounds = 2\n'
HELD = "SELECT (SELECT count(*) FROM rounds), (SELECT count(*) FROM files), (SELECT count(*) FROM manifests)"


def rows(desk: Desk, sql: str) -> list[tuple[object, ...]]:
    with duckdb.connect(str(desk.folder / "night.duckdb"), read_only=True) as connection:
        return connection.execute(sql).fetchall()


def test_dry_run_says_what_would_happen_and_changes_nothing(desk: Desk) -> None:
    first = desk.log(a_round(1), "{", name="a.jsonl")
    again = desk.log(a_round(1), a_round(2), name="b.jsonl")
    empty = desk.log(name="c.jsonl")
    (desk.folder / "m.toml").write_text(MANIFEST)
    told = desk.run("ingest", str(desk.folder), "--dry-run", "--manifest", str(desk.folder / "m.toml"), "--json")
    assert told.exit_code == 2
    assert not (desk.folder / "night.duckdb").exists()
    assert not (desk.folder / "audit_logs").exists()
    wanted = json.loads(told.stdout)
    assert wanted["dry_run"] is True
    counts = [(file["read"], file["loaded"], file["duplicate"], file["quarantined"]) for file in wanted["files"]]
    assert counts == [(2, 1, 0, 1), (2, 1, 1, 0)]
    assert [empty in sentence for sentence in wanted["refused"]] == [True]
    desk.run("ingest", first)
    held = rows(desk, HELD)
    real = desk.run("ingest", again, "--dry-run")
    assert (real.exit_code, real.stdout.splitlines()[-1]) == (0, "Nothing was changed: this is what would happen.")
    assert "loaded 1 + duplicate 1" in real.stdout
    assert rows(desk, HELD) == held


def test_an_empty_path_is_not_the_folder_one_is_in(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a variable in a script that was not set, say."""
    desk.log(a_round(1))
    monkeypatch.chdir(desk.folder)
    for command in (["ingest", ""], ["nightly", "", "--out", str(desk.folder / "out")]):
        told = desk.run(*command)
        assert (told.exit_code, "a path is empty" in told.stderr) == (2, True)
    assert not (desk.folder / "night.duckdb").exists()
    assert desk.run("ingest", ".").exit_code == 0


def test_what_is_kept_beside_the_database_is_no_log(desk: Desk) -> None:
    desk.run("ingest", desk.log(a_round(1)))
    (desk.folder / "night.duckdb.files" / "retried").mkdir()
    desk.log(a_round(2), name="night.duckdb.files/retried/a.jsonl")
    told = desk.json("ingest", str(desk.folder))
    assert [file["already_known"] for file in told["files"]] == [True]


def test_control_totals_are_taken_in_with_or_without_logs_and_recorded(desk: Desk) -> None:
    path = desk.folder / "m.toml"
    path.write_text(MANIFEST)
    assert desk.run("ingest", "--manifest", str(path)).exit_code == 0
    assert rows(desk, "SELECT rounds FROM control_totals") == [(2,)]
    entry = desk.run("log", "show").stdout
    assert '"manifests"' in entry
    again = desk.json("ingest", desk.log(a_round(1)), "--manifest", str(path))
    assert again["manifests"][0]["already_known"] is True
    path.write_text(MANIFEST.replace("rounds = 2", "rounds = 3"))
    refused = desk.run("ingest", desk.log(a_round(2), name="b.jsonl"), "--manifest", str(path))
    assert refused.exit_code == 2
    assert "supersedes" in refused.stderr
    assert rows(desk, "SELECT count(*) FROM rounds") == [(1,)]
    assert desk.run("ingest").exit_code == 2


def test_quarantine_is_listed_shown_and_told_apart_from_what_is_resolved(desk: Desk) -> None:
    bad = json.dumps(a_round(2)).replace("Ah", "Xh")
    desk.run("ingest", desk.log(a_round(1), bad, "{\x1b[2J"))
    listed = desk.json("quarantine", "list")
    assert [(each["line"], each["reason"], each["status"]) for each in listed["lines"]] == [
        (2, "bad_card", "open"), (3, "malformed_json", "open"),
    ]  # fmt: skip
    assert desk.json("quarantine", "list", "--reason", "bad_card")["count"] == 1
    assert desk.run("quarantine", "list", "--limit", "1").stdout.splitlines()[-2:] == [
        "2 lines", "… the first 1 of 2; without --limit all are shown",
    ]  # fmt: skip
    shown = desk.json("quarantine", "show", listed["lines"][0]["id"])
    assert base64.b64decode(shown["raw_base64"]).decode() == bad
    # A line cannot act on the terminal that shows it.
    assert "\x1b" not in desk.run("quarantine", "show", listed["lines"][1]["id"]).stdout
    desk.run("ingest", desk.log(a_round(2), name="b.jsonl"))
    assert desk.json("quarantine", "list", "--open")["count"] == 1
    assert desk.json("quarantine", "list")["reasons"]["bad_card"] == {"open": 0, "resolved": 1}
    missing = desk.run("quarantine", "show", "ffff:1")
    assert missing.exit_code == 2
    assert "quarantine list" in missing.stderr


PROFILE = """
name = "own-words"
says = "Format 1 with another word for a win."
[readers]
".csv" = "csv"
[words.outcome]
"W" = "win"
"""


@pytest.fixture
def own_words(desk: Desk) -> Path:
    path = desk.folder / "own.toml"
    path.write_text(PROFILE)
    return path


def test_lines_in_quarantine_are_read_again_by_another_profile(desk: Desk, own_words: Path) -> None:
    log = csv_log(desk.folder / "a.csv", *(a_round(number) for number in (1, 2, 3)))
    lines = log.read_text().split("\n")
    lines[7] = lines[7].replace(",win,", ",W,")
    lines[13] = lines[13].replace(",win,", ",won,")
    log.write_text("\n".join(lines))
    assert desk.run("ingest", str(log)).exit_code == 1
    assert desk.json("quarantine", "list")["count"] == 10
    nothing = desk.run("quarantine", "retry")
    assert (nothing.exit_code, nothing.stdout) == (1, "resolved 0, still open 10\n")
    again = desk.json("quarantine", "retry", "--profile", str(own_words))
    assert (again["resolved"], again["still_open"], again["files"][0]["loaded"]) == (5, 5, 5)
    assert desk.json("quarantine", "retry", "--profile", str(own_words))["resolved"] == 0
    assert rows(desk, "SELECT round_id[-1:] FROM rounds ORDER BY ALL") == [("1",), ("2",), ("3",)][:2]
    assert rows(desk, "SELECT DISTINCT line, resolved_by FROM quarantine ORDER BY ALL") == [
        *((line, 2) for line in range(7, 12)), *((line, None) for line in range(12, 17)),
    ]  # fmt: skip
    assert desk.run("verify", "--parity", "full").exit_code in (1, 4)
    assert desk.run("explain", "T07-20261128-000002").exit_code == 0
