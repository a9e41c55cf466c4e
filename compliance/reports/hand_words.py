"""What each kind of hand is, in words, as far as a sheet's data ranks it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from compliance.reports.figures import sentence_case
from compliance.reports.tables import Column, Table
from compliance.rules.words import hand_name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from compliance.rules.sections import Ranking

_UNMATCHED = "Ace, king and jack are the highest, five, three and two the lowest."
_THREE = {
    "mini_royal": "Ace, king and queen of one suit.",
    "straight_flush": "Three cards of one suit in sequence",
    "three_of_a_kind": "Three cards of one rank. Three aces are the highest, three twos the lowest.",
    "straight": "Three cards in sequence, not all of one suit",
    "flush": f"Three cards of one suit, not in sequence. {_UNMATCHED}",
    "pair": "Two cards of one rank and one of another. Two aces are the highest, two twos the lowest.",
    "high_card": f"None of the other hands; its highest card counts first. {_UNMATCHED}",
}
_FIVE = {
    "royal_flush": "Ace, king, queen, jack and ten of one suit.",
    "straight_flush": "Five cards of one suit in sequence",
    "four_of_a_kind": "Four cards of one rank.",
    "full_house": "Three cards of one rank and two of another.",
    "flush": "Five cards of one suit, not in sequence.",
    "straight": "Five cards in sequence, not all of one suit.",
    "three_of_a_kind": "Three cards of one rank.",
    "two_pair": "Two cards of one rank and two of another.",
    "pair": "Two cards of one rank.",
    "high_card": "None of the other hands.",
}


def ranking_tables(ranking: Ranking) -> tuple[Table, ...]:
    """Lay out the order of hands, highest first, one table for the three-card and one for the five-card hands."""
    tables = [_table("Three-card hand dealt", ranking.three_card, _three(ranking))]
    if ranking.five_card:
        tables.append(_table("Five-card hand made of six", ranking.five_card, _five(ranking)))
    return tuple(tables)


def _table(title: str, order: Sequence[str], words: dict[str, str]) -> Table:
    rows = tuple((sentence_case(hand_name(name)), words[name]) for name in order)
    return Table(
        "hands", f"{title}, from the highest down", (Column("hand", title), Column("is", "Hand ranking")), rows
    )


def _three(ranking: Ranking) -> dict[str, str]:
    royal_apart = "mini_royal" in ranking.three_card
    top = "; ace, king and queen are a hand of their own" if royal_apart else "; ace, king and queen are the highest"
    flush = {"lowest": "; ace, two and three are the lowest", "not_a_straight": "; ace, two and three are none"}
    straight = {"lowest": "and ace, two and three the lowest", "not_a_straight": "and ace, two and three are none"}
    return _THREE | {
        "straight_flush": f"{_THREE['straight_flush']}{top}{flush[ranking.ace_low_straight_flush]}.",
        "straight": (
            f"{_THREE['straight']}; ace, king and queen are the highest {straight[ranking.ace_low_straight]}."
        ),
    }


def _five(ranking: Ranking) -> dict[str, str]:
    apart = ", other than a royal flush" if ranking.five_card and "royal_flush" in ranking.five_card else ""
    return _FIVE | {"straight_flush": f"{_FIVE['straight_flush']}{apart}."}
