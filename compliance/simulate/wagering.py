"""What participants put down and decide."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from compliance.domain.money import minor_units
from compliance.domain.odds import Odds
from compliance.domain.words import (
    ANTE,
    ANTE_BONUS,
    PAIR_PLUS,
    PLAY,
    PROGRESSIVE,
    SIX_CARD_BONUS,
    Decision,
    DecisionSource,
)
from compliance.simulate.dealing import QUEEN, is_run
from compliance.simulate.draft import ParticipantDraft, WagerDraft
from compliance.simulate.wishes import AS_IT_COMES, Wish

if TYPE_CHECKING:
    from random import Random

    from compliance.domain.cards import Card
    from compliance.rules.sections import Cap, WagerRule
    from compliance.rules.sheet import RuleSheet
    from compliance.simulate.habits import Habits, TableTerms

GOOD_ENOUGH = (QUEEN, 6, 4)
"""The least hand that gains by playing (by full enumeration); used for what people do, never for what they are paid."""


def looks_good(cards: tuple[Card, ...]) -> bool:
    """Whether a sensible participant would play the hand."""
    ranks = tuple(sorted((card.rank for card in cards), reverse=True))
    return (
        ranks >= GOOD_ENOUGH or len(set(ranks)) < len(ranks) or is_run(ranks) or len({card.suit for card in cards}) == 1
    )


def capped_stake(cap: Cap, sheet: RuleSheet, digits: int) -> int:
    """A stake whose best pay line comes to two thirds of the cap: two such wins exceed it together, one does not."""
    chart = sheet.wagers[cap.kinds[0]].chart
    best = (
        max((line.pay.to_one for line in chart.lines if isinstance(line.pay, Odds)), default=Fraction(1))
        if chart
        else 1
    )
    amount = minor_units(cap.amount, digits) * Fraction(2, 3) / best
    return amount.numerator // amount.denominator


class Wagering:
    """How the participants of one table wager, by the sheet's kinds and the table's terms."""

    def __init__(self, sheet: RuleSheet, terms: TableTerms, habits: Habits) -> None:
        self.sheet, self.terms, self.habits = sheet, terms, habits
        taken_up = {
            PAIR_PLUS: habits.pair_plus,
            SIX_CARD_BONUS: habits.six_card_bonus,
            PROGRESSIVE: habits.progressive,
        }
        self.bonuses = [
            (rule, taken_up.get(kind, habits.progressive))
            for kind, rule in sheet.wagers.items()
            if kind not in (ANTE, PLAY, ANTE_BONUS)
        ]
        self.alone = frozenset(rule.kind for rule, _ in self.bonuses if rule.needs_ante is False)

    def participant(
        self, rng: Random, name: str, cards: tuple[Card, ...], wish: Wish = AS_IT_COMES, *, charted_only: bool = False
    ) -> ParticipantDraft:
        """Place a participant's wagers and take the decision; nothing is settled yet."""
        bonuses = [(rule, rate) for rule, rate in self.bonuses if not (charted_only and rule.chart is None)]
        stakes = self._stakes(rng, bonuses, wish)
        decision, source = None, DecisionSource.PLAYER
        if ANTE in stakes:
            decision, source = self._decision(rng, cards, wish)
        wagers = [WagerDraft(kind, stake) for kind, stake in stakes.items() if kind == ANTE]
        if decision is Decision.PLAY:
            wagers.append(WagerDraft(PLAY, stakes[ANTE]))
        wagers += [WagerDraft(kind, stake) for kind, stake in stakes.items() if kind != ANTE]
        if rng.random() < self.habits.order_of_wagers_varies:
            rng.shuffle(wagers)
        return ParticipantDraft(name, decision, source, wagers, self.terms.collection)

    def _stakes(self, rng: Random, bonuses: list[tuple[WagerRule, float]], wish: Wish) -> dict[str, int]:
        alone = [rule for rule, _ in bonuses if rule.kind in self.alone and rule.kind not in wish.without]
        wanted = ANTE in wish.kinds or PLAY in wish.kinds or wish.decision is not None
        with_ante = wanted or ANTE not in wish.without
        if with_ante and not wanted and alone and rng.random() < self.habits.bonus_only:
            with_ante = False
        stakes = {ANTE: rng.choice(self.terms.antes)} if with_ante else {}
        for rule, rate in bonuses:
            if rule.kind in wish.without or not (with_ante or rule.kind in self.alone):
                continue
            if rule.kind in wish.kinds or rng.random() < rate:
                stakes[rule.kind] = self._bonus_stake(rng, rule, stakes.get(ANTE))
        if not stakes and alone:
            rule = rng.choice(alone)
            stakes[rule.kind] = self._bonus_stake(rng, rule, None)
        return stakes

    def _bonus_stake(self, rng: Random, rule: WagerRule, ante: int | None) -> int:
        if rule.fixed_stake is not None:
            return minor_units(rule.fixed_stake, self.terms.digits)
        if rule.kind == PROGRESSIVE:
            return self.terms.progressive
        stake = rng.choice(self.terms.bonuses)
        return min(stake, ante) if rule.at_most_ante and ante is not None else stake

    def _decision(self, rng: Random, cards: tuple[Card, ...], wish: Wish) -> tuple[Decision, DecisionSource]:
        stands_for_a_fold = self.sheet.decisions
        if wish.decision is not None:
            return wish.decision, wish.source or DecisionSource.PLAYER
        if stands_for_a_fold is not None:
            draw = rng.random()
            if stands_for_a_fold.disconnect and draw < self.habits.disconnect:
                return Decision.FOLD, DecisionSource.DISCONNECT
            if stands_for_a_fold.insufficient_balance and draw > 1 - self.habits.insufficient_balance:
                return Decision.FOLD, DecisionSource.INSUFFICIENT_BALANCE
        good = looks_good(cards)
        plays = rng.random() < ((1 - self.habits.good_hand_folded) if good else self.habits.weak_hand_played)
        return (Decision.PLAY if plays else Decision.FOLD), DecisionSource.PLAYER

    def house_way(self, rng: Random, name: str, cards: tuple[Card, ...]) -> ParticipantDraft:
        """Wager at a further seat that the sheet has played the house way: the decision is the house dealer's."""
        decision = Decision.PLAY if looks_good(cards) else Decision.FOLD
        return self.participant(rng, name, cards, Wish(decision=decision, source=DecisionSource.HOUSE_WAY))
