"""What a run keeps, held against the reference: its findings round by round and, where all were compared, its counts.

Findings and counts come from the screen, which leaves most rounds alone; the long form, which parity compares wager by
wager, settles anew. A round that the screen passes over wrongly is seen here and nowhere else.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from itertools import groupby
from typing import TYPE_CHECKING, Any

from compliance.bulk.results import finding_of
from compliance.domain.figures import MONEY_VERDICTS
from compliance.domain.words import RoundStatus
from compliance.ingest.rereading import Selection

if TYPE_CHECKING:
    from collections.abc import Mapping, Set

    from compliance.domain.figures import RunFigures
    from compliance.domain.results import Finding
    from compliance.domain.rounds import Round
    from compliance.reference.audit import RoundAudit
    from compliance.store import Database

_KEPT = """
CREATE OR REPLACE TEMP TABLE kept_to_compare AS
SELECT round_key, code, verdict, seat, participant_index, participant_id, wager_index, wager_kind,
    expected_outcome, expected_net, recorded_outcome, recorded_net, variance, direction, branch, interpretation,
    reading, also_fits, detail
FROM all_found SEMI JOIN ({rounds}) USING (round_key) ANTI JOIN table_found USING (round_key, code)
ORDER BY round_key
"""
_FOUND = """
SELECT * EXCLUDE (participant_index, wager_index) FROM kept_to_compare
WHERE round_key BETWEEN $first AND $last
ORDER BY round_key, seat NULLS FIRST, participant_index NULLS FIRST, wager_index NULLS FIRST, code
"""


def gather(db: Database, selection: Selection | Set[int]) -> None:
    """Set aside what the run found in the rounds to be compared, but for the checks of tables.

    The relations of ``bulk.evaluate.evaluate`` and ``bulk.tables.check_tables`` must be there.
    """
    if isinstance(selection, Selection):
        condition, parameters = selection.where()
        rounds = f"SELECT round_key FROM rounds WHERE {condition}"
    else:
        rounds, parameters = "SELECT unnest($keys::BIGINT[]) AS round_key", {"keys": sorted(selection)}
    db.connection.execute(_KEPT.format(rounds=rounds), parameters)


def findings_between(db: Database, first: int, last: int) -> dict[int, tuple[Finding, ...]]:
    """What was gathered, by round key, of the rounds from one key to another."""
    rows = db.rows(_FOUND, {"first": first, "last": last})
    by_round = groupby(rows, key=lambda row: row[0])
    return {key: tuple(finding_of(row[1:]) for row in of_round) for key, of_round in by_round}


@dataclass
class Counts:
    """What the reference counts over the rounds compared, to be held against a run's figures."""

    settled: int = 0
    void: int = 0
    wagers: Counter[str] = field(default_factory=Counter)
    findings: Counter[str] = field(default_factory=Counter)
    money: Counter[tuple[str, str, str]] = field(default_factory=Counter)
    touched: Counter[tuple[str, str]] = field(default_factory=Counter)
    examined: Counter[str] = field(default_factory=Counter)

    @property
    def rounds(self) -> int:
        """Rounds counted."""
        return self.settled + self.void

    def add(self, round_: Round, audit: RoundAudit) -> None:
        """Count a round."""
        void = round_.status is RoundStatus.VOID
        self.void += void
        self.settled += not void
        for line in audit.result.lines:
            self.wagers[line.verdict.value] += 1
        for found in audit.result.findings:
            self.findings[found.code] += 1
            if found.variance and found.wager_kind and found.verdict in MONEY_VERDICTS:
                direction = "overpaid" if found.variance > 0 else "underpaid"
                self.money[round_.currency, found.verdict.value, direction] += abs(found.variance)
        for touched in audit.result.interpretations:
            for what in ("discriminating", "fits_adopted", "fits_other"):
                self.touched[touched.interpretation, what] += getattr(touched, what)
        self.examined.update(audit.examined)

    def differing(self, figures: RunFigures) -> list[str]:
        """Name the counts of ``evaluate`` that differ from these, each with both numbers."""
        theirs = figures.to_json()
        pairs: list[tuple[str, Mapping[str, int], Mapping[str, int]]] = [
            ("rounds", {"settled": self.settled, "void": self.void}, theirs["rounds"]),
            ("wagers", self.wagers | {"examined": self.wagers.total()}, theirs["wagers"]),
            ("findings", self.findings, theirs["findings"]),
            ("money", _named(self.money), _named(figures.money)),
            ("interpretations", _named(self.touched), _flat(theirs["interpretations"])),
            ("examined", self.examined, figures.examined),
        ]
        return [
            f"{what} {name}: {mine.get(name, 0)} by the reference evaluator, {other.get(name, 0)} by the set-based one"
            for what, mine, other in pairs
            for name in sorted({*mine, *other})
            if mine.get(name, 0) != other.get(name, 0)
        ]


def _named(counts: Mapping[Any, int]) -> dict[str, int]:
    return {" ".join(str(part) for part in key): count for key, count in counts.items()}


def _flat(counts: Mapping[str, Mapping[str, int]]) -> dict[str, int]:
    return {f"{name} {what}": count for name, each in counts.items() for what, count in each.items()}
