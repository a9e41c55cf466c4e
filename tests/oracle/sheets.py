"""The five published rule sheets, keyed by hand from the documents.

Rule numbers stand in code here on purpose: this table is a second keying of the documents, independent of the
data files that the product reads. Each entry names the heading and the paragraph it was read from. `GEGA` is
short for the first document (GEGA-003666).
"""

from __future__ import annotations

from typing import Any

FOUR_KINDS = ("ante", "play", "pair_plus", "six_card_bonus")
"""Kinds answered by the player-dealer's wager, in settlement order.

GEGA-003666, Dealing Procedures & Round of Play, sub-bullet 'Action Button Utilized': 'from player to player'.
"""

# GEGA-003666, Bonus Bets, Pair Plus Wager, table '3-CARD HAND PAYOFF'; card room, PAIR PLUS BONUS BET;
# Bicycle, Bonus Bet Pays.
PAIR_PLUS_200 = {
    "mini_royal": 200,
    "straight_flush": 40,
    "three_of_a_kind": 30,
    "straight": 6,
    "flush": 3,
    "pair": 1,
}
# Live Three Card Poker, Pay Table, 'Pair Plus' (its royal and its straight flush share a line).
PAIR_PLUS_40 = {
    "mini_royal": 40,
    "straight_flush": 40,
    "three_of_a_kind": 30,
    "straight": 5,
    "flush": 4,
    "pair": 1,
}
# GEGA-003666, Bonus Bets, 6 Card Bonus, table TCB-6B3; card room, 6 CARD BONUS BET.
SIX_CARD_9_8 = {
    "royal_flush": 1000,
    "straight_flush": 200,
    "four_of_a_kind": 100,
    "full_house": 20,
    "flush": 15,
    "straight": 9,
    "three_of_a_kind": 8,
}
# Live Three Card Poker, Pay Table, '6 Card Bonus'.
SIX_CARD_10_7 = {
    "royal_flush": 1000,
    "straight_flush": 200,
    "four_of_a_kind": 100,
    "full_house": 20,
    "flush": 15,
    "straight": 10,
    "three_of_a_kind": 7,
}
# Live Three Card Poker, Pay Table, 'Ante Bonus'.
ANTE_BONUS = {"mini_royal": 5, "straight_flush": 5, "three_of_a_kind": 4, "straight": 1}

MISSING = None
"""A chart that the document leaves to another paper."""

# Adopted reading first, then the others, in the order in which they are tried.
PLAYER_BANKED_READINGS = {
    "C1": ("gross_consumed", "running_net", "separate_caps", "collect_then_pay"),
    "C2": ("forfeits_first", "in_turn"),
    "C3": ("all_positions", "occupied_only"),
    "C4": ("seat_major", "wager_major"),
}

