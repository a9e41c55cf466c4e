"""How values of a rule sheet are written out for a reader."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from typing import Any

    from compliance.rules.sections import Chart, ChartLine
    from compliance.rules.sheet import RuleSheet

if TYPE_CHECKING:
    Template = Mapping[Any, str] | Callable[[Any, RuleSheet], str]

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

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


def hand_name(category: str) -> str:
    """Write a category out: ``three_of_a_kind`` gives ``three of a kind``."""
    return category.replace("_", " ")


def kind_names(kinds: Iterable[str], sheet: RuleSheet, last: str = "and") -> str:
    """List wager kinds by the names that the sheet gives them, or the field's own for one it does not offer."""
    names = [
        sheet.wagers[kind].name if kind in sheet.wagers else KIND_NAMES.get(kind, kind.replace("_", " "))
        for kind in kinds
    ]
    return listed(names, last)


def listed(words: Sequence[str], last: str = "and") -> str:
    """Join words as a sentence does: ``a, b and c``."""
    return f" {last} ".join(part for part in (", ".join(words[:-1]), *words[-1:]) if part)


def counted(number: int, noun: str) -> str:
    """Write a number of things out: ``one deck``, ``52 cards``."""
    written = _NUMBERS[number] if 0 <= number < len(_NUMBERS) else str(number)
    return f"{written} {noun}" if number == 1 else f"{written} {noun}s"


def with_article(noun: str) -> str:
    """Put the indefinite article before a noun, where it takes one."""
    if noun.startswith(("three of", "four of", "two pair")):
        return noun
    return f"{'an' if noun[0] in 'aeiou' else 'a'} {noun}"


def amount_text(amount: str) -> str:
    """Write an amount of a sheet out with its thousands apart: ``30000.00`` gives ``30,000.00``."""
    whole, point, decimals = amount.partition(".")
    return f"{int(whole):,}{point}{decimals}"


def odds_text(odds: str) -> str:
    """Write odds out: even money for ``1 to 1``, otherwise as quoted."""
    return "even money" if odds == "1 to 1" else odds


def pay_line_text(line: ChartLine) -> str:
    """Write a pay line out: ``mini royal in spades: the whole meter, and 100.00 to each other wager of its kind``."""
    hands = listed([hand_name(hand) for hand in line.hands], "or")
    suit = f" in {SUIT_NAMES[line.suit]}" if line.suit else ""
    what = "the whole meter" if line.pays == "100% of meter" else line.pays
    envy = f", and {line.envy} to each other wager of its kind in the round" if line.envy else ""
    return f"{hands}{suit}: {what}{envy}"


def chart_text(chart: Chart) -> str:
    """Write a whole pay table out, line by line; a hand first paid in one suit is then paid ``in any other``."""
    texts: list[str] = []
    suited: set[str] = set()
    for line in chart.lines:
        text = pay_line_text(line)
        if line.suit:
            suited.update(line.hands)
        elif len(line.hands) == 1 and line.hands[0] in suited:
            text = text.replace(":", " in any other suit:", 1)
        texts.append(text)
    return "; ".join(texts)
