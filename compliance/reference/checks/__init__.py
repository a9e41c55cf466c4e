"""The checks of the record, one small module each: what it examined, and what it found."""

from compliance.reference.checks import (
    action_button,
    back_line,
    bank_beyond_limit,
    bank_net,
    bank_not_recorded,
    bonus_above_ante,
    decision_and_wagers,
    hands,
    kind_not_offered,
    play_equals_ante,
    repeated_card,
    void_round,
    without_ante,
)

OF_THE_RECORD = (
    play_equals_ante,
    decision_and_wagers,
    kind_not_offered,
    without_ante,
    bonus_above_ante,
    back_line,
    bank_beyond_limit,
    bank_net,
    action_button,
)
"""Run in every settled round whose sheet is known, impossible cards or not."""

__all__ = ["OF_THE_RECORD", "bank_not_recorded", "hands", "repeated_card", "void_round"]
