"""Where each value of a rule sheet stands in the document: the sections of a submission, in their order.

A place is a section, a part of it, and the paths of the values that it says, in reading order; ``*`` stands for
any wager other than Ante and Play, or any key.
"""

from __future__ import annotations

from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from compliance.rules.prose import Statement

SECTIONS = {
    "type": "Type of Game",
    "object": "Object of the Game",
    "deck": "Description of the Deck & Number of Decks Used",
    "hands": "Card Values & Hand Rankings",
    "table": "Description of Table Used & Total Number of Seated Positions",
    "round": "Dealing Procedures & Round of Play",
    "winners": "How Winners are Determined & Paid",
    "bonus": "Bonus Bets",
    "layout": "Table Layout",
    "notice": "Ownership and Notice",
}


ACTION = "Where the action starts"


@dataclass(frozen=True, slots=True)
class Place:
    """A part of a section; ``title`` None for what stands under the section's own heading."""

    section: str
    title: str | None
    paths: tuple[str, ...]


PLACES = (
    Place(
        "type",
        None,
        (
            "bank.answers", "bank.policy", "bank.forfeits", "bank.result_limit", "bank.must_cover_all", "bank.maximum",
            "bank.consecutive_rounds", "bank.offered", "bank.after_consecutive", "bank.house_may_bank",
            "bank.house_interest",
        ),
    ),
    Place("object", None, ("procedure.aim",)),
    Place("deck", "Shuffling", ("deck.shuffler", "deck.shuffler_decks", "deck.shuffled_when")),
    Place("deck", "Physical characteristics", ("deck.cards", "deck.jokers", "deck.backs")),
    Place(
        "deck",
        "Number of decks",
        ("deck.decks", "deck.alternate", "deck.shuffled_meanwhile", "deck.one_in_rack", "deck.*"),
    ),
    Place(
        "hands",
        None,
        (
            "ranking.card_order", "ranking.suits_equal", "ranking.within_category", "ranking.three_card",
            "ranking.five_card", "ranking.ace_low_straight", "ranking.ace_low_straight_flush", "ranking.*",
        ),
    ),
    Place(
        "table",
        None,
        (
            "table.shape", "table.positions", "table.participants", "table.house_dealer", "table.shared_hand",
            "table.several_seats", "table.seats_in_turn", "table.house_way", "table.further_seats_unseen",
            "table.drop_box", "table.*",
        ),
    ),
    Place("table", "Wagering areas", ("wager.*.area",)),
    Place(
        "round",
        "Wagers",
        (
            "wager.*.name", "procedure.chips_on_areas", "table.limits_posted", "table.back_line",
            "collection.required", "wager.ante.optional", "wager.ante.placed", "wager.ante.needs_ante",
            "procedure.closed_by", "procedure.closing", "procedure.kum_kum",
        ),
    ),
    Place(
        "round",
        "The deal",
        (
            "procedure.dealt_by", "deck.hand_cards", "procedure.dealt_in_stacks", "procedure.participant_cards",
            "procedure.dealer_cards_up", "procedure.dealer_card_up", "procedure.undealt_cards",
        ),
    ),
    Place("round", ACTION, ("button.card", "button.counted", "button.values", "bank.order")),
    Place(
        "round",
        "Decisions",
        (
            "procedure.looked_at", "procedure.own_hand_only", "procedure.hands_in_view",
            "procedure.one_hand_on_cards", "procedure.cards_over_table", "procedure.discussion",
            "wager.play.optional", "wager.play.placed", "wager.play.needs_ante", "wager.play.equals_ante",
            "procedure.decisions_from", "procedure.decisions_final", "showdown.folded_ante",
            "procedure.forfeits_collected", "decisions.*",
        ),
    ),
    Place(
        "round",
        "The dealer hand",
        (
            "procedure.dealer_hand_shown", "procedure.dealer_hand_set", "qualifying.rank", "qualifying.category",
            "procedure.further_rules",
        ),
    ),
    Place(
        "winners",
        "The dealer hand does not qualify",
        ("showdown.not_qualified_play", "showdown.not_qualified_ante", "showdown.not_qualified_equal"),
    ),
    Place(
        "winners",
        "The dealer hand qualifies",
        (
            "procedure.play_stacked", "procedure.hands_revealed_from", "showdown.beats", "showdown.beaten",
            "showdown.equal",
        ),
    ),
    Place(
        "winners",
        "Payment",
        (
            "showdown.ante_pays", "showdown.play_pays", "wager.ante.answered_by", "wager.play.answered_by",
            "collection.percentage", "collection.posted", "procedure.picked_up_in_order",
        ),
    ),
    Place("winners", "Irregularities and void rounds", ("procedure.irregularities", "voids.*")),
)  # fmt: skip
"""Every place but those of the bonus wagers, which are a part each; see ``bonus_place``."""


