"""The parts of a rule sheet. Every value names the clauses that it rests on.

A section's ``cite`` table gives, for each value that is set, the ids of clauses of the document, or of
interpretations where the document is silent and a reading was adopted.
"""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, model_validator

from compliance.domain.cards import RANKS
from compliance.domain.odds import PayLine, pay_line
from compliance.domain.words import FIVE_CARD_CATEGORIES, THREE_CARD_CATEGORIES

Identifier = Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9._-]{0,63}$")]
WagerKind = Annotated[str, Field(pattern=r"^[a-z0-9_]{1,64}$")]
AmountText = Annotated[str, Field(pattern=r"^[0-9]+(\.[0-9]+)?$")]
PercentText = Annotated[str, Field(pattern=r"^[0-9]+(\.[0-9]+)?%$")]
Rank = Literal["2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A"]


class Record(BaseModel):
    """Frozen and strict: an unknown key is an error, a number is not text."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class Section(Record):
    """A part of the sheet whose every value is cited."""

    cite: dict[str, tuple[str, ...]] = Field(default_factory=dict)

    @model_validator(mode="after")
    def _every_value_is_cited(self) -> Self:
        stated = {name for name in self.model_fields_set if name != "cite"} - self._uncited()
        stated -= {name for name in stated if getattr(self, name) is None}
        if missing := sorted(name for name in stated if not self.cite.get(name)):
            raise ValueError(f"no clause is cited for {', '.join(missing)}; add it under 'cite'")
        if unknown := sorted(set(self.cite) - stated):
            raise ValueError(f"'cite' names {', '.join(unknown)}, which the section does not state")
        return self

    @classmethod
    def _uncited(cls) -> set[str]:
        """Names of keys that are labels, not values of the rules."""
        return set()


class Clause(Record):
    """One paragraph of the document, or one item of its list. ``says`` gives its content in our own words."""

    id: Identifier
    heading: str
    paragraph: int = Field(ge=1)
    item: int | None = Field(default=None, ge=1)
    says: str

    @property
    def citation(self) -> str:
        """The place as a reader would look it up: ``Type of Game ¶1``, ``Determining a Winning Wager ¶1.2``."""
        return f"{self.heading} ¶{self.paragraph}" + (f".{self.item}" if self.item else "")


class Document(Record):
    """The approved or published text that the sheet was keyed from, and that controls."""

    name: str
    sha256: str = Field(pattern=r"^[0-9a-f]{64}$")
    holder: str | None = None
    notice: str | None = None


class Deck(Section):
    """Cards in use. ``alternate``: two decks take turns, one round each; ``hand_cards``: dealt to every hand."""

    decks: int | None = None
    alternate: bool | None = None
    cards: int | None = None
    jokers: bool | None = None
    shuffler: bool | None = None
    hand_cards: int | None = None


class Table(Section):
    """Places at the table. ``positions`` counts every numbered place, the player-dealer's included.

    ``limits_posted``: least and greatest wagers are the table's own to post.
    """

    positions: int | None = None
    participants: int | None = None
    shape: str | None = None
    shared_hand: bool | None = None
    several_seats: bool | None = None
    back_line: Literal["forbidden", "allowed"] | None = None
    house_way: bool | None = None
    limits_posted: bool | None = None


class Bank(Section):
    """The player-dealer: which kinds that money answers, in which order, and how far it goes."""

    answers: tuple[WagerKind, ...]
    policy: Literal["gross_consumed", "running_net", "separate_caps", "collect_then_pay", "unlimited"]
    forfeits: Literal["forfeits_first", "in_turn"]
    order: Literal["seat_major", "wager_major"]
    consecutive_rounds: int | None = None
    after_consecutive: Literal["offer_suffices", "must_change"] | None = None
    house_may_bank: bool | None = None


class Button(Section):
    """The action button. ``silent`` lists ranks whose value the sheet leaves out and the data supplies."""

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

    A mini royal that the order leaves out ranks as the straight flush it is.
    """

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


class ChartLine(Record):
    """One line of a pay table. ``suit`` narrows it to one suit.

    ``envy`` is handed to each other wager of the kind in the round, on top of its own result; a losing wager
    that receives one is a win of envy − stake.
    """

    hands: tuple[str, ...] = Field(min_length=1)
    pays: str
    suit: Literal["c", "d", "h", "s"] | None = None
    envy: AmountText | None = None

    @model_validator(mode="after")
    def _pays_can_be_read(self) -> Self:
        pay_line(self.pays)
        return self

    @property
    def pay(self) -> PayLine:
        """The line as exact odds, a fixed amount or a share of the meter."""
        return pay_line(self.pays)


class Chart(Record):
    """A pay table: the first line that names the hand's category pays; a hand with no line loses.

    A mini royal, or a royal flush, that no line names (in its suit) takes the straight-flush line.
    """

    code: str | None = None
    lines: tuple[ChartLine, ...] = Field(min_length=1)


