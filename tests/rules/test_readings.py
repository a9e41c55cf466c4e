"""Every interpretation of the five sheets: its readings in their order, the adopted one, and what each sets."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from compliance.rules.loader import load_sheets

if TYPE_CHECKING:
    from compliance.rules.sheet import RuleSheet

C1 = ("C1", "gross_consumed", ("running_net", "separate_caps", "collect_then_pay"))
C2 = ("C2", "forfeits_first", ("in_turn",))
C3 = ("C3", "all_positions", ("occupied_only",))
C4 = ("C4", "seat_major", ("wager_major",))
C5 = ("C5", "licensee_file", ())
G1 = ("G1", "settled_in_full", ())
READINGS = {
    "gega-003666": [
        C1, C2, C3, C4,
        ("F1", "bonuses_survive", ("bonuses_forfeited",)),
        ("R3", "lowest", ()),
        ("C6", "offer_suffices", ("must_change",)),
        G1,
    ],
    "live-three-card-poker": [("L1", "bonus_paid_on_disconnect", ("bonus_not_paid",)), G1],
    "card-room-three-card-poker": [C1, C2, C3, C4, C5, G1],
    "bicycle-three-card-poker": [
        C1, C2, C3, C4,
        ("B1", "forfeited", ("survives",)),
        ("B2", "push", ("dealer_wins", "participant_wins")),
        ("B3", "push", ("participant_wins",)),
        ("B4", "per_wager", ("per_participant_round", "per_round")),
        ("B5", "no_pay", ("settled_in_full",)),
        C5,
        ("R2", "lowest", ()),
        ("R4", "even_money", ()),
        ("R5", "rank_by_rank", ()),
        G1,
    ],
    "gega-004246": [C1, C2, C3, C4, C5, ("R1", "as_gega_003666", ()), ("R3", "lowest", ()), G1],
}  # fmt: skip

EVERY_READING = [
    (name, entry.id, reading.name)
    for name, loaded in load_sheets().items()
    for entry in loaded.sheet.interpretation
    for reading in entry.readings
]


@pytest.mark.parametrize("name", READINGS)
def test_interpretations_in_their_order(sheets: dict[str, RuleSheet], name: str) -> None:
    stated = [
        (entry.id, entry.adopted, tuple(reading.name for reading in entry.others))
        for entry in sheets[name].interpretation
    ]
    assert stated == READINGS[name]


@pytest.mark.parametrize(("name", "interpretation", "reading"), EVERY_READING)
def test_a_reading_gives_the_sheet_its_values(
    sheets: dict[str, RuleSheet], name: str, interpretation: str, reading: str
) -> None:
    sheet = sheets[name]
    entry = sheet.interpretations[interpretation]
    sets = next(candidate.sets for candidate in entry.readings if candidate.name == reading)
    under = sheet.under(interpretation, reading)
    assert {path: value_at(under, path) for path in sets} == sets
    assert (under == sheet) == (reading == entry.adopted or not sets)


def test_a_reading_changes_nothing_else(sheets: dict[str, RuleSheet]) -> None:
    sheet = sheets["gega-003666"]
    other = sheet.under("F1", "bonuses_forfeited")
    assert other.wagers["pair_plus"].on_fold == other.wagers["six_card_bonus"].on_fold == "forfeited"
    assert other.under("F1", "bonuses_survive") == sheet


def test_only_the_two_missing_buttons_leave_c3_without_values(sheets: dict[str, RuleSheet]) -> None:
    without = {
        (name, entry.id)
        for name, sheet in sheets.items()
        for entry in sheet.interpretation
        if entry.others and not any(reading.sets for reading in entry.readings)
    }
    assert without == {("bicycle-three-card-poker", "C3"), ("gega-004246", "C3")}


def test_unknown_interpretation_and_reading_are_refused(sheets: dict[str, RuleSheet]) -> None:
    with pytest.raises(KeyError):
        sheets["gega-003666"].under("L1", "bonus_not_paid")
    with pytest.raises(ValueError, match="C1 has no reading 'net'"):
        sheets["gega-003666"].under("C1", "net")


def test_the_weighing_of_c1_in_gega_003666(sheets: dict[str, RuleSheet]) -> None:
    why = sheets["gega-003666"].interpretations["C1"].why
    for word in ("separate_caps", "running_net", "collect_then_pay", "pay-offs"):
        assert word in why


def test_where_the_document_has_no_limit_the_statute_is_cited(sheets: dict[str, RuleSheet]) -> None:
    for name in ("card-room-three-card-poker", "gega-004246"):
        assert sheets[name].interpretations["C1"].authority == ("California Penal Code section 330.11",)
    for name in ("gega-003666", "bicycle-three-card-poker"):
        assert sheets[name].interpretations["C1"].clauses


def value_at(sheet: RuleSheet, path: str) -> object:
    name, _, key = path.partition(".")
    if name == "wager":
        kind, _, key = key.partition(".")
        return getattr(sheet.wagers[kind], key)
    if name == "cap":
        return getattr(sheet.cap[0], key)
    return getattr(getattr(sheet, name), key)
