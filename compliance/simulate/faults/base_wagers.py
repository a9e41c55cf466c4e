"""Ante and Play settled wrongly: outcomes turned over, returned, paid or taken in the wrong amount."""

from __future__ import annotations

from typing import TYPE_CHECKING

from compliance.domain.words import ANTE, PAIR_PLUS, PLAY, Branch, Decision, Outcome
from compliance.simulate.faults.fault import Fault, leaves_open
from compliance.simulate.faults.settling import (
    PUSHED,
    SETL_001,
    base,
    beats,
    equal,
    in_branch,
    lost,
    not_qualified,
    one,
    qualified_beaten,
    won,
)
from compliance.simulate.wishes import Wish

if TYPE_CHECKING:
    from collections.abc import Callable

    from compliance.rules.sheet import RuleSheet
    from compliance.simulate.faults.settling import Result
    from compliance.simulate.scene import Found, Scene, Spot


def _both_if(
    when: Callable[[Spot], bool], result: Callable[[Spot], Result]
) -> Callable[[Scene], tuple[Found, ...] | None]:
    return base(lambda ante, play: (result(ante), result(play)) if when(ante) else (None, None))


def _pays_always(sheet: RuleSheet) -> bool:
    return sheet.showdown.not_qualified_ante == "pays_always"


def _must_beat(sheet: RuleSheet) -> bool:
    return sheet.showdown.not_qualified_ante == "must_beat"


def _equal_hands_settled(sheet: RuleSheet) -> bool:
    return sheet.showdown.equal == "push" and not leaves_open(sheet, "showdown.equal")


def _paid_without_side_wager(spot: Spot) -> Result | None:
    """The base result made to depend on whether a Pair Plus is down."""
    return won(spot) if not_qualified(spot) and spot.who.wager(PAIR_PLUS) is None else None


PLAYED = Wish(kinds=(ANTE,), decision=Decision.PLAY)


def _played(deal: str) -> Wish:
    return Wish(deal=deal, kinds=(ANTE,), decision=Decision.PLAY)