class Meter(Record):
    """How a progressive meter moves: the share of each stake that it takes, and what it restarts from.

    ``reserve`` is the share of each stake put aside for the next meter; ``seed`` is in the sheet's currency.
    """

    contribution: PercentText
    seed: AmountText | None = None
    reserve: PercentText | None = None


def fits_hand(chart: Chart, hand: str | None) -> None:
    """Make sure that a pay table names hands of the kind it reads.

    Raises:
        ValueError: no kind of hand is stated, or a line names a hand that the kind does not have.
    """
    if hand is None:
        raise ValueError("a wager with a pay table must say which 'hand' it reads")
    known = THREE_CARD_CATEGORIES if hand == "three_card" else FIVE_CARD_CATEGORIES
    for line in chart.lines:
        if unknown := sorted(set(line.hands) - set(known)):
            raise ValueError(f"the pay table names {', '.join(unknown)}; known are {', '.join(known)}")


class WagerRule(Section):
    """One wager the sheet offers. ``on_fold`` or ``needs_ante`` None: the sheet does not say.

    ``placed``: before the first card is dealt, or after the participant has seen the hand. ``fixed_stake``: the
    one stake that can be placed, in the sheet's currency.
    """

    kind: WagerKind
    name: str
    area: str
    optional: bool | None = None
    placed: Literal["before_the_deal", "after_the_cards"] | None = None
    fixed_stake: AmountText | None = None
    needs_ante: bool | None = None
    equals_ante: bool | None = None
    at_most_ante: bool | None = None
    above_ante: Literal["no_pay", "settled_in_full"] | None = None
    answered_by: Literal["player_dealer", "house", "meter"] | None = None
    on_fold: Literal["survives", "forfeited"] | None = None
    paid_on_disconnect: bool | None = None
    hand: Literal["three_card", "best_five_of_six"] | None = None
    must_beat_dealer: bool | None = None
    commission: PercentText | None = None
    chart: Chart | None = None
    chart_posted: str | None = None
    meter: Meter | None = None

    @classmethod
    def _uncited(cls) -> set[str]:
        return {"kind"}

    @model_validator(mode="after")
    def _chart_names_hands_of_its_kind(self) -> Self:
        if self.chart is not None:
            fits_hand(self.chart, self.hand)
        return self


class Cap(Section):
    """Largest winnings, in the sheet's currency, before the player-dealer's limit applies."""

    amount: AmountText
    scope: Literal["per_wager", "per_participant_round", "per_round"]
    kinds: tuple[WagerKind, ...] = Field(min_length=1)


class Decisions(Section):
    """What is taken for a decision when none is made."""

    disconnect: Literal["fold"] | None = None
    insufficient_balance: Literal["fold"] | None = None
    timeout: Literal["fold"] | None = None


class Voids(Section):
    """Causes for which the sheet lets a round be voided, in our own words."""

    causes: tuple[str, ...] = Field(min_length=1)


class Collection(Section):
    """The house's fee. ``required``: without it a participant is not dealt in."""

    required: bool | None = None
    posted: bool | None = None


class Reading(Record):
    """One way to read an unclear clause: the values it gives, by path such as ``wager.pair_plus.on_fold``."""

    name: Identifier
    says: str
    sets: dict[str, str | bool | int] = Field(default_factory=dict)


class Interpretation(Record):
    """A place where the text is silent or says two things, the readings, and the one adopted.

    ``clauses`` are those that leave it open; ``authority`` names sources outside the document (a statute,
    another regulator's rule); ``fills`` lists paths of values that the document leaves out and that come from
    elsewhere; ``ruling_ref`` is the authority's word that settles it, with which it is no longer open.
    """

    id: str = Field(pattern=r"^[A-Z][0-9]+$")
    nature: Literal["contradiction", "silence", "ambiguity"] = "ambiguity"
    clauses: tuple[str, ...]
    authority: tuple[str, ...] = ()
    fills: tuple[str, ...] = ()
    ruling_ref: str | None = None
    question: str
    adopted: str
    why: str
    readings: tuple[Reading, ...] = Field(min_length=1)

    @model_validator(mode="after")
    def _adopted_is_a_reading(self) -> Self:
        names = [reading.name for reading in self.readings]
        if self.adopted not in names or len(set(names)) != len(names):
            raise ValueError(f"'adopted' must be one of the readings, each named once: {', '.join(names)}")
        return self

    @property
    def others(self) -> tuple[Reading, ...]:
        """The readings not adopted, in the sheet's order."""
        return tuple(reading for reading in self.readings if reading.name != self.adopted)


class Defect(Record):
    """A silence or contradiction that only a reader can see, declared with its clauses."""

    id: Identifier
    clauses: tuple[str, ...] = Field(min_length=1)
    severity: Literal["contradiction", "silence", "undefined_word", "misprint"]
    says: str
