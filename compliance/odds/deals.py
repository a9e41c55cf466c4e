"""Every deal of a participant's hand against a dealer hand, counted by what settlement can tell apart.

407,170,400 deals reduce by suits to 1,755 holdings, and the 18,424 dealer hands beside each to their rank
sets: all of one suit, two of the suit that the holding shares, or neither. Every count is of deals and exact.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from functools import cache, lru_cache
from itertools import groupby
from math import comb
from typing import TYPE_CHECKING, NamedTuple

from compliance.odds.hands import (
    DEALER_HANDS,
    FIVE_CARD_SHAPES,
    HAND_SIZE,
    RANK_VALUES,
    SUIT_COUNT,
    Holding,
    holdings,
    kind_of,
    plain_shapes,
    rank_triples,
    suited_shapes,
)
from compliance.odds.order import kinds, strengths

if TYPE_CHECKING:
    from compliance.odds.hands import Kind
    from compliance.odds.order import Order


class Region(NamedTuple):
    """Where the dealer hand stands; ``compares`` is 1 if the participant's hand is higher, −1 if lower, or 0."""

    qualifies: bool
    compares: int


class Cell(NamedTuple):
    """Dealer hands beside one holding that settle alike: a region per order asked for, shapes of six cards, count."""

    regions: tuple[Region, ...]
    shapes: int
    deals: int


class Dealt(NamedTuple):
    """One holding with all dealer hands beside it; ``deals`` of the cells are for a single hand of the holding."""

    holding: Holding
    cells: tuple[Cell, ...]


_Beside = tuple[int, int, int, int, int | None, tuple[tuple[int, int], ...]]
"""A rank set of the dealer hand beside given ranks: its bit set, hands left, shapes, plain, suited, flush splits."""

_REGIONS = tuple(Region(qualifies, compares) for qualifies in (False, True) for compares in (-1, 0, 1))
_SHAPE_BITS = len(FIVE_CARD_SHAPES)
_SHAPES = (1 << _SHAPE_BITS) - 1


class _DealerRanks(NamedTuple):
    """A set of three ranks of the dealer hand; ``plain`` and ``suited`` are places in ``kinds()``.

    ``key`` has three bits a rank, so that keys of two hands add up to that of their six cards. ``ways`` is the
    number of such hands in a full deck. ``flush_splits``: for a holding of one suit, the ranks of two cards
    that may share that suit (as a bit set), and the rank of the third.
    """

    key: int
    rank_set: int
    ranks: tuple[int, ...]
    ways: int
    plain: int
    suited: int | None
    flush_splits: tuple[tuple[int, int], ...]


def _rank_set(ranks: tuple[int, ...]) -> int:
    return sum(1 << rank for rank in set(ranks))


def _key(ranks: tuple[int, ...]) -> int:
    return sum(1 << 3 * rank for rank in ranks)


def _ways(ranks: tuple[int, ...], own: tuple[int, ...]) -> int:
    """Count the hands of these ranks that a deck without ``own`` holds."""
    ways = 1
    for rank in set(ranks):
        ways *= comb(SUIT_COUNT - own.count(rank), ranks.count(rank))
    return ways


@cache
def _dealer_ranks() -> tuple[_DealerRanks, ...]:
    place = {kind: index for index, kind in enumerate(kinds())}
    found = []
    for ranks in rank_triples():
        rank_set, distinct = _rank_set(ranks), sorted(set(ranks))
        suited = place[kind_of(ranks, True)] if len(distinct) == HAND_SIZE else None
        if suited is not None:
            splits = tuple((rank_set ^ 1 << rank, rank) for rank in distinct)
        else:
            splits = ((rank_set, ranks[0]),) if len(distinct) > 1 else ()
        plain = place[kind_of(ranks, False)]
        found.append(_DealerRanks(_key(ranks), rank_set, ranks, _ways(ranks, ()), plain, suited, splits))
    return tuple(found)


@cache
def _plain(key: int) -> int:
    ranks = tuple(rank for rank in reversed(RANK_VALUES) for _ in range(key >> 3 * rank & 7))
    return plain_shapes(ranks)


