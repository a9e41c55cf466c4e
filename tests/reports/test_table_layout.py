"""The drawing of the table: what stands where, nothing over anything else, and what it leaves open."""

from __future__ import annotations

from itertools import combinations

import pytest

from compliance.reports.table_layout import Area, table_layout
from compliance.rules.loader import load_sheets

SHEETS = load_sheets()


def overlaps(one: Area, other: Area) -> bool:
    apart = abs(one.x - other.x) * 2 >= one.width + other.width
    return not apart and abs(one.y - other.y) * 2 < one.height + other.height


@pytest.mark.parametrize("name", SHEETS)
def test_nothing_on_the_table_overlaps_or_leaves_the_drawing(name: str) -> None:
    sheet = SHEETS[name].sheet
    drawn = table_layout(sheet)
    areas = [area for position in drawn.positions for area in position.areas]
    areas += [
        Area(e.x + e.width // 2, e.y + e.height // 2, e.width, e.height, e.lines, 0, False) for e in drawn.equipment
    ]
    areas += [Area(each.x, each.y, 22, 22, (each.label,), 0, False) for each in drawn.positions]
    assert [(one.lines, other.lines) for one, other in combinations(areas, 2) if overlaps(one, other)] == []
    for area in areas:
        assert area.width // 2 <= area.x <= drawn.width - area.width // 2
        assert area.height // 2 <= area.y <= drawn.height - area.height // 2
        for line in area.lines:
            assert len(line) * 5 <= area.width


def test_position_one_is_at_the_house_dealer_s_left_and_the_rest_run_clockwise() -> None:
    positions = table_layout(SHEETS["gega-003666"].sheet).positions
    assert [each.label for each in positions] == ["1", "2", "3", "4", "5", "6", "7"]
    assert [each.x for each in positions] == sorted((each.x for each in positions), reverse=True)
    assert positions[0].x + positions[-1].x == pytest.approx(2 * positions[3].x, abs=2)


def test_the_areas_are_named_as_the_sheet_names_them() -> None:
    positions = table_layout(SHEETS["bicycle-three-card-poker"].sheet).positions
    assert len(positions) == 8
    assert {" ".join(area.lines) for area in positions[0].areas} == {"Ante", "Play", "Bonus Bet spot"}
    shared = table_layout(SHEETS["live-three-card-poker"].sheet)
    assert len(shared.positions) == 1
    assert "Every participant wagers on the one position; its hand is shared." in shared.remarks
    assert not any("numbers run clockwise" in remark for remark in shared.remarks)


def test_a_place_that_the_sheet_does_not_state_is_not_drawn_as_stated() -> None:
    unstated = "The sheet does not state where the house dealer is; that place"
    said = {
        name: any(unstated in remark for remark in table_layout(each.sheet).remarks) for name, each in SHEETS.items()
    }
    assert said == {name: name != "gega-003666" for name in SHEETS}


def test_tables_of_one_two_and_twelve_positions_stay_within_the_drawing() -> None:
    sheet = SHEETS["gega-003666"].sheet
    for positions in (1, 2, 12):
        drawn = table_layout(sheet.replacing({"table.positions": positions}))
        assert len(drawn.positions) == positions
        assert all(0 < each.x < drawn.width and 0 < each.y < drawn.height for each in drawn.positions)
