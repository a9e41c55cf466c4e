"""The audit log tells when other rules were put in force, and when another key began to sign."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.cli.conftest import Desk, case

if TYPE_CHECKING:
    from pathlib import Path

LICENSEE = """
format = 1
id = "default"
name = "Example room"
time_zone = "America/Los_Angeles"
currency = "USD"

[[table]]
id = "T01"
positions = {positions}
play = [{{ sheet = "{sheet}", since = 2020-01-01 }}]
"""


@pytest.fixture
def night(desk: Desk) -> Desk:
    desk.run("ingest", desk.log(case("base_game/pass_live_win").round))
    return desk


def bodies(desk: Desk, kind: str) -> list[dict[str, Any]]:
    return [entry["body"] for entry in desk.json("log", "show", "--kind", kind)]


def licensee(desk: Desk, positions: int) -> str:
    path = desk.folder / "licensee.toml"
    path.write_text(LICENSEE.format(sheet="live-three-card-poker", positions=positions))
    return str(path)


def test_rules_are_recorded_once_and_again_when_they_change(night: Desk) -> None:
    night.run("verify")
    night.run("verify")
    night.run("verify", "--licensee", licensee(night, 7))
    night.run("verify", "--licensee", licensee(night, 6))
    night.run("verify", "--licensee", licensee(night, 6))
    first, with_file, changed = bodies(night, "rules")
    assert (first["before"], first["licensee_file"], first["tables"]) == (None, None, {})
    assert len(first["digests"]["sheet"]["gega-003666"]) == 64
    assert with_file["before"] == first["rules"]
    assert with_file["tables"] == {
        "T01": [{"sheet": "live-three-card-poker", "postings": [], "since": "2020-01-01", "until": None}]
    }
    assert changed["before"] == with_file["rules"]
    assert changed["licensee_file"] != with_file["licensee_file"]
    kinds = [entry["kind"] for entry in night.json("log", "show")]
    assert kinds == [
        *("ingest", "rules", "verification", "verification"),
        *("rules", "verification", "rules", "verification", "verification"),
    ]


def test_keys_are_recorded_when_they_begin_change_and_end(night: Desk, tmp_path: Path) -> None:
    keys = {}
    for name in ("one", "two"):
        keys[name] = night.json("log", "keygen", str(tmp_path / name), "--name", f"room.example/{name}")["public_key"]
    for signed in ("one", "one", "two"):
        assert night.run("verify", "--sign-log", str(tmp_path / signed)).exit_code == 0
    night.run("verify")
    begun, other, ended = bodies(night, "keys")
    assert begun == {"before": [], "key": keys["one"]}
    assert [each["name"] for each in other["before"]] == ["room.example/one"]
    assert other["key"] == keys["two"]
    assert [each["name"] for each in ended["before"]] == ["room.example/two"]
    assert ended["key"] is None
    assert night.run("log", "verify").exit_code == 0


def test_a_second_signature_beside_the_first_changes_no_key(night: Desk, tmp_path: Path) -> None:
    for name in ("one", "two"):
        night.run("log", "keygen", str(tmp_path / name), "--name", f"room.example/{name}")
    night.run("verify", "--sign-log", str(tmp_path / "one"))
    night.run("log", "checkpoint", "--sign", str(tmp_path / "two"))
    night.run("verify", "--sign-log", str(tmp_path / "one"))
    assert len(bodies(night, "keys")) == 1


def test_what_a_later_file_sets_right_is_recorded(desk: Desk) -> None:
    record = case("base_game/pass_live_win").round
    desk.run("ingest", desk.log({**record, "settled_at": "19:05"}, name="faulty.jsonl"))
    desk.run("ingest", desk.log(record, name="corrected.jsonl"))
    first, second = bodies(desk, "ingest")
    assert "resolved" not in first
    assert second["resolved"] == [{"by": second["files"][0]["sha256"], "lines": 1}]
