"""Findings as they are worked: found by filters, with their state, and the dispositions given to them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from compliance.store.results import FINDING_ORDER, READ, stored_finding

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import date

    from compliance.store.database import Database
    from compliance.store.results import StoredFinding

State = Literal["new", "still_open", "gone"]
STATES: tuple[State, ...] = ("new", "still_open", "gone")
"""``new``: the run before over its round did not have it, or there was none. ``gone``: the latest has it no more."""

UNDISPOSED = "none"
"""The filter for findings that nobody has disposed of."""

AMOUNT_DIGITS = 4
"""Decimals of the amount that a filter compares with: those of the currency that has the most."""


@dataclass(frozen=True, slots=True)
class Disposition:
    """What an auditor decided of a finding. ``given_at`` is RFC 3339 in UTC."""

    finding_id: str
    disposition: str
    given_by: str
    reason: str
    given_at: str


@dataclass(frozen=True, slots=True)
class WorkedFinding:
    """A finding with its state, when it was first found in this stretch, and the disposition that stands.

    ``since`` and ``gone`` are starts of runs, RFC 3339; ``gone`` is None of a finding that stands.
    """

    stored: StoredFinding
    state: State
    since: str
    gone: str | None
    disposition: Disposition | None


@dataclass(frozen=True, slots=True)
class Filter:
    """Which findings: each part narrows, an empty one does not. Dates are included.

    ``amount`` is the least difference in money, either way, in units of ten to the minus ``AMOUNT_DIGITS``.
    """

    codes: Sequence[str] = ()
    tables: Sequence[str] = ()
    verdicts: Sequence[str] = ()
    states: Sequence[str] = ()
    dispositions: Sequence[str] = ()
    first: date | None = None
    last: date | None = None
    amount: int | None = None
    house_dealer: str | None = None
    participant: str | None = None
    finding_ids: Sequence[str] = ()

    def where(self) -> tuple[str, dict[str, Any]]:
        """Return the condition on ``worked_findings`` in SQL, with its parameters."""
        given = {
            "code IN (SELECT unnest($codes::VARCHAR[]))": ("codes", list(self.codes) or None),
            "table_id IN (SELECT unnest($tables::VARCHAR[]))": ("tables", list(self.tables) or None),
            "verdict::VARCHAR IN (SELECT unnest($verdicts::VARCHAR[]))": ("verdicts", list(self.verdicts) or None),
            "state IN (SELECT unnest($states::VARCHAR[]))": ("states", list(self.states) or None),
            f"coalesce(disposition::VARCHAR, '{UNDISPOSED}') IN (SELECT unnest($dispositions::VARCHAR[]))": (
                "dispositions",
                list(self.dispositions) or None,
            ),
            "gaming_date >= $first": ("first", self.first),
            "gaming_date <= $last": ("last", self.last),
            "abs(variance::HUGEINT) * [10000, 1000, 100, 10, 1][minor_digits + 1] >= $amount": ("amount", self.amount),
            "house_dealer_id = $house_dealer": ("house_dealer", self.house_dealer),
            "participant_id = $participant": ("participant", self.participant),
            "finding_id IN (SELECT unnest($ids::VARCHAR[]))": ("ids", list(self.finding_ids) or None),
        }
        chosen = {condition: pair for condition, pair in given.items() if pair[1] is not None}
        return " AND ".join(chosen) or "true", dict(chosen.values())


def state_counts(db: Database, chosen: Filter) -> dict[str, int]:
    """How many findings of each state fit, states without any included."""
    where, parameters = chosen.where()
    counts = dict(db.rows(f"SELECT state, count(*) FROM worked_findings WHERE {where} GROUP BY state", parameters))
    return {state: counts.get(state, 0) for state in STATES}


def worked_findings(db: Database, chosen: Filter, limit: int | None = None) -> Iterator[WorkedFinding]:
    """Yield the findings that fit, in the order of exports, the first ``limit`` of them."""
    where, parameters = chosen.where()
    first = f"LIMIT {limit:d}" if limit is not None else ""
    cursor = db.connection.cursor().execute(
        f"SELECT {', '.join(READ)}, state, s.started_at, g.started_at, disposition, given_by, reason, given_at"
        f" FROM (SELECT * FROM worked_findings WHERE {where}) AS f"
        " JOIN (SELECT run_id AS since, started_at FROM runs) AS s ON s.since = coalesce(f.since_run, f.run_id)"
        " LEFT JOIN (SELECT run_id AS ended, started_at FROM runs) AS g ON g.ended = f.gone_run"
        f" ORDER BY {FINDING_ORDER} {first}",
        parameters,
    )
    while rows := cursor.fetchmany(2048):
        for row in rows:
            stored, rest = stored_finding(row[: len(READ)]), row[len(READ) :]
            decided = Disposition(stored.finding_id, *rest[3:]) if rest[3] else None
            state, since, gone = rest[:3]
            yield WorkedFinding(stored, state, since, gone, decided)


@dataclass(frozen=True, slots=True)
class StateInRun:
    """How a finding stands to the run before. ``about``: code, table, gaming date and round id; ``since`` as above."""

    finding_id: str
    state: State
    about: tuple[str, str, date, str]
    since: str


def states_in_run(db: Database, run_id: str) -> list[StateInRun]:
    """The findings of a run, and those that it was the first no longer to have, in the order of exports."""
    rows = db.rows(
        "SELECT finding_id, state, code, table_id, gaming_date, round_id, started_at"
        " FROM identified_findings AS f"
        " JOIN (SELECT run_id AS since, started_at FROM runs) AS s ON s.since = coalesce(f.since_run, f.run_id)"
        " WHERE gone_run IS NULL AND f.run_id = $run_id OR gone_run = $run_id"
        f" ORDER BY state = 'gone', {FINDING_ORDER}",
        {"run_id": run_id},
    )
    return [StateInRun(row[0], row[1], row[2:6], row[6]) for row in rows]


def run_before(db: Database, run_id: str, condition: str, parameters: dict[str, Any]) -> str | None:
    """The latest run before that judged any of the rounds for which a condition holds; None where there was none."""
    (before,) = db.one(
        "SELECT arg_max(j.run_id, j.rowid) FROM judged AS j"
        " WHERE j.rowid < (SELECT rowid FROM judged WHERE run_id = $this_run) AND EXISTS ("
        f" SELECT 1 FROM (SELECT * FROM rounds WHERE {condition}) AS r"
        " WHERE r.round_key <= j.last_key AND r.gaming_date BETWEEN j.first_date AND j.last_date"
        " AND r.table_id = coalesce(j.table_id, r.table_id))",
        {"this_run": run_id, **parameters},
    )
    return None if before is None else str(before)


def ids_like(db: Database, prefixes: Sequence[str], most: int) -> dict[str, list[str]]:
    """Up to ``most`` ids, in order, for each of the prefixes that some begin with; one pass over all findings."""
    rows = db.rows(
        "SELECT prefix, list(DISTINCT finding_id ORDER BY finding_id)[:$most]"
        " FROM identified_findings JOIN (SELECT unnest($prefixes::VARCHAR[]) AS prefix)"
        " ON starts_with(finding_id, prefix) GROUP BY prefix",
        {"prefixes": list(dict.fromkeys(prefixes)), "most": most},
    )
    return dict(rows)


def dispositions(db: Database, finding_id: str | None = None) -> list[Disposition]:
    """Every disposition, or those of a finding, in the order given; the last of a finding stands."""
    return [
        Disposition(*row)
        for row in db.rows(
            "SELECT finding_id, disposition, given_by, reason, given_at FROM dispositions"
            " WHERE finding_id = coalesce($id, finding_id) ORDER BY number",
            {"id": finding_id},
        )
    ]


def add_dispositions(db: Database, given: Sequence[Disposition]) -> None:
    """Add dispositions after those that there are."""
    for each in given:
        db.connection.execute(
            "INSERT INTO dispositions SELECT coalesce(max(number), 0) + 1, ?, ?, ?, ?, ? FROM dispositions",
            [each.finding_id, each.disposition, each.given_by, each.reason, each.given_at],
        )
