"""Both evaluators over the same rounds, whole outcomes compared exactly.

The reference is fed from the raw lines through the strict reader, the set-based twin from the store's tables:
a fault of the reading, too, shows as a disagreement.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING

from compliance.bulk.results import results
from compliance.ingest.rereading import rounds_from_kept
from compliance.parity.disagreement import Disagreement
from compliance.parity.kept import Counts, findings_between, gather
from compliance.reference.audit import audit_round

if TYPE_CHECKING:
    from collections.abc import Callable, Set

    from compliance.ingest.rereading import Selection
    from compliance.parity.rules import NumberedRules
    from compliance.store import Database

_ROUNDS_AT_A_TIME = 5000


@dataclass(frozen=True, slots=True)
class Parity:
    """How many rounds were compared, those of which the evaluators disagree, and what the reference counted."""

    compared: int
    disagreements: tuple[Disagreement, ...]
    counts: Counts


def compare(
    db: Database,
    rules: NumberedRules,
    selection: Selection | Set[int],
    progress: Callable[[int], None] | None = None,
    *,
    kept: bool = False,
) -> Parity:
    """Settle rounds by both evaluators; the relations that ``bulk.prepare`` makes must be there.

    ``kept``: hold what a run keeps of the rounds against the reference too, as ``kept.gather`` needs it.

    Raises:
        StoreError: the bytes of a file are not to be had, or are not those that were taken in.
    """
    counts = Counts()
    disagreements: list[Disagreement] = []
    if kept:
        gather(db, selection)
    rounds = rounds_from_kept(db, selection)
    while batch := list(islice(rounds, _ROUNDS_AT_A_TIME)):
        keys = [round_key for round_key, _ in batch]
        by_bulk = dict(results(db.connection, keys))
        found = findings_between(db, min(keys), max(keys)) if kept else {}
        for round_key, round_ in batch:
            in_use = rules.of(round_)
            audit = audit_round(round_, in_use.rules, in_use.positions)
            counts.add(round_, audit)
            settled = by_bulk[round_key]
            if audit.result == settled and kept:
                settled = replace(settled, findings=found.get(round_key, ()))
            if audit.result != settled:
                disagreements.append(Disagreement(round_key, audit.result, settled))
        if progress:
            progress(counts.rounds)
    return Parity(counts.rounds, tuple(disagreements), counts)