@cache
def _flush(suited: int, other: int | None) -> int:
    return suited_shapes(tuple(rank for rank in reversed(RANK_VALUES) if suited >> rank & 1), other)


@lru_cache(maxsize=16)
def all_deals(orders: tuple[Order, ...]) -> tuple[Dealt, ...]:
    """Count every deal by holding, by region under each of the orders, and by shapes of the six cards.

    Give orders as their ``comparing`` form, each once: sheets that compare hands alike then share one count.
    """
    found = []
    for own, group in groupby(holdings(), key=lambda holding: holding.ranks):
        own_key, own_set = _key(own), _rank_set(own)
        beside: list[_Beside] = []
        for key, rank_set, ranks, ways, plain, suited, splits in _dealer_ranks():
            left = _ways(ranks, own) if rank_set & own_set else ways
            if left:
                beside.append((rank_set, left, _plain(own_key + key), plain, suited, splits))
        codes: dict[Kind, list[int]] = {}
        for holding in group:
            if holding.kind not in codes:
                codes[holding.kind] = _region_codes(holding.kind, orders)
            found.append(Dealt(holding, _cells(_counted(holding, beside, codes[holding.kind]), len(orders))))
    return tuple(found)


@cache
def _places(order: Order) -> tuple[list[int], int]:
    """Return the place of each of ``kinds()`` from the weakest up, and the least place that qualifies."""
    strength = strengths(order)
    ascending = sorted(set(strength.values()))
    place = {value: index for index, value in enumerate(ascending)}
    return [place[strength[kind]] for kind in kinds()], bisect_left(ascending, order.threshold())


def _region_codes(own_kind: Kind, orders: tuple[Order, ...]) -> list[int]:
    """Return for every kind of dealer hand its regions under the orders as one number, left of the shapes."""
    codes = [0] * len(kinds())
    for order in orders:
        places, least = _places(order)
        own = places[kinds().index(own_kind)]
        codes = [
            code * len(_REGIONS) + (3 if place >= least else 0) + (own > place) + (own >= place)
            for code, place in zip(codes, places, strict=True)
        ]
    return [code << _SHAPE_BITS for code in codes]


def _counted(holding: Holding, beside: list[_Beside], codes: list[int]) -> dict[int, int]:
    """Count the dealer hands beside one hand, by region code and shapes."""
    held = [0] * SUIT_COUNT
    for rank, suit in holding.cards:
        held[suit] |= 1 << rank
    shared = held[0] if holding.sharing else None
    off_suit = next((rank for rank, suit in holding.cards if suit != 0), None)
    others = held if shared is None else held[1:]
    blocking = [cards for cards in others if cards]
    untouched = len(others) - len(blocking)
    counts: dict[int, int] = defaultdict(int)
    for rank_set, ways, shapes, plain, suited, splits in beside:
        left = ways
        if suited is not None:
            alike = untouched
            for cards in blocking:
                if not rank_set & cards:
                    alike += 1
            counts[codes[suited] | shapes] += alike
            left -= alike
            if shared is not None and not rank_set & shared:
                counts[codes[suited] | _flush(shared | rank_set, off_suit)] += 1
                left -= 1
        if shared is not None and off_suit is None:
            for two, third in splits:
                if not two & shared:
                    # The third card is of any suit but the shared one, in which alone the holding has cards.
                    counts[codes[plain] | _flush(shared | two, third)] += SUIT_COUNT - 1
                    left -= SUIT_COUNT - 1
        counts[codes[plain] | shapes] += left
    return counts


def _cells(counts: dict[int, int], orders: int) -> tuple[Cell, ...]:
    if sum(counts.values()) != DEALER_HANDS:
        raise AssertionError("the dealer hands beside a holding do not add up: the enumeration is wrong")
    cells = []
    for code, deals in counts.items():
        if deals:
            regions, rest = [], code >> _SHAPE_BITS
            for _ in range(orders):
                rest, region = divmod(rest, len(_REGIONS))
                regions.append(_REGIONS[region])
            cells.append(Cell(tuple(reversed(regions)), code & _SHAPES, deals))
    return tuple(cells)
