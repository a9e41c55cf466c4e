"""Faults that a pay table shows on its own: lines that fall as the hand rises, lines that nothing reaches."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from compliance.domain.cards import SUITS
from compliance.domain.odds import FixedPay, MeterShare, Odds
from compliance.domain.words import FIVE_CARD_CATEGORIES, THREE_CARD_CATEGORIES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from compliance.domain.odds import PayLine
    from compliance.rules.sections import Chart, ChartLine, Ranking, WagerRule

OF_ONE_SUIT = frozenset({"mini_royal", "royal_flush", "straight_flush", "flush"})
ROYALS = {"mini_royal": "straight_flush", "royal_flush": "straight_flush"}


def order_read(rule: WagerRule, ranking: Ranking) -> tuple[str, ...]:
    """Return the order of hands that a wager's pay table is read in, highest first; empty where there is none.

    A mini royal or royal flush that the order leaves out stands above the straight flush, which it is.
    """
    order = ranking.five_card if rule.hand == "best_five_of_six" else ranking.three_card
    known = FIVE_CARD_CATEGORIES if rule.hand == "best_five_of_six" else THREE_CARD_CATEGORIES
    stated = tuple(order or ())
    missing_royals = [royal for royal in ROYALS if royal in known and royal not in stated]
    return (*missing_royals, *stated) if stated else ()


def unranked(rule: WagerRule, ranking: Ranking) -> tuple[str, ...]:
    """Return hands that the wager's pay table pays and the order of hands does not name, in the table's order."""
    if rule.chart is None:
        return ()
    order = (ranking.five_card if rule.hand == "best_five_of_six" else ranking.three_card) or ()
    paid = [hand for line in rule.chart.lines for hand in line.hands]
    return tuple(dict.fromkeys(hand for hand in paid if hand not in order))


def falls(chart: Chart, order: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """Return every (higher hand, lower hand) of which the lower is paid more.

    A hand without a line is paid nothing. Odds, fixed amounts and meter shares are each compared among their own
    kind; with lines for one suit, the least a hand is paid is held against the most the lower one is.
    """
    found: list[tuple[str, str]] = []
    for place, lower in enumerate(order):
        most = _paid(chart, lower)
        for higher in order[:place]:
            least = _paid(chart, higher)
            if any(_less(above, below) for above in least for below in most):
                found.append((higher, lower))
    return tuple(found)


def unreachable(chart: Chart) -> tuple[ChartLine, ...]:
    """Return lines that no hand ever reaches: all their hands are paid by lines before, or cannot be of one suit."""
    taken: dict[str, set[str]] = {}
    found: list[ChartLine] = []
    for line in chart.lines:
        suits = {line.suit} if line.suit else set(SUITS)
        open_hands = [
            hand for hand in line.hands if suits - taken.get(hand, set()) and (line.suit is None or hand in OF_ONE_SUIT)
        ]
        if not open_hands:
            found.append(line)
        for hand in line.hands:
            taken.setdefault(hand, set()).update(suits)
    return tuple(found)


def _paid(chart: Chart, hand: str) -> list[PayLine | None]:
    """Return every pay the hand can get, one for each suit where suits differ; None stands for no line."""
    pays: dict[str, PayLine | None] = {}
    for suit in SUITS:
        names = [hand, ROYALS[hand]] if hand in ROYALS else [hand]
        pays[suit] = next(
            (line.pay for name in names for line in chart.lines if name in line.hands and line.suit in (None, suit)),
            None,
        )
    return list(dict.fromkeys(pays.values()))


def _less(above: PayLine | None, below: PayLine | None) -> bool:
    """Whether the higher hand's pay is certainly less than the lower hand's."""
    if above is None or below is None:
        return above is None and below is not None
    return type(above) is type(below) and _amount(above) < _amount(below)


def _amount(pay: PayLine) -> Fraction:
    match pay:
        case Odds(to_one=amount) | MeterShare(share=amount):
            return amount
        case FixedPay(amount=text):
            return Fraction(text)
