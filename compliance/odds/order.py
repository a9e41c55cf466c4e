"""How one sheet orders hands: three cards against three, and the best five of six."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING

from compliance.domain.cards import RANKS
from compliance.odds.hands import (
    ACE_LOW_STRAIGHT,
    ACE_LOW_STRAIGHT_FLUSH,
    FIVE_CARD_SHAPES,
    RANK_VALUES,
    SHAPE_BIT,
    Kind,
    holdings,
)

if TYPE_CHECKING:
    from compliance.rules.sheet import RuleSheet

STRAIGHT_FLUSH = "straight_flush"
ROYALS = ("mini_royal", "royal_flush")


class OddsError(ValueError):
    """A sheet whose odds cannot be worked out; the message says what is missing and where."""


@dataclass(frozen=True, slots=True)
class Order:
    """What of a sheet decides which hand is higher and which dealer hand qualifies; equal for many sheets.

    The orders name every category, highest first. ``five_card`` is None where the sheet orders no five-card hands.
    """

    three_card: tuple[str, ...]
    five_card: tuple[str, ...] | None
    ace_low_straight: bool
    ace_low_straight_flush: bool
    qualifying_category: str
    qualifying_rank: int

    @property
    def comparing(self) -> Order:
        """The same without the order of five-card hands, which no showdown looks at."""
        return replace(self, five_card=None)

    def category(self, shape: str) -> str:
        """Name a shape as the sheet does: an ace-low run is the straight it says, or none."""
        if shape == ACE_LOW_STRAIGHT:
            return "straight" if self.ace_low_straight else "high_card"
        if shape == ACE_LOW_STRAIGHT_FLUSH:
            return STRAIGHT_FLUSH if self.ace_low_straight_flush else "flush"
        return shape

    def strength(self, kind: Kind) -> tuple[int, ...]:
        """Return what compares three-card hands, the higher the stronger."""
        category = self.category(kind.shape)
        counts_low = kind.shape.startswith("ace_low") and category in ("straight", STRAIGHT_FLUSH)
        return (_place(category, self.three_card), *(kind.ranks[1:] if counts_low else kind.ranks))

    def threshold(self) -> tuple[int, ...]:
        """Return the least strength of a dealer hand that qualifies."""
        return (_place(self.qualifying_category, self.three_card), self.qualifying_rank)

    def best_five(self, shapes: int) -> str:
        """Name the highest category among the shapes of six cards, a sum of ``SHAPE_BIT``.

        Raises:
            OddsError: the sheet orders no five-card hands.
        """
        if self.five_card is None:
            raise OddsError("ranking.five_card is missing; the best five of six cards cannot be told without it")
        present = (self.category(shape) for shape in FIVE_CARD_SHAPES if shapes & SHAPE_BIT[shape])
        return min(present, key=self.five_card.index)


def _place(category: str, order: tuple[str, ...]) -> int:
    """Return the place from the bottom of the order."""
    return len(order) - order.index(category)


def order_of(sheet: RuleSheet) -> Order:
    """Take from a sheet what decides which hand is higher.

    A royal that the sheet leaves out of an order is the highest straight flush, and is put just above it.
    """
    ranking, qualifying = sheet.ranking, sheet.qualifying
    return Order(
        three_card=_with_royal("mini_royal", ranking.three_card),
        five_card=None if ranking.five_card is None else _with_royal("royal_flush", ranking.five_card),
        ace_low_straight=ranking.ace_low_straight == "lowest",
        ace_low_straight_flush=ranking.ace_low_straight_flush == "lowest",
        qualifying_category=qualifying.category,
        qualifying_rank=RANKS.index(qualifying.rank) + RANK_VALUES[0],
    )


def _with_royal(royal: str, order: tuple[str, ...]) -> tuple[str, ...]:
    if royal in order:
        return order
    place = order.index(STRAIGHT_FLUSH)
    return (*order[:place], royal, *order[place:])


@cache
def kinds() -> tuple[Kind, ...]:
    """The 741 kinds of three-card hand, suits aside."""
    return tuple(dict.fromkeys(holding.kind for holding in holdings()))


@cache
def strengths(order: Order) -> dict[Kind, tuple[int, ...]]:
    """Return the strength of every kind of three-card hand."""
    return {kind: order.strength(kind) for kind in kinds()}
