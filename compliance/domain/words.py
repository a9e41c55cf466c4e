"""The closed vocabularies of the field, as they stand in logs, rule sheets and reports."""

from enum import StrEnum


class Outcome(StrEnum):
    """What became of one wager; the words of the hand-history log."""

    WIN = "win"
    LOSE = "lose"
    PUSH = "push"
    NO_ACTION = "no_action"
    VOID = "void"

    @property
    def label(self) -> str:
        """The word for comparison: ``push`` and ``no_action`` both hand the stake back and count as one."""
        return "returned" if self in (Outcome.PUSH, Outcome.NO_ACTION) else self.value


class RoundStatus(StrEnum):
    """Whether the round was settled or declared void."""

    SETTLED = "settled"
    VOID = "void"


class Decision(StrEnum):
    """What a participant with an Ante did after looking at the hand."""

    PLAY = "play"
    FOLD = "fold"


class DecisionSource(StrEnum):
    """Who made the decision."""

    PLAYER = "player"
    TIMEOUT = "timeout"
    DISCONNECT = "disconnect"
    INSUFFICIENT_BALANCE = "insufficient_balance"
    HOUSE_WAY = "house_way"


class PlayerDealerKind(StrEnum):
    """On whose behalf the player-dealer banks."""

    PATRON = "patron"
    PROPOSITION = "proposition"
    HOUSE = "house"


class Verdict(StrEnum):
    """Judgement on a wager, a finding or a run; ``worst`` orders them."""

    CONFORMS = "conforms"
    UNDETERMINED = "undetermined"
    REVIEW = "review"
    VIOLATION = "violation"

    @property
    def severity(self) -> int:
        """Rank in the order violation > review > undetermined > conforms (3 … 0)."""
        return list(Verdict).index(self)


class Direction(StrEnum):
    """Who gained by a money difference, seen from the participant."""

    OVERPAID = "overpaid"
    UNDERPAID = "underpaid"


class Branch(StrEnum):
    """Which branch of the sheet's rules decided a wager; keys the clauses of a result."""

    VOID = "void"
    FOLDED = "folded"
    NOT_QUALIFIED = "not_qualified"
    NOT_QUALIFIED_BEATS = "not_qualified_beats"
    NOT_QUALIFIED_BEATEN = "not_qualified_beaten"
    NOT_QUALIFIED_EQUAL = "not_qualified_equal"
    BEATS = "beats"
    BEATEN = "beaten"
    EQUAL = "equal"
    FORFEITED = "forfeited"
    PAYS = "pays"
    PAYS_NOTHING = "pays_nothing"
    DEALER_NOT_BEATEN = "dealer_not_beaten"
    ABOVE_ANTE = "above_ante"
    NOT_DUE = "not_due"
    # The branches below leave the wager undetermined.
    DEAL_FAULT = "deal_fault"
    SHEET_UNKNOWN = "sheet_unknown"
    CHART_MISSING = "chart_missing"
    NOT_OFFERED = "not_offered"
    CONTRADICTORY_DECISION = "contradictory_decision"
    FOLD_SILENT = "fold_silent"
    HAND_NOT_SHOWN = "hand_not_shown"
    OTHER_CURRENCY = "other_currency"
    METER_UNKNOWN = "meter_unknown"
    ORDER_UNKNOWN = "order_unknown"
    # Of a finding about the round: it is settled all the same.
    NOT_IN_FORCE = "not_in_force"


ANTE = "ante"
PLAY = "play"
ANTE_BONUS = "ante_bonus"
PAIR_PLUS = "pair_plus"
SIX_CARD_BONUS = "six_card_bonus"
PROGRESSIVE = "progressive"
WAGER_KINDS = (ANTE, PLAY, ANTE_BONUS, PAIR_PLUS, SIX_CARD_BONUS, PROGRESSIVE)
"""The kinds the sheets know. A log may name others; they are findings, not reading faults."""

THREE_CARD_CATEGORIES = (
    "mini_royal", "straight_flush", "three_of_a_kind", "straight", "flush", "pair", "high_card",
)  # fmt: skip
"""Names of three-card hands; their order is the rule sheet's to say."""

FIVE_CARD_CATEGORIES = (
    "royal_flush", "straight_flush", "four_of_a_kind", "full_house", "flush", "straight",
    "three_of_a_kind", "two_pair", "pair", "high_card",
)  # fmt: skip
"""Names of five-card hands, for the best five of six."""
