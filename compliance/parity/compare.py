"""Both evaluators over the same rounds, whole outcomes compared exactly.

The reference is fed from the raw lines through the strict reader, the set-based twin from the store's tables:
a fault of the reading, too, shows as a disagreement.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from compliance.bulk.results import results
from compliance.ingest.rereading import rounds_from_kept
from compliance.parity.disagreement import Disagreement
from compliance.reference.audit import audit_round

if TYPE_CHECKING:
    from collections.abc import Callable, Set

    from compliance.ingest.rereading import Selection
    from compliance.parity.rules import NumberedRules
    from compliance.store import Database

_ROUNDS_AT_A_TIME = 5000


@dataclass(frozen=True, slots=True)
class Parity:
    """How many rounds were compared, and those of which the evaluators disagree."""

    compared: int
    disagreements: tuple[Disagreement, ...]


def compare(
    db: Database,
    rules: NumberedRules,
    selection: Selection | Set[int],
    progress: Callable[[int], None] | None = None,
) -> Parity:
    """Settle rounds by both evaluators; the relations that ``bulk.prepare`` makes must be there.

    Raises:
        StoreError: the bytes of a file are not to be had, or are not those that were taken in.
    """
    compared = 0
    disagreements: list[Disagreement] = []
    rounds = rounds_from_kept(db, selection)
    while batch := list(islice(rounds, _ROUNDS_AT_A_TIME)):
        by_bulk = dict(results(db.connection, [round_key for round_key, _ in batch]))
        for round_key, round_ in batch:
            in_use = rules.of(round_)
            by_reference = audit_round(round_, in_use.rules, in_use.positions).result
            compared += 1
            if by_reference != by_bulk[round_key]:
                disagreements.append(Disagreement(round_key, by_reference, by_bulk[round_key]))
        if progress:
            progress(compared)
    return Parity(compared, tuple(disagreements))
