"""The script that one would write instead: pandas, a poker library, a loop. No limit, no readings, no clauses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from phevaluator import evaluate_cards

if TYPE_CHECKING:
    import pandas as pd

RANKS = "23456789TJQKA"
PAIR_PLUS = {6: 200, 5: 40, 4: 30, 3: 6, 2: 3, 1: 1}
SIX_CARD = ((1, 1000), (10, 200), (166, 100), (322, 20), (1599, 15), (1609, 9), (2467, 8))


def three_card_rank(cards: list[str]) -> tuple[int, ...]:
    """Category and ranks of a three-card hand, to be compared."""
    ranks = sorted((RANKS.index(card[0]) for card in cards), key=lambda rank: (cards_of(cards, rank), rank))[::-1]
    flush = len({card[1] for card in cards}) == 1
    if sorted(ranks) == [0, 1, 12]:
        ranks = [1, 0, -1]
    straight = ranks[0] - ranks[2] == 2 and len(set(ranks)) == 3
    if straight and flush:
        return (6 if ranks[0] == 12 else 5, *ranks)
    if len(set(ranks)) == 1:
        return (4, *ranks)
    if straight:
        return (3, *ranks)
    if flush:
        return (2, *ranks)
    return (1 if len(set(ranks)) == 2 else 0, *ranks)


def cards_of(cards: list[str], rank: int) -> int:
    """How many of the cards are of a rank."""
    return sum(RANKS.index(card[0]) == rank for card in cards)


def audit_row_by_row(rows: pd.DataFrame) -> int:
    """Settle every participant's wagers and count the nets that differ."""
    differ = 0
    for _, row in rows.iterrows():
        cards, dealer_cards = row.cards.split(), row.dealer_cards.split()
        hand, dealer = three_card_rank(cards), three_card_rank(dealer_cards)
        qualifies = dealer >= (0, 10)
        if row.decision == "fold":
            ante, play = -row.ante_stake, 0
        elif not qualifies:
            ante, play = row.ante_stake, 0
        else:
            sign = (hand > dealer) - (hand < dealer)
            ante, play = sign * row.ante_stake, sign * row.play_stake
        pair_plus = row.pair_plus_stake * PAIR_PLUS.get(hand[0], -1)
        six = evaluate_cards(*cards, *dealer_cards)
        six_card = row.six_card_bonus_stake * next((odds for worst, odds in SIX_CARD if six <= worst), -1)
        differ += (ante, play, pair_plus, six_card) != (
            row.ante_net,
            row.play_net,
            row.pair_plus_net,
            row.six_card_bonus_net,
        )
    return differ
