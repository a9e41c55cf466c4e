"""What becomes of findings from run to run: new, still open, or gone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from compliance.store.database import Database

_SAME = " AND ".join(
    f"{value.format('f')} IS NOT DISTINCT FROM {value.format('b')}"
    for value in (
        "{}.round_key", "{}.code", "{}.seat", "{}.participant_index", "{}.wager_kind", "{}.expected_outcome",
        "{}.expected_net", "{}.recorded_outcome", "{}.recorded_net", "{}.interpretation", "{}.reading",
        "figures_of({0}.code, {0}.detail)",
    )
)  # fmt: skip
"""One finding in two runs: what ``finding_id`` digests, within one database."""


def set_aside(db: Database, condition: str, parameters: dict[str, Any]) -> None:
    """Take away the standing findings of the rounds that a new run judges, and keep them until it has its own."""
    rounds = f"round_key IN (SELECT round_key FROM rounds WHERE {condition})"
    db.connection.execute(f"CREATE OR REPLACE TEMP TABLE found_before AS FROM findings WHERE {rounds}", parameters)
    db.connection.execute(f"DELETE FROM findings WHERE {rounds}", parameters)


def compare_with_before(db: Database, run_id: str) -> None:
    """Mark the findings of a run that the runs before it had, and keep those that it no longer has as gone."""
    if not db.rows("SELECT 1 FROM found_before LIMIT 1"):
        return
    run = {"run_id": run_id}
    db.connection.execute(
        "UPDATE findings AS f SET since_run = b.since FROM"
        " (SELECT *, coalesce(since_run, run_id) AS since FROM found_before) AS b"
        f" WHERE f.run_id = $run_id AND {_SAME}",
        run,
    )
    db.connection.execute(
        "INSERT INTO gone_findings BY NAME SELECT b.*, $run_id AS gone_run FROM found_before AS b"
        f" ANTI JOIN (FROM findings WHERE run_id = $run_id) AS f ON {_SAME}",
        run,
    )
    # One that was gone and has come back is new, and no longer gone.
    db.connection.execute(
        "DELETE FROM gone_findings AS b USING findings AS f WHERE f.run_id = $run_id"
        f" AND f.since_run IS NULL AND {_SAME}",
        run,
    )
    db.connection.execute("DROP TABLE found_before")
