"""Runs and their findings in the store: writing them, and reading them back as records."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from compliance.domain.money import decimal_text
from compliance.domain.results import Finding
from compliance.domain.sentences import sentence
from compliance.domain.words import Branch, Direction, Outcome, Verdict
from compliance.store.errors import FindingsChangedError
from compliance.store.finding_history import compare_with_before, set_aside
from compliance.store.queries import ROUND_ORDER

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator
    from datetime import date

    from compliance.store.database import Database

FINDING_ORDER = f"{ROUND_ORDER}, seat NULLS FIRST, participant_index NULLS FIRST, wager_index NULLS FIRST, code"
"""The order of exports, for findings."""


@dataclass(frozen=True, slots=True)
class StoredFinding:
    """A finding with what its round says.

    ``finding_id`` is the same in every run that finds it again: a digest of code, keys, amounts and reading, not of
    wording, clauses or run. It names a participant by the place at the seat, so that it gives nobody away.
    """

    finding: Finding
    licensee_id: str
    round_id: str
    table_id: str
    gaming_date: date
    sequence: int | None
    rule_sheet: str
    house_dealer_id: str | None
    currency: str
    minor_digits: int
    participant_index: int | None
    clauses: tuple[str, ...]
    file: str
    file_sha256: str
    line: int
    byte_offset: int
    round_key: int
    cards: str | None
    dealer_cards: str | None
    finding_id: str

    @property
    def message(self) -> str:
        """The finding in one sentence."""
        return sentence(self.finding, self.currency, self.minor_digits)

    def money(self, amount: int | None) -> str | None:
        """One of the finding's amounts as decimal text, None for none."""
        return None if amount is None else decimal_text(amount, self.minor_digits)


@dataclass(frozen=True, slots=True)
class StoredRun:
    """A run's record. ``scope``, ``sheets`` and ``summary`` are JSON documents, read.

    ``basis`` is a digest of all that the result depends on: a run with the same basis gives the same result.
    """

    run_id: str
    started_at: str
    finished_at: str
    program_version: str
    basis: str
    scope: dict[str, Any]
    sheets: list[dict[str, Any]]
    summary: dict[str, Any]


def keep_findings(db: Database, run_id: str) -> None:
    """Store what ``bulk.evaluate.evaluate`` found, on the same connection, under a run."""
    for table, found in (
        ("written_findings", "SELECT ? AS run_id, * FROM kept_found"),
        ("uncharted_rounds", "SELECT * REPLACE (? AS run_id) FROM found_uncharted_rounds"),
        ("uncharted_kinds", "SELECT * REPLACE (? AS run_id) FROM found_uncharted_kinds"),
    ):
        db.connection.execute(f"INSERT INTO {table} BY NAME {found}", [run_id])


def clear_findings(db: Database, condition: str, parameters: dict[str, Any]) -> None:
    """Set the findings of earlier runs aside, over the rounds that a new run judges, until ``add_run``."""
    set_aside(db, condition, parameters)


def add_run(db: Database, run: StoredRun) -> None:
    """Add a run's record, when its findings are stored: tell which are new, and which earlier ones are gone."""
    compare_with_before(db, run.run_id)
    db.connection.execute(
        "INSERT INTO runs VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        [
            *(run.run_id, run.started_at, run.finished_at, run.program_version, run.basis),
            *(json.dumps(document) for document in (run.scope, run.sheets, run.summary)),
        ],
    )
    db.connection.execute(
        "INSERT INTO judged SELECT $run_id, $started_at, $table, coalesce($first::DATE, '-infinity'),"
        " coalesce($last::DATE, 'infinity'), coalesce(max(round_key), 0) FROM rounds",
        {
            "run_id": run.run_id,
            "started_at": run.started_at,
            "table": run.scope["table"],
            "first": run.scope["from"],
            "last": run.scope["to"],
        },
    )


def last_run(db: Database) -> StoredRun | None:
    """The latest run, None where there was none yet."""
    return _latest(db, "true", [])


