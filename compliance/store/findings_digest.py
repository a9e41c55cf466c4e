"""One hash over all findings of a run, for the audit log."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from compliance.store.database import Database

_COLUMNS = (
    "seat", "participant_index", "wager_kind", "expected_outcome", "expected_net", "recorded_outcome", "recorded_net",
    "variance", "branch", "interpretation", "reading", "also_fits", "detail",
)  # fmt: skip

# The lines of rounds whose ids end alike are hashed together first: sorting all of them at once would not do for a
# run with millions.
_SQL = f"""
WITH lines AS (
    SELECT right(round_id, 2) AS part, concat_ws(chr(31), licensee_id, round_id, code, verdict,
        {", ".join(f"coalesce({name}::VARCHAR, '')" for name in _COLUMNS)}) AS line
    FROM findings JOIN rounds USING (round_key) WHERE run_id = $run_id
),
parts AS (SELECT part, sha256(string_agg(line, chr(10) ORDER BY line)) AS digest FROM lines GROUP BY part)
SELECT sha256(coalesce(string_agg(digest, '' ORDER BY part), '')) FROM parts
"""


def findings_digest(db: Database, run_id: str) -> str:
    """SHA-256, hexadecimal, of the findings of a run: one line each, sorted within rounds whose ids end alike.

    It depends on what was found in which round alone, not on how a database numbers its rounds or in what order it
    took them in. It names a participant by the place at the seat, so that nobody who holds it can try identifiers.
    """
    (digest,) = db.one(_SQL, {"run_id": run_id})
    return str(digest)
