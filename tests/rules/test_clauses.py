"""Every check code and every branch leads to a place in the document, or says that there is none."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from compliance.domain.catalogue import CHECKS
from compliance.domain.words import WAGER_KINDS, Branch
from compliance.rules.clauses import CODES, SILENT, clauses_for
from compliance.rules.loader import load_sheets

if TYPE_CHECKING:
    from compliance.rules.sheet import RuleSheet

SHEETS = sorted(load_sheets())
GEGA, LIVE, ROOM, BICYCLE, PROGRESSIVE_SHEET = (
    "gega-003666", "live-three-card-poker", "card-room-three-card-poker", "bicycle-three-card-poker", "gega-004246",
)  # fmt: skip


@pytest.mark.parametrize("name", SHEETS)
@pytest.mark.parametrize("branch", Branch)
def test_every_branch_has_grounds(sheets: dict[str, RuleSheet], name: str, branch: Branch) -> None:
    sheet = sheets[name]
    for kind in (*WAGER_KINDS, "lucky_ladies"):
        grounds = clauses_for(sheet, None, kind, branch)
        assert grounds
        assert len(set(grounds)) == len(grounds)


@pytest.mark.parametrize("name", SHEETS)
@pytest.mark.parametrize("code", sorted(CODES))
def test_every_code_has_grounds(sheets: dict[str, RuleSheet], name: str, code: str) -> None:
    for kind in (None, *WAGER_KINDS):
        assert clauses_for(sheets[name], code, kind)


@pytest.mark.parametrize("name", SHEETS)
def test_every_interpretation_has_grounds_that_name_it(sheets: dict[str, RuleSheet], name: str) -> None:
    for entry in sheets[name].interpretation:
        assert any(entry.id in ground for ground in clauses_for(sheets[name], "SETL-004", interpretation=entry.id))


def test_every_check_of_the_catalogue_is_known() -> None:
    assert {code for code in CHECKS if not code.startswith("STAT-")} <= CODES


@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        (GEGA, {"wager_kind": "ante", "branch": Branch.NOT_QUALIFIED}, "How Winners are Determined & Paid ¶1"),
        (GEGA, {"wager_kind": "pair_plus", "branch": Branch.PAYS}, "Bonus Bets: Pair Plus Wager ¶8"),
        (GEGA, {"wager_kind": "six_card_bonus", "branch": Branch.PAYS_NOTHING}, "Bonus Bets: 6 Card Bonus ¶10"),
        (GEGA, {"code": "COVR-001", "wager_kind": "ante", "branch": Branch.BEATS}, "Type of Game ¶1"),
        (GEGA, {"code": "COVR-001", "wager_kind": "ante", "branch": Branch.BEATS}, "C1"),
        (GEGA, {"code": "WAGR-008"}, "Dealing Procedures & Round of Play ¶2"),
        (GEGA, {"code": "ROTN-001"}, "not stated by the sheet (C6)"),
        (GEGA, {"wager_kind": "ante", "branch": Branch.FOLDED}, "Dealing Procedures & Round of Play ¶11"),
        (LIVE, {"wager_kind": "play", "branch": Branch.NOT_QUALIFIED}, "Game Play ¶6.1"),
        (LIVE, {"wager_kind": "ante_bonus", "branch": Branch.PAYS}, "Pay Table: Ante Bonus ¶1"),
        (LIVE, {"wager_kind": "ante_bonus", "branch": Branch.NOT_DUE}, "Ante Bonus ¶1"),
        (LIVE, {"code": "SETL-004", "interpretation": "L1"}, "Terms and Condition: Disconnection ¶1"),
        (LIVE, {"code": "RECD-008"}, "Terms and Condition: Exposed card ¶1"),
        (LIVE, {"wager_kind": "pair_plus", "branch": Branch.EQUAL}, "Game Play ¶5.3"),
        (ROOM, {"wager_kind": "ante", "branch": Branch.NOT_QUALIFIED_EQUAL}, "ANTE/PLAY BASE SETS ¶4"),
        (ROOM, {"wager_kind": "pair_plus", "branch": Branch.FORFEITED}, "ANTE/PLAY BASE SETS ¶2"),
        (ROOM, {"wager_kind": "progressive", "branch": Branch.CHART_MISSING}, "PLAYING THE GAME ¶4"),
        (ROOM, {"code": "COVR-001", "wager_kind": "ante"}, "California Penal Code section 330.11"),
        (ROOM, {"code": "COVR-001", "wager_kind": "ante"}, "not stated by the sheet (C1)"),
        (ROOM, {"code": "WAGR-009"}, "not stated by the sheet (C5)"),
        (BICYCLE, {"wager_kind": "ante", "branch": Branch.EQUAL}, "not stated by the sheet (B2)"),
        (BICYCLE, {"wager_kind": "pair_plus", "branch": Branch.FORFEITED}, "B1"),
        (BICYCLE, {"wager_kind": "pair_plus", "branch": Branch.PAYS}, "B4"),
        (BICYCLE, {"wager_kind": "pair_plus", "branch": Branch.ABOVE_ANTE}, "not stated by the sheet (B5)"),
        (BICYCLE, {"code": "WAGR-005", "wager_kind": "pair_plus"}, "Bonus Bet Pays ¶2"),
        (BICYCLE, {"code": "ROTN-002"}, "not stated by the sheet (C5)"),
        (BICYCLE, {"code": "COLL-004"}, "Basics and Procedures ¶5"),
        (PROGRESSIVE_SHEET, {"wager_kind": "ante", "branch": Branch.BEATEN}, "Determining a Winning Wager ¶2.2"),
        (PROGRESSIVE_SHEET, {"wager_kind": "ante", "branch": Branch.BEATEN}, "not stated by the sheet (R1)"),
        (
            PROGRESSIVE_SHEET,
            {"wager_kind": "pair_plus", "branch": Branch.CHART_MISSING},
            "Determining a Winning Wager ¶1.3",
        ),
    ],
)
def test_grounds_by_hand(
    sheets: dict[str, RuleSheet], name: str, arguments: dict[str, str | Branch], expected: str
) -> None:
    assert expected in clauses_for(sheets[name], **arguments)  # type: ignore[arg-type]


def test_a_win_against_a_hand_that_qualifies_cites_each_step(sheets: dict[str, RuleSheet]) -> None:
    assert clauses_for(sheets[GEGA], "SETL-001", "play", Branch.BEATS) == (
        "Dealing Procedures & Round of Play ¶14",
        "Card Values & Hand Rankings ¶2",
        "How Winners are Determined & Paid ¶2",
    )


def test_silence_is_said(sheets: dict[str, RuleSheet]) -> None:
    assert clauses_for(sheets[LIVE], "DECK-001") == (SILENT,)
    assert clauses_for(sheets[ROOM], None, "progressive", Branch.FOLD_SILENT) == (SILENT,)
    assert clauses_for(sheets[BICYCLE], None, None, Branch.VOID) == (SILENT,)


def test_checks_of_the_record_name_their_ground(sheets: dict[str, RuleSheet]) -> None:
    assert clauses_for(sheets[GEGA], "RECD-002") == ("hand-history log, format 1: sequence",)
    assert clauses_for(sheets[ROOM], "COLL-003") == ("California Penal Code section 337j(f)",)
    assert clauses_for(sheets[GEGA], "COLL-003") == (
        "How Winners are Determined & Paid ¶4",
        "California Penal Code section 337j(f)",
    )
    assert clauses_for(sheets[GEGA], "STAT-004") == ("no clause: a statistical test of the record",)


def test_a_sheet_that_is_not_known(sheets: dict[str, RuleSheet]) -> None:
    ground = ("licensee's file: sheets in force at the table",)
    assert clauses_for(None, "RECD-004") == ground
    assert clauses_for(None, None, "ante", Branch.SHEET_UNKNOWN) == ground
    assert clauses_for(None, "DEAL-001") == ground


def test_unknown_codes_and_interpretations_are_refused(sheets: dict[str, RuleSheet]) -> None:
    with pytest.raises(ValueError, match="no grounds are known for WAGR-999"):
        clauses_for(sheets[GEGA], "WAGR-999")
    with pytest.raises(ValueError, match="no clause or interpretation 'B2'"):
        clauses_for(sheets[GEGA], interpretation="B2")
