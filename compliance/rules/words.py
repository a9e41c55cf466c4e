"""How values of a rule sheet are written out for a reader."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from compliance.rules.sections import ChartLine

RANK_NAMES = {
    "2": "two", "3": "three", "4": "four", "5": "five", "6": "six", "7": "seven", "8": "eight", "9": "nine",
    "T": "ten", "J": "jack", "Q": "queen", "K": "king", "A": "ace",
}  # fmt: skip

SUIT_NAMES = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}

KIND_NAMES = {
    "ante": "Ante",
    "play": "Play",
    "ante_bonus": "Ante Bonus",
    "pair_plus": "Pair Plus",
    "six_card_bonus": "6 Card Bonus",
    "progressive": "Progressive",
}


def hand_name(category: str) -> str:
    """Write a category out: ``three_of_a_kind`` gives ``three of a kind``."""
    return category.replace("_", " ")


def kind_name(kind: str) -> str:
    """Write a wager kind out as the field names it."""
    return KIND_NAMES.get(kind, kind.replace("_", " "))


def listed(words: Sequence[str], last: str = "and") -> str:
    """Join words as a sentence does: ``a, b and c``."""
    return f" {last} ".join(part for part in (", ".join(words[:-1]), *words[-1:]) if part)


def pay_line_text(line: ChartLine) -> str:
    """Write a pay line out: ``mini royal in spades: the whole meter; 100.00 to each other wager``."""
    hands = listed([hand_name(hand) for hand in line.hands], "or")
    suit = f" in {SUIT_NAMES[line.suit]}" if line.suit else ""
    envy = f"; {line.envy} to each other wager of the kind in the round" if line.envy else ""
    what = "the whole meter" if line.pays == "100% of meter" else line.pays
    return f"{hands}{suit}: {what}{envy}"