SHEETS: dict[str, dict[str, Any]] = {
    "gega-003666": {
        # Type of Game, paragraph 1: utilizes a player-dealer position.
        "banked_by": "player-dealer",
        # Description of Table Used, 'wagering areas' bullets 1-4.
        "kinds": ("ante", "play", "pair_plus", "six_card_bonus"),
        # How Winners are Determined & Paid, bullet 1, 'Ante Bet Payout'.
        "ante_when_not_qualified": "pays_always",
        # How Winners are Determined & Paid, bullet 2, third sub-bullet.
        "tie": "push",
        # Dealing Procedures, bullet on Pair Plus without Play: still eligible (the doubt is F1).
        "fold_forfeits": (),
        # Bonus Bets, Pair Plus bullet 1 and 6 Card Bonus bullet 1: no Ante needed.
        # Dealing Procedures, bullet 3: a Play wager equals the Ante.
        "needs_ante": ("play",),
        "bonus_not_above_ante": (),
        "charts": {"pair_plus": PAIR_PLUS_200, "six_card_bonus": SIX_CARD_9_8},
        "cap": None,
        # Description of Table Used, paragraph 1: seven places, six players and a player-dealer.
        "positions": 7,
        # Dealing Procedures, sub-bullet 'Action Button Utilized'.
        "button_rule": True,
        # Dealing Procedures, bullet 2.
        "back_line_forbidden": True,
        "readings": {**PLAYER_BANKED_READINGS, "F1": ("bonuses_survive", "bonuses_forfeited")},
    },
    "live-three-card-poker": {
        # General Rules: one betting position; Game Play: the Dealer pays.
        "banked_by": "house",
        # Game Play, paragraph 1; Ante Bonus.
        "kinds": ("ante", "play", "ante_bonus", "pair_plus", "six_card_bonus"),
        # Game Play, 'does not qualify', second tick.
        "ante_when_not_qualified": "pays_always",
        # Game Play, 'qualifies', third tick ('Stand off').
        "tie": "push",
        # Game Play, 'Fold' tick: still eligible.
        "fold_forfeits": (),
        # Game Play, paragraph 1: bonus without Ante; 'Play' tick: equivalent to the Ante.
        "needs_ante": ("play",),
        "bonus_not_above_ante": (),
        "charts": {"pair_plus": PAIR_PLUS_40, "six_card_bonus": SIX_CARD_10_7, "ante_bonus": ANTE_BONUS},
        "cap": None,
        "positions": None,
        "button_rule": False,
        # General Rules, paragraph 2: all share one position.
        "back_line_forbidden": False,
        "readings": {"L1": ("bonus_paid_on_disconnect", "bonus_not_paid")},
    },
    "card-room-three-card-poker": {
        # PLAYING THE GAME, paragraph 1: against the Player/Dealer.
        "banked_by": "player-dealer",
        # PLAYING THE GAME: 'five separate bets'.
        "kinds": ("ante", "play", "pair_plus", "six_card_bonus", "progressive"),
        # ANTE/PLAY BASE SETS, paragraph 4: wins if greater, pushes if equal or less.
        "ante_when_not_qualified": "must_beat",
        "ante_not_qualified_tie": "push",
        # ANTE/PLAY BASE SETS, paragraph 5.
        "tie": "push",
        # ANTE/PLAY BASE SETS, paragraph 2: Ante and Pair Plus forfeited, 6 Card still has action.
        "fold_forfeits": ("pair_plus",),
        # PLAYING THE GAME, paragraph 2 (Pair Plus); ANTE/PLAY BASE SETS, paragraph 1 (Ante to be dealt in).
        "needs_ante": ("play", "pair_plus", "six_card_bonus"),
        "bonus_not_above_ante": (),
        # PLAYING THE GAME, paragraph 4: progressive pay-outs are on the casino floor.
        "charts": {"pair_plus": PAIR_PLUS_200, "six_card_bonus": SIX_CARD_9_8, "progressive": MISSING},
        "cap": None,
        # MULTIPLE HANDS speaks of 'any open seat' without a number.
        "positions": None,
        # THE ACTION BUTTON.
        "button_rule": True,
        "back_line_forbidden": False,
        "readings": PLAYER_BANKED_READINGS,
    },
    "bicycle-three-card-poker": {
        # Basics and Procedures: seven players plus a player/dealer.
        "banked_by": "player-dealer",
        # Glossary: Ante, Bonus Bet, Play Wager.
        "kinds": ("ante", "play", "pair_plus"),
        # 'If the player/dealer does not qualify', item 2; a tie is B3.
        "ante_when_not_qualified": "must_beat",
        "ante_not_qualified_tie": "B3",
        # 'If the player/dealer's hand qualifies' names no tie: B2.
        "tie": "B2",
        # Glossary, Play Wager, last sentence; the doubt is B1.
        "fold_forfeits": (),
        # Glossary, Bonus Bet: for players who placed an ante.
        "needs_ante": ("play", "pair_plus"),
        # Bonus Bet Pays, closing paragraph: equal or less than the Ante.
        "bonus_not_above_ante": ("pair_plus",),
        "charts": {"pair_plus": PAIR_PLUS_200},
        # Bonus Bet Pays, closing paragraph: 30,000 dollars on all bonus bets; the scope is B4.
        "cap": {"currency": "USD", "amount": "30000.00", "kinds": ("pair_plus",)},
        # Basics and Procedures: up to seven players, plus a player/dealer.
        "positions": 8,
        "button_rule": False,
        "back_line_forbidden": False,
        "readings": {
            **PLAYER_BANKED_READINGS,
            "B1": ("forfeited", "survives"),
            "B2": ("push", "dealer_wins", "participant_wins"),
            "B3": ("push", "participant_wins"),
            "B4": ("per_wager", "per_participant_round", "per_round"),
            "B5": ("no_pay", "settled_in_full"),
        },
    },
    "gega-004246": {
        # Object of Game: the Player-Dealer's hand.
        "banked_by": "player-dealer",
        # How to Play, first sentence.
        "kinds": ("ante", "play", "pair_plus", "six_card_bonus", "progressive"),
        # Determining a Winning Wager, 'does not qualify', bullet 2.
        "ante_when_not_qualified": "pays_always",
        # Determining a Winning Wager, 'qualifies', bullet 3.
        "tie": "push",
        # How to Play, last sentence: independent of the decision.
        "fold_forfeits": (),
        # How to Play, first sentence: 'and/or'.
        "needs_ante": ("play",),
        "bonus_not_above_ante": (),
        # 'According to the chart below': the document ends before the charts.
        "charts": {"pair_plus": MISSING, "six_card_bonus": MISSING, "progressive": MISSING},
        "cap": None,
        "positions": None,
        "button_rule": False,
        "back_line_forbidden": False,
        "readings": PLAYER_BANKED_READINGS,
    },
}


def readings_of(sheet: dict[str, Any], rulings: dict[str, str], **instead: str) -> dict[str, str]:
    """One reading for every interpretation of a sheet: the adopted ones, the rulings, then `instead`."""
    adopted = {name: choices[0] for name, choices in sheet["readings"].items()}
    return {**adopted, **{n: r for n, r in rulings.items() if n in adopted}, **instead}


def forfeited_by_fold(sheet: dict[str, Any], readings: dict[str, str]) -> tuple[str, ...]:
    """Bonus kinds that a folding participant loses under these readings."""
    if readings.get("F1") == "bonuses_forfeited":
        return ("pair_plus", "six_card_bonus")
    if readings.get("B1") == "forfeited":
        return ("pair_plus",)
    return tuple(sheet["fold_forfeits"])
