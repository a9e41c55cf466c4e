"""Pair Plus and 6 Card Bonus settled wrongly."""

from __future__ import annotations

from typing import TYPE_CHECKING

from compliance.domain.odds import Odds, toward_zero
from compliance.domain.words import ANTE, PAIR_PLUS, SIX_CARD_BONUS, Branch, Decision, Outcome
from compliance.simulate.faults.fault import Fault, both, charted, leaves_open
from compliance.simulate.faults.settling import PUSHED, SETL_001, in_branch, lost, one, pays, pays_nothing
from compliance.simulate.house import published_charts
from compliance.simulate.wishes import Wish

if TYPE_CHECKING:
    from collections.abc import Callable

    from compliance.rules.sections import Chart
    from compliance.rules.sheet import RuleSheet
    from compliance.simulate.faults.settling import Result
    from compliance.simulate.scene import Found, Scene, Spot

CHARTED = (PAIR_PLUS, SIX_CARD_BONUS)


def _unlimited(spot: Spot) -> bool:
    """Whether the wager pays by its table and the player-dealer's wager sufficed for it."""
    return pays(spot) and spot.line.net == spot.line.full.net


def _by_line(chart: Chart | None, hand: str, stake: int) -> int | None:
    """What a pay table gives a hand on the line that names it; None where it has no such odds."""
    for line in chart.lines if chart else ():
        if hand in line.hands and isinstance(line.pay, Odds):
            return toward_zero(line.pay.to_one * stake)
    return None


def _paid_as(kind: str, hand: str, instead: str) -> Callable[[Scene], tuple[Found, ...] | None]:
    """Pay a hand by the line of another hand in the sheet's own table."""

    def edit(scene: Scene) -> tuple[Found, ...] | None:
        chart = scene.house.sheet.wagers[kind].chart

        def result(spot: Spot) -> Result | None:
            net = _by_line(chart, instead, spot.wager.stake)
            return (Outcome.WIN, net) if net is not None and _unlimited(spot) and spot.line.full.hand == hand else None

        return one((kind,), result)(scene)

    return edit


def _unseen(kind: str, hand: str) -> Callable[[Scene], tuple[Found, ...] | None]:
    """Take a wager although its hand is in the table."""
    return one((kind,), lambda spot: lost(spot) if pays(spot) and spot.line.full.hand == hand else None)


def _by_another_table(kind: str) -> Callable[[Scene], tuple[Found, ...] | None]:
    """Pay by the table that another published sheet prints for the kind."""

    def edit(scene: Scene) -> tuple[Found, ...] | None:
        def result(spot: Spot) -> Result | None:
            for _, chart in published_charts(kind):
                net = _by_line(chart, spot.line.full.hand or "", spot.wager.stake)
                if net is not None and _unlimited(spot) and net != spot.line.net:
                    return Outcome.WIN, net
            return None

        return one((kind,), result)(scene)

    return edit


def _two_pair_paid(scene: Scene) -> tuple[Found, ...] | None:
    """Pay two pair by the lowest line of the table."""
    chart = scene.house.sheet.wagers[SIX_CARD_BONUS].chart

    def result(spot: Spot) -> Result | None:
        net = _by_line(chart, "three_of_a_kind", spot.wager.stake)
        return (Outcome.WIN, net) if net is not None and spot.line.full.hand == "two_pair" else None

    return one((SIX_CARD_BONUS,), result)(scene)


def _survives(kind: str) -> Callable[[RuleSheet], bool]:
    return lambda sheet: kind in sheet.wagers and sheet.wagers[kind].on_fold == "survives"


def _forfeited(kind: str) -> Callable[[RuleSheet], bool]:
    return lambda sheet: (
        kind in sheet.wagers
        and sheet.wagers[kind].on_fold == "forfeited"
        and not leaves_open(sheet, f"wager.{kind}.on_fold")
    )


def _prints_mini_royal(sheet: RuleSheet) -> bool:
    """Whether the Pair Plus table pays a mini royal better than any other straight flush."""
    chart = sheet.wagers[PAIR_PLUS].chart if PAIR_PLUS in sheet.wagers else None
    return _by_line(chart, "mini_royal", 1) != _by_line(chart, "straight_flush", 1)


def _folded(spot: Spot) -> bool:
    return spot.who.decision is Decision.FOLD


