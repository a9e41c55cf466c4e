"""Every situation a wager can be in, and what the sheet makes of it.

A deal and a decision together fall into exactly one situation: what was decided, whether the dealer hand
qualifies, which hand is higher, and the category of the hand that the pay table reads. A sheet that gives each
wager one outcome in each situation therefore settles every deal.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, Literal

from compliance.domain.words import (
    ANTE,
    ANTE_BONUS,
    FIVE_CARD_CATEGORIES,
    PLAY,
    THREE_CARD_CATEGORIES,
    Branch,
    Decision,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from compliance.rules.sections import WagerRule
    from compliance.rules.sheet import RuleSheet

Comparison = Literal["beats", "beaten", "equal"]


@dataclass(frozen=True, slots=True)
class Situation:
    """One wager's situation. ``decision`` is None for a participant without an Ante."""

    kind: str
    decision: Decision | None
    disconnected: bool
    qualifies: bool
    comparison: Comparison
    category: str


@dataclass(frozen=True, slots=True)
class Unsettled:
    """A situation to which the sheet gives no outcome, and the branch that says why."""

    situation: Situation
    why: Branch


def situations(rule: WagerRule) -> Iterator[Situation]:
    """Yield every situation that a wager of this rule can be in."""
    categories = FIVE_CARD_CATEGORIES if rule.hand == "best_five_of_six" else THREE_CARD_CATEGORIES
    if rule.kind in (ANTE, ANTE_BONUS):
        decisions: tuple[Decision | None, ...] = (Decision.PLAY, Decision.FOLD)
    elif rule.kind == PLAY:
        decisions = (Decision.PLAY,)
    else:
        decisions = (Decision.PLAY, Decision.FOLD, None)
    comparisons: tuple[Comparison, ...] = ("beats", "beaten", "equal")
    for decision, qualifies, comparison, category in product(decisions, (True, False), comparisons, categories):
        for disconnected in (False, True) if decision is Decision.FOLD else (False,):
            yield Situation(rule.kind, decision, disconnected, qualifies, comparison, category)


def unsettled(sheet: RuleSheet) -> tuple[Unsettled, ...]:
    """Return the situations of the sheet's wagers that have no outcome, in the sheet's order."""
    return tuple(
        Unsettled(situation, why)
        for rule in sheet.wager
        for situation in situations(rule)
        if (why := _unsettled_because(rule, situation)) is not None
    )


def _unsettled_because(rule: WagerRule, situation: Situation) -> Branch | None:
    """Say why a situation has no outcome; None where it has one.

    Ante and Play always have one: the strict model refuses a sheet that leaves an outcome of theirs out.
    """
    if rule.kind in (ANTE, PLAY):
        return None
    folded = situation.decision is Decision.FOLD
    if rule.kind == ANTE_BONUS:
        undue = folded and not (situation.disconnected and rule.paid_on_disconnect)
        return Branch.CHART_MISSING if rule.chart is None and not undue else None
    if folded and rule.on_fold == "forfeited":
        return None
    if rule.chart is None:
        return Branch.CHART_MISSING
    return Branch.FOLD_SILENT if folded and rule.on_fold is None else None
