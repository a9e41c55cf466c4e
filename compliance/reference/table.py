"""The round laid out for settlement: hands ranked on demand, decisions taken, lines named."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from compliance.domain.words import ANTE, ANTE_BONUS, PLAY, Decision, DecisionSource
from compliance.reference.ranking import RankedHand, best_five_of_six, qualifies, three_card_hand

if TYPE_CHECKING:
    from compliance.domain.rounds import Participant, Round, Seat
    from compliance.rules.sheet import RuleSheet

CARDS_IN_A_HAND = 3
"""The game's name: every hand is dealt three cards."""


class Key(NamedTuple):
    """Names one wager of a round: seat number, place of the participant at the seat, kind."""

    seat: int
    participant_index: int
    kind: str


@dataclass(frozen=True, slots=True)
class Standing:
    """A participant's decision as it counts. ``contradictory``: a fold recorded beside a Play wager."""

    decision: Decision | None
    contradictory: bool
    disconnected: bool

    @property
    def folded(self) -> bool:
        """Whether the hand was given up."""
        return self.decision is Decision.FOLD


def standing(participant: Participant) -> Standing:
    """Take the decision as recorded; where none is, a Play wager means play and a lone Ante means fold."""
    decision = participant.decision
    has_play = participant.wager(PLAY) is not None
    if decision is None and has_play:
        decision = Decision.PLAY
    elif decision is None and participant.wager(ANTE) is not None:
        decision = Decision.FOLD
    return Standing(
        decision,
        participant.decision is Decision.FOLD and has_play,
        participant.decision_source is DecisionSource.DISCONNECT,
    )


class Place(NamedTuple):
    """A participant at a seat: the place there (from 0, as recorded) and the decision as it counts."""

    seat: Seat
    participant_index: int
    participant: Participant
    taken: Standing


class Table:
    """A settled round beside its sheet. Hands are ranked when first asked for, and only once.

    ``hands`` is the same round under a reading that ranks hands alike: what it has ranked is used here too.
    """

    def __init__(self, round_: Round, sheet: RuleSheet, hands: Table | None = None) -> None:
        self.round = round_
        self.sheet = sheet
        self.places: tuple[Place, ...] = hands.places if hands else _places(round_)
        self._hands = hands
        self._threes: dict[int, RankedHand] = hands._threes if hands else {}
        self._sixes: dict[int, RankedHand] = hands._sixes if hands else {}

    @cached_property
    def dealer(self) -> RankedHand:
        """The dealer hand, ranked. The caller has made sure that it was recorded."""
        if self._hands is not None:
            return self._hands.dealer
        assert self.round.dealer_cards is not None  # noqa: S101 - DEAL-002 stops a round without a needed hand
        return three_card_hand(self.round.dealer_cards, self.sheet.ranking)

    @cached_property
    def dealer_qualifies(self) -> bool:
        """Whether the dealer hand reaches the sheet's threshold."""
        return qualifies(self.dealer, self.sheet.qualifying, self.sheet.ranking)

    def three(self, seat: Seat) -> RankedHand:
        """The seat's three cards, ranked."""
        if seat.seat not in self._threes:
            assert seat.cards is not None  # noqa: S101 - as above
            self._threes[seat.seat] = three_card_hand(seat.cards, self.sheet.ranking)
        return self._threes[seat.seat]

    def six(self, seat: Seat) -> RankedHand:
        """The best five of the seat's and the dealer hand's six cards, ranked."""
        if seat.seat not in self._sixes:
            assert seat.cards is not None  # noqa: S101 - as above
            assert self.round.dealer_cards is not None  # noqa: S101
            self._sixes[seat.seat] = best_five_of_six((*seat.cards, *self.round.dealer_cards), self.sheet.ranking)
        return self._sixes[seat.seat]


def _places(round_: Round) -> tuple[Place, ...]:
    return tuple(
        Place(seat, index, participant, standing(participant))
        for seat in round_.seats
        for index, participant in enumerate(seat.participants)
    )


def ante_bonus_may_be_due(participant: Participant, taken: Standing, sheet: RuleSheet) -> bool:
    """Whether an Ante bonus depends on the cards: the sheet has one, and an Ante is down that counts for it."""
    rule = sheet.wagers.get(ANTE_BONUS)
    if rule is None or participant.wager(ANTE) is None:
        return False
    return not taken.folded or (taken.disconnected and bool(rule.paid_on_disconnect))


def needed_hands(seat: Seat, sheet: RuleSheet) -> tuple[bool, bool]:
    """Say whether some wager at the seat needs the seat's hand, and whether one needs the dealer hand.

    A folded Ante and a bonus that a fold forfeits need no cards: such a hand goes to the discard rack unseen.
    """
    own = dealer = False
    for participant in seat.participants:
        taken = standing(participant)
        for wager in participant.wagers:
            rule = sheet.wagers.get(wager.kind)
            if rule is None or wager.kind == ANTE_BONUS:
                continue
            if taken.folded and (wager.kind == ANTE or rule.on_fold == "forfeited"):
                continue
            own = True
            base = wager.kind in (ANTE, PLAY)
            dealer = dealer or base or rule.hand == "best_five_of_six" or bool(rule.must_beat_dealer)
        own = own or ante_bonus_may_be_due(participant, taken, sheet)
    return own, dealer
