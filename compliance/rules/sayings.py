"""One sentence for every value a rule sheet can state: the templates of the read-back.

A template is a table from values to sentences, or a function of the value and the sheet. ``{name}`` stands for
the wager's name as the sheet gives it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from compliance.domain.cards import RANKS
from compliance.rules.words import (
    RANK_NAMES,
    chart_text,
    counted,
    hand_name,
    kind_names,
    listed,
    odds_text,
    with_article,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from compliance.rules.sections import Chart, Meter
    from compliance.rules.sheet import RuleSheet


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


def _chart(chart: Chart, _: RuleSheet) -> str:
    headed = f" (headed {chart.code})" if chart.code else ""
    return f"{{name}} pays by its table{headed}: {chart_text(chart)}. Any other hand is paid nothing."


def _meter(meter: Meter, sheet: RuleSheet) -> str:
    said = [f"The meter takes {meter.contribution} of every {{name}} stake"]
    if meter.reserve:
        said.append(f"{meter.reserve} is put aside for the next meter")
    if meter.seed:
        said.append(f"after the whole meter is paid it restarts at {sheet.currency} {meter.seed}")
    return f"{listed(said)}."


SAYINGS: dict[str, Mapping[object, str] | Callable[[Any, RuleSheet], str]] = {
    "deck.decks": lambda n, _: f"{counted(n, 'deck')} {'is' if n == 1 else 'are'} in use.",
    "deck.alternate": {
        True: "The decks take turns, each used every other round.",
        False: "The decks do not take turns.",
    },
    "deck.cards": lambda n, _: f"A deck has {n} cards.",
    "deck.jokers": {True: "Jokers are in the deck.", False: "There are no jokers."},
    "deck.shuffler": {True: "A shuffling machine mixes the cards.", False: "The cards are mixed by hand."},
    "deck.hand_cards": lambda n, _: f"Every hand has {counted(n, 'card')}.",
    "table.positions": _positions,
    "table.participants": lambda n, _: f"At most {counted(n, 'participant')} can be seated.",
    "table.shape": lambda shape, _: f"The table is {with_article(shape)} table.",
    "table.shared_hand": {
        True: "All participants share one hand, and each decides alone.",
        False: "Every seat has a hand of its own.",
    },
    "table.several_seats": {
        True: "A participant may play more than one seat.",
        False: "A participant plays one seat only.",
    },
    "table.back_line": {
        "forbidden": "Back-line wagers are refused: one participant wagers at a seat.",
        "allowed": "Back-line wagers are allowed: several participants may wager at a seat.",
    },
    "table.house_way": {
        True: "Further seats of one participant are played by the house way.",
        False: "No seat is played by a house way.",
    },
    "table.limits_posted": {
        True: "Least and greatest wagers are those posted at the table.",
        False: "No least or greatest wager is posted.",
    },
    "bank.answers": lambda kinds, sheet: f"The player-dealer's money answers {kind_names(kinds, sheet)}.",
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
    "bank.consecutive_rounds": lambda n, _: (
        f"One participant banks at most {counted(n, 'round')} in a row before the bank is offered on."
    ),
    "bank.after_consecutive": {
        "offer_suffices": "The same participant may bank on once all others were offered the bank and declined.",
        "must_change": "Another participant must then bank.",
    },
    "bank.house_may_bank": {True: "The house may take the bank.", False: "The house never takes the bank."},
    "button.counted": {
        "all_positions": "The action button is counted over every position but the player-dealer's, from seat 1 "
        "clockwise.",
        "occupied_only": "The action button is counted over occupied positions but the player-dealer's, from seat 1 "
        "clockwise.",
    },
    "button.values": _button_values,
    "qualifying.category": lambda category, _: f"A dealer hand of a kind above {hand_name(category)} qualifies.",
    "qualifying.rank": _qualifying_rank,
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
    "decisions.disconnect": {"fold": "The open decision of a disconnected participant becomes a fold."},
    "decisions.insufficient_balance": {"fold": "A balance too small for the Play wager makes the decision a fold."},
    "decisions.timeout": {"fold": "A decision not made in time becomes a fold."},
    "voids.causes": lambda causes, _: f"A round is or may be declared void in these cases: {'; '.join(causes)}.",
    "collection.required": {
        True: "Without a paid collection a participant is not dealt in.",
        False: "A participant is dealt in without a collection.",
    },
    "collection.posted": {True: "Collection fees are posted at the table.", False: "No collection fees are posted."},
    "cap.amount": lambda amount, sheet: f"The largest winnings are {sheet.currency} {amount}.",
    "cap.scope": {
        "per_wager": "That limit holds for each wager by itself.",
        "per_participant_round": "That limit holds for all such wagers of one participant in a round together.",
        "per_round": "That limit holds for all such wagers of a round together.",
    },
    "cap.kinds": lambda kinds, sheet: f"That limit is on {kind_names(kinds, sheet)}.",
    "wager.name": lambda _name, _: "There is a wager named {name}.",
    "wager.area": lambda area, _: f"{{name}} stands on the area marked '{area}'.",
    "wager.optional": {True: "{name} is optional.", False: "Without {name} no cards are dealt."},
    "wager.placed": {
        "before_the_deal": "{name} is placed before the first card is dealt.",
        "after_the_cards": "{name} is placed after the participant has seen the hand.",
    },
    "wager.fixed_stake": lambda amount, sheet: f"The stake of {{name}} is exactly {sheet.currency} {amount}.",
    "wager.needs_ante": {True: "{name} needs an Ante.", False: "{name} may be placed without another wager."},
    "wager.equals_ante": {True: "{name} equals the Ante.", False: "{name} may differ from the Ante."},
    "wager.at_most_ante": {True: "{name} is at most the Ante.", False: "{name} may be above the Ante."},
    "wager.above_ante": {
        "no_pay": "{name} above the Ante is not paid: a winning one goes back, a losing one is lost.",
        "settled_in_full": "{name} above the Ante is settled in its entirety.",
    },
    "wager.answered_by": {
        "player_dealer": "The player-dealer's money answers {name}.",
        "house": "The house's money answers {name}.",
        "meter": "The meter answers {name}.",
    },
    "wager.on_fold": {
        "survives": "{name} is settled on its own after a fold.",
        "forfeited": "A fold loses {name}.",
    },
    "wager.paid_on_disconnect": {
        True: "{name} is paid although disconnection made the decision a fold.",
        False: "{name} is not paid where disconnection made the decision a fold.",
    },
    "wager.hand": {
        "three_card": "{name} looks at the participant's three cards.",
        "best_five_of_six": "{name} looks at the best five of the participant's and the dealer hand's six cards.",
    },
    "wager.must_beat_dealer": {
        True: "{name} is paid only to a hand that also beats the dealer hand; otherwise a paying hand pushes.",
        False: "{name} is paid whether or not the hand beats the dealer hand.",
    },
    "wager.commission": lambda percent, _: f"A commission of {percent} is taken from what {{name}} wins.",
    "wager.chart": _chart,
    "wager.chart_posted": lambda place, _: f"The pay table of {{name}} is elsewhere: {place}.",
    "wager.meter": _meter,
    "ante_bonus.needs_ante": {True: "{name} goes with an Ante that was not folded."},
}
"""Templates by ``section.key``; a wager's by ``wager.key``, or by its kind where the sentence is another."""


def saying(path: str, value: Any, sheet: RuleSheet, wager_name: str = "") -> str:
    """Return the sentence for a value.

    Raises:
        KeyError: no sentence is known for the value.
    """
    template = SAYINGS[path]
    sentence = (template(value, sheet) if callable(template) else template[value]).replace("{name}", wager_name)
    return sentence[0].upper() + sentence[1:]
