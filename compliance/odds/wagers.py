"""Each wager on its own: combinations of every line, expectation, spread, and what keeps a figure open."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from compliance.domain.odds import Odds
from compliance.domain.words import ANTE, ANTE_BONUS, PLAY, Branch, Outcome
from compliance.odds.figures import Distribution, plain, root
from compliance.odds.hands import DEALER_HANDS, SPLITS
from compliance.odds.nets import NOTHING, Net, Terms, commission_of
from compliance.odds.settling import SIX_CARDS, Game, Gap, Settled

if TYPE_CHECKING:
    from compliance.odds.layout import Split
    from compliance.rules.sections import WagerRule

BASE_KINDS = (ANTE, PLAY)


@dataclass(frozen=True, slots=True)
class LineOdds:
    """One way a wager can end. ``pays`` is the pay line as printed, None where none applies.

    ``hands`` are the categories of the pay line; ``net`` of one unit of stake; ``expectation`` is the line's
    share of the wager's.
    """

    why: Branch | Gap
    outcome: Outcome | None
    hands: tuple[str, ...]
    suit: str | None
    pays: str | None
    combinations: int
    probability: Fraction
    net: Net | None
    expectation: Net | None


@dataclass(frozen=True, slots=True)
class WagerOdds:
    """The odds of one wager, over ``space`` equally likely combinations of what it ``reads``.

    ``reads`` is ``three_card`` (22,100), ``six_card`` (20,358,520) or ``deals`` (407,170,400, or those with a
    Play wager). ``best_play``: the figures hold under the best strategy for Ante and Play. ``gap`` says why
    figures are missing, or ``caveat`` where they hold. ``expectation`` keeps stakes, money and meter apart;
    ``distribution`` is None as long as ``needs`` names a stake or a meter. ``envy`` is what each other wager of
    the kind in the round brings on average, in the sheet's currency.
    ``break_even_meter`` is the meter at which the expectation is nothing, for the stake given.
    ``cap_binds_above`` is the stake from which a cap on each wager lowers the best line.
    """

    kind: str
    name: str
    reads: str
    best_play: bool
    space: int
    lines: tuple[LineOdds, ...]
    gap: Gap | None = None
    caveat: Gap | None = None
    expectation: Net | None = None
    distribution: Distribution | None = None
    needs: tuple[str, ...] = ()
    envy: Fraction | None = None
    break_even_meter: Fraction | None = None
    cap_binds_above: Fraction | None = None

    @property
    def returned(self) -> Fraction | None:
        """Mean of what comes back for one unit of stake, the stake included; None while it needs terms."""
        return None if self.distribution is None else 1 + self.distribution.expectation

    @property
    def house_edge(self) -> Fraction | None:
        """Mean loss of one unit of stake; None while it needs terms, and for an Ante bonus, which has no stake."""
        if self.distribution is None or self.kind == ANTE_BONUS:
            return None
        return -self.distribution.expectation

    @property
    def hit_rate(self) -> Fraction | None:
        """Part of the combinations on which the wager wins; None without figures."""
        if self.gap is not None:
            return None
        return sum((line.probability for line in self.lines if line.outcome is Outcome.WIN), Fraction(0))

    def plain(self) -> dict[str, Any]:
        """Return the odds as plain data."""
        shown = {name: plain(getattr(self, name)) for name in self.__slots__ if name != "distribution"}
        spread = None if self.distribution is None else self.distribution.variance
        return shown | {
            "returned": plain(self.returned),
            "house_edge": plain(self.house_edge),
            "hit_rate": plain(self.hit_rate),
            "variance": plain(spread),
            "standard_deviation": None if spread is None else root(spread),
        }


def wager_odds(game: Game, kind: str, best: Split, terms: Terms) -> WagerOdds:
    """Work out one wager that the sheet offers; ``best`` are all deals under best play.

    A stake that the sheet fixes serves where ``terms`` give none.
    """
    rule = game.sheet.wagers[kind]
    if terms.stake is None and rule.fixed_stake is not None:
        terms = replace(terms, stake=Fraction(rule.fixed_stake))
    depends = kind in (*BASE_KINDS, ANTE_BONUS) or rule.on_fold == "forfeited"
    counts = game.tally(kind, best if depends else game.layout.all(None))
    if kind == PLAY:
        counts = {settled: deals for settled, deals in counts.items() if settled.why is not Branch.NOT_DUE}
    reads, divisor = _reads(rule, depends)
    reduced = {settled: _exactly(deals, divisor) for settled, deals in counts.items()}
    gap = next((settled.why for settled in reduced if isinstance(settled.why, Gap)), None)
    space = sum(reduced.values())
    odds = WagerOdds(kind, rule.name, reads, depends, space, _lines(rule, reduced, space), gap=gap)
    if gap is not None or not space:
        return odds
    return _with_figures(game, rule, odds, reduced, terms)


def _reads(rule: WagerRule, depends: bool) -> tuple[str, int]:
    """Name what the wager reads, and how many deals share one combination of it."""
    if rule.kind in BASE_KINDS or rule.must_beat_dealer:
        return "deals", 1
    if rule.hand != SIX_CARDS:
        return "three_card", DEALER_HANDS
    return ("deals", 1) if depends else ("six_card", SPLITS)


def _exactly(deals: int, divisor: int) -> int:
    whole, rest = divmod(deals, divisor)
    if rest:
        raise AssertionError(f"{deals} deals are no whole number of combinations of {divisor}: the count is wrong")
    return whole


def _lines(rule: WagerRule, counts: dict[Settled, int], space: int) -> tuple[LineOdds, ...]:
    """Lay out pay lines in the table's order, unreached ones included, then the other endings by frequency."""
    found = []
    printed = rule.chart.lines if rule.chart is not None else ()
    for place, line in enumerate(printed):
        paid = {
            one: count for one, count in counts.items() if one.line == place and one.why is not Branch.DEALER_NOT_BEATEN
        }
        settled = next(iter(paid), Settled(Branch.PAYS, Outcome.WIN, None, place))
        found.append(_line(settled, sum(paid.values()), space, line.hands, line.suit, line.pays))
    others: dict[Settled, int] = defaultdict(int)
    for settled, count in counts.items():
        if settled.line is None or settled.why is Branch.DEALER_NOT_BEATEN:
            others[settled._replace(line=None)] += count
    ordered = sorted(others.items(), key=lambda item: (-item[1], item[0].why))
    return (*found, *(_line(settled, count, space, (), None, None) for settled, count in ordered))


