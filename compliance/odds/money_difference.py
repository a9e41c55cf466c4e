"""The deals on which two sheets' money differs, counted, and both expectations."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from compliance.domain.words import ANTE, Decision
from compliance.odds.difference import BaseWorth, SheetDifference, WagerDifference, Worth
from compliance.odds.hands import DEALS, hand_text
from compliance.odds.nets import NOTHING, Terms
from compliance.odds.order import strengths
from compliance.odds.settling import Game
from compliance.odds.strategy import BaseGame, Worked

if TYPE_CHECKING:
    from collections.abc import Mapping

    from compliance.odds.layout import Split
    from compliance.odds.nets import Net
    from compliance.odds.settling import Settled
    from compliance.rules.sheet import RuleSheet


def money_difference(first: RuleSheet, second: RuleSheet, terms: Mapping[str, Terms] | None = None) -> SheetDifference:
    """Compare what two sheets pay, over every deal, by full enumeration.

    Money is compared before any cap and before the player-dealer's limit. ``terms`` as for ``odds_of``; only an
    Ante bonus that pays otherwise than by odds needs them.

    Raises:
        OddsError: Ante, Play or Ante bonus cannot be counted in Antes.
    """
    antes = (terms or {}).get(ANTE, Terms())
    one, two = (Worked.of(game, antes) for game in Game.of(first, second))
    return difference_of(one, two)


def difference_of(first: Worked, second: Worked) -> SheetDifference:
    """Compare two games on the same layout (``Game.of`` both sheets).

    Raises:
        ValueError: the games are laid out apart.
    """
    if first.game.layout is not second.game.layout:
        raise ValueError("the two games are not laid out on the same deals; make both with one Game.of")
    kinds = dict.fromkeys((*first.game.sheet.wagers, *second.game.sheet.wagers))
    return SheetDifference(
        first.game.sheet.id,
        second.game.sheet.id,
        (_base_worth(first.offered), _base_worth(second.offered)),
        tuple(_wager(first, second, kind) for kind in kinds),
    )


def _base_worth(base: BaseGame) -> BaseWorth:
    strategy = base.strategy
    lowest = strategy.lowest_played.hand if strategy.lowest_played else None
    return BaseWorth(strategy.plays, lowest, base.best.expectation, base.everything.expectation)


def _wager(first: Worked, second: Worked, kind: str) -> WagerDifference:
    offering = [kind in side.game.sheet.wagers for side in (first, second)]
    one = _worth(first, kind) if offering[0] else None
    two = _worth(second, kind) if offering[1] else None
    if not all(offering):
        missing = (second if offering[0] else first).game.sheet.id
        return WagerDifference(kind, f"not offered by {missing}", None, None, None, None, one, two)
    played = _differing(first, second, kind, first.game.layout.all(Decision.PLAY))
    folded = _differing(first, second, kind, first.game.layout.all(Decision.FOLD))
    best = _differing(first, second, kind, first.best)
    gap = next((found for found in (played, folded) if isinstance(found, str)), None)
    counts = [None if isinstance(found, str) else sum(found.values()) for found in (played, folded, best)]
    highest = None if isinstance(played, str) else _highest(first, played)
    return WagerDifference(kind, gap, counts[0], counts[1], counts[2], highest, one, two)


def _differing(first: Worked, second: Worked, kind: str, deals: Split) -> dict[int, int] | str:
    """Return the situations in which money differs, with their deals; or the gap that keeps one open."""
    found: dict[int, int] = defaultdict(int)
    for (situation, decision), count in deals.items():
        one = first.game.settle(kind, situation, decision)
        two = second.game.settle(kind, situation, decision)
        if one.net is None or two.net is None:
            return _gap((one, first), (two, second))
        if one.net != two.net:
            found[situation] += count
    return found


def _highest(first: Worked, situations: dict[int, int]) -> str | None:
    strength = strengths(first.game.order.comparing)
    kinds = {hand.kind for hand in first.game.layout.hands if any(place in situations for place, _ in hand.deals)}
    highest = max(kinds, key=strength.__getitem__, default=None)
    return None if highest is None else hand_text(highest)


def _gap(*settlements: tuple[Settled, Worked]) -> str:
    """Say why settlements give no outcome, and on which sheet."""
    said = [f"{side.game.sheet.id}: {settled.why.value}" for settled, side in settlements if settled.net is None]
    return "; ".join(dict.fromkeys(said))


def _worth(side: Worked, kind: str) -> Worth:
    everything = side.game.layout.all(Decision.PLAY)
    return Worth(_expectation(side, kind, side.best), _expectation(side, kind, everything))


def _expectation(side: Worked, kind: str, deals: Split) -> Net | None:
    total = NOTHING
    for settled, count in side.game.tally(kind, deals).items():
        if settled.net is None:
            return None
        total = total.plus(settled.net, count)
    return total.over(DEALS)
