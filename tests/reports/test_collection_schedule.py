"""The collection schedule of a licensee's file as a page of the printed sheet."""

from __future__ import annotations

import tomllib
from typing import TYPE_CHECKING, Any

from compliance.reports.collection_schedule import collection_tables
from compliance.reports.rule_sheet import write_rule_sheet
from compliance.rules.licensee import Licensee
from compliance.rules.loader import frozen, load_sheets
from tests.reports.test_pdf import pages_of

if TYPE_CHECKING:
    from pathlib import Path

FILE = """
format = 1
id = "room"
name = "A <b>Room</b>"
time_zone = "America/Los_Angeles"
currency = "USD"

[[table]]
id = "T1"
play = [{ sheet = "gega-003666", since = 2026-01-01 }]
[[table.collection]]
since = 2026-01-01
rate = [
    { payer = "participant", fee = "1.00", basis = "seat" },
    { payer = "player_dealer", fee = "2.50", basis = "table_action", action_from = "0.00", action_to = "99.99" },
    { payer = "player_dealer", fee = "4.00", basis = "table_action", action_from = "100.00" },
]

[[table]]
id = "T2"
play = [{ sheet = "gega-004246", since = 2026-01-01 }]
"""


def licensee(**changes: Any) -> Licensee:
    return Licensee.model_validate(frozen(tomllib.loads(FILE) | changes))


def test_every_posted_fee_is_a_row_with_its_basis() -> None:
    (table,) = collection_tables(licensee(), "gega-003666")
    assert table.caption == "Table T1, from 2026-01-01 on"
    assert table.rows == (
        ("Each participant", "for each seat played", "–", "1.00 USD"),
        ("The player-dealer", "for each round, by the table's action", "0.00 to 99.99 USD", "2.50 USD"),
        ("The player-dealer", "for each round, by the table's action", "100.00 USD or more", "4.00 USD"),
    )


def test_tables_with_the_same_schedule_share_it() -> None:
    tables = tomllib.loads(FILE)["table"]
    same = licensee(table=[tables[0], {**tables[0], "id": "T9"}, tables[1]])
    assert [each.caption for each in collection_tables(same, "gega-003666")] == ["Tables T1, T9, from 2026-01-01 on"]


def test_a_sheet_without_a_posted_schedule_has_no_such_page(tmp_path: Path) -> None:
    assert collection_tables(licensee(), "gega-004246") == collection_tables(None, "gega-003666") == ()
    loaded = load_sheets()["gega-004246"]
    write_rule_sheet(loaded, tmp_path, edition="submission", formats={"html"}, licensee=licensee())
    assert "Collection Schedule" not in (tmp_path / "gega-004246-submission.html").read_text("utf-8")


def test_the_schedule_has_a_page_of_its_own_that_names_the_licensee(tmp_path: Path) -> None:
    loaded = load_sheets()["gega-003666"]
    write_rule_sheet(loaded, tmp_path, edition="submission", formats={"pdf"}, licensee=licensee())
    pages = pages_of(tmp_path / "gega-003666-submission.pdf")
    assert "Collection Schedule" in pages[-1]
    assert "A <b>Room</b>" in pages[-1]
    assert "Ownership and Notice" not in pages[-1].partition("Collection Schedule")[2].partition("Page")[0]