def bonus_place(kind: str, name: str) -> Place:
    """Return the part of one bonus wager: what it needs and when, then what becomes of it and what it pays."""
    keys = (
        "optional", "placed", "needs_ante", "at_most_ante", "above_ante", "fixed_stake", "hand",
        "must_beat_dealer", "on_fold", "paid_on_disconnect", "answered_by", "commission", "meter", "chart_posted", "*",
    )  # fmt: skip
    return Place("bonus", name, tuple(f"wager.{kind}.{key}" for key in keys))


CAP_PLACE = Place("bonus", "Largest winnings", ("cap.amount", "cap.scope", "cap.kinds"))
FURTHER = Place("round", "Further rules", ("*",))
"""Takes whatever has no place of its own, so that no value of a sheet is left out."""


INTERPRETATIONS = "Interpretations"
BASE_WAGERS = ("ante", "play")


def section_of(path: str) -> str:
    """Return the title of the section in which a value stands; a reading adopted stands under interpretations.

    ``path`` is as in a comparison of sheets: ``section.key``, ``wager.KIND.key``, ``cap.NUMBER.key`` and so on.
    """
    first, _, rest = path.partition(".")
    if first == "interpretation":
        return INTERPRETATIONS
    if first == "cap" or (first == "wager" and rest.partition(".")[0] not in BASE_WAGERS):
        return SECTIONS["bonus"]
    for exact in (True, False):
        for place in PLACES:
            if any(("*" in pattern) != exact and fnmatchcase(path, pattern) for pattern in place.paths):
                return SECTIONS[place.section]
    return SECTIONS["type"] if first in ("banked_by", "currency") else SECTIONS["round"]


def placed(statements: Iterable[Statement], bonuses: Sequence[tuple[str, str]]) -> dict[Place, list[Statement]]:
    """Put every statement that has a path in its place, in reading order; ``bonuses`` are kinds with their names."""
    places = (*PLACES, *(bonus_place(kind, name) for kind, name in bonuses), CAP_PLACE, FURTHER)
    left = [statement for statement in statements if statement.path is not None]
    filled: dict[Place, list[Statement]] = {place: [] for place in places}
    # A path that is written out takes precedence over a pattern that would also take it.
    for exact in (True, False):
        for place in places:
            for pattern in place.paths:
                if ("*" in pattern) == exact:
                    continue
                taken = [each for each in left if fnmatchcase(each.path or "", pattern)]
                filled[place] += taken
                left = [each for each in left if each not in taken]
    return {place: _in_order(place, statements) for place, statements in filled.items()}


def _in_order(place: Place, statements: list[Statement]) -> list[Statement]:
    def rank(statement: Statement) -> int:
        path = statement.path or ""
        exact = [number for number, pattern in enumerate(place.paths) if pattern == path]
        return (exact or [number for number, pattern in enumerate(place.paths) if fnmatchcase(path, pattern)])[0]

    return sorted(statements, key=rank)
