"""The parts of a rule sheet. Every value names the clauses that it rests on.

A section's ``cite`` table gives, for each value that is set, the ids of clauses of the document, or of
interpretations where the document is silent and a reading was adopted. The parts that have a file of their own
can be had from here too.
"""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import AfterValidator, Field, model_validator

from compliance.domain.cards import RANKS
from compliance.domain.odds import pay_line
from compliance.domain.words import FIVE_CARD_CATEGORIES, THREE_CARD_CATEGORIES
from compliance.rules.doubts import Defect, Interpretation, Reading
from compliance.rules.records import Clause, Document, Identifier, Rank, Record, Section, WagerKind
from compliance.rules.wagers import Cap, Chart, ChartLine, Meter, WagerRule

__all__ = [
    "Bank",
    "Button",
    "Cap",
    "Chart",
    "ChartLine",
    "Clause",
    "Collection",
    "Decisions",
    "Deck",
    "Defect",
    "Document",
    "Identifier",
    "Interpretation",
    "Meter",
    "Procedure",
    "Qualifying",
    "Ranking",
    "Reading",
    "Record",
    "Section",
    "Showdown",
    "Table",
    "Voids",
    "WagerKind",
    "WagerRule",
]


class Deck(Section):
    """Cards in use. ``alternate``: two decks take turns, one round each; ``hand_cards``: dealt to every hand.

    ``shuffler_decks``: how many the machine holds; ``shuffled_meanwhile``: one deck is mixed while the other is
    played; ``backs`` describes them; ``one_in_rack``: the discard rack never holds cards of two decks.
    """

    decks: int | None = None
    alternate: bool | None = None
    cards: int | None = None
    jokers: bool | None = None
    shuffler: bool | None = None
    shuffler_decks: int | None = None
    hand_cards: int | None = None
    backs: str | None = None
    shuffled_when: Literal["after_each_round"] | None = None
    shuffled_meanwhile: bool | None = None
    one_in_rack: bool | None = None


class Table(Section):
    """Places at the table. ``positions`` counts every numbered place, the player-dealer's included.

    ``house_dealer``: where that place is; ``seats_in_turn`` and ``further_seats_unseen``: how a participant with
    several seats decides; ``limits_posted``: least and greatest wagers are the table's own to post.
    """

    positions: int | None = None
    participants: int | None = None
    shape: str | None = None
    house_dealer: Literal["opposite"] | None = None
    shared_hand: bool | None = None
    several_seats: bool | None = None
    seats_in_turn: bool | None = None
    back_line: Literal["forbidden", "allowed"] | None = None
    house_way: bool | None = None
    further_seats_unseen: bool | None = None
    limits_posted: bool | None = None
    drop_box: bool | None = None


class Bank(Section):
    """The player-dealer: which kinds that money answers, in which order, and how far it goes.

    ``result_limit``: what a player-dealer can win or lose at most, whatever the policy.
    ``offered``: which way round the table the bank goes after ``consecutive_rounds``; ``house_interest``: what the
    house has to win or lose.
    """

    answers: tuple[WagerKind, ...]
    policy: Literal["gross_consumed", "running_net", "separate_caps", "collect_then_pay", "unlimited"]
    forfeits: Literal["forfeits_first", "in_turn"]
    order: Literal["seat_major", "wager_major"]
    result_limit: Literal["wager"] | None = None
    must_cover_all: bool | None = None
    consecutive_rounds: int | None = None
    offered: Literal["clockwise"] | None = None
    after_consecutive: Literal["offer_suffices", "must_change"] | None = None
    house_may_bank: bool | None = None
    house_interest: Literal["none"] | None = None
    maximum: Literal["none"] | None = None


class Button(Section):
    """The action button. ``card`` is the one whose value counts, in our own words.

    ``silent`` lists ranks whose value the sheet leaves out and the data supplies.
    """

    card: str | None = None
    counted: Literal["all_positions", "occupied_only"]
    values: dict[Rank, int]
    silent: tuple[Rank, ...] = ()

    @classmethod
    def _uncited(cls) -> set[str]:
        return {"silent"}

    @model_validator(mode="after")
    def _a_value_for_every_rank(self) -> Self:
        if missing := [rank for rank in RANKS if rank not in self.values]:
            raise ValueError(f"'values' gives no count for {', '.join(missing)}")
        return self


class Qualifying(Section):
    """The least dealer hand that qualifies: any stronger category, or this one led by ``rank`` or better."""

    category: Literal[THREE_CARD_CATEGORIES]  # type: ignore[valid-type]
    rank: Rank


