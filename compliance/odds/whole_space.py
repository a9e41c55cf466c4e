"""Whether a sheet settles every wager on every deal, and pays no less for a higher hand."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from compliance.domain.cards import SUITS
from compliance.domain.words import ANTE, ANTE_BONUS, PLAY, Decision
from compliance.odds.nets import NOTHING, STAKE_LOST, line_index, line_net
from compliance.odds.order import ROYALS
from compliance.odds.settling import SIX_CARDS, SUITED_FIVES, Game, Gap

if TYPE_CHECKING:
    from collections.abc import Iterator

    from compliance.odds.nets import Net
    from compliance.rules.sections import WagerRule
    from compliance.rules.sheet import RuleSheet


class Fault(StrEnum):
    """What can be wrong with a sheet over the whole space."""

    NO_OUTCOME = "no_outcome"
    PAY_FALLS = "pay_falls"
    WINNER_LOSES = "winner_loses"
    UNREACHABLE = "unreachable"


@dataclass(frozen=True, slots=True)
class SpaceProblem:
    """One fault. ``path`` names the value it lies in, as ``RuleSheet.cited`` takes it.

    ``deals`` of 407,170,400 have no outcome; None for a fault of the pay table itself.
    """

    fault: Fault
    path: str
    says: str
    deals: int | None


@dataclass(frozen=True, slots=True)
class WholeSpace:
    """The problems found, and ``examined``: how many deals × decisions × wagers were settled to find them."""

    examined: int
    problems: tuple[SpaceProblem, ...]


def whole_space(sheet: RuleSheet) -> WholeSpace:
    """Settle every wager of a sheet on every deal and every decision that can stand beside it.

    A problem is reported for each reason why a wager has no outcome on some deals, each pay line that no deal
    reaches, and each pay that falls as the hand rises. Two outcomes cannot arise: of several lines that name a
    hand the first pays, and one that never pays is reported.

    Raises:
        OddsError: Ante or Play pays otherwise than by odds.
    """
    (game,) = Game.of(sheet)
    problems: list[SpaceProblem] = []
    examined = 0
    for kind, rule in sheet.wagers.items():
        reached: set[int] = set()
        gaps: dict[Gap, dict[Decision | None, int]] = defaultdict(dict)
        for decision in _decisions(rule):
            for settled, deals in game.tally(kind, game.layout.all(decision)).items():
                examined += deals
                if settled.line is not None:
                    reached.add(settled.line)
                if isinstance(settled.why, Gap):
                    gaps[settled.why][decision] = gaps[settled.why].get(decision, 0) + deals
        problems += _without_outcome(rule, gaps)
        problems += _unreachable(rule, reached)
        problems += _losing_winners(rule)
        problems += _falling(game, rule)
    return WholeSpace(examined, tuple(problems))


def _decisions(rule: WagerRule) -> tuple[Decision | None, ...]:
    """Return the decisions that can stand beside a wager; None: it stands without an Ante."""
    if rule.kind in (ANTE, PLAY, ANTE_BONUS) or rule.needs_ante:
        return (Decision.PLAY, Decision.FOLD)
    return (Decision.PLAY, Decision.FOLD, None)


_WHEN = {Decision.PLAY: "when the hand is played", Decision.FOLD: "when it is folded", None: "without an Ante"}

_LEFT_OPEN_BY = {
    Gap.CHART_MISSING: "chart",
    Gap.FOLD_SILENT: "on_fold",
}


def _without_outcome(rule: WagerRule, gaps: dict[Gap, dict[Decision | None, int]]) -> Iterator[SpaceProblem]:
    for gap, deals in gaps.items():
        where = "; ".join(f"{count:,} deals {_WHEN[decision]}" for decision, count in deals.items())
        says = f"{rule.name} has no outcome, {gap.value}: {where}"
        yield SpaceProblem(Fault.NO_OUTCOME, f"wager.{rule.kind}.{_LEFT_OPEN_BY[gap]}", says, max(deals.values()))


def _unreachable(rule: WagerRule, reached: set[int]) -> Iterator[SpaceProblem]:
    for place, line in enumerate(rule.chart.lines if rule.chart else ()):
        if place not in reached:
            suit = f" in suit {line.suit}" if line.suit else ""
            says = f"{rule.name}: no deal reaches line {place + 1}, {' or '.join(line.hands)}{suit} at {line.pays}"
            yield SpaceProblem(Fault.UNREACHABLE, f"wager.{rule.kind}.chart", says, None)


def _losing_winners(rule: WagerRule) -> Iterator[SpaceProblem]:
    for place, line in enumerate(rule.chart.lines if rule.chart else ()):
        net = line_net(line, rule)
        if net.stakes < 0 and not net.money and not net.meters:
            says = f"{rule.name}: a winner on line {place + 1}, {' or '.join(line.hands)} at {line.pays}, loses money"
            yield SpaceProblem(Fault.WINNER_LOSES, f"wager.{rule.kind}.chart", says, None)


def _falling(game: Game, rule: WagerRule) -> Iterator[SpaceProblem]:
    """Compare each category's worst pay with the best pay of those below it, wherever the two can be compared."""
    if rule.chart is None:
        return
    descending = (game.order.five_card if rule.hand == SIX_CARDS else game.order.three_card) or ()
    pays = {category: _pays(rule, category) for category in descending}
    for place, higher in enumerate(descending):
        for lower in descending[place + 1 :]:
            if any(_less(high, low) for high in pays[higher] for low in pays[lower]):
                says = f"{rule.name}: {higher} pays less than {lower}, which is the lower hand"
                yield SpaceProblem(Fault.PAY_FALLS, f"wager.{rule.kind}.chart", says, None)
                break


def _pays(rule: WagerRule, category: str) -> set[Net]:
    """Return what a category can bring, suit by suit where its cards share one."""
    assert rule.chart is not None  # noqa: S101 - the caller compares pay tables only
    suits = SUITS if category in (*SUITED_FIVES, *ROYALS) else (None,)
    found = set()
    for suit in suits:
        line = line_index(rule.chart, category, suit)
        if line is None:
            found.add(NOTHING if rule.kind == ANTE_BONUS else STAKE_LOST)
        else:
            found.add(line_net(rule.chart.lines[line], rule))
    return found


def _less(net: Net, other: Net) -> bool:
    """Whether a net is less than another whatever the stake and the meter."""
    return net != other and all(part <= than for part, than in zip(net, other, strict=True))
