"""All deals laid out by situation: what a settlement can tell apart, with the deals of each hand in it."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, NamedTuple

from compliance.domain.cards import SUITS
from compliance.odds.deals import Region, all_deals

if TYPE_CHECKING:
    from collections.abc import Sequence

    from compliance.domain.words import Decision
    from compliance.odds.hands import Holding, Kind
    from compliance.odds.order import Order


class Spot(NamedTuple):
    """What one sheet sees of a deal. ``shapes`` are those of five among the six cards, a sum of ``SHAPE_BIT``.

    ``suit`` is that of all three of the participant's cards, ``shared`` that of two or three of them; None where
    there is none, and wherever the layout is not kept by suit.
    """

    category: str
    suit: str | None
    shared: str | None
    region: Region
    shapes: int


class Hand(NamedTuple):
    """Hands alike but for the names of the suits; ``ways`` of the 22,100.

    ``deals`` are the dealer hands beside one of them, 18,424 in all, each with a place in ``Layout.situations``.
    """

    kind: Kind
    ways: int
    deals: tuple[tuple[int, int], ...]


Split = dict[tuple[int, "Decision | None"], int]
"""Deals by situation and decision, 407,170,400 in all."""


@dataclass(frozen=True, eq=False)
class Layout:
    """Every deal, by hand and situation. A situation holds one spot for each of ``orders``."""

    orders: tuple[Order, ...]
    by_suit: bool
    situations: tuple[tuple[Spot, ...], ...]
    hands: tuple[Hand, ...]

    def split(self, decisions: Sequence[Decision | None]) -> Split:
        """Count all deals by situation and decision, given the decision for each of ``hands``."""
        found: dict[tuple[int, Decision | None], int] = defaultdict(int)
        for hand, decision in zip(self.hands, decisions, strict=True):
            for situation, deals in hand.deals:
                found[situation, decision] += hand.ways * deals
        return dict(found)

    def all(self, decision: Decision | None) -> Split:
        """Count all deals by situation, with the same decision for every hand."""
        return {(situation, decision): deals for (situation, _), deals in self._undecided.items()}

    @cached_property
    def _undecided(self) -> Split:
        return self.split([None] * len(self.hands))


@lru_cache(maxsize=16)
def layout(orders: tuple[Order, ...], by_suit: bool) -> Layout:
    """Lay out all deals for sheets that compare hands by these orders (their ``comparing`` form, each once).

    ``by_suit`` keeps hands apart by the name of the suit they share, as a pay line for one suit needs.
    """
    places: dict[tuple[Spot, ...], int] = {}
    hands = []
    for holding, cells in all_deals(orders):
        categories = [order.category(holding.kind.shape) for order in orders]
        for suit, ways in _namings(holding, by_suit):
            of_all = suit if len({card_suit for _, card_suit in holding.cards}) == 1 else None
            deals = []
            for regions, shapes, count in cells:
                spots = tuple(
                    Spot(category, of_all, suit, region, shapes)
                    for category, region in zip(categories, regions, strict=True)
                )
                deals.append((places.setdefault(spots, len(places)), count))
            hands.append(Hand(holding.kind, ways, tuple(deals)))
    return Layout(orders, by_suit, tuple(places), tuple(hands))


def _namings(holding: Holding, by_suit: bool) -> list[tuple[str | None, int]]:
    """Return the names of the shared suit with the number of hands that have it."""
    if by_suit and holding.sharing:
        return [(suit, holding.ways // len(SUITS)) for suit in SUITS]
    return [(None, holding.ways)]
