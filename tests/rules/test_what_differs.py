"""The five sheets side by side: one test a rule, with the value that each document states."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from compliance.rules.sheet import RuleSheet

SHEETS = (
    "gega-003666", "live-three-card-poker", "card-room-three-card-poker", "bicycle-three-card-poker", "gega-004246",
)  # fmt: skip
FOUR_BANKED = ("gega-003666", "card-room-three-card-poker", "bicycle-three-card-poker", "gega-004246")

PAIR_PLUS_200 = [
    (("mini_royal",), "200 to 1"),
    (("straight_flush",), "40 to 1"),
    (("three_of_a_kind",), "30 to 1"),
    (("straight",), "6 to 1"),
    (("flush",), "3 to 1"),
    (("pair",), "1 to 1"),
]
PAIR_PLUS_40 = [
    (("mini_royal", "straight_flush"), "40 to 1"),
    (("three_of_a_kind",), "30 to 1"),
    (("straight",), "5 to 1"),
    (("flush",), "4 to 1"),
    (("pair",), "1 to 1"),
]
SIX_CARD_9_8 = [
    (("royal_flush",), "1000 to 1"),
    (("straight_flush",), "200 to 1"),
    (("four_of_a_kind",), "100 to 1"),
    (("full_house",), "20 to 1"),
    (("flush",), "15 to 1"),
    (("straight",), "9 to 1"),
    (("three_of_a_kind",), "8 to 1"),
]
SIX_CARD_10_7 = [*SIX_CARD_9_8[:5], (("straight",), "10 to 1"), (("three_of_a_kind",), "7 to 1")]
ANTE_BONUS = [(("mini_royal", "straight_flush"), "5 to 1"), (("three_of_a_kind",), "4 to 1"), (("straight",), "1 to 1")]


def across(*values: object) -> dict[str, object]:
    return dict(zip(SHEETS, values, strict=True))


def chart(sheet: RuleSheet, kind: str) -> object:
    rule = sheet.wagers.get(kind)
    if rule is None:
        return "not offered"
    return [(line.hands, line.pays) for line in rule.chart.lines] if rule.chart else "missing"


def of_wager(sheet: RuleSheet, kind: str, field: str) -> object:
    rule = sheet.wagers.get(kind)
    return getattr(rule, field) if rule else "not offered"


def test_the_five_sheets_ship(sheets: dict[str, RuleSheet]) -> None:
    assert sorted(sheets) == sorted(SHEETS)


def test_banked_by_and_standing(sheets: dict[str, RuleSheet]) -> None:
    assert {name: sheet.banked_by for name, sheet in sheets.items()} == across(
        "player_dealer", "house", "player_dealer", "player_dealer", "player_dealer"
    )
    assert {name: sheet.standing for name, sheet in sheets.items()} == across(
        "published", "published", "excerpt", "excerpt", "excerpt"
    )
    assert {name: sheet.effective_from for name, sheet in sheets.items()} == across(None, None, None, None, None)


def test_documents_are_known_by_digest(sheets: dict[str, RuleSheet]) -> None:
    assert {name: sheet.document.sha256 for name, sheet in sheets.items()} == across(
        "718769f3f52a8b995da8ae0eacb20417a86828f75ecb4e26e200d1d3d726dd5f",
        "9cc03e84e425ef03e668b29a4a761335319b5503779f67d2170b82a816a7fd3c",
        "276a1280ff93038a3ccf9b1421ae69d8334bd42ec1161c73f18c38db96603a06",
        "1c78add572fb71f4b53876e0f35d4ec6b67e9d99784a740e8974e8cfb6888ae2",
        "39ce4c6031122786d25d232994e39dc5ec4b6443f13865e4446409f7c332f76b",
    )


def test_wagers_offered(sheets: dict[str, RuleSheet]) -> None:
    four = ["ante", "play", "pair_plus", "six_card_bonus"]
    assert {name: list(sheet.wagers) for name, sheet in sheets.items()} == across(
        four,
        ["ante", "play", "ante_bonus", "pair_plus", "six_card_bonus"],
        [*four, "progressive"],
        ["ante", "play", "pair_plus"],
        [*four, "progressive"],
    )
    assert sheets["bicycle-three-card-poker"].wagers["pair_plus"].name == "Bonus Bet"


def test_queen_high_qualifies_everywhere(sheets: dict[str, RuleSheet]) -> None:
    assert {(sheet.qualifying.category, sheet.qualifying.rank) for sheet in sheets.values()} == {("high_card", "Q")}


def test_ante_against_a_hand_that_does_not_qualify(sheets: dict[str, RuleSheet]) -> None:
    assert {name: sheet.showdown.not_qualified_ante for name, sheet in sheets.items()} == across(
        "pays_always", "pays_always", "must_beat", "must_beat", "pays_always"
    )
    assert {name: sheet.showdown.not_qualified_equal for name, sheet in sheets.items()} == across(
        None, None, "push", "push", None
    )
    assert sheets["bicycle-three-card-poker"].cited("showdown.not_qualified_equal") == ("basics.10.2", "B3")


def test_play_returned_and_ties_pushed(sheets: dict[str, RuleSheet]) -> None:
    for sheet in sheets.values():
        rules = sheet.showdown
        assert (rules.ante_pays, rules.play_pays) == ("1 to 1", "1 to 1")
        assert (rules.not_qualified_play, rules.beats, rules.beaten, rules.equal) == ("push", "win", "lose", "push")
        assert rules.folded_ante == "lose"
    assert sheets["bicycle-three-card-poker"].cited("showdown.equal") == ("B2",)


def test_what_a_fold_does_to_bonus_wagers(sheets: dict[str, RuleSheet]) -> None:
    assert {name: of_wager(sheet, "pair_plus", "on_fold") for name, sheet in sheets.items()} == across(
        "survives", "survives", "forfeited", "forfeited", "survives"
    )
    assert {name: of_wager(sheet, "six_card_bonus", "on_fold") for name, sheet in sheets.items()} == across(
        "survives", "survives", "survives", "not offered", "survives"
    )
    assert {name: of_wager(sheet, "progressive", "on_fold") for name, sheet in sheets.items()} == across(
        "not offered", "not offered", None, "not offered", "survives"
    )
    assert "B1" in sheets["bicycle-three-card-poker"].cited("wager.pair_plus.on_fold")


def test_which_bonus_wagers_need_an_ante(sheets: dict[str, RuleSheet]) -> None:
    assert {name: of_wager(sheet, "pair_plus", "needs_ante") for name, sheet in sheets.items()} == across(
        False, False, True, True, False
    )
    assert {name: of_wager(sheet, "six_card_bonus", "needs_ante") for name, sheet in sheets.items()} == across(
        False, False, True, "not offered", False
    )
    assert {name: of_wager(sheet, "pair_plus", "at_most_ante") for name, sheet in sheets.items()} == across(
        None, None, None, True, None
    )
    assert sheets["bicycle-three-card-poker"].wagers["pair_plus"].above_ante == "no_pay"
    assert all(sheet.wagers["play"].needs_ante and sheet.wagers["play"].equals_ante for sheet in sheets.values())


def test_pay_tables(sheets: dict[str, RuleSheet]) -> None:
    assert {name: chart(sheet, "pair_plus") for name, sheet in sheets.items()} == across(
        PAIR_PLUS_200, PAIR_PLUS_40, PAIR_PLUS_200, PAIR_PLUS_200, "missing"
    )
    assert {name: chart(sheet, "six_card_bonus") for name, sheet in sheets.items()} == across(
        SIX_CARD_9_8, SIX_CARD_10_7, SIX_CARD_9_8, "not offered", "missing"
    )
    assert {name: chart(sheet, "ante_bonus") for name, sheet in sheets.items()} == across(
        "not offered", ANTE_BONUS, "not offered", "not offered", "not offered"
    )
    assert {name: chart(sheet, "progressive") for name, sheet in sheets.items()} == across(
        "not offered", "not offered", "missing", "not offered", "missing"
    )


def test_a_missing_chart_says_where_the_document_points(sheets: dict[str, RuleSheet]) -> None:
    missing = {
        (name, kind)
        for name, sheet in sheets.items()
        for kind, rule in sheet.wagers.items()
        if rule.chart_posted is not None
    }
    assert missing == {
        ("card-room-three-card-poker", "progressive"),
        ("gega-004246", "pair_plus"),
        ("gega-004246", "six_card_bonus"),
        ("gega-004246", "progressive"),
    }


def test_largest_pay_out(sheets: dict[str, RuleSheet]) -> None:
    caps = {name: [(cap.amount, cap.scope, cap.kinds) for cap in sheet.cap] for name, sheet in sheets.items()}
    assert caps == across([], [], [], [("30000.00", "per_wager", ("pair_plus",))], [])


def test_places_at_the_table(sheets: dict[str, RuleSheet]) -> None:
    assert {name: sheet.table.positions for name, sheet in sheets.items()} == across(7, 1, None, 8, None)
    assert {name: sheet.table.participants for name, sheet in sheets.items()} == across(6, None, None, 7, None)
    assert {name: sheet.table.shared_hand for name, sheet in sheets.items()} == across(None, True, None, None, None)
    assert {name: sheet.table.several_seats for name, sheet in sheets.items()} == across(None, None, True, True, None)
    assert {name: sheet.table.back_line for name, sheet in sheets.items()} == across(
        "forbidden", None, None, None, None
    )


def test_the_bank(sheets: dict[str, RuleSheet]) -> None:
    assert sheets["live-three-card-poker"].bank is None
    for name in FOUR_BANKED:
        bank = sheets[name].bank
        assert bank is not None
        assert bank.answers == ("ante", "play", "pair_plus", "six_card_bonus")
        assert (bank.policy, bank.forfeits, bank.order) == ("gross_consumed", "forfeits_first", "seat_major")
        assert bank.consecutive_rounds == (2 if name == "gega-003666" else None)
        assert bank.after_consecutive == ("offer_suffices" if name == "gega-003666" else None)
        assert bank.offered == ("clockwise" if name == "gega-003666" else None)


def test_what_the_house_dealer_does(sheets: dict[str, RuleSheet]) -> None:
    assert {name: sheet.table.house_dealer for name, sheet in sheets.items()} == across(
        "opposite", None, None, None, None
    )
    assert {name: sheet.deck.shuffled_meanwhile for name, sheet in sheets.items()} == across(
        True, None, None, None, None
    )
    procedures = {name: sheet.procedure for name, sheet in sheets.items()}
    assert {name: part.play_stacked if part else None for name, part in procedures.items()} == across(
        "on_ante", None, None, None, None
    )
    assert {name: part.dealer_card_up if part else None for name, part in procedures.items()} == across(
        "bottom", None, None, None, "bottom"
    )
    assert {name: part.closed_by if part else None for name, part in procedures.items()} == across(
        "announcement", "timer", None, None, None
    )


def test_decks(sheets: dict[str, RuleSheet]) -> None:
    assert {name: (sheet.deck.decks, sheet.deck.alternate) for name, sheet in sheets.items()} == across(
        (2, True), (1, None), (2, True), (1, None), (None, None)
    )


def test_order_of_hands(sheets: dict[str, RuleSheet]) -> None:
    full = ("mini_royal", "straight_flush", "three_of_a_kind", "straight", "flush", "pair", "high_card")
    assert {name: sheet.ranking.three_card for name, sheet in sheets.items()} == across(
        full, full, full, full[1:], full
    )
    for sheet in sheets.values():
        assert (sheet.ranking.ace_low_straight, sheet.ranking.ace_low_straight_flush) == ("lowest", "lowest")
        assert sheet.ranking.within_category == "rank_by_rank"


def test_the_action_button(sheets: dict[str, RuleSheet]) -> None:
    counts = {
        "A": 1, "2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "7": 7, "8": 8, "9": 9, "T": 10, "J": 11, "Q": 12, "K": 13,
    }  # fmt: skip
    for name, sheet in sheets.items():
        if name in ("gega-003666", "card-room-three-card-poker"):
            assert sheet.button is not None
            assert (sheet.button.counted, sheet.button.values) == ("all_positions", counts)
            assert sheet.button.silent == (("T",) if name == "gega-003666" else ())
        else:
            assert sheet.button is None


def test_decisions_and_voids(sheets: dict[str, RuleSheet]) -> None:
    for name, sheet in sheets.items():
        if name != "live-three-card-poker":
            assert sheet.decisions is None
            assert sheet.voids is None
    live = sheets["live-three-card-poker"]
    assert live.decisions is not None
    assert (live.decisions.disconnect, live.decisions.insufficient_balance, live.decisions.timeout) == (
        "fold",
        "fold",
        None,
    )
    assert live.wagers["ante_bonus"].paid_on_disconnect is True
    assert live.voids is not None
    assert len(live.voids.causes) == 6


@pytest.mark.parametrize("name", SHEETS)
def test_every_value_leads_to_a_clause_or_an_interpretation(sheets: dict[str, RuleSheet], name: str) -> None:
    sheet = sheets[name]
    sections = {key: getattr(sheet, key) for key in ("deck", "table", "bank", "button", "qualifying", "ranking",
                                                     "showdown", "decisions", "voids", "collection")}  # fmt: skip
    paths = [f"{key}.{field}" for key, part in sections.items() if part for field in part.cite]
    paths += [f"wager.{rule.kind}.{field}" for rule in sheet.wager for field in rule.cite]
    assert paths
    for path in paths:
        assert sheet.cited(path)
        assert set(sheet.cited(path)) <= set(sheet.clauses) | set(sheet.interpretations)