def _wins_after_fold(kind: str) -> Callable[[Scene], tuple[Found, ...] | None]:
    return one((kind,), lambda spot: lost(spot) if _folded(spot) and pays(spot) else None)


def _forfeited_pair_plus_paid(scene: Scene) -> tuple[Found, ...] | None:
    chart = scene.house.sheet.wagers[PAIR_PLUS].chart

    def result(spot: Spot) -> Result | None:
        net = _by_line(chart, "three_of_a_kind", spot.wager.stake)
        trips = len({card.rank for card in spot.seat.cards}) == 1
        if net is None or not trips or not in_branch(Branch.FORFEITED)(spot):
            return None
        spot.seat.shown = True
        return Outcome.WIN, net

    return one((PAIR_PLUS,), result)(scene)


def _wins(kind: str, deal: str, decision: Decision | None = None) -> Wish:
    """A hand arranged to win the bonus; played, so that no fold can forfeit it."""
    return Wish(deal=deal, kinds=(ANTE, kind), decision=decision or Decision.PLAY)


def _both_bonuses_win_after_fold() -> Wish:
    # With both alive and winning, no reading under which a fold takes both can explain the loss of one.
    return Wish(deal="three_of_a_kind", kinds=(ANTE, *CHARTED), decision=Decision.FOLD)


def _on_either(name: str, sentence: str, result: Callable[[Spot], Result | None]) -> list[Fault]:
    """The same fault for Pair Plus and for 6 Card Bonus."""
    return [
        Fault(
            f"{kind}_{name}", SETL_001, sentence, one((kind,), result),
            _wins(kind, "straight" if kind == PAIR_PLUS else "six_straight"), charted(kind),
        )
        for kind in CHARTED
    ]  # fmt: skip


