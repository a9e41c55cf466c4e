"""Playing cards of a standard 52-card deck."""

from __future__ import annotations

from typing import NamedTuple

RANKS = "23456789TJQKA"
SUITS = "cdhs"


class Card(NamedTuple):
    """One card. ``rank`` is 2 … 14 (jack 11, queen 12, king 13, ace 14); ``suit`` is one of ``cdhs``."""

    rank: int
    suit: str

    def __str__(self) -> str:
        return RANKS[self.rank - 2] + self.suit

    @property
    def code(self) -> int:
        """Place in the deck, 0 (two of clubs) … 51 (ace of spades), suit by suit within a rank."""
        return (self.rank - 2) * 4 + SUITS.index(self.suit)


DECK = tuple(Card(rank, suit) for rank in range(2, 15) for suit in SUITS)
"""All 52 cards, in ``Card.code`` order."""

_BY_TEXT = {str(card): card for card in DECK}


def card(text: str) -> Card:
    """Return the card that canonical text such as ``Qh`` names.

    Raises:
        ValueError: the text is not canonical (the log readers accept more spellings; this does not).
    """
    try:
        return _BY_TEXT[text]
    except KeyError:
        raise ValueError(f"{text!r} is not a card; a card is a rank of {RANKS} and a suit of {SUITS}") from None


def hand(text: str) -> tuple[Card, ...]:
    """Return the cards that canonical text such as ``"Qh 7d 2c"`` names, in order.

    Raises:
        ValueError: one of the words is not a card.
    """
    return tuple(card(word) for word in text.split())
