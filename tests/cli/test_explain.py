"""A derivation as text, JSON and a page: what the limit leaves, what other readings give, nobody named in a page."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from tests.cases.load import all_cases
from tests.cli.conftest import Desk, case

HOSTILE = "<script>alert(1)</script>\"'&{{ 7*7 }}"


def named(record: dict[str, Any], round_id: str) -> dict[str, Any]:
    return json.loads(json.dumps(record)) | {"round_id": round_id}


def hostile() -> dict[str, Any]:
    record = named(case("base_game/pass_live_win").round, "R-<b>") | {
        "table_id": "<i>T</i>",
        "house_dealer_id": HOSTILE,
    }
    record["seats"][0]["participants"][0]["participant_id"] = HOSTILE
    record["seats"][0]["participants"][0]["wagers"][0]["net"] = "0.01"
    return record


LIMITED = [named(each.round, f"L-{i}") for i, each in enumerate(all_cases()) if each.id.startswith("limit/")]


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Desk:
    desk = Desk(tmp_path_factory.mktemp("explain"))
    void = named(case("base_game/pass_live_win").round, "R-void") | {"status": "void", "void_reason": "Maria fell"}
    unknown = named(case("base_game/pass_live_win").round, "R-unknown") | {"rule_sheet": "nobody's"}
    orderless = named(LIMITED[0], "R-orderless") | {"action_seat": None, "action_card": None}
    desk.run("ingest", desk.log(hostile(), void, unknown, orderless, *LIMITED))
    desk.run("verify", "--parity", "none")
    return desk


@pytest.fixture(scope="module")
def limited(desk: Desk) -> list[dict[str, Any]]:
    return [desk.json("explain", each["round_id"]) for each in LIMITED[:4]]


def test_the_limit_is_used_up_wager_by_wager(limited: list[dict[str, Any]]) -> None:
    bound = [each for each in limited if each["limit"] and each["limit"]["steps"]]
    assert bound
    for each in bound:
        steps = each["limit"]["steps"]
        assert each["limit"]["covers_all"] is False
        assert max(steps[0]["left_to_pay"], steps[0]["left_to_collect"], key=float) == each["limit"]["wager"]
        due = {(line["seat"], line["wager_kind"]): line["expected_net"] for line in each["settlements"]}
        assert [step["net"] for step in steps] == [due[step["seat"], step["wager_kind"]] for step in steps]
        assert [seat for seat in each["order_of_action"] if seat in {step["seat"] for step in steps}]


def test_other_readings_are_shown_where_they_give_other_money(limited: list[dict[str, Any]]) -> None:
    shown = [other for each in limited for other in each["other_readings"]]
    assert shown
    for other in shown:
        assert other["question"]
        assert other["says"]
        assert other["wagers"]
        assert all(wager["adopted_net"] != wager["other_net"] for wager in other["wagers"])


def test_text_shows_the_table_with_suits_and_the_other_readings(desk: Desk, limited: list[dict[str, Any]]) -> None:
    (first, *_) = [each for each in limited if each["other_readings"]]
    text = desk.run("explain", first["round_id"]).stdout
    assert re.search(r"dealer hand +[2-9TJQKA10]+[♣♦♥♠] ", text)
    assert f"Under reading {first['other_readings'][0]['reading']} of" in text
    assert "Order of action: seat" in text


class Page(HTMLParser):
    """The tags, attributes and text of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.attributes: list[tuple[str, str | None]] = []
        self.text = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes += attrs

    def handle_data(self, data: str) -> None:
        self.text += data


def page(desk: Desk, round_id: str, *options: str) -> Page:
    told = desk.run("explain", round_id, "--format", "html", *options)
    assert told.exit_code == 0
    return Page(told.stdout)


