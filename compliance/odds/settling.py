"""What a sheet makes of each wager on each deal, before any cap or player-dealer's limit."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from compliance.domain.odds import Odds, pay_line
from compliance.domain.words import ANTE, ANTE_BONUS, PLAY, Branch, Decision, Outcome
from compliance.odds.layout import Layout, Split, Spot, layout
from compliance.odds.nets import NOTHING, STAKE_LOST, Net, commission_of, line_index, line_net, odds_net
from compliance.odds.order import OddsError, Order, order_of

if TYPE_CHECKING:
    from compliance.odds.deals import Region
    from compliance.rules.sections import Chart, WagerRule
    from compliance.rules.sheet import RuleSheet

SIX_CARDS = "best_five_of_six"
SUITED_FIVES = ("royal_flush", "straight_flush", "flush")


class Gap(StrEnum):
    """Why a sheet's data give a wager no outcome."""

    CHART_MISSING = "chart missing"
    FOLD_SILENT = "the sheet does not say what a fold does to it"


class Settled(NamedTuple):
    """One wager on one deal. ``net`` None: the sheet gives no outcome, and ``why`` is a ``Gap``.

    ``outcome`` None with a net of nothing: no such line is due. ``line`` is the place in the pay table.
    """

    why: Branch | Gap
    outcome: Outcome | None
    net: Net | None
    line: int | None = None


@dataclass(frozen=True)
class Game:
    """A sheet beside all deals. Nothing here looks at a meter, a stake or the player-dealer's wager.

    ``place`` is that of the sheet's spot in each situation of the layout.
    """

    sheet: RuleSheet
    order: Order
    layout: Layout
    place: int

    @classmethod
    def of(cls, *sheets: RuleSheet) -> tuple[Game, ...]:
        """Set sheets beside the same layout, so that they can be compared deal by deal."""
        charts = [rule.chart for sheet in sheets for rule in sheet.wager if rule.chart is not None]
        by_suit = any(line.suit is not None for chart in charts for line in chart.lines)
        orders = [order_of(sheet) for sheet in sheets]
        distinct = tuple(dict.fromkeys(order.comparing for order in orders))
        laid_out = layout(distinct, by_suit)
        return tuple(
            cls(sheet, order, laid_out, distinct.index(order.comparing))
            for sheet, order in zip(sheets, orders, strict=True)
        )

    def tally(self, kind: str, deals: Split) -> dict[Settled, int]:
        """Count what becomes of a wager over deals split by decision."""
        counts: dict[Settled, int] = defaultdict(int)
        for (situation, decision), count in deals.items():
            counts[self.settle(kind, situation, decision)] += count
        return dict(counts)

    @cached_property
    def _even(self) -> dict[str, Net]:
        """What Ante and Play gain by winning, a unit of stake.

        Raises:
            OddsError: the sheet pays them otherwise than by odds.
        """
        found = {}
        for kind, text in ((ANTE, self.sheet.showdown.ante_pays), (PLAY, self.sheet.showdown.play_pays)):
            pay = pay_line(text)
            if not isinstance(pay, Odds):
                raise OddsError(f"showdown.{kind}_pays is {text!r}; Ante and Play pay by odds such as '1 to 1'")
            found[kind] = odds_net(pay, commission_of(self.sheet.wagers.get(kind)))
        return found

    def settle(self, kind: str, situation: int, decision: Decision | None) -> Settled:
        """Settle one wager of a kind that the sheet offers, in a situation of the layout.

        ``decision`` None: no Ante, so none was asked for.
        """
        spot = self.layout.situations[situation][self.place]
        rule = self.sheet.wagers[kind]
        folded = decision is Decision.FOLD
        if kind == ANTE:
            return Settled(Branch.FOLDED, Outcome.LOSE, STAKE_LOST) if folded else self._ante(spot.region)
        if kind == PLAY:
            return Settled(Branch.NOT_DUE, None, NOTHING) if folded else self._play(spot.region)
        if kind == ANTE_BONUS and decision is not Decision.PLAY:
            return Settled(Branch.NOT_DUE, None, NOTHING)
        if folded and rule.on_fold == "forfeited":
            return Settled(Branch.FORFEITED, Outcome.LOSE, STAKE_LOST)
        if rule.chart is None:
            return Settled(Gap.CHART_MISSING, None, None)
        if folded and rule.on_fold is None:
            return Settled(Gap.FOLD_SILENT, None, None)
        return self._by_chart(rule, rule.chart, spot)

    def _ante(self, region: Region) -> Settled:
        rules = self.sheet.showdown
        won = self._even[ANTE]
        if region.qualifies:
            return self._compared(region, won)
        if rules.not_qualified_ante == "pays_always":
            return Settled(Branch.NOT_QUALIFIED, Outcome.WIN, won)
        if rules.not_qualified_ante == "push":
            return Settled(Branch.NOT_QUALIFIED, Outcome.PUSH, NOTHING)
        if region.compares > 0:
            return Settled(Branch.NOT_QUALIFIED_BEATS, Outcome.WIN, won)
        if region.compares < 0:
            return Settled(Branch.NOT_QUALIFIED_BEATEN, Outcome.PUSH, NOTHING)
        if rules.not_qualified_equal == "participant_wins":
            return Settled(Branch.NOT_QUALIFIED_EQUAL, Outcome.WIN, won)
        return Settled(Branch.NOT_QUALIFIED_EQUAL, Outcome.PUSH, NOTHING)

    def _play(self, region: Region) -> Settled:
        if not region.qualifies:
            return Settled(Branch.NOT_QUALIFIED, Outcome.PUSH, NOTHING)
        return self._compared(region, self._even[PLAY])

    def _compared(self, region: Region, won: Net) -> Settled:
        if region.compares > 0:
            return Settled(Branch.BEATS, Outcome.WIN, won)
        if region.compares < 0:
            return Settled(Branch.BEATEN, Outcome.LOSE, STAKE_LOST)
        return {
            "participant_wins": Settled(Branch.EQUAL, Outcome.WIN, won),
            "dealer_wins": Settled(Branch.EQUAL, Outcome.LOSE, STAKE_LOST),
            "push": Settled(Branch.EQUAL, Outcome.PUSH, NOTHING),
        }[self.sheet.showdown.equal]

    def _by_chart(self, rule: WagerRule, chart: Chart, spot: Spot) -> Settled:
        category, suit = self._reads(rule, spot)
        place = line_index(chart, category, suit)
        if place is None and rule.kind == ANTE_BONUS:
            return Settled(Branch.NOT_DUE, None, NOTHING)
        if place is None:
            return Settled(Branch.PAYS_NOTHING, Outcome.LOSE, STAKE_LOST)
        if rule.must_beat_dealer and spot.region.compares <= 0:
            return Settled(Branch.DEALER_NOT_BEATEN, Outcome.PUSH, NOTHING, place)
        return Settled(Branch.PAYS, Outcome.WIN, line_net(chart.lines[place], rule), place)

    def _reads(self, rule: WagerRule, spot: Spot) -> tuple[str, str | None]:
        """Return the category that the wager's pay table is read with, and the suit of all cards that make it."""
        if rule.hand != SIX_CARDS:
            return spot.category, spot.suit
        category = self.order.best_five(spot.shapes)
        # Three cards of the dealer hand can complete a flush only in the suit that the holding shares.
        return category, spot.shared if category in SUITED_FIVES else None
