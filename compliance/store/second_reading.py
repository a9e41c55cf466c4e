"""What one reader has staged, held against what another made of the same lines."""

from __future__ import annotations

from importlib import resources
from typing import TYPE_CHECKING

from compliance.store.staged import STRUCTURE
from compliance.store.staging import participants_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from compliance.store.database import Database


def disagreeing(db: Database, records: Iterable[str]) -> list[int]:
    """Return the lines whose staged rounds are not those of ``records``, each as ``Staging.add`` takes it."""
    db.connection.execute("CREATE OR REPLACE TEMP TABLE second_reading AS FROM staged LIMIT 0")
    db.connection.execute(
        "INSERT INTO second_reading SELECT unnest(from_json(record, $structure)) "
        "FROM (SELECT unnest(string_split($records, chr(10))) AS record)",
        {"records": "\n".join(records), "structure": STRUCTURE},
    )
    # The few rounds are sought out once: what is staged is wide.
    db.connection.execute(
        "CREATE OR REPLACE TEMP TABLE first_reading AS FROM staged WHERE line IN (SELECT line FROM second_reading)"
    )
    sql = resources.files(__package__).joinpath("sql", "disagreeing.sql").read_text(encoding="utf-8")
    return [line for (line,) in db.rows(sql.replace("PARTICIPANTS", participants_of("second_reading")))]