def test_a_page_stands_alone_and_takes_nothing_for_markup(desk: Desk) -> None:
    shown = page(desk, "R-<b>", "--no-redact")
    assert not shown.tags & {"script", "i", "b", "img", "link", "iframe", "object", "form", "a"}
    assert not [name for name, _ in shown.attributes if name in ("src", "href", "action") or name.startswith("on")]
    policy = [value for name, value in shown.attributes if name == "content" and "default-src" in (value or "")]
    assert "default-src 'none'" in str(policy[0])
    assert HOSTILE in shown.text
    assert "SETL-001" in shown.text
    assert "Ante" in shown.text


def test_a_page_names_nobody_unless_told_to(desk: Desk) -> None:
    told = desk.run("explain", "R-<b>", "--format", "html").stdout
    assert "alert" not in told
    assert "Maria" not in page(desk, "R-void").text
    assert re.search(r"P-[A-Z2-7]{10}", told)
    hidden = desk.run("explain", "R-<b>", "--format", "json", "--redact").stdout
    assert "alert" not in hidden
    assert "alert" in desk.run("explain", "R-<b>", "--format", "json").stdout
    pseudonym = json.loads(hidden)["settlements"][0]["participant_id"]
    assert pseudonym in told


def test_a_page_shows_cards_limit_and_readings(desk: Desk, limited: list[dict[str, Any]]) -> None:
    (bound, *_) = [each for each in limited if each["other_readings"] and each["limit"]["steps"]]
    shown = page(desk, bound["round_id"])
    assert {"svg", "circle", "meter"} <= shown.tags
    for step in bound["limit"]["steps"]:
        assert step["counts"] in shown.text
    for other in bound["other_readings"]:
        assert other["says"] in shown.text
    for clause in {clause for step in bound["steps"] for clause in step["clauses"]}:
        assert clause in shown.text


def test_a_limit_without_a_known_order_is_not_said_to_cover_all(desk: Desk) -> None:
    told = desk.json("explain", "R-orderless")
    assert (told["limit"]["covers_all"], told["limit"]["steps"], told["order_of_action"]) == (False, [], [])
    assert "does not cover everything, and the order of action is not known" in page(desk, "R-orderless").text


@pytest.mark.parametrize("round_id", ["R-void", "R-unknown"])
def test_a_round_that_cannot_be_derived_says_so_in_every_form(desk: Desk, round_id: str) -> None:
    assert "Nothing can be derived" in page(desk, round_id).text
    assert "seat" in desk.run("explain", round_id).stdout
    told = desk.json("explain", round_id)
    assert (told["steps"], told["limit"], told["other_readings"]) == ([], None, [])


def test_findings_of_the_run_are_named_by_their_ids(desk: Desk) -> None:
    stored = desk.json("explain", "R-<b>")["stored_findings"]
    listed = desk.json("findings", "list")["findings"]
    assert {each["finding_id"] for each in stored} == {
        each["finding_id"] for each in listed if each["round_id"] == "R-<b>"
    }
    assert "SETL-001" in {each["code"] for each in stored}


def test_every_form_goes_to_a_file(desk: Desk) -> None:
    for form in ("text", "json", "html"):
        target = desk.folder / "out" / f"round.{form}"
        told = desk.run("explain", "R-void", "--format", form, "-o", str(target))
        assert (told.exit_code, told.stdout) == (0, "")
        assert "R-void" in target.read_text()
    refused = desk.run("explain", "R-void", "-o", str(Path("/proc/nowhere/x")))
    assert refused.exit_code == 2
    assert refused.stderr.count("\n") == 1


def test_rounds_of_one_name_are_told_apart_by_their_licensees(desk: Desk) -> None:
    record = case("base_game/pass_live_win").round
    desk.run("ingest", desk.log(record | {"licensee_id": "north"}, record | {"licensee_id": "south"}))
    shown = desk.run("explain", record["round_id"]).stdout
    first_lines = [line for line in shown.splitlines() if line.startswith("Round ")]
    assert [line.split(", ")[1] for line in first_lines] == ["licensee north", "licensee south"]
    page = desk.run("explain", record["round_id"], "--format", "html").stdout
    assert "<dd>north</dd>" in page
    assert "<dd>south</dd>" in page