def _line(
    settled: Settled, count: int, space: int, hands: tuple[str, ...], suit: str | None, pays: str | None
) -> LineOdds:
    share = None if settled.net is None else NOTHING.plus(settled.net, count).over(space)
    return LineOdds(settled.why, settled.outcome, hands, suit, pays, count, Fraction(count, space), settled.net, share)


def _with_figures(game: Game, rule: WagerRule, odds: WagerOdds, counts: dict[Settled, int], terms: Terms) -> WagerOdds:
    nets = [(settled.net, count) for settled, count in counts.items() if settled.net is not None]
    expectation = NOTHING
    for net, count in nets:
        expectation = expectation.plus(net, count)
    expectation = expectation.over(odds.space)
    units: dict[Fraction, int] = defaultdict(int)
    unknown = False
    for net, count in nets:
        value = terms.in_stakes(net)
        unknown |= value is None
        units[value or Fraction(0)] += count
    measured = any(net.money or net.meters for net, _ in nets)
    needs = ["stake"] if measured and terms.stake is None else []
    needs += ["meter"] if any(net.meters for net, _ in nets) and terms.meter is None else []
    break_even = None
    if expectation.meters and terms.stake is not None:
        break_even = -(expectation.stakes * terms.stake + expectation.money) / expectation.meters
    return replace(
        odds,
        caveat=Gap.FOLD_SILENT if rule.chart is not None and rule.kind != ANTE_BONUS and rule.on_fold is None else None,
        expectation=expectation,
        distribution=None if unknown else Distribution.of(units),
        needs=tuple(needs),
        envy=_envy(rule, odds),
        break_even_meter=break_even,
        cap_binds_above=_cap_binds_above(game, rule),
    )


def _envy(rule: WagerRule, odds: WagerOdds) -> Fraction | None:
    """Return what another wager of the kind brings on average; its hand is as likely as any."""
    lines = rule.chart.lines if rule.chart is not None else ()
    amounts = [
        Fraction(line.envy) * odds.lines[place].combinations
        for place, line in enumerate(lines)
        if line.envy is not None
    ]
    return sum(amounts, Fraction(0)) / odds.space if amounts else None


def _cap_binds_above(game: Game, rule: WagerRule) -> Fraction | None:
    """Return the stake, in the sheet's currency, beyond which a cap lowers the best line by odds."""
    amounts = [Fraction(cap.amount) for cap in game.sheet.cap if rule.kind in cap.kinds]
    odds = [line.pay.to_one for line in rule.chart.lines if isinstance(line.pay, Odds)] if rule.chart else []
    best = max(odds, default=Fraction(0)) * (1 - commission_of(rule))
    return min(amounts) / best if amounts and best else None
