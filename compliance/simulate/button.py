"""Where the action button goes: the simulated house dealer's own count round the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from compliance.domain.cards import RANKS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from compliance.domain.cards import Card
    from compliance.rules.sections import Button


def counted_to(button: Button, card: Card, places: Sequence[int]) -> int:
    """Count the card's value along the places, round and round, and return the place it ends on."""
    value = button.values[RANKS[card.rank - 2]]  # type: ignore[index]
    place = places[0]
    for step in range(value):
        place = places[step % len(places)]
    return place


def first_from(position: int, occupied: Sequence[int]) -> int:
    """The first occupied seat at or above a position, the lowest where none is above."""
    return min((seat for seat in occupied if seat >= position), default=min(occupied))
