"""Ranking hands by looking at them, one question at a time."""

from __future__ import annotations

from itertools import combinations

RANKS = "23456789TJQKA"
VALUES = {rank: place for place, rank in enumerate(RANKS, start=2)}
SUIT_SIGNS = {"♣": "c", "♦": "d", "♥": "h", "♠": "s"}

# Every run of three and of five, written out as a walk along the ranks with the ace at both ends.
WALK = "A" + RANKS
RUNS_OF_THREE = [WALK[i : i + 3] for i in range(len(WALK) - 2)]
RUNS_OF_FIVE = [WALK[i : i + 5] for i in range(len(WALK) - 4)]

THREE_CARD_ORDER = (
    "high_card",
    "pair",
    "flush",
    "straight",
    "three_of_a_kind",
    "straight_flush",
    "mini_royal",
)
FIVE_CARD_ORDER = (
    "high_card",
    "pair",
    "two_pair",
    "three_of_a_kind",
    "straight",
    "flush",
    "full_house",
    "four_of_a_kind",
    "straight_flush",
    "royal_flush",
)


def card(text: str) -> str:
    """A card in the canonical two characters, from any of the spellings that a log may use."""
    plain = text.strip()
    if "-" in plain or "_" in plain:
        suit, rank = plain.replace("_", "-").split("-")
    else:
        rank, suit = plain[:-1], plain[-1]
    rank = "T" if rank == "10" else rank.upper()
    suit = SUIT_SIGNS.get(suit, suit.lower())
    if rank not in RANKS or len(rank) != 1 or suit not in "cdhs" or len(suit) != 1:
        raise ValueError(f"not a card: {text!r}")
    return rank + suit


def hand(cards: list[str] | None) -> list[str] | None:
    """Every card of a recorded hand in canonical form; null stays null."""
    return None if cards is None else [card(text) for text in cards]


def _run(cards: list[str], runs: list[str]) -> int | None:
    """The value of a run's high card (an ace at the low end counts low), or None when there is no run."""
    ranks = {c[0] for c in cards}
    for run in runs:
        if ranks == set(run) and len(cards) == len(run):
            return VALUES[run[-1]]
    return None


def _high_to_low(cards: list[str]) -> list[int]:
    return sorted((VALUES[c[0]] for c in cards), reverse=True)


def three_card_hand(cards: list[str]) -> tuple[str, list[int]]:
    """Category and tie-break values of three cards, e.g. `("pair", [9, 13])`."""
    values = _high_to_low(cards)
    one_suit = len({c[1] for c in cards}) == 1
    top_of_run = _run(cards, RUNS_OF_THREE)
    if one_suit and {c[0] for c in cards} == set("AKQ"):
        return "mini_royal", [14]
    if one_suit and top_of_run is not None:
        return "straight_flush", [top_of_run]
    if values[0] == values[2]:
        return "three_of_a_kind", [values[0]]
    if top_of_run is not None:
        return "straight", [top_of_run]
    if one_suit:
        return "flush", values
    if values[0] == values[1]:
        return "pair", [values[0], values[2]]
    if values[1] == values[2]:
        return "pair", [values[1], values[0]]
    return "high_card", values


def compare(ours: list[str], theirs: list[str]) -> int:
    """1 when the first hand beats the second, -1 when it is beaten, 0 when they are equal."""
    mine, other = three_card_hand(ours), three_card_hand(theirs)
    a = (THREE_CARD_ORDER.index(mine[0]), mine[1])
    b = (THREE_CARD_ORDER.index(other[0]), other[1])
    if a > b:
        return 1
    return -1 if a < b else 0


def qualifies(dealer: list[str]) -> bool:
    """Queen-high or better, as all five documents have it."""
    category, values = three_card_hand(dealer)
    return category != "high_card" or values[0] >= VALUES["Q"]


def _five_card_category(cards: tuple[str, ...]) -> str:
    held = list(cards)
    one_suit = len({c[1] for c in held}) == 1
    top_of_run = _run(held, RUNS_OF_FIVE)
    alike = sorted((sum(1 for c in held if c[0] == rank) for rank in {c[0] for c in held}), reverse=True)
    if one_suit and {c[0] for c in held} == set("AKQJT"):
        return "royal_flush"
    if one_suit and top_of_run is not None:
        return "straight_flush"
    if alike == [4, 1]:
        return "four_of_a_kind"
    if alike == [3, 2]:
        return "full_house"
    if one_suit:
        return "flush"
    if top_of_run is not None:
        return "straight"
    if alike[0] == 3:
        return "three_of_a_kind"
    if alike[:2] == [2, 2]:
        return "two_pair"
    return "pair" if alike[0] == 2 else "high_card"


def six_card_category(own: list[str], dealer: list[str]) -> str:
    """Best of the six ways to choose five of the six cards."""
    found = [_five_card_category(five) for five in combinations(own + dealer, 5)]
    return max(found, key=FIVE_CARD_ORDER.index)