FAULTS = (
    *_on_either(
        "shown_won_not_credited", "A winning bonus was shown as won, and nothing was credited.",
        lambda spot: (Outcome.WIN, 0) if pays(spot) else None,
    ),
    *_on_either("win_taken", "A winning bonus was taken.", lambda spot: lost(spot) if pays(spot) else None),
    *_on_either(
        "win_recorded_with_stake", "The stake was counted into the net of a winning bonus.",
        lambda spot: (Outcome.WIN, spot.wager.net + spot.wager.stake) if _unlimited(spot) else None,
    ),
    *_on_either(
        "odds_read_as_for_one", "Odds 'to 1' were paid as 'for 1'.",
        lambda spot: (Outcome.WIN, spot.wager.net - spot.wager.stake) if _unlimited(spot) else None,
    ),
    *_on_either(
        "win_a_unit_short", "A winning bonus was paid one minor unit short.",
        lambda spot: (Outcome.WIN, spot.wager.net - 1) if pays(spot) and spot.wager.net > 1 else None,
    ),
    *(
        Fault(
            f"losing_{kind}_returned", SETL_001, "A losing bonus was handed back.",
            one((kind,), lambda spot: PUSHED if pays_nothing(spot) else None), Wish(kinds=(kind,)), charted(kind),
        )
        for kind in CHARTED
    ),
    *(
        Fault(
            f"{kind}_by_another_table", SETL_001, "A bonus was paid by the pay table of another sheet.",
            _by_another_table(kind), _wins(kind, deal), charted(kind),
        )
        for kind, deal in ((PAIR_PLUS, "flush"), (SIX_CARD_BONUS, "six_three_of_a_kind"))
    ),
    Fault(
        "pair_plus_flush_not_credited", SETL_001, "A Pair Plus flush was shown as won, and only the base was credited.",
        one((PAIR_PLUS,), lambda spot: (Outcome.WIN, 0) if pays(spot) and spot.line.full.hand == "flush" else None),
        _wins(PAIR_PLUS, "flush"), charted(PAIR_PLUS),
    ),
    Fault(
        "king_high_straight_unseen", SETL_001, "King-queen-jack was read as king-high on Pair Plus.",
        _unseen(PAIR_PLUS, "straight"), _wins(PAIR_PLUS, "king_high_straight"), charted(PAIR_PLUS),
    ),
    Fault(
        "ace_low_straight_unseen", SETL_001, "Ace-two-three was read as ace-high on Pair Plus.",
        _unseen(PAIR_PLUS, "straight"), _wins(PAIR_PLUS, "ace_low_straight"), charted(PAIR_PLUS),
    ),
    Fault(
        "straight_flush_paid_as_flush", SETL_001, "A straight flush was paid as a flush on Pair Plus.",
        _paid_as(PAIR_PLUS, "straight_flush", "flush"), _wins(PAIR_PLUS, "straight_flush"), charted(PAIR_PLUS),
    ),
    Fault(
        "ace_low_straight_flush_paid_as_flush", SETL_001, "A suited ace-two-three was paid as a flush on Pair Plus.",
        _paid_as(PAIR_PLUS, "straight_flush", "flush"), _wins(PAIR_PLUS, "ace_low_straight_flush"), charted(PAIR_PLUS),
    ),
    Fault(
        "mini_royal_paid_as_straight_flush", SETL_001, "A mini royal was paid as any other straight flush.",
        _paid_as(PAIR_PLUS, "mini_royal", "straight_flush"), _wins(PAIR_PLUS, "mini_royal"),
        both(charted(PAIR_PLUS), _prints_mini_royal),
    ),
    Fault(
        "straight_paid_as_flush", SETL_001, "A straight was paid as a flush on Pair Plus.",
        _paid_as(PAIR_PLUS, "straight", "flush"), _wins(PAIR_PLUS, "straight"), charted(PAIR_PLUS),
    ),
    Fault(
        "pair_plus_lost_with_the_base", SETL_001, "A winning Pair Plus was taken under a higher dealer hand.",
        one(
            (PAIR_PLUS,),
            lambda spot: lost(spot) if pays(spot) and (ante := spot.who.wager(ANTE)) and ante.net < 0 else None,
        ),
        _wins(PAIR_PLUS, "dealer_trips"), charted(PAIR_PLUS),
    ),
    Fault(
        "pair_plus_made_to_beat_the_dealer", SETL_001, "A winning Pair Plus was pushed under a higher dealer hand.",
        one(
            (PAIR_PLUS,),
            lambda spot: PUSHED if pays(spot) and (ante := spot.who.wager(ANTE)) and ante.net < 0 else None,
        ),
        _wins(PAIR_PLUS, "dealer_trips"), charted(PAIR_PLUS),
    ),
    Fault(
        "surviving_pair_plus_taken", SETL_001, "A winning Pair Plus was taken with a folded Ante.",
        _wins_after_fold(PAIR_PLUS), _both_bonuses_win_after_fold(), both(charted(PAIR_PLUS), _survives(PAIR_PLUS)),
    ),
    Fault(
        "surviving_six_card_bonus_taken", SETL_001, "A winning 6 Card Bonus was taken with a folded Ante.",
        _wins_after_fold(SIX_CARD_BONUS), _both_bonuses_win_after_fold(),
        both(charted(SIX_CARD_BONUS), _survives(SIX_CARD_BONUS)),
    ),
    Fault(
        "forfeited_pair_plus_paid", SETL_001, "A Pair Plus that the fold forfeits was paid.",
        _forfeited_pair_plus_paid, _wins(PAIR_PLUS, "three_of_a_kind", Decision.FOLD),
        both(charted(PAIR_PLUS), _forfeited(PAIR_PLUS)),
    ),
    Fault(
        "six_card_two_pair_paid", SETL_001, "Two pair were paid on the 6 Card Bonus.",
        _two_pair_paid, _wins(SIX_CARD_BONUS, "six_two_pair"), charted(SIX_CARD_BONUS),
    ),
    Fault(
        "six_card_from_own_cards_only", SETL_001, "The 6 Card Bonus was read from the participant's own three cards.",
        _unseen(SIX_CARD_BONUS, "three_of_a_kind"), _wins(SIX_CARD_BONUS, "six_three_of_a_kind"),
        charted(SIX_CARD_BONUS),
    ),
    Fault(
        "six_card_full_house_paid_as_flush", SETL_001, "A full house was paid as a flush on the 6 Card Bonus.",
        _paid_as(SIX_CARD_BONUS, "full_house", "flush"), _wins(SIX_CARD_BONUS, "six_full_house"),
        charted(SIX_CARD_BONUS),
    ),
    Fault(
        "six_card_royal_paid_as_straight_flush", SETL_001, "A royal flush was paid as a straight flush.",
        _paid_as(SIX_CARD_BONUS, "royal_flush", "straight_flush"), _wins(SIX_CARD_BONUS, "six_royal_flush"),
        charted(SIX_CARD_BONUS),
    ),
)  # fmt: skip
"""Faults of the bonus wagers."""
