"""Sheets to work out: the shipped ones, and variants of them made by changing cited values."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from compliance.odds.sheet_odds import SheetOdds, odds_of
from compliance.rules.loader import load_sheet
from compliance.shipped import RULE_SHEETS

if TYPE_CHECKING:
    from compliance.rules.sheet import RuleSheet

THREE_CARD = ("mini_royal", "straight_flush", "three_of_a_kind", "straight", "flush", "pair")
SIX_CARD = (
    "royal_flush", "straight_flush", "four_of_a_kind", "full_house", "flush", "straight", "three_of_a_kind",
)  # fmt: skip


@cache
def shipped(name: str) -> RuleSheet:
    return load_sheet(RULE_SHEETS / f"{name}.toml").sheet


@cache
def shipped_odds(name: str) -> SheetOdds:
    return odds_of(shipped(name))


def variant(sheet: RuleSheet, changes: dict[str, Any]) -> RuleSheet:
    """Set values by path, stated by the sheet or not, each cited to its first clause; None takes a value out."""
    data = sheet.model_dump(exclude_unset=True)
    for path, value in changes.items():
        name, _, key = path.partition(".")
        target = data[name]
        if name == "wager":
            kind, _, key = key.partition(".")
            target = next(rule for rule in data["wager"] if rule["kind"] == kind)
        if value is None:
            target.pop(key)
            target["cite"].pop(key)
        else:
            target[key] = value
            target["cite"].setdefault(key, (sheet.clause[0].id,))
    return type(sheet).model_validate(data)


def line(pays: str, *hands: str, **more: str) -> dict[str, Any]:
    return {"hands": hands, "pays": pays} | more


def chart(*lines: dict[str, Any]) -> dict[str, Any]:
    return {"lines": lines}


def to_one(categories: tuple[str, ...], odds: str) -> dict[str, Any]:
    """Read ``"200/40/30/6/3/1"`` as odds to one, in the order of the categories; ``-`` leaves a line out."""
    quoted = zip(categories, odds.split("/"), strict=True)
    return chart(*(line(f"{number} to 1", category) for category, number in quoted if number != "-"))
