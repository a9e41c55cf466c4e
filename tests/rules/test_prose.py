"""The read-back states every value of a sheet in a sentence with its clause, and follows every change."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from compliance.rules import sections
from compliance.rules.loader import load_postings, load_sheets
from compliance.rules.postings import with_posting
from compliance.rules.prose import Statement, read_back
from compliance.rules.sayings import SAYINGS
from compliance.rules.sheet import SECTION_NAMES, RuleSheet

if TYPE_CHECKING:
    from collections.abc import Mapping

SHEETS = sorted(load_sheets())
READINGS = [
    (name, entry.id, reading.name)
    for name, loaded in load_sheets().items()
    for entry in loaded.sheet.interpretation
    for reading in entry.others
    if reading.sets
]


def paths_of(sheet: RuleSheet) -> set[str]:
    stated = {f"{name}.{key}" for name in SECTION_NAMES if (part := getattr(sheet, name)) for key in part.cite}
    stated |= {f"wager.{rule.kind}.{key}" for rule in sheet.wager for key in rule.cite}
    return stated | {f"cap.{key}" for cap in sheet.cap for key in cap.cite}


def said(sheet: RuleSheet, path: str) -> Statement:
    (statement,) = [statement for statement in read_back(sheet) if statement.path == path]
    return statement


def test_every_key_a_sheet_can_state_has_a_sentence() -> None:
    parts: Mapping[str, type[sections.Section]] = {
        **{name: getattr(sections, name.title()) for name in SECTION_NAMES},
        "wager": sections.WagerRule,
        "cap": sections.Cap,
    }
    keys = {f"{name}.{key}" for name, part in parts.items() for key in part.model_fields} - {
        f"{name}.cite" for name in parts
    }
    assert keys - {"wager.kind", "button.silent"} == {key for key in SAYINGS if not key.startswith("ante_bonus.")}


@pytest.mark.parametrize("name", SHEETS)
def test_every_value_is_read_back_with_a_clause(sheets: dict[str, RuleSheet], name: str) -> None:
    sheet = sheets[name]
    statements = [statement for statement in read_back(sheet) if statement.path]
    assert {statement.path for statement in statements} >= paths_of(sheet)
    for statement in statements:
        assert statement.clauses
        assert statement.says[0].isupper() or statement.says.startswith("6 Card")
        assert statement.says.endswith(".")
        assert "{" not in statement.says
        assert "None" not in statement.says


@pytest.mark.parametrize("name", SHEETS)
def test_every_clause_and_interpretation_has_its_place(sheets: dict[str, RuleSheet], name: str) -> None:
    sheet = sheets[name]
    statements = read_back(sheet)
    cited = {clause for statement in statements for clause in statement.clauses}
    assert {clause.citation for clause in sheet.clause} <= cited
    for entry in sheet.interpretation:
        (statement,) = [one for one in statements if one.says.startswith(f"{entry.id}: ")]
        assert entry.why in statement.says
        assert all(reading.name in statement.says for reading in entry.readings)
    for defect in sheet.defect:
        assert defect.says in {statement.says for statement in statements}


@pytest.mark.parametrize(("name", "interpretation", "reading"), READINGS)
def test_another_reading_changes_the_sentences_it_sets_and_no_others(
    sheets: dict[str, RuleSheet], name: str, interpretation: str, reading: str
) -> None:
    sheet = sheets[name]
    entry = sheet.interpretations[interpretation]
    sets = next(other.sets for other in entry.others if other.name == reading)
    before = {(one.path, one.says) for one in read_back(sheet)}
    after = {(one.path, one.says) for one in read_back(sheet.under(interpretation, reading))}
    assert {path for path, _ in after - before} == set(sets)
    assert {path for path, _ in before - after} == set(sets)


@pytest.mark.parametrize(
    ("name", "path", "sentence"),
    [
        ("gega-003666", "deck.decks", "Two decks are in use."),
        ("live-three-card-poker", "deck.decks", "One deck is in use."),
        ("gega-003666", "table.positions", "The table has seven numbered positions, the player-dealer's included."),
        ("live-three-card-poker", "table.positions", "The table has one numbered position."),
        (
            "gega-003666",
            "showdown.not_qualified_ante",
            "When the dealer hand does not qualify, every Ante not folded is paid even money, whichever hand is "
            "higher.",
        ),
        (
            "card-room-three-card-poker",
            "showdown.not_qualified_ante",
            "When the dealer hand does not qualify, an Ante not folded is paid even money where the participant's hand "
            "is higher, and pushes where it is lower.",
        ),
        ("gega-003666", "qualifying.rank", "The dealer hand qualifies with queen-high or better."),
        ("card-room-three-card-poker", "wager.pair_plus.on_fold", "A fold loses Pair Plus Bonus."),
        ("gega-003666", "wager.pair_plus.on_fold", "Pair Plus is settled on its own after a fold."),
        (
            "gega-003666",
            "wager.pair_plus.chart",
            "Pair Plus pays by its table: mini royal: 200 to 1; straight flush: 40 to 1; three of a kind: 30 to 1; "
            "straight: 6 to 1; flush: 3 to 1; pair: 1 to 1. Any other hand loses.",
        ),
        (
            "live-three-card-poker",
            "wager.ante_bonus.chart",
            "Ante Bonus pays by its table: mini royal or straight flush: 5 to 1; three of a kind: 4 to 1; straight: "
            "1 to 1. Any other hand is paid nothing.",
        ),
        (
            "gega-003666",
            "button.values",
            "The card that places the action button counts: ace 1, two 2, three 3, four 4, five 5, six 6, seven 7, "
            "eight 8, nine 9, ten 10, jack 11, queen 12, king 13. The value of the ten is assumed.",
        ),
        ("bicycle-three-card-poker", "cap.amount", "The largest winnings are USD 30,000.00."),
        ("bicycle-three-card-poker", "cap.kinds", "That limit is on Bonus Bet."),
        ("bicycle-three-card-poker", "wager.pair_plus.at_most_ante", "Bonus Bet is at most the Ante."),
        ("gega-004246", "wager.progressive.on_fold", "Progressive is settled on its own after a fold."),
        (
            "card-room-three-card-poker",
            "wager.progressive.on_fold",
            "What a fold does to Progressive Bonus is not stated.",
        ),
    ],
)
def test_sentences(sheets: dict[str, RuleSheet], name: str, path: str, sentence: str) -> None:
    assert said(sheets[name], path).says == sentence


def test_the_sheet_says_what_it_stands_on(sheets: dict[str, RuleSheet]) -> None:
    about = [one.says for one in read_back(sheets["gega-004246"]) if one.heading == "This sheet"]
    assert about == [
        "Three Card Poker 6 Card Bonus with Progressive (GEGA-004246, GEAR-001233), kept as gega-004246.",
        "It was keyed from an excerpt; the whole document may say more.",
        "The document controls: Three Card Poker 6 Card Bonus with Progressive (GEGA-004246, GEAR-001233), SHA-256 "
        "39ce4c6031122786d25d232994e39dc5ec4b6443f13865e4446409f7c332f76b. The copy ends at the heading of its bonus "
        "wagers.",
        "It is in force always: the document has no date.",
    ]


def test_a_posted_chart_is_read_back(sheets: dict[str, RuleSheet]) -> None:
    posting = load_postings()["one-dollar-progressive"].posting
    sheet = with_posting(sheets["gega-004246"], posting)
    chart = said(sheet, "wager.progressive.chart")
    assert "mini royal in spades: the whole meter, and 100.00 to each other wager of its kind" in chart.says
    assert "mini royal in any other suit: USD 500.00" in chart.says
    assert any(clause.startswith("Posting one-dollar-progressive") for clause in chart.clauses)
    assert said(sheet, "wager.progressive.fixed_stake").says == "The stake of Progressive is exactly USD 1.00."


def test_a_royal_without_a_line_of_its_own_is_said_to_be_a_straight_flush() -> None:
    sheet = load_sheets()["gega-003666"].sheet
    lines = ({"hands": ("straight_flush",), "pays": "40 to 1"}, {"hands": ("pair",), "pays": "1 to 1"})
    without = sheet.replacing({"wager.pair_plus.chart": {"lines": lines}})
    said = {each.path: each.says for each in read_back(without)}
    assert "A royal that the table does not name is paid as the straight flush it is." in said["wager.pair_plus.chart"]
    assert "royal that the table" not in said["wager.six_card_bonus.chart"]
