"""Rule sheets on the command line: the published figures, exactly, and a page that asks for nothing."""

import json
import re
from pathlib import Path

from tests.cli.conftest import Desk


def _wagers(document: dict) -> dict:
    return {wager["kind"]: wager for wager in document["wagers"]}


def test_odds_of_the_003666_sheet(desk: Desk) -> None:
    odds = desk.json("odds", "gega-003666")
    (base,) = odds["base"]
    assert base["best"]["total"]["exact"] == "-35253012"
    assert base["strategy"]["lowest_played"]["hand"] == "Q-6-4"
    wagers = _wagers(odds)
    assert wagers["pair_plus"]["house_edge"]["exact"] == "242/5525"  # 968 of 22,100
    assert wagers["six_card_bonus"]["house_edge"]["decimal"] == "0.067413"


def test_odds_of_the_live_sheet_with_its_ante_bonus(desk: Desk) -> None:
    odds = desk.json("odds", "live-three-card-poker")
    assert odds["base"][1]["best"]["total"]["exact"] == "-13733780"
    assert _wagers(odds)["six_card_bonus"]["house_edge"]["decimal"] == "0.085614"


def test_chart_left_out_has_no_odds(desk: Desk) -> None:
    wagers = _wagers(desk.json("odds", "gega-004246"))
    assert wagers["pair_plus"]["gap"] == "chart missing"
    assert wagers["pair_plus"]["house_edge"] is None


def test_the_two_ante_rules_differ_where_nobody_should_play(desk: Desk) -> None:
    diff = desk.json("sheets", "diff", "gega-003666", "card-room-three-card-poker")
    ante = next(wager for wager in diff["money"]["wagers"] if wager["kind"] == "ante")
    assert ante["played"] == 17_866_860
    assert ante["highest"] == "J-T-8"
    values = {value["path"]: value for value in diff["values"]}
    both = values["showdown.not_qualified_ante"]
    assert "How Winners are Determined & Paid ¶1" in " ".join(both["gega-003666"]["clauses"])
    assert both["card-room-three-card-poker"]["clauses"]


def test_difference_page_is_self_contained(desk: Desk, tmp_path: Path) -> None:
    page = tmp_path / "diff.html"
    assert (
        desk.run(
            "sheets", "diff", "gega-003666", "live-three-card-poker", "--format", "html", "-o", str(page)
        ).exit_code
        == 0
    )
    html = page.read_text()
    assert not re.findall(r"""(?:src|href)\s*=\s*["'](?!#)|url\(|@import""", html)
    assert "wager.pair_plus.chart.straight" in html


def test_sheet_reads_back_with_its_clauses(desk: Desk) -> None:
    statements = desk.json("sheets", "show", "bicycle-three-card-poker")
    assert any("30,000" in each["says"] or "30000" in each["says"] for each in statements)
    assert all(each["clauses"] for each in statements if each["path"])


def test_digests_are_listed_with_who_keyed_and_checked(desk: Desk) -> None:
    rows = desk.json("sheets", "digest")
    assert {row["id"] for row in rows if row["what"] == "sheet"} >= {"gega-003666", "gega-004246"}
    assert all(row["locked"] and row["keyed_by"] and row["checked_by"] for row in rows)


def test_list_is_one_document(desk: Desk) -> None:
    standing = {row["id"]: row["standing"] for row in json.loads(desk.run("sheets", "list", "--json").stdout)}
    assert standing == {
        "gega-003666": "published",
        "live-three-card-poker": "published",
        "card-room-three-card-poker": "excerpt",
        "bicycle-three-card-poker": "excerpt",
        "gega-004246": "excerpt",
    }


def test_a_redline_needs_a_format_and_a_file(desk: Desk, tmp_path: Path) -> None:
    pair = ("gega-003666", "gega-004246")
    assert desk.run("sheets", "diff", *pair, "--format", "pdf").exit_code == 2
    assert desk.run("sheets", "diff", *pair, "-o", str(tmp_path / "x.pdf")).exit_code == 2
    document = desk.json("sheets", "diff", *pair, "--format", "pdf", "-o", str(tmp_path / "x.pdf"))
    assert document["document"]["path"] == str(tmp_path / "x.pdf")
    assert (tmp_path / "x.pdf").read_bytes().startswith(b"%PDF-")
    assert document["values"]