FAULTS = (
    Fault(
        "ante_pushed_not_paid", SETL_001, "The dealer hand did not qualify, and a winning Ante was pushed.",
        one((ANTE,), lambda spot: PUSHED if not_qualified(spot) and spot.line.outcome is Outcome.WIN else None),
        _played("beats_not_qualified"),
    ),
    Fault(
        "ante_by_must_beat", SETL_001, "An Ante that is paid whichever hand is higher was pushed for the lower hand.",
        one((ANTE,), lambda spot: PUSHED if not_qualified(spot) else None),
        _played("beaten_not_qualified"), _pays_always,
    ),
    Fault(
        "ante_paid_without_beating", SETL_001, "An Ante that must beat the dealer hand was paid for the lower hand.",
        one((ANTE,), lambda spot: won(spot) if in_branch(Branch.NOT_QUALIFIED_BEATEN)(spot) else None),
        _played("beaten_not_qualified"), _must_beat,
    ),
    Fault(
        "play_paid_without_qualifying", SETL_001, "The dealer hand did not qualify, and a Play was paid.",
        one((PLAY,), lambda spot: won(spot) if not_qualified(spot) else None), _played("beats_not_qualified"),
    ),
    Fault(
        "push_paid_without_pair_plus", SETL_001, "A push was paid as a win because no Pair Plus was down.",
        one((PLAY,), _paid_without_side_wager),
        Wish(deal="beats_not_qualified", kinds=(ANTE,), without=(PAIR_PLUS,), decision=Decision.PLAY),
    ),
    Fault(
        "one_of_two_pushes_returned", SETL_001, "Hands were equal, and only the Play was handed back.",
        base(lambda ante, _: (lost(ante), None) if equal(ante) else (None, None)), _played("equal_qualified"),
    ),
    Fault(
        "equal_hands_taken", SETL_001, "Hands were equal, and both wagers were taken.",
        _both_if(equal, lost), _played("equal_qualified"), _equal_hands_settled,
    ),
    Fault(
        "equal_hands_paid", SETL_001, "Hands were equal, and both wagers were paid.",
        _both_if(equal, won), _played("equal_qualified"), _equal_hands_settled,
    ),
    Fault(
        "beaten_hand_returned", SETL_001, "The dealer hand was higher, and both wagers were handed back.",
        _both_if(qualified_beaten, lambda _: PUSHED), _played("beaten_qualified"),
    ),
    Fault(
        "beaten_hand_paid", SETL_001, "The dealer hand was higher, and both wagers were paid.",
        _both_if(qualified_beaten, won), _played("beaten_qualified"),
    ),
    Fault(
        "winning_hand_taken", SETL_001, "The participant's hand was higher, and both wagers were taken.",
        _both_if(beats, lost), PLAYED,
    ),
    Fault(
        "winning_hand_returned", SETL_001, "The participant's hand was higher, and both wagers were handed back.",
        _both_if(beats, lambda _: PUSHED), PLAYED,
    ),
    Fault(
        "play_alone_unpaid", SETL_001, "The participant's hand was higher, and only the Ante was paid.",
        base(lambda ante, _: (None, PUSHED) if beats(ante) else (None, None)), PLAYED,
    ),
    Fault(
        "jack_high_taken_as_qualified", SETL_001, "The dealer hand did not qualify, and a lower hand lost both wagers.",
        _both_if(not_qualified, lost), _played("beaten_not_qualified"),
    ),
    Fault(
        "queen_high_taken_as_not_qualified", SETL_001, "Queen-high qualified, and a lower hand was let off.",
        _both_if(qualified_beaten, lambda _: PUSHED), _played("beaten_by_queen_high"),
    ),
    Fault(
        "third_card_ignored", SETL_001, "The same pair with the higher third card was called equal.",
        _both_if(beats, lambda _: PUSHED), _played("same_pair"),
    ),
    Fault(
        "flush_by_top_card", SETL_001, "Two flushes led by the same rank were called equal.",
        _both_if(beats, lambda _: PUSHED), _played("flushes_led_alike"),
    ),
    Fault(
        "straight_ranked_below_flush", SETL_001, "A straight lost to a flush, as in five-card poker.",
        _both_if(beats, lost), _played("straight_against_flush"),
    ),
    Fault(
        "win_a_unit_short", SETL_001, "A win was paid one minor unit short.",
        one((ANTE, PLAY), lambda spot: (Outcome.WIN, spot.wager.net - 1) if spot.wager.net > 1 else None), PLAYED,
    ),
    Fault(
        "win_a_unit_over", SETL_001, "A win was paid one minor unit over.",
        one((ANTE, PLAY), lambda spot: (Outcome.WIN, spot.wager.net + 1) if spot.wager.net > 0 else None), PLAYED,
    ),
    Fault(
        "win_recorded_with_stake", SETL_001, "The amount returned, stake included, stands as the net of a win.",
        one((ANTE, PLAY), lambda spot: (Outcome.WIN, 2 * spot.wager.stake) if spot.wager.net > 0 else None), PLAYED,
    ),
    Fault(
        "win_ten_times_too_large", SETL_001, "A win was recorded ten times too large.",
        one((ANTE, PLAY), lambda spot: (Outcome.WIN, 10 * spot.wager.net) if spot.wager.net > 0 else None), PLAYED,
    ),
    Fault(
        "loss_recorded_as_gain", SETL_001, "A lost wager stands with the sign turned round.",
        one((ANTE, PLAY), lambda spot: (Outcome.LOSE, spot.wager.stake) if spot.wager.net < 0 else None), PLAYED,
    ),
    Fault(
        "loss_collected_twice", SETL_001, "Twice the stake was collected from a lost wager.",
        one((ANTE, PLAY), lambda spot: (Outcome.LOSE, -2 * spot.wager.stake) if spot.wager.net < 0 else None), PLAYED,
    ),
    Fault(
        "loss_collected_in_part", SETL_001, "A lost wager was collected less one minor unit.",
        one((ANTE, PLAY), lambda spot: (Outcome.LOSE, spot.wager.net + 1) if spot.wager.net < -1 else None), PLAYED,
    ),
    Fault(
        "push_counted_as_won", SETL_001, "A wager that was handed back stands with its stake as a gain.",
        one((ANTE, PLAY), lambda spot: (Outcome.PUSH, spot.wager.stake) if spot.line.outcome is Outcome.PUSH else None),
        _played("beats_not_qualified"),
    ),
    Fault(
        "folded_ante_returned", SETL_001, "The Ante of a folded hand was handed back.",
        one((ANTE,), lambda spot: PUSHED if in_branch(Branch.FOLDED)(spot) else None),
        Wish(kinds=(ANTE,), decision=Decision.FOLD),
    ),
    Fault(
        "folded_ante_half_lost", SETL_001, "Half the Ante of a folded hand was handed back.",
        one(
            (ANTE,),
            lambda spot: (Outcome.LOSE, -(spot.wager.stake // 2)) if in_branch(Branch.FOLDED)(spot) else None,
        ),
        Wish(kinds=(ANTE,), decision=Decision.FOLD),
    ),
)  # fmt: skip
"""Faults of Ante and Play."""
