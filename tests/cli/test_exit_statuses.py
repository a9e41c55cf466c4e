"""What a script is told: 0 conforms, 1 found, 2 could not run, 3 integrity, 4 undetermined."""

import json
from pathlib import Path

import pytest

from compliance.shipped import RULE_SHEETS
from tests.cli.conftest import Desk, case

VERDICTS = {
    "base_game/pass_live_win": ("conforms", 0),
    "pair_plus/pass_live_pair": ("conforms", 0),
    "folding/fail_bicycle_bonus_paid_after_a_fold": ("review", 1),
    "labels/fail_win_called_a_push": ("review", 1),
    "undetermined/fail_card_room_progressive_is_on_the_floor": ("undetermined", 4),
}


@pytest.mark.parametrize("name", VERDICTS)
def test_verify_exits_by_its_verdict(desk: Desk, name: str) -> None:
    verdict, status = VERDICTS[name]
    assert desk.run("ingest", desk.log(case(name).round)).exit_code == 0
    result = desk.run("verify", "--json")
    assert json.loads(result.stdout)["verdict"] == verdict
    assert result.exit_code == status


def test_violation_outranks_undetermined_and_review(desk: Desk) -> None:
    rounds = [case(name).round | {"round_id": f"R{place}"} for place, name in enumerate(VERDICTS)]
    wrong = json.loads(json.dumps(rounds[0] | {"round_id": "wrong"}))
    wrong["seats"][0]["participants"][0]["wagers"][0]["net"] = "0.01"
    desk.run("ingest", desk.log(*rounds, wrong))
    result = desk.run("verify", "--json")
    assert (json.loads(result.stdout)["verdict"], result.exit_code) == ("violation", 1)


def test_quarantined_line_is_told_by_ingest_and_by_verify(desk: Desk) -> None:
    log = desk.log(case("base_game/pass_live_win").round, "{not json")
    assert desk.run("ingest", log).exit_code == 1
    assert desk.run("verify").exit_code == 1


def test_same_bytes_again_change_nothing_and_say_so(desk: Desk) -> None:
    log = desk.log(case("base_game/pass_live_win").round)
    first = desk.json("ingest", log)
    again = desk.run("ingest", log)
    assert again.exit_code == 0
    assert "nothing changed" in again.stdout
    assert desk.json("ingest", log)["files"][0] == first["files"][0] | {"already_known": True}


def test_file_with_no_readable_line_is_an_error(desk: Desk) -> None:
    result = desk.run("ingest", desk.log("{not json", "[]"))
    assert result.exit_code == 2
    assert "log.jsonl" in result.stderr
    assert desk.run("export", "quarantine").stdout.count("\n") == 2


@pytest.mark.parametrize(
    "arguments",
    [
        ("verify",),
        ("ingest", "no-such-file.jsonl"),
        ("explain", "no-such-round"),
        ("export", "nothing"),
        ("sheets", "show", "no-such-sheet"),
        ("sheets", "diff", "gega-003666", "no-such-sheet"),
        ("verify", "--from", "yesterday"),
        ("--licensee", "no-such-file.toml", "verify"),
        ("--rule-sheets", "no-such-folder", "verify"),
        ("no-such-command",),
    ],
    ids=" ".join,
)
def test_what_cannot_run_is_said_in_one_sentence(desk: Desk, arguments: tuple[str, ...]) -> None:
    result = desk.run(*arguments)
    assert result.exit_code == 2
    assert result.stderr.startswith("compliance: ")
    assert result.stderr.count("\n") == 1
    assert "Traceback" not in result.stderr
    assert "fault in the program" not in result.stderr


def test_an_error_with_json_is_one_document(desk: Desk) -> None:
    result = desk.run("verify", "--json")
    document = json.loads(result.stdout)
    assert document["exit_status"] == result.exit_code == 2
    assert "ingest a log first" in document["error"]


def test_broken_audit_log_stops_with_3(desk: Desk) -> None:
    desk.run("ingest", desk.log(case("base_game/pass_live_win").round))
    (entries,) = (path for path in (desk.folder / "audit_logs").iterdir() if path.suffix == ".jsonl")
    entries.write_bytes(entries.read_bytes().replace(b'"loaded":1', b'"loaded":2'))
    assert desk.run("verify").exit_code == 3


