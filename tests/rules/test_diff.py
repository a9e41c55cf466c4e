"""Two sheets side by side: what differs, and where each of them says so."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from compliance.rules.diff import Difference, differences
from compliance.rules.loader import load_postings, load_sheets
from compliance.rules.postings import with_posting

if TYPE_CHECKING:
    from compliance.rules.sheet import RuleSheet

NAMES = sorted(load_sheets())


def by_path(left: RuleSheet, right: RuleSheet) -> dict[str, Difference]:
    return {difference.path: difference for difference in differences(left, right)}


@pytest.mark.parametrize("name", NAMES)
def test_a_sheet_does_not_differ_from_itself(sheets: dict[str, RuleSheet], name: str) -> None:
    assert differences(sheets[name], sheets[name]) == ()


@pytest.mark.parametrize("left", NAMES)
@pytest.mark.parametrize("right", NAMES)
def test_both_directions_name_the_same_values(sheets: dict[str, RuleSheet], left: str, right: str) -> None:
    there, back = by_path(sheets[left], sheets[right]), by_path(sheets[right], sheets[left])
    assert there.keys() == back.keys()
    for path, difference in there.items():
        assert (difference.left, difference.right) == (back[path].right, back[path].left)
        assert difference.left.clauses or path == "currency"
        assert difference.left.says or difference.right.says


def test_the_two_ante_rules(sheets: dict[str, RuleSheet]) -> None:
    found = by_path(sheets["gega-003666"], sheets["card-room-three-card-poker"])["showdown.not_qualified_ante"]
    assert found.left.says is not None
    assert found.right.says is not None
    assert "whichever hand is higher" in found.left.says
    assert "where the participant's hand is higher, and pushes where it is lower" in found.right.says
    assert found.left.clauses == ("How Winners are Determined & Paid ¶1",)
    assert found.right.clauses == ("ANTE/PLAY BASE SETS ¶4",)


def test_pay_tables_hand_by_hand(sheets: dict[str, RuleSheet]) -> None:
    found = by_path(sheets["gega-003666"], sheets["live-three-card-poker"])
    tables = {path.removeprefix("wager."): d for path, d in found.items() if ".chart." in path}
    assert set(tables) == {
        "pair_plus.chart.mini_royal",
        "pair_plus.chart.straight",
        "pair_plus.chart.flush",
        "six_card_bonus.chart.straight",
        "six_card_bonus.chart.three_of_a_kind",
        "ante_bonus.chart.mini_royal",
        "ante_bonus.chart.straight_flush",
        "ante_bonus.chart.three_of_a_kind",
        "ante_bonus.chart.straight",
    }
    royal = tables["pair_plus.chart.mini_royal"]
    assert royal.left.says == "Pair Plus pays for a mini royal: 200 to 1."
    assert royal.right.says == "Pair Plus pays for a mini royal: 40 to 1."
    assert tables["ante_bonus.chart.straight"].left.says is None
    assert tables["ante_bonus.chart.straight"].left.clauses == ("not offered by gega-003666",)


def test_adopted_readings_are_compared(sheets: dict[str, RuleSheet]) -> None:
    sheet = sheets["gega-003666"]
    other = sheet.under("C1", "running_net")
    assert set(by_path(sheet, other)) == {"bank.policy"}
    found = by_path(sheet, sheets["live-three-card-poker"])
    assert {path for path in found if path.startswith("interpretation.")} == {
        f"interpretation.{name}" for name in ("C1", "C2", "C3", "C4", "F1", "R3", "C6", "L1")
    }


def test_a_posting_shows_as_a_difference(sheets: dict[str, RuleSheet]) -> None:
    sheet = sheets["gega-004246"]
    posted = with_posting(sheet, load_postings()["one-dollar-progressive"].posting)
    found = by_path(sheet, posted)
    assert list(found) == [
        "wager.progressive.hand",
        "wager.progressive.chart.mini_royal",
        "wager.progressive.chart.straight_flush",
        "wager.progressive.chart.three_of_a_kind",
        "wager.progressive.fixed_stake",
    ]
    assert found["wager.progressive.chart.mini_royal"].right.says == (
        "Progressive pays for a mini royal: USD 500.00 with 25.00 to each other wager in clubs, diamonds and hearts, "
        "100% of meter with 100.00 to each other wager in spades."
    )


def test_odds_written_otherwise_are_no_difference(sheets: dict[str, RuleSheet]) -> None:
    sheet = sheets["gega-003666"]
    assert sheet.wagers["pair_plus"].chart is not None
    lines = [line.model_dump(exclude_unset=True) for line in sheet.wagers["pair_plus"].chart.lines]
    lines[3]["pays"] = "12 to 2"
    lines[5]["pays"] = "2 for 1"
    same = sheet.replacing({"wager.pair_plus.chart": {"lines": tuple(lines)}})
    assert differences(sheet, same) == ()
