"""One sentence for every value that says how a round is run, decided, voided or charged for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from compliance.rules.words import counted, kind_names

if TYPE_CHECKING:
    from compliance.rules.words import Template

PROCEDURE: dict[str, Template] = {
    "procedure.aim": {"beat_dealer_hand": "The aim is a three-card hand that beats the dealer hand."},
    "procedure.chips_on_areas": {
        True: "Wagers are gaming chips put on the marked areas.",
        False: "Wagers need not be gaming chips.",
    },
    "procedure.dealt_by": {"house_dealer": "The house dealer deals."},
    "procedure.dealt_in_stacks": {
        True: "The cards are handed out in whole hands, stack by stack.",
        False: "The cards are handed out one by one.",
    },
    "procedure.participant_cards": {
        "face_down": "Participants receive their cards face down.",
        "shown_to_all": "The participants' cards are scanned and shown once wagers are closed.",
    },
    "procedure.dealer_cards_up": lambda n, _: (
        f"{counted(n, 'card')} of the dealer hand {'lies' if n == 1 else 'lie'} face up while decisions are made."
    ),
    "procedure.dealer_card_up": {
        "bottom": "The card of the dealer hand that is turned up is its bottom card, once every hand is dealt."
    },
    "procedure.undealt_cards": {"discarded_unseen": "The rest of the deck goes to the discard rack unseen."},
    "procedure.closed_by": {
        "announcement": "The house dealer waits for every wager and then announces that wagers are closed.",
        "timer": "Wagers are closed when the betting timer ends.",
    },
    "procedure.closing": lambda kinds, sheet: (
        f"Once wagers are closed, no {kind_names(kinds, sheet, 'or')} may be made, raised or taken back."
    ),
    "procedure.looked_at": {
        True: "Participants look at their cards before they decide.",
        False: "Participants decide without looking at their cards.",
    },
    "procedure.own_hand_only": {
        True: "Nobody but the participant and the house dealer touches a hand.",
        False: "Others may touch a participant's hand.",
    },
    "procedure.hands_in_view": {
        True: "Cards stay in full view of the house dealer.",
        False: "Cards need not stay in view of the house dealer.",
    },
    "procedure.one_hand_on_cards": {
        True: "Cards are looked at with one hand only.",
        False: "Cards may be held with both hands.",
    },
    "procedure.cards_over_table": {
        True: "Cards stay over the table.",
        False: "Cards may leave the table.",
    },
    "procedure.discussion": {"forbidden": "Hands are neither shown to others nor talked about while they are played."},
    "procedure.kum_kum": {"forbidden": "No 'Kum Kum' wagers are allowed."},
    "procedure.decisions_from": {
        "left_of_player_dealer": "Decisions are asked clockwise from the player-dealer's left."
    },
    "procedure.decisions_final": {
        True: "A decision once made is not changed.",
        False: "A decision may be changed.",
    },
    "procedure.forfeits_collected": {
        "before_reveal": "Forfeited wagers and their cards are collected before the dealer hand is shown."
    },
    "procedure.dealer_hand_shown": {"after_decisions": "The dealer hand is shown once all have decided."},
    "procedure.dealer_hand_set": {
        "highest_hand": "The cards of the dealer hand are set as the highest hand that they make."
    },
    "procedure.play_stacked": {
        "on_ante": "When the dealer hand qualifies, every Play wager is at once put on top of its Ante."
    },
    "procedure.hands_revealed_from": {
        "player_dealer_or_button": "Hands are then shown one after another from the player-dealer's left, or from the "
        "action button."
    },
    "procedure.picked_up_in_order": {
        True: "Cards are picked up in order, so that every hand can be put together again in a dispute.",
        False: "Cards are picked up in any order.",
    },
    "procedure.irregularities": lambda ways, _: f"Irregularities that do not void a round: {'; '.join(ways)}.",
    "procedure.further_rules": lambda where, _: f"Further rules: {where}.",
    "decisions.disconnect": {"fold": "The open decision of a disconnected participant becomes a fold."},
    "decisions.insufficient_balance": {"fold": "A balance too small for the Play wager makes the decision a fold."},
    "decisions.timeout": {"fold": "A decision not made in time becomes a fold."},
    "voids.causes": lambda causes, _: f"A round is or may be declared void in these cases: {'; '.join(causes)}.",
    "collection.required": {
        True: "Without a paid collection a participant is not dealt in.",
        False: "A participant is dealt in without a collection.",
    },
    "collection.posted": {True: "Collection fees are posted at the table.", False: "No collection fees are posted."},
    "collection.percentage": {
        True: "The house takes a percentage of wagers or winnings.",
        False: "The house takes no percentage of wagers.",
    },
}
"""Templates by ``section.key`` for ``procedure``, ``decisions``, ``voids`` and ``collection``."""
