"""The spellings of a card that logs use."""

from __future__ import annotations

from compliance.domain.cards import DECK, RANKS, Card

_SYMBOLS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}


def _spellings(card: Card) -> list[str]:
    rank = RANKS[card.rank - 2]
    ranks = {rank, rank.lower()} | ({"10"} if rank == "T" else set())
    suits = {card.suit, card.suit.upper()}
    return [
        *(r + s for r in ranks for s in (*suits, _SYMBOLS[card.suit])),
        *(s + mark + r for r in ranks for s in suits for mark in "-_"),
    ]


CARD_SPELLINGS = {spelling: card for card in DECK for spelling in _spellings(card)}
"""Every spelling read: ``Qh``, ``10h``, either case, ``Q♥``, ``h-Q``, ``H_Q``."""
