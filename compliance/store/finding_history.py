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

_ASIDE = (
    "CREATE OR REPLACE TEMP TABLE judged_anew AS SELECT round_key FROM rounds WHERE {condition}",
    "CREATE OR REPLACE TEMP TABLE found_before AS FROM written_findings SEMI JOIN judged_anew USING (round_key)",
    "CREATE OR REPLACE TEMP TABLE uncharted_before AS FROM uncharted_rounds SEMI JOIN judged_anew USING (round_key)",
    "DELETE FROM written_findings WHERE round_key IN (FROM judged_anew)",
    "DELETE FROM uncharted_rounds WHERE round_key IN (FROM judged_anew)",
)

_STILL_UNCHARTED = """
WITH charts AS (
    SELECT run_id, rules_id, list((kind, after_fold, after_disconnection) ORDER BY kind) AS missing
    FROM uncharted_kinds GROUP BY run_id, rules_id
)
UPDATE uncharted_rounds AS u SET since_run = b.since
FROM (
    SELECT round_key, coalesce(since_run, run_id) AS since, missing
    FROM uncharted_before JOIN charts USING (run_id, rules_id)
) AS b, charts AS c
WHERE u.run_id = $run_id AND b.round_key = u.round_key
    AND c.run_id = u.run_id AND c.rules_id = u.rules_id AND c.missing = b.missing
"""
"""Rounds that lack the same charts as before lack them still, all their wagers at once."""

_OTHERWISE = (
    "CREATE OR REPLACE TEMP TABLE charted_since AS FROM uncharted_before"
    " ANTI JOIN (FROM uncharted_rounds WHERE run_id = $run_id AND since_run IS NOT NULL) USING (round_key)",
    "INSERT INTO found_before BY NAME FROM uncharted_wagers('charted_since', 'uncharted_kinds')",
    "CREATE OR REPLACE TEMP TABLE uncharted_since AS FROM uncharted_rounds SEMI JOIN found_before USING (round_key)"
    " WHERE run_id = $run_id AND since_run IS NULL",
    "INSERT INTO written_findings BY NAME FROM uncharted_wagers('uncharted_since', 'uncharted_kinds')",
    "DELETE FROM uncharted_rounds WHERE run_id = $run_id AND round_key IN (SELECT round_key FROM uncharted_since)",
)
"""Rounds that lack other charts, or were kept otherwise, are told wager by wager."""


def set_aside(db: Database, condition: str, parameters: dict[str, Any]) -> None:
    """Take away the standing findings of the rounds that a new run judges, and keep them until it has its own."""
    for step in _ASIDE:
        db.connection.execute(step.format(condition=condition), parameters if "{condition}" in step else {})


def compare_with_before(db: Database, run_id: str) -> None:
    """Mark the findings of a run that the runs before it had, and keep those that it no longer has as gone."""
    run = {"run_id": run_id}
    (uncharted,) = db.one("SELECT count(*) FROM uncharted_before")
    if uncharted:
        db.connection.execute(_STILL_UNCHARTED, run)
    for step in _OTHERWISE:
        db.connection.execute(step, run if "$run_id" in step else {})
    if db.rows("SELECT 1 FROM found_before LIMIT 1"):
        db.connection.execute(
            "UPDATE written_findings AS f SET since_run = b.since FROM"
            " (SELECT *, coalesce(since_run, run_id) AS since FROM found_before) AS b"
            f" WHERE f.run_id = $run_id AND {_SAME}",
            run,
        )
        db.connection.execute(
            "INSERT INTO gone_findings BY NAME SELECT b.*, $run_id AS gone_run FROM found_before AS b"
            f" ANTI JOIN (FROM written_findings WHERE run_id = $run_id) AS f ON {_SAME}",
            run,
        )
    # One that was gone and has come back is new, and no longer gone.
    if db.rows("SELECT 1 FROM gone_findings LIMIT 1"):
        db.connection.execute(
            "DELETE FROM gone_findings AS b USING findings AS f WHERE f.run_id = $run_id"
            f" AND f.since_run IS NULL AND {_SAME}",
            run,
        )
    for table in ("judged_anew", "found_before", "uncharted_before", "charted_since", "uncharted_since"):
        db.connection.execute(f"DROP TABLE {table}")