def run_before(db: Database, run: StoredRun) -> StoredRun | None:
    """The run before another, None where that is the first."""
    return _latest(db, "rowid < (SELECT rowid FROM runs WHERE run_id = ?)", [run.run_id])


def _latest(db: Database, condition: str, parameters: list[str]) -> StoredRun | None:
    """The latest run for which a condition holds."""
    # Two runs may begin in the same second; rows are numbered as they come, and none is ever removed.
    rows = db.rows(f"SELECT * FROM runs WHERE {condition} ORDER BY rowid DESC LIMIT 1", parameters)
    if not rows:
        return None
    run_id, started_at, finished_at, version, basis, scope, sheets, summary = rows[0]
    documents = (json.loads(text) for text in (scope, sheets, summary))
    return StoredRun(run_id, started_at, finished_at, version, basis, *documents)


def require_findings(db: Database) -> None:
    """Refuse to show findings where those of the latest run are not as many of each code as the run counted.

    Raises:
        FindingsChangedError: they are not.
    """
    run = last_run(db)
    if run is None:
        return
    there = dict(db.rows("SELECT code, count(*) FROM findings WHERE run_id = ? GROUP BY code", [run.run_id]))
    counted = run.summary["findings"]
    for code in sorted({*there, *counted}):
        if there.get(code, 0) != counted.get(code, 0):
            raise FindingsChangedError(
                f"{db.path} holds {there.get(code, 0):,} findings of {code} of run {run.run_id}, which found "
                f"{counted.get(code, 0):,}: somebody changed the database; verify again"
            )


READ = (
    "code", "verdict", "seat", "participant_id", "wager_kind", "expected_outcome", "expected_net", "recorded_outcome",
    "recorded_net", "variance", "direction", "branch", "interpretation", "reading", "also_fits", "detail",
    "licensee_id", "round_id", "table_id", "gaming_date", "sequence", "rule_sheet", "house_dealer_id", "currency",
    "minor_digits", "participant_index", "clauses", "file", "file_sha256", "line", "byte_offset", "round_key",
    "cards", "dealer_cards", "finding_id",
)  # fmt: skip
"""Columns of a finding as it is read, from ``identified_findings`` or ``worked_findings``."""


def findings(
    db: Database, *, run_id: str | None = None, round_keys: Collection[int] | None = None
) -> Iterator[StoredFinding]:
    """Yield every standing finding, or those of a run or of some rounds, in the order of exports."""
    conditions, parameters = ["gone_run IS NULL"], {}
    if run_id is not None:
        conditions.append("run_id = $run_id")
        parameters["run_id"] = run_id
    if round_keys is not None:
        # Written out, as only then the database looks the rounds up before it makes the id of every finding.
        conditions.append(f"round_key IN ({', '.join(map(str, round_keys))})" if round_keys else "false")
    cursor = db.connection.cursor().execute(
        f"SELECT {', '.join(READ)} FROM identified_findings WHERE {' AND '.join(conditions)} ORDER BY {FINDING_ORDER}",
        parameters,
    )
    while rows := cursor.fetchmany(2048):
        for row in rows:
            yield stored_finding(row)


def stored_finding(row: tuple[Any, ...]) -> StoredFinding:
    """A finding from a row of the columns ``READ``."""
    (
        code, verdict, seat, participant_id, kind, expected_outcome, expected_net, recorded_outcome, recorded_net,
        variance, direction, branch, interpretation, reading, also_fits, detail, *rest,
    ) = row  # fmt: skip
    finding = Finding(
        code,
        Verdict(verdict),
        seat,
        participant_id,
        kind,
        Outcome(expected_outcome) if expected_outcome else None,
        expected_net,
        Outcome(recorded_outcome) if recorded_outcome else None,
        recorded_net,
        variance,
        Direction(direction) if direction else None,
        Branch(branch) if branch else None,
        interpretation,
        reading,
        tuple(also_fits),
        detail,
    )
    rest[10] = tuple(rest[10])
    return StoredFinding(finding, *rest)