def _once_each(order: tuple[str, ...]) -> tuple[str, ...]:
    if len(set(order)) != len(order):
        raise ValueError("a category stands twice in the order")
    return order


class Ranking(Section):
    """Order of hands, highest category first, and how the ace counts in a straight.

    A mini royal that the order leaves out ranks as the straight flush it is. ``card_order``: how single cards rank.
    """

    card_order: Literal["ace_high"] | None = None
    three_card: Annotated[tuple[Literal[THREE_CARD_CATEGORIES], ...], AfterValidator(_once_each)]  # type: ignore[valid-type]
    five_card: Annotated[tuple[Literal[FIVE_CARD_CATEGORIES], ...], AfterValidator(_once_each)] | None = None  # type: ignore[valid-type]
    ace_low_straight: Literal["lowest", "not_a_straight"]
    ace_low_straight_flush: Literal["lowest", "not_a_straight"]
    within_category: Literal["rank_by_rank"]
    suits_equal: bool | None = None

    @model_validator(mode="after")
    def _every_hand_has_its_place(self) -> Self:
        for key, known in (("three_card", THREE_CARD_CATEGORIES), ("five_card", FIVE_CARD_CATEGORIES)):
            order = getattr(self, key)
            if order is not None and (left_out := [name for name in known[1:] if name not in order]):
                raise ValueError(f"{key!r} leaves out {', '.join(left_out)}; give every hand its place")
        return self


class Showdown(Section):
    """Ante and Play against the dealer hand."""

    ante_pays: str
    play_pays: str
    folded_ante: Literal["lose"]
    not_qualified_ante: Literal["pays_always", "must_beat", "push"]
    not_qualified_equal: Literal["push", "participant_wins"] | None = None
    not_qualified_play: Literal["push"]
    beats: Literal["win"]
    beaten: Literal["lose"]
    equal: Literal["push", "participant_wins", "dealer_wins"]

    @model_validator(mode="after")
    def _equal_hands_have_an_outcome(self) -> Self:
        for key in ("ante_pays", "play_pays"):
            pay_line(getattr(self, key))
        if self.not_qualified_ante == "must_beat" and self.not_qualified_equal is None:
            raise ValueError("'not_qualified_equal' is missing: an Ante that must beat the dealer hand may tie it")
        return self


class Procedure(Section):
    """How the round is run, where that moves no money by itself.

    ``dealer_cards_up`` are shown before the decisions, ``dealer_card_up`` says which of a hand's cards; ``closing``
    lists the kinds that the closing of wagers names; ``irregularities`` are dealt with as said, without voiding;
    ``further_rules`` says where more stand.
    """

    aim: Literal["beat_dealer_hand"] | None = None
    chips_on_areas: bool | None = None
    dealt_by: Literal["house_dealer"] | None = None
    dealt_in_stacks: bool | None = None
    participant_cards: Literal["face_down", "shown_to_all"] | None = None
    dealer_cards_up: int | None = None
    dealer_card_up: Literal["bottom"] | None = None
    undealt_cards: Literal["discarded_unseen"] | None = None
    closed_by: Literal["announcement", "timer"] | None = None
    closing: tuple[WagerKind, ...] | None = None
    looked_at: bool | None = None
    own_hand_only: bool | None = None
    hands_in_view: bool | None = None
    one_hand_on_cards: bool | None = None
    cards_over_table: bool | None = None
    discussion: Literal["forbidden"] | None = None
    kum_kum: Literal["forbidden"] | None = None
    decisions_from: Literal["left_of_player_dealer"] | None = None
    decisions_final: bool | None = None
    forfeits_collected: Literal["before_reveal"] | None = None
    dealer_hand_shown: Literal["after_decisions"] | None = None
    dealer_hand_set: Literal["highest_hand"] | None = None
    play_stacked: Literal["on_ante"] | None = None
    hands_revealed_from: Literal["player_dealer_or_button"] | None = None
    picked_up_in_order: bool | None = None
    irregularities: tuple[str, ...] | None = None
    further_rules: str | None = None


class Decisions(Section):
    """What is taken for a decision when none is made."""

    disconnect: Literal["fold"] | None = None
    insufficient_balance: Literal["fold"] | None = None
    timeout: Literal["fold"] | None = None


class Voids(Section):
    """Causes for which the sheet lets a round be voided, in our own words."""

    causes: tuple[str, ...] = Field(min_length=1)


class Collection(Section):
    """The house's fee. ``required``: without it a participant is not dealt in; ``percentage``: of wagers or wins."""

    required: bool | None = None
    posted: bool | None = None
    percentage: bool | None = None
