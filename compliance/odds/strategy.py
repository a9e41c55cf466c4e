"""The base game: which hands to play, found hand by hand, and what Ante and Play then bring."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import TYPE_CHECKING, Any

from compliance.domain.words import ANTE, ANTE_BONUS, PLAY, Decision
from compliance.odds.figures import Distribution, plain
from compliance.odds.hands import DEALER_HANDS, HANDS, hand_text
from compliance.odds.order import OddsError, strengths

if TYPE_CHECKING:
    from collections.abc import Sequence

    from compliance.odds.hands import Kind
    from compliance.odds.layout import Hand, Split
    from compliance.odds.nets import Terms
    from compliance.odds.settling import Game


@dataclass(frozen=True, slots=True)
class Edge:
    """A hand at the border between playing and folding, with its net in Antes when played.

    The net depends a little on which of the cards share a suit: ``least`` and ``most`` are its bounds.
    """

    hand: str
    least: Fraction
    most: Fraction


@dataclass(frozen=True, slots=True)
class Strategy:
    """The decision for each hand of the layout. Hands are counted of 22,100.

    ``indifferent`` hands bring the same played as folded, and are folded. ``by_rank``: every hand at least as
    high as the lowest one played is played, so that ``lowest_played`` says it all.
    """

    decisions: tuple[Decision, ...]
    plays: int
    indifferent: int
    lowest_played: Edge | None
    highest_folded: Edge | None
    by_rank: bool

    def plain(self) -> dict[str, Any]:
        """Return the strategy as plain data, without the decision of every hand."""
        return {
            "plays": self.plays,
            "folds": HANDS - self.plays,
            "indifferent": self.indifferent,
            "lowest_played": plain(self.lowest_played),
            "highest_folded": plain(self.highest_folded),
            "by_rank": self.by_rank,
        }


@dataclass(frozen=True, slots=True)
class BaseGame:
    """Ante and Play together, with the Ante bonus if ``kinds`` names it; nets in Antes over 407,170,400 deals.

    ``best`` under the strategy, ``everything`` when no hand is ever folded. ``wagered`` is the mean of Ante and
    Play placed under the strategy, and ``element_of_risk`` the loss for each unit of it.
    """

    kinds: tuple[str, ...]
    strategy: Strategy
    best: Distribution
    everything: Distribution
    wagered: Fraction

    @property
    def house_edge(self) -> Fraction:
        """Expected loss for each Ante under the strategy."""
        return -self.best.expectation

    @property
    def element_of_risk(self) -> Fraction:
        """Expected loss for each unit wagered under the strategy."""
        return self.house_edge / self.wagered

    def plain(self) -> dict[str, Any]:
        """Return the base game as plain data."""
        return {
            "kinds": list(self.kinds),
            "strategy": self.strategy.plain(),
            "best": self.best.plain(),
            "everything": self.everything.plain(),
            "house_edge": plain(self.house_edge),
            "wagered": plain(self.wagered),
            "element_of_risk": plain(self.element_of_risk),
        }


def base_games(game: Game, terms: Terms) -> tuple[BaseGame, ...]:
    """Work out Ante and Play, and once more with the Ante bonus where the sheet has one with a pay table.

    ``terms`` are the Ante's, for an Ante bonus that pays otherwise than by odds.

    Raises:
        OddsError: Ante, Play or Ante bonus cannot be counted in Antes.
    """
    found = [_base_game(game, (ANTE, PLAY), terms)]
    bonus = game.sheet.wagers.get(ANTE_BONUS)
    if bonus is not None and bonus.chart is not None:
        found.append(_base_game(game, (ANTE, PLAY, ANTE_BONUS), terms))
    return tuple(found)


def _base_game(game: Game, kinds: tuple[str, ...], terms: Terms) -> BaseGame:
    """Find the better decision for each hand over its 18,424 dealer hands, and what all deals then bring."""
    played = [_net(game, kinds, terms, situation) for situation in range(len(game.layout.situations))]
    fold = -Fraction(1)
    # Whole numbers of a common fraction of an Ante: the sums over deals stay exact and quick.
    unit = lcm(*(net.denominator for net in played))
    units = [int(net * unit) for net in played]
    sums = [sum(units[situation] * deals for situation, deals in hand.deals) for hand in game.layout.hands]
    means = [Fraction(total, unit * DEALER_HANDS) for total in sums]
    decisions = tuple(Decision.PLAY if mean > fold else Decision.FOLD for mean in means)
    hands = list(zip(game.layout.hands, means, decisions, strict=True))
    plays = sum(hand.ways for hand, _, decision in hands if decision is Decision.PLAY)
    lowest, highest, by_rank = _border(game, hands)
    return BaseGame(
        kinds,
        Strategy(decisions, plays, sum(hand.ways for hand, mean, _ in hands if mean == fold), lowest, highest, by_rank),
        _distribution(played, game.layout.split(decisions)),
        _distribution(played, game.layout.all(Decision.PLAY)),
        1 + Fraction(plays, HANDS),
    )


def _distribution(played: Sequence[Fraction], deals: Split) -> Distribution:
    nets: dict[Fraction, int] = defaultdict(int)
    for (situation, decision), count in deals.items():
        nets[played[situation] if decision is Decision.PLAY else -Fraction(1)] += count
    return Distribution.of(nets)


def _net(game: Game, kinds: Sequence[str], terms: Terms, situation: int) -> Fraction:
    total = Fraction(0)
    for kind in kinds:
        settled = game.settle(kind, situation, Decision.PLAY)
        net = None if settled.net is None else terms.in_stakes(settled.net)
        if net is None:
            raise OddsError(f"wager.{kind} cannot be counted in Antes: {settled.why.value}; its pay lines must be odds")
        total += net
    return total


def _border(game: Game, hands: Sequence[tuple[Hand, Fraction, Decision]]) -> tuple[Edge | None, Edge | None, bool]:
    """Find the lowest hand played and the highest folded, and whether the one lies above the other."""
    strength = strengths(game.order.comparing)
    played = [hand.kind for hand, _, decision in hands if decision is Decision.PLAY]
    folded = [hand.kind for hand, _, decision in hands if decision is Decision.FOLD]
    lowest = min(played, key=strength.__getitem__, default=None)
    highest = max(folded, key=strength.__getitem__, default=None)
    by_rank = lowest is None or highest is None or strength[lowest] > strength[highest]

    def edge(kind: Kind | None) -> Edge | None:
        if kind is None:
            return None
        nets = [mean for hand, mean, _ in hands if hand.kind == kind]
        return Edge(hand_text(kind), min(nets), max(nets))

    return edge(lowest), edge(highest), by_rank


@dataclass(frozen=True)
class Worked:
    """A game with its base games worked out, as ``base_games`` gives them."""

    game: Game
    base: tuple[BaseGame, ...]

    @classmethod
    def of(cls, game: Game, terms: Terms) -> Worked:
        """Work out the base games; ``terms`` are the Ante's.

        Raises:
            OddsError: as ``base_games``.
        """
        return cls(game, base_games(game, terms))

    @property
    def offered(self) -> BaseGame:
        """The base game with everything the sheet offers in it."""
        return self.base[-1]

    @cached_property
    def best(self) -> Split:
        """All deals under best play."""
        return self.game.layout.split(self.offered.strategy.decisions)
