"""The sheets were keyed twice: once as data files, once as a table of the settlement oracle. Both must agree."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

import pytest

from compliance.domain.odds import Odds
from compliance.rules.loader import load_sheets
from tests.oracle.sheets import FOUR_KINDS, SHEETS

if TYPE_CHECKING:
    from compliance.rules.sections import Chart
    from compliance.rules.sheet import RuleSheet


def odds_by_hand(chart: Chart) -> dict[str, int]:
    paid: dict[str, int] = {}
    for line in chart.lines:
        assert isinstance(line.pay, Odds)
        assert line.pay.to_one.denominator == 1
        for hand in line.hands:
            paid.setdefault(hand, int(line.pay.to_one))
    return paid


def test_both_keyings_know_the_same_sheets() -> None:
    assert set(SHEETS) == set(load_sheets())


@pytest.mark.parametrize("name", sorted(SHEETS))
def test_the_two_keyings_agree(sheets: dict[str, RuleSheet], name: str) -> None:
    sheet, second = sheets[name], SHEETS[name]
    assert sheet.banked_by.replace("_", "-") == second["banked_by"]
    assert tuple(sheet.wagers) == second["kinds"]
    assert sheet.showdown.not_qualified_ante == second["ante_when_not_qualified"]
    needs_ante = [kind for kind, rule in sheet.wagers.items() if rule.needs_ante and kind != "ante_bonus"]
    assert tuple(needs_ante) == second["needs_ante"]
    at_most = [kind for kind, rule in sheet.wagers.items() if rule.at_most_ante]
    assert tuple(at_most) == second["bonus_not_above_ante"]
    if name != "live-three-card-poker":
        assert sheet.table.positions == second["positions"]
    assert (sheet.button is not None) == second["button_rule"]
    assert (sheet.table.back_line == "forbidden") == second["back_line_forbidden"]
    if sheet.bank is not None:
        assert sheet.bank.answers == FOUR_KINDS


@pytest.mark.parametrize("name", sorted(SHEETS))
def test_the_two_keyings_pay_the_same(sheets: dict[str, RuleSheet], name: str) -> None:
    charts = {
        kind: odds_by_hand(rule.chart) if rule.chart else None
        for kind, rule in sheets[name].wagers.items()
        if kind not in ("ante", "play")
    }
    assert charts == SHEETS[name]["charts"]


@pytest.mark.parametrize("name", sorted(SHEETS))
def test_the_two_keyings_name_the_same_readings(sheets: dict[str, RuleSheet], name: str) -> None:
    stated = {
        entry.id: (entry.adopted, *(reading.name for reading in entry.others))
        for entry in sheets[name].interpretation
        if entry.others and entry.id != "C6"
    }
    assert stated == SHEETS[name]["readings"]


@pytest.mark.parametrize("name", sorted(SHEETS))
def test_the_two_keyings_agree_on_folds_and_caps(sheets: dict[str, RuleSheet], name: str) -> None:
    sheet, second = sheets[name], SHEETS[name]
    forfeited = {kind for kind, rule in sheet.wagers.items() if rule.on_fold == "forfeited"}
    by_reading = {"pair_plus"} if "B1" in second["readings"] else set()
    assert forfeited == set(second["fold_forfeits"]) | by_reading
    caps = [{"currency": sheet.currency, "amount": Decimal(cap.amount), "kinds": cap.kinds} for cap in sheet.cap]
    cap = second["cap"]
    assert caps == ([{**cap, "amount": Decimal(cap["amount"])}] if cap else [])
