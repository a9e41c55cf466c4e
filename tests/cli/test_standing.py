"""What a command makes of rounds without a licensee, of lines set right since, and of folders that it wrote itself."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Desk, case

LICENSEE = """
format = 1
id = "room"
name = "Example room"
time_zone = "America/Los_Angeles"
currency = "USD"

[[table]]
id = "T01"
play = [{ sheet = "live-three-card-poker", since = 2020-01-01 }]
limit = [{ kind = "ante", least = "100.00", since = 2020-01-01 }]
"""


def filed(desk: Desk) -> list[str]:
    path = desk.folder / "licensee.toml"
    path.write_text(LICENSEE)
    return ["--licensee", str(path)]


def test_a_round_that_names_nobody_is_whose_file_is_given(desk: Desk) -> None:
    desk.run("ingest", desk.log(case("base_game/pass_live_win").round))
    assert desk.run("verify").exit_code == 0
    result = desk.run("verify", "--json", *filed(desk))
    assert json.loads(result.stdout)["findings"] == {"WAGR-006": 1}
    assert result.stderr == ""


@pytest.mark.parametrize("command", ["verify", "nightly"])
def test_rounds_of_another_licensee_than_the_file_are_named(desk: Desk, command: str) -> None:
    log = desk.log(case("base_game/pass_live_win").round | {"licensee_id": "elsewhere"})
    desk.run("ingest", log)
    more = [log, "--out", str(desk.folder / "out")] if command == "nightly" else []
    result = desk.run(command, *more, *filed(desk))
    assert result.exit_code == 0
    assert "other rounds were judged without one: 1 of elsewhere" in result.stderr


def test_a_line_set_right_since_is_no_longer_held_against_the_log(desk: Desk) -> None:
    record = case("base_game/pass_live_win").round
    other = record | {"round_id": "other", "table_id": "T02"}
    desk.run("ingest", desk.log(other, record | {"settled_at": "19:05"}, name="faulty.jsonl"))
    assert desk.run("verify").exit_code == 1
    desk.run("ingest", desk.log(record, name="corrected.jsonl"))
    assert desk.run("verify").exit_code == 0


def test_a_time_written_otherwise_is_the_same_time(desk: Desk) -> None:
    record = case("base_game/pass_live_win").round
    started = record["started_at"]
    again = record | {"started_at": started.replace("-08:00", ".000-08:00")}
    elsewhere = record | {"started_at": "2026-11-29T03:04:11Z"}
    assert started == "2026-11-28T19:04:11-08:00"
    later = record | {"started_at": started.replace(":11-", ":12-")}
    read = desk.json("ingest", desk.log(record, again, elsewhere, later))["files"][0]
    assert (read["loaded"], read["duplicate"], read["quarantined"]) == (1, 2, 1)


def test_a_night_of_the_folder_that_it_writes_to_can_be_run_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = Desk(tmp_path)
    desk.log(case("base_game/pass_live_win").round)
    monkeypatch.chdir(tmp_path)
    for _ in range(2):
        result = desk.run("nightly", ".", "--out", "out", "--json")
        assert result.exit_code == 0
        assert [Path(file["path"]).name for file in json.loads(result.stdout)["files"]] == ["log.jsonl"]
