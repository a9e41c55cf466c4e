"""What one unit of a wager gains or loses, where pay lines may state odds, fixed amounts or shares of a meter."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

from compliance.domain.odds import FixedPay, MeterShare, Odds
from compliance.domain.words import ANTE_BONUS
from compliance.odds.figures import decimal, percent, plain
from compliance.odds.order import ROYALS, STRAIGHT_FLUSH

if TYPE_CHECKING:
    from compliance.rules.sections import Chart, ChartLine, WagerRule


class Net(NamedTuple):
    """A participant's change from one wager, kept apart by what it is measured in.

    ``stakes`` in units of the stake, ``money`` in the sheet's currency, ``meters`` in whole meters.
    """

    stakes: Fraction
    money: Fraction = Fraction(0)
    meters: Fraction = Fraction(0)

    def plus(self, other: Net, times: int = 1) -> Net:
        """Add another net, so many times."""
        return Net(
            self.stakes + other.stakes * times, self.money + other.money * times, self.meters + other.meters * times
        )

    def over(self, space: int) -> Net:
        """Share a sum among equally likely combinations."""
        return Net(self.stakes / space, self.money / space, self.meters / space)

    def plain(self) -> dict[str, Any]:
        """Return the net as plain data; money and meters only where there are some."""
        parts = {"stakes": self.stakes, "money": self.money, "meters": self.meters}
        return {name: plain(part) for name, part in parts.items() if part or name == "stakes"}


@dataclass(frozen=True, slots=True)
class Terms:
    """What turns fixed amounts and meter shares into units of the stake; both in the sheet's currency.

    Raises:
        ValueError: a stake of nothing, or a meter below nothing.
    """

    stake: Fraction | None = None
    meter: Fraction | None = None

    def __post_init__(self) -> None:
        if self.stake is not None and self.stake <= 0:
            raise ValueError(f"a stake of {self.stake} cannot be wagered; give one above 0")
        if self.meter is not None and self.meter < 0:
            raise ValueError(f"a meter cannot stand at {self.meter}; give 0 or more")

    def in_stakes(self, net: Net) -> Fraction | None:
        """Return the net in units of the stake, or None where the stake or the meter it needs is not given."""
        value = net.stakes
        for part, worth in ((net.money, Fraction(1)), (net.meters, self.meter)):
            if part:
                if self.stake is None or worth is None:
                    return None
                value += part * worth / self.stake
        return value


NOTHING = Net(Fraction(0))
STAKE_LOST = Net(Fraction(-1))


def commission_of(rule: WagerRule | None) -> Fraction:
    """Return the part of winnings by odds that is kept back: 1/10 for ``"10%"``, 0 where none is stated."""
    if rule is None or rule.commission is None:
        return Fraction(0)
    return Fraction(rule.commission.removesuffix("%")) / 100


def odds_net(pay: Odds, commission: Fraction) -> Net:
    """Return what a winner by odds gains."""
    return Net(pay.to_one * (1 - commission))


def line_net(line: ChartLine, rule: WagerRule) -> Net:
    """Return what a pay line brings; fixed amounts and meter shares come without the stake back.

    An Ante bonus has no stake of its own to keep: there they come whole.
    """
    kept = NOTHING if rule.kind == ANTE_BONUS else STAKE_LOST
    match line.pay:
        case Odds() as odds:
            return odds_net(odds, commission_of(rule))
        case FixedPay(amount):
            return kept.plus(Net(Fraction(0), money=Fraction(amount)))
        case MeterShare(share):
            return kept.plus(Net(Fraction(0), meters=share))


def line_index(chart: Chart, category: str, suit: str | None) -> int | None:
    """Return the place of the line a hand takes, or None where it has none.

    ``suit`` is that of all the cards that make the category, None where they differ. The first line that names
    the category takes the hand; a royal that no line names in its suit takes the straight-flush line.
    """
    for name in (category, STRAIGHT_FLUSH) if category in ROYALS else (category,):
        for place, line in enumerate(chart.lines):
            if name in line.hands and line.suit in (None, suit):
                return place
    return None


def net_text(net: Net | None) -> str:
    """An expectation in words: a percentage of the stake, with money and shares of a meter apart; a dash for none."""
    if net is None:
        return "–"
    parts = [percent(net.stakes)]
    parts += [f"{decimal(net.money, 4)} in money"] if net.money else []
    parts += [f"{net.meters} of the meter"] if net.meters else []
    return " + ".join(parts)
