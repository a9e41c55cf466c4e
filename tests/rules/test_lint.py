"""The lint lists exactly the known defects of the five sheets, and finds the planted ones."""

from __future__ import annotations

import re
from datetime import date
from typing import TYPE_CHECKING, Any

import pytest

from compliance.rules.in_force import in_force
from compliance.rules.licensee import Licensee
from compliance.rules.lint import LintFinding, lint
from compliance.rules.loader import load_postings

if TYPE_CHECKING:
    from compliance.rules.sheet import RuleSheet

DAY = date(2026, 6, 1)

KNOWN = {
    "gega-003666": {
        "button-value.T": "silence",
        "C1": "ambiguity",
        "C2": "ambiguity",
        "C3": "ambiguity",
        "C4": "ambiguity",
        "F1": "contradiction",
        "R3": "silence",
        "C6": "silence",
        "G1": "silence",
        "button-card-face": "contradiction",
        "closing-omits.six_card_bonus": "silence",
        "two-origins": "contradiction",
        "chart-code": "misprint",
    },
    "live-three-card-poker": {"timeout": "silence", "L1": "contradiction", "G1": "silence"},
    "card-room-three-card-poker": {
        "chart-missing.progressive": "silence",
        "terms-unstated.progressive": "silence",
        "positions": "silence",
        "rotation": "silence",
        "C1": "silence",
        "C2": "silence",
        "C3": "ambiguity",
        "C4": "silence",
        "G1": "silence",
        "button-card": "contradiction",
        "independent-yet-forfeited": "contradiction",
        "royal-named-twice": "misprint",
    },
    "bicycle-three-card-poker": {
        "paid-not-ranked.pair_plus.mini_royal": "silence",
        "button": "silence",
        "rotation": "silence",
        "C1": "ambiguity",
        "C2": "silence",
        "C4": "silence",
        "B1": "ambiguity",
        "B2": "silence",
        "B3": "silence",
        "B4": "ambiguity",
        "B5": "silence",
        "R2": "silence",
        "R4": "ambiguity",
        "R5": "silence",
        "G1": "silence",
        "house-way": "undefined_word",
        "kum-kum": "undefined_word",
    },
    "gega-004246": {
        "chart-missing.pair_plus": "silence",
        "chart-missing.six_card_bonus": "silence",
        "chart-missing.progressive": "silence",
        "terms-unstated.progressive": "silence",
        "button": "silence",
        "positions": "silence",
        "rotation": "silence",
        "deck": "silence",
        "C1": "silence",
        "C2": "silence",
        "C4": "silence",
        "R1": "silence",
        "R3": "silence",
        "G1": "silence",
    },
}


def by_id(findings: list[LintFinding]) -> dict[str, LintFinding]:
    assert len({finding.id for finding in findings}) == len(findings)
    return {finding.id: finding for finding in findings}


@pytest.mark.parametrize("name", KNOWN)
def test_exactly_the_known_defects(sheets: dict[str, RuleSheet], name: str) -> None:
    assert {finding.id: finding.severity for finding in lint(sheets[name])} == KNOWN[name]


@pytest.mark.parametrize("name", KNOWN)
def test_every_finding_has_a_clause_and_a_sentence(sheets: dict[str, RuleSheet], name: str) -> None:
    for finding in lint(sheets[name]):
        assert finding.sheet == name
        assert finding.clauses
        assert all(re.search(r"¶\d+(\.\d+)?$|^COMAR |^California Penal Code ", clause) for clause in finding.clauses)
        assert finding.says[0].isupper() or finding.says[0] in "'6"
        assert finding.says.endswith(".")


def test_sentences_name_what_is_missing(sheets: dict[str, RuleSheet]) -> None:
    found = by_id(lint(sheets["gega-003666"]))
    assert found["button-value.T"].says.startswith("The ten has no value in the count")
    assert found["button-value.T"].clauses == ("Dealing Procedures & Round of Play ¶7",)
    room = by_id(lint(sheets["card-room-three-card-poker"]))
    assert "points to the casino floor" in room["chart-missing.progressive"].says
    assert "C5" in room["positions"].says
    live = by_id(lint(sheets["live-three-card-poker"]))
    assert "decision time" in live["timeout"].says
    bicycle = by_id(lint(sheets["bicycle-three-card-poker"]))
    assert bicycle["paid-not-ranked.pair_plus.mini_royal"].clauses == ("Bonus Bet Pays ¶1", "Ranking of Hand ¶1")


def with_chart(sheet: RuleSheet, kind: str, *lines: dict[str, Any]) -> RuleSheet:
    return sheet.replacing({f"wager.{kind}.chart": {"lines": lines}})


def line(hands: str, pays: str, suit: str | None = None) -> dict[str, Any]:
    stated = {"hands": tuple(hands.split()), "pays": pays}
    return {**stated, "suit": suit} if suit else stated


FULL = [
    line("mini_royal", "200 to 1"),
    line("straight_flush", "40 to 1"),
    line("three_of_a_kind", "30 to 1"),
    line("straight", "6 to 1"),
    line("flush", "3 to 1"),
    line("pair", "1 to 1"),
]


