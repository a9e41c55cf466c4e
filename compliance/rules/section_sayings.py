"""One sentence for every value that a section of a rule sheet can state: the templates of the read-back.

A template is a table from values to sentences, or a function of the value and the sheet.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from compliance.domain.cards import RANKS
from compliance.rules.words import (
    RANK_NAMES,
    counted,
    hand_name,
    kind_names,
    listed,
    odds_text,
    with_article,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from compliance.rules.sheet import RuleSheet
    from compliance.rules.words import Template


_DOWNWARD = [RANK_NAMES[rank] for rank in reversed(RANKS)]


def _button_values(values: Mapping[str, int], sheet: RuleSheet) -> str:
    counts = [f"{RANK_NAMES[rank]} {values[rank]}" for rank in ("A", *RANKS[:-1])]
    silent = sheet.button.silent if sheet.button else ()
    assumed = f" The value of the {listed([RANK_NAMES[rank] for rank in silent])} is assumed." if silent else ""
    return f"The card that places the action button counts: {', '.join(counts)}.{assumed}"


def _positions(number: int, sheet: RuleSheet) -> str:
    if sheet.bank is not None:
        return f"The table has {counted(number, 'numbered position')}, the player-dealer's included."
    return f"The table has {counted(number, 'numbered position')}."


def _qualifying_rank(rank: str, sheet: RuleSheet) -> str:
    category = sheet.qualifying.category
    if category == "high_card":
        return f"The dealer hand qualifies with {RANK_NAMES[rank]}-high or better."
    return (
        f"The dealer hand qualifies with {with_article(hand_name(category))} led by the {RANK_NAMES[rank]}, or better."
    )


def _not_qualified_ante(value: str, sheet: RuleSheet) -> str:
    odds = odds_text(sheet.showdown.ante_pays)
    what = {
        "pays_always": f"every Ante not folded is paid {odds}, whichever hand is higher",
        "must_beat": f"an Ante not folded is paid {odds} where the participant's hand is higher, and pushes where "
        "it is lower",
        "push": "every Ante not folded pushes",
    }[value]
    return f"When the dealer hand does not qualify, {what}."


SECTIONS: dict[str, Template] = {
    "deck.decks": lambda n, _: f"{counted(n, 'deck')} {'is' if n == 1 else 'are'} in use.",
    "deck.alternate": {
        True: "The decks take turns, each used every other round.",
        False: "The decks do not take turns.",
    },
    "deck.cards": lambda n, _: f"A deck has {n} cards.",
    "deck.jokers": {True: "Jokers are in the deck.", False: "There are no jokers."},
    "deck.shuffler": {True: "A shuffling machine mixes the cards.", False: "The cards are mixed by hand."},
    "deck.shuffler_decks": lambda n, _: f"The machine holds {counted(n, 'deck')} at a time.",
    "deck.hand_cards": lambda n, _: f"Every hand has {counted(n, 'card')}.",
    "deck.backs": lambda backs, _: f"The backs of the decks: {backs}.",
    "deck.shuffled_when": {"after_each_round": "The cards are shuffled after every round."},
    "deck.shuffled_meanwhile": {
        True: "One deck is shuffled while the other is dealt and played.",
        False: "No deck is shuffled while another is in play.",
    },
    "deck.one_in_rack": {
        True: "The discard rack holds cards of one deck at a time.",
        False: "The discard rack may hold cards of both decks.",
    },
    "table.positions": _positions,
    "table.participants": lambda n, _: f"At most {counted(n, 'participant')} can be seated.",
    "table.shape": lambda shape, _: f"The table is {with_article(shape)} table.",
    "table.house_dealer": {"opposite": "The house dealer's place is on the other side, opposite the positions."},
    "table.shared_hand": {
        True: "All participants share one hand, and each decides alone.",
        False: "Every seat has a hand of its own.",
    },
    "table.several_seats": {
        True: "A participant may play more than one seat.",
        False: "A participant plays one seat only.",
    },
    "table.seats_in_turn": {
        True: "The hands of several seats are looked at and decided one after another.",
        False: "The hands of several seats are decided together.",
    },
    "table.back_line": {
        "forbidden": "Back-line wagers are refused: one participant wagers at a seat.",
        "allowed": "Back-line wagers are allowed: several participants may wager at a seat.",
    },
    "table.house_way": {
        True: "Further seats of one participant are played by the house way.",
        False: "No seat is played by a house way.",
    },
    "table.further_seats_unseen": {
        True: "The cards of further seats are not looked at before they are played.",
        False: "The cards of further seats may be looked at.",
    },
    "table.limits_posted": {
        True: "Least and greatest wagers are those posted at the table.",
        False: "No least or greatest wager is posted.",
    },
    "table.drop_box": {True: "A drop box is attached to the table.", False: "The table has no drop box."},
    "bank.answers": lambda kinds, sheet: (
        f"The player-dealer's money answers {kind_names([kind for kind in kinds if kind in sheet.wagers], sheet)}."
    ),
    "bank.policy": {
        "gross_consumed": "Every amount paid or collected uses up the player-dealer's wager; what it no longer covers "
        "is returned.",
        "running_net": "The player-dealer's running net stays within the wager put up, both ways; what is collected "
        "covers later payments, and what would go beyond is returned.",
        "separate_caps": "Payments together, and collections together, each stay within the player-dealer's wager; "
        "what would go beyond is returned.",
        "collect_then_pay": "All losing wagers are collected first, up to the player-dealer's wager, and winners are "
        "then paid from that wager and what was collected; the rest is returned.",
        "unlimited": "The player-dealer's money answers every wager in full.",
    },
    "bank.forfeits": {
        "forfeits_first": "Wagers lost by folding count against the player-dealer's wager before all others.",
        "in_turn": "Wagers lost by folding count against the player-dealer's wager in their seat's turn.",
    },
    "bank.order": {
        "seat_major": "Wagers are settled seat by seat from where the action starts, at each seat in the order given.",
        "wager_major": "Wagers are settled kind by kind, each kind round the table from where the action starts.",
    },
    "bank.result_limit": {"wager": "The player-dealer can neither win nor lose more than the wager put up."},
    "bank.must_cover_all": {
        True: "The player-dealer must cover every wager.",
        False: "The player-dealer need not cover every wager.",
    },
    "bank.consecutive_rounds": lambda n, _: (
        f"One participant banks at most {counted(n, 'round')} in a row before the bank is offered on."
    ),
    "bank.offered": {"clockwise": "The bank is offered clockwise round the table."},
    "bank.after_consecutive": {
        "offer_suffices": "The same participant may bank on once all others were offered the bank and declined.",
        "must_change": "Another participant must then bank.",
    },
    "bank.house_may_bank": {True: "The house may take the bank.", False: "The house never takes the bank."},
    "bank.house_interest": {"none": "The house takes no part in the play and has no interest in its outcome."},
    "bank.maximum": {"none": "The player-dealer's wager has no maximum."},
    "button.card": lambda card, _: f"The action button is placed by {card}.",
    "button.counted": {
        "all_positions": "The action button is counted over every position but the player-dealer's, from seat 1 "
        "clockwise.",
        "occupied_only": "The action button is counted over occupied positions but the player-dealer's, from seat 1 "
        "clockwise.",
    },
    "button.values": _button_values,
    "qualifying.category": lambda category, _: f"A dealer hand of a kind above {hand_name(category)} qualifies.",
    "qualifying.rank": _qualifying_rank,
    "ranking.card_order": {"ace_high": f"Single cards rank, from the top: {listed(_DOWNWARD)}."},
    "ranking.three_card": lambda order, _: (
        f"Three-card hands rank, from the top: {', '.join(hand_name(hand) for hand in order)}."
    ),
    "ranking.five_card": lambda order, _: (
        f"Five-card hands rank, from the top: {', '.join(hand_name(hand) for hand in order)}."
    ),
    "ranking.ace_low_straight": {
        "lowest": "Ace-two-three is the lowest straight.",
        "not_a_straight": "Ace-two-three is no straight.",
    },
    "ranking.ace_low_straight_flush": {
        "lowest": "A suited ace-two-three is the lowest straight flush.",
        "not_a_straight": "A suited ace-two-three is no straight flush.",
    },
    "ranking.within_category": {"rank_by_rank": "Hands of one kind are compared rank by rank, the highest first."},
    "ranking.suits_equal": {True: "No suit outranks another.", False: "Suits decide between hands otherwise equal."},
    "showdown.ante_pays": lambda odds, _: f"A winning Ante pays {odds_text(odds)}.",
    "showdown.play_pays": lambda odds, _: f"A winning Play wager pays {odds_text(odds)}.",
    "showdown.folded_ante": {"lose": "A fold loses the Ante."},
    "showdown.not_qualified_ante": _not_qualified_ante,
    "showdown.not_qualified_equal": {
        "push": "An Ante against an equal hand that does not qualify pushes.",
        "participant_wins": "An Ante against an equal hand that does not qualify wins.",
    },
    "showdown.not_qualified_play": {"push": "When the dealer hand does not qualify, Play wagers go back."},
    "showdown.beats": {"win": "A hand that beats a qualifying dealer hand wins Ante and Play."},
    "showdown.beaten": {"lose": "A hand beaten by a qualifying dealer hand loses Ante and Play."},
    "showdown.equal": {
        "push": "A hand equal to a qualifying dealer hand pushes Ante and Play.",
        "participant_wins": "A hand equal to a qualifying dealer hand wins Ante and Play.",
        "dealer_wins": "A hand equal to a qualifying dealer hand loses Ante and Play.",
    },
}
"""Templates by ``section.key``, for all but the wagers and the procedure."""
