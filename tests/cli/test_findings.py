"""Findings worked from the command line: listed by filters, shown, decided of, and found again by the next run."""

from __future__ import annotations

import json
import shutil
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from compliance.store import open_database
from tests.cli.conftest import Desk, case


def fault(number: int, **changes: Any) -> dict[str, Any]:
    """A round with a wrong net: the Ante of 10.00 is recorded as 0.01 for each number too much."""
    record = json.loads(json.dumps(case("base_game/pass_live_win").round)) | {"round_id": f"R-{number}"} | changes
    who = record["seats"][0]["participants"][0]
    who["participant_id"] = f"P-{number}"
    who["wagers"][0]["net"] = f"{500 + number}.00"
    return record


@pytest.fixture(scope="module")
def judged(tmp_path_factory: pytest.TempPathFactory) -> Path:
    desk = Desk(tmp_path_factory.mktemp("findings"))
    rounds = [
        fault(1, table_id="T1", gaming_date="2026-11-27", house_dealer_id="HD-1", sequence=1),
        fault(2, table_id="T1", gaming_date="2026-11-28", house_dealer_id="HD-2", sequence=2),
        fault(3, table_id="T2", gaming_date="2026-11-28", house_dealer_id="HD-1", sequence=1),
        case("undetermined/fail_card_room_progressive_is_on_the_floor").round,
    ]
    desk.run("ingest", desk.log(*rounds))
    desk.run("verify", "--parity", "none")
    return desk.folder


@pytest.fixture
def desk(judged: Path, tmp_path: Path) -> Desk:
    return Desk(shutil.copytree(judged, tmp_path / "desk"))


OF_WAGERS = ("--code", "SETL-001", "--code", "SETL-005")


def listed(desk: Desk, *filters: str) -> list[str]:
    found = desk.json("findings", "list", *(filters if "--code" in filters else (*OF_WAGERS, *filters)))
    assert found["count"] == found["shown"] == len(found["findings"]) == sum(found["states"].values())
    return [each["round_id"] for each in found["findings"]]


def id_of(desk: Desk, round_id: str) -> str:
    (found,) = [each for each in desk.json("findings", "list", *OF_WAGERS)["findings"] if each["round_id"] == round_id]
    return str(found["finding_id"])


def test_filters_narrow_the_list(desk: Desk) -> None:
    (other,) = set(listed(desk)) - {"R-1", "R-2", "R-3"}
    wrong = ("--code", "SETL-001")
    assert listed(desk, *wrong) == ["R-1", "R-2", "R-3"]
    assert listed(desk, "--verdict", "violation") == ["R-1", "R-2", "R-3"]
    assert listed(desk, "--verdict", "undetermined") == [other]
    assert listed(desk, *wrong, "--code", "SETL-005", "--table", "T2") == ["R-3"]
    assert listed(desk, "--table", "T1", "--table", "T2") == ["R-1", "R-2", "R-3"]
    assert listed(desk, *wrong, "--from", "2026-11-28") == ["R-2", "R-3"]
    assert listed(desk, *wrong, "--to", "2026-11-27") == ["R-1"]
    assert listed(desk, "--house-dealer", "HD-1") == ["R-1", "R-3"]
    assert listed(desk, "--participant", "P-2") == ["R-2"]
    assert listed(desk, "--participant", "P-2' OR true --") == []


def test_an_amount_is_compared_exactly_and_either_way(desk: Desk) -> None:
    everything = desk.json("findings", "list", "--code", "SETL-001")["findings"]
    (second,) = [each["variance"] for each in everything if each["round_id"] == "R-2"]
    assert listed(desk, "--amount", second) == ["R-2", "R-3"]
    assert listed(desk, "--amount", second + "01") == ["R-3"]
    assert listed(desk, "--amount", "0") == ["R-1", "R-2", "R-3"]
    for wrong in ("-1", "1e3", "1,5", "x", "1.00001"):
        refused = desk.run("findings", "list", f"--amount={wrong}")
        assert refused.exit_code == 2
        assert "--amount" in refused.stderr


def test_a_shown_part_of_the_list_says_so(desk: Desk) -> None:
    told = desk.run("findings", "list", *OF_WAGERS, "--limit", "1")
    assert told.exit_code == 0
    assert told.stdout.splitlines()[0] == "4 findings: 4 new"
    assert "the first 1 of 4" in told.stdout.splitlines()[-1]
    found = desk.json("findings", "list", *OF_WAGERS, "--limit", "1")
    assert (found["count"], found["shown"], len(found["findings"])) == (4, 1, 1)


def test_a_disposition_stands_beside_the_finding_and_in_the_audit_log(desk: Desk) -> None:
    first, second = id_of(desk, "R-1"), id_of(desk, "R-2")
    before = desk.json("export", "findings", "-o", str(desk.folder / "before.jsonl"))
    told = desk.json(
        "findings", "dispose", first[:10], second, "--as", "explained", "--by", "Ada Auditor", "--reason", "Memo 4"
    )
    assert [(each["finding_id"], each["as"], each["by"], each["reason"]) for each in told["disposed"]] == [
        (first, "explained", "Ada Auditor", "Memo 4"),
        (second, "explained", "Ada Auditor", "Memo 4"),
    ]
    entries = desk.json("log", "show", "--kind", "disposition")
    assert [entry["body"] for entry in entries] == [
        {
            "finding_id": each,
            "code": "SETL-001",
            "licensee_id": "default",
            "round_id": round_id,
            "disposition": "explained",
            "by": "Ada Auditor",
            "reason": "Memo 4",
        }
        for each, round_id in ((first, "R-1"), (second, "R-2"))
    ]
    assert told["audit_log"]["size"] == entries[-1]["sequence"] + 1
    assert listed(desk, "--disposition", "explained") == ["R-1", "R-2"]
    assert listed(desk, "--disposition", "none", "--verdict", "violation") == ["R-3"]
    assert desk.run("log", "verify").exit_code == 0
    after = desk.json("export", "findings", "-o", str(desk.folder / "after.jsonl"))
    assert after["rows"] == before["rows"]
    assert (desk.folder / "after.jsonl").read_bytes() == (desk.folder / "before.jsonl").read_bytes()