def pay_table_faults(sheet: RuleSheet, kind: str, *lines: dict[str, Any]) -> set[str]:
    return {finding.id for finding in lint(with_chart(sheet, kind, *lines)) if finding.severity == "pay_table"}


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (FULL, set()),
        (FULL[1:], set()),
        ([*FULL[:3], line("straight", "3 to 1"), line("flush", "4 to 1"), FULL[5]], {"straight.flush"}),
        ([*FULL[:4], FULL[5]], {"flush.pair"}),
        ([line("mini_royal", "30 to 1"), *FULL[1:]], {"mini_royal.straight_flush"}),
        ([line("mini_royal", "200 to 1", "s"), *FULL[1:]], set()),
        ([line("mini_royal", "20 to 1", "s"), *FULL[1:]], {"mini_royal.straight_flush", "mini_royal.three_of_a_kind"}),
        ([line("mini_royal straight_flush", "12.5 to 1"), line("three_of_a_kind", "25 to 2"), *FULL[3:]], set()),
        ([*FULL[:3], line("straight", "4 for 1"), *FULL[4:]], set()),
        ([*FULL[:3], line("straight", "3 for 1"), *FULL[4:]], {"straight.flush"}),
    ],
)
def test_pay_lines_that_fall_as_the_hand_rises(
    sheets: dict[str, RuleSheet], lines: list[dict[str, Any]], expected: set[str]
) -> None:
    found = pay_table_faults(sheets["gega-003666"], "pair_plus", *lines)
    assert found == {f"pay-falls.pair_plus.{pair}" for pair in expected}


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ([*FULL, line("flush", "3 to 1")], {"flush"}),
        ([*FULL, line("flush", "3 to 1", "h")], {"flush"}),
        ([line("pair", "1 to 1", "s"), *FULL], {"pair"}),
        ([*[line("mini_royal", "300 to 1", suit) for suit in "cdhs"], *FULL], {"mini_royal"}),
        ([*[line("mini_royal", "300 to 1", suit) for suit in "cdh"], *FULL], set()),
        ([*FULL[:5], line("flush pair", "1 to 1")], set()),
    ],
)
def test_pay_lines_that_nothing_reaches(
    sheets: dict[str, RuleSheet], lines: list[dict[str, Any]], expected: set[str]
) -> None:
    found = pay_table_faults(sheets["gega-003666"], "pair_plus", *lines)
    assert found == {f"unreachable.pair_plus.{hand}" for hand in expected}


def test_pays_of_different_sorts_are_not_compared(sheets: dict[str, RuleSheet]) -> None:
    lines = [line("mini_royal", "10% of meter"), line("straight_flush", "USD 100.00"), *FULL[2:]]
    assert pay_table_faults(sheets["gega-003666"], "pair_plus", *lines) == set()
    lines = [line("mini_royal", "USD 50.00"), line("straight_flush", "USD 100.00"), *FULL[2:]]
    assert pay_table_faults(sheets["gega-003666"], "pair_plus", *lines) == {
        "pay-falls.pair_plus.mini_royal.straight_flush"
    }


def test_a_six_card_table_is_read_in_the_five_card_order(sheets: dict[str, RuleSheet]) -> None:
    lines = [line("flush", "10 to 1"), line("straight", "15 to 1"), line("royal_flush straight_flush", "100 to 1")]
    assert pay_table_faults(sheets["gega-003666"], "six_card_bonus", *lines) == {
        "pay-falls.six_card_bonus.four_of_a_kind.flush",
        "pay-falls.six_card_bonus.full_house.flush",
        "pay-falls.six_card_bonus.four_of_a_kind.straight",
        "pay-falls.six_card_bonus.full_house.straight",
        "pay-falls.six_card_bonus.flush.straight",
    }


def replaced(sheet: RuleSheet, section: str, **values: Any) -> RuleSheet:
    """The sheet with values of a section set and cited, or taken out where None."""
    data = sheet.model_dump(exclude_unset=True)
    part = data[section] if section in data else next(rule for rule in data["wager"] if rule["kind"] == section)
    for key, value in values.items():
        if value is None:
            part.pop(key)
            part["cite"].pop(key)
        else:
            part[key] = value
            part["cite"].setdefault(key, (sheet.clause[0].id,))
    return type(sheet).model_validate(data)


@pytest.mark.parametrize(
    ("section", "values", "expected"),
    [
        ("table", {"participants": 7}, "positions"),
        ("bank", {"after_consecutive": None}, "rotation-end"),
        ("bank", {"offered": None}, "rotation-way"),
        ("pair_plus", {"on_fold": None}, "fold-unstated.pair_plus"),
        ("pair_plus", {"needs_ante": None}, "terms-unstated.pair_plus"),
        ("pair_plus", {"at_most_ante": True}, "above-ante-unstated.pair_plus"),
    ],
)
def test_planted_gaps_are_found(
    sheets: dict[str, RuleSheet], section: str, values: dict[str, Any], expected: str
) -> None:
    sheet = sheets["gega-003666"]
    before = {finding.id for finding in lint(sheet)}
    after = {finding.id for finding in lint(replaced(sheet, section, **values))}
    assert after - before == {expected}


def test_a_posting_and_a_ruling_take_their_findings_away(sheets: dict[str, RuleSheet]) -> None:
    licensee = Licensee.model_validate(
        {
            "format": 1,
            "id": "room",
            "name": "Room",
            "time_zone": "America/Los_Angeles",
            "currency": "USD",
            "table": (
                {
                    "id": "T1",
                    "play": ({"sheet": "gega-004246", "since": DAY, "postings": ("one-dollar-progressive",)},),
                },
            ),
            "ruling": (
                {"sheet": "gega-004246", "interpretation": "C4", "reading": "wager_major", "ruling_ref": "letter"},
            ),
        }
    )
    postings = {name: loaded.posting for name, loaded in load_postings().items()}
    here = in_force(sheets["gega-004246"], licensee, "T1", DAY, postings).sheet
    gone = {"chart-missing.progressive", "C4"}
    assert {finding.id for finding in lint(here)} == set(KNOWN["gega-004246"]) - gone
