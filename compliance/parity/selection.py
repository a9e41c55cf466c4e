"""Which rounds the reference derives again: all of a small run; of a large one the doubtful and a fair sample."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from compliance.parity.tables import TablesCompared
    from compliance.store import Database

Mode = Literal["sample", "full", "none"]

ALL_UP_TO = 50_000
"""A run of up to so many rounds is compared whole."""

_SAMPLED_OF_A_STRATUM = 40

_DOUBTFUL = "SELECT DISTINCT round_key FROM findings WHERE run_id = ? AND verdict IN ('violation', 'review')"

# In a round that conforms, the recorded outcomes tell which branch of the sheet's rules was taken at a hand: the
# stratum is the sheet with them. Which rounds of a stratum come in is decided by a digest of their keys, the same
# on every run.
_SAMPLE = """
SELECT DISTINCT round_key FROM (
    SELECT round_key, row_number() OVER (
        PARTITION BY rule_sheet, status, kinds, decision, decision_source, hand IS NULL, ante_outcome, play_outcome,
            ante_bonus_outcome, pair_plus_outcome, six_card_bonus_outcome, progressive_outcome,
            pair_plus_net > pair_plus_stake, six_card_bonus_net > six_card_bonus_stake,
            ante_net NOT IN (ante_stake, -ante_stake, 0)
        ORDER BY md5(round_key::VARCHAR), seat, participant_index
    ) AS place
    FROM participants JOIN rounds USING (round_key)
    WHERE {condition}
)
WHERE place <= {sampled}
"""


def selected(
    db: Database, mode: Mode, run_id: str, rounds: int, condition: str, parameters: dict[str, Any]
) -> set[int] | None:
    """Return the keys of the rounds to compare, None for all that the condition on ``rounds`` holds for.

    ``rounds`` is how many those are. The run's findings are in the store already.
    """
    if mode == "none":
        return set()
    if mode == "full" or rounds <= ALL_UP_TO:
        return None
    doubtful = {key for (key,) in db.rows(_DOUBTFUL, [run_id])}
    sample = _SAMPLE.format(condition=condition, sampled=_SAMPLED_OF_A_STRATUM)
    return doubtful | {key for (key,) in db.rows(sample, parameters)}


def described(mode: Mode, compared: int, rounds: int, tables: TablesCompared | None = None) -> str:
    """Say which rounds were compared, and of how many tables the checks across rounds were."""
    if mode == "none":
        return "no round was compared, as asked"
    if compared == rounds and (tables is None or tables.whole):
        return "every round"
    across = (
        f"; checks across rounds: {tables.rounds:,} rounds of {tables.tables} of {tables.of_tables} tables"
        if tables and not tables.whole
        else ""
    )
    return (
        "every round with a violation or a review, and a sample of the others drawn alike from each sheet and "
        f"branch of its rules{across}"
    )