def test_a_disposition_can_be_changed_and_its_history_stays(desk: Desk) -> None:
    finding = id_of(desk, "R-1")
    for decision, name in (("accepted", "Ada"), ("dismissed", "Bea"), ("accepted", "Ada")):
        desk.run("findings", "dispose", finding, "--as", decision, "--by", name, "--reason", "Look")
    shown = desk.json("findings", "show", finding[:9])
    assert [(each["as"], each["by"]) for each in shown["history"]] == [
        ("accepted", "Ada"),
        ("dismissed", "Bea"),
        ("accepted", "Ada"),
    ]
    assert (shown["disposition"]["as"], shown["disposition"]["by"]) == ("accepted", "Ada")
    assert len(desk.json("log", "show", "--kind", "disposition")) == 3


def test_verdict_and_exit_status_do_not_change_and_a_rerun_finds_the_disposition_again(desk: Desk) -> None:
    before = desk.run("verify", "--parity", "none", "--json")
    for round_id in ("R-1", "R-2", "R-3"):
        told = desk.run("findings", "dispose", id_of(desk, round_id), "--as", "dismissed", "--by", "A", "--reason", "B")
        assert told.exit_code == 0
    after = desk.run("verify", "--parity", "none", "--json")
    assert before.exit_code == after.exit_code == 1
    keys = ("verdict", "findings", "wagers", "money")
    assert [json.loads(after.stdout)[key] for key in keys] == [json.loads(before.stdout)[key] for key in keys]
    assert listed(desk, "--disposition", "dismissed", "--state", "still_open") == ["R-1", "R-2", "R-3"]
    assert listed(desk, "--state", "new") == listed(desk, "--state", "gone") == []


REFUSED = [
    (("show", "ffffffffffffffff"), "no finding"),
    (("show", "x'; DROP TABLE findings --"), "no finding"),
    (("show", ""), "no finding"),
    (("dispose", "GOOD", "ffff0000", "--as", "accepted", "--by", "A", "--reason", "B"), "no finding"),
    (("dispose", "GOOD", "--as", "accepted", "--by", "A\x1b[31m", "--reason", "B"), "U+001B"),
    (("dispose", "GOOD", "--as", "accepted", "--by", "A", "--reason", "a\nb"), "U+000A"),
    (("dispose", "GOOD", "--as", "accepted", "--by", "A", "--reason", "\u202eb"), "U+202E"),
    (("dispose", "GOOD", "--as", "accepted", "--by", " ", "--reason", "B"), "--by is empty"),
    (("dispose", "GOOD", "--as", "accepted", "--by", "A", "--reason", "x" * 2001), "2,001 characters"),
    (("dispose", "GOOD", "--as", "agreed", "--by", "A", "--reason", "B"), "--as"),
]


def test_what_cannot_be_done_is_refused_whole(desk: Desk) -> None:
    finding = id_of(desk, "R-1")
    for arguments, says in REFUSED:
        refused = desk.run("findings", *(finding if word == "GOOD" else word for word in arguments))
        assert refused.exit_code == 2, arguments
        assert says in refused.stderr
        assert refused.stdout == ""
    assert listed(desk, "--disposition", "none") == listed(desk)
    assert desk.json("log", "show", "--kind", "disposition") == []


def test_the_beginning_of_several_ids_names_none(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    # Of seventeen ids in hexadecimal digits, two begin alike.
    desk.run("ingest", desk.log(*(fault(number) for number in range(17))))
    desk.run("verify", "--parity", "none")
    found = sorted(each["finding_id"] for each in desk.json("findings", "list", *OF_WAGERS)["findings"])
    assert len(found) == 17
    first, second = next((a, b) for a, b in pairwise(found) if a[0] == b[0])
    for command in (("show", first[0]), ("dispose", first[0], "--as", "accepted", "--by", "A", "--reason", "B")):
        refused = desk.run("findings", *command)
        assert refused.exit_code == 2
        assert first in refused.stderr
        assert second in refused.stderr
    assert desk.json("findings", "show", first)["finding_id"] == first


def test_findings_that_somebody_took_out_of_the_database_are_missed(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    desk.run("ingest", desk.log(case("base_game/pass_live_win").round, case("labels/fail_win_called_a_push").round))
    desk.run("verify")
    assert desk.json("findings", "list")["count"] >= 1
    with open_database(desk.folder / "night.duckdb") as db:
        db.connection.execute("DELETE FROM written_findings")
    for command in (["findings", "list"], ["export", "findings", "--format", "csv"]):
        result = desk.run(*command)
        assert result.exit_code == 3
        assert "somebody changed the database" in result.stderr