def test_edited_sheet_stops_with_3_until_it_is_superseded(desk: Desk) -> None:
    folder = desk.folder / "sheets"
    folder.mkdir()
    sheet = (RULE_SHEETS / "gega-003666.toml").read_text().replace('id = "gega-003666"', 'id = "own-room"', 1)
    (folder / "own-room.toml").write_text(sheet)
    own = ("--rule-sheets", str(folder))
    locked = desk.run(*own, "sheets", "digest", "--lock", str(folder), "--keyed-by", "A", "--checked-by", "B", "--json")
    assert {row["id"]: row["keyed_by"] for row in json.loads(locked.stdout)}["own-room"] == "A"
    desk.run("ingest", desk.log(case("base_game/pass_live_win").round))
    assert desk.run(*own, "verify").exit_code == 0
    (folder / "own-room.toml").write_text(sheet.replace("200 to 1", "100 to 1"))
    edited = desk.run(*own, "verify")
    assert edited.exit_code == 3
    assert "own-room" in edited.stderr
    relocked = desk.run(*own, "sheets", "digest", "--lock", str(folder), "--keyed-by", "A", "--checked-by", "B")
    assert relocked.exit_code == 3
    (folder / "own-room.toml").write_text(sheet)
    (folder / "own-room-2.toml").write_text(
        sheet.replace('"own-room"', '"own-room-2"', 1).replace("200 to 1", "100 to 1")
    )
    desk.run(*own, "sheets", "digest", "--lock", str(folder), "--keyed-by", "A", "--checked-by", "B")
    assert desk.run(*own, "verify").exit_code == 0


def test_lint_finds_something_in_every_published_sheet(desk: Desk) -> None:
    result = desk.run("sheets", "lint", "bicycle-three-card-poker", "--json")
    assert result.exit_code == 1
    (linted,) = json.loads(result.stdout)
    assert {"B1", "B2", "B3", "B4", "B5"} <= {found["id"] for found in linted["findings"]}


def test_global_options_may_follow_the_command(desk: Desk, tmp_path: Path) -> None:
    log = desk.log(case("base_game/pass_live_win").round)
    database = tmp_path / "elsewhere.duckdb"
    assert desk.run("ingest", log, "--db", str(database)).exit_code == 0
    assert database.exists()


def test_a_second_night_in_the_same_database_is_reported_by_itself(desk: Desk) -> None:
    honest = case("base_game/pass_live_win").round
    wrong = json.loads(json.dumps(honest))
    wrong["seats"][0]["participants"][0]["wagers"][0]["net"] = "0.01"
    day_before = {
        at: honest[at].replace("2026-11-28", "2026-11-27") for at in ("started_at", "wagers_closed_at", "settled_at")
    }
    first = desk.log(wrong | day_before | {"round_id": "first", "gaming_date": "2026-11-27"}, name="first.jsonl")
    second = desk.log(honest | {"round_id": "second", "gaming_date": "2026-11-28"}, name="second.jsonl")
    out = ("--out", str(desk.folder / "out"))
    assert desk.run("nightly", first, *out).exit_code == 1
    night = desk.run("nightly", second, *out, "--json")
    assert night.exit_code == 0, night.stderr
    document = json.loads(night.stdout)
    assert (document["verdict"], document["rounds"]["settled"], document["findings"]) == ("conforms", 1, {})
    assert "first" in desk.run("export", "findings").stdout


def test_a_night_of_nothing_but_duplicates_is_the_night_they_belong_to(desk: Desk) -> None:
    honest = case("base_game/pass_live_win").round
    out = ("--out", str(desk.folder / "out"))
    assert desk.run("nightly", desk.log(honest), *out).exit_code == 0
    again = desk.run("nightly", desk.log(honest | {"shift": None}, name="again.jsonl"), *out, "--json")
    assert again.exit_code == 0, again.stderr
    document = json.loads(again.stdout)
    assert (document["files"][0]["loaded"], document["files"][0]["duplicate"]) == (0, 1)
    assert document["rounds"]["settled"] == 1
