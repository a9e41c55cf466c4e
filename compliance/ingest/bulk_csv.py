"""The rows of a CSV file in the columns of format 1, put together by the database in bulk as far as they are plain."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from compliance.ingest import bulk_rows
from compliance.ingest.flat import COLUMNS
from compliance.ingest.lines import Line

if TYPE_CHECKING:
    from collections.abc import Sequence

    from compliance.ingest.flat_files import FlatFile
    from compliance.ingest.intake import Intake
    from compliance.ingest.lines import Assembled
    from compliance.store import Database


def take(db: Database, intake: Intake, flat: FlatFile, columns: Sequence[str], delimiter: str) -> None:
    """Take the plain rounds of the rows that ``flat`` has gathered, and leave it the others.

    Raises:
        StoreError: as ``Intake.settle``.
    """
    flat.spool.flush()
    cells = ", ".join(f"nullif(cells[{place}], '') AS {name}" for place, name in enumerate(columns, 1))
    absent = "".join(f", NULL::VARCHAR AS {name}" for name in sorted(COLUMNS.difference(columns)))
    db.connection.execute(
        f"CREATE OR REPLACE TEMP TABLE flat_rows AS SELECT number, byte_offset, byte_length, {cells}{absent} FROM "
        "(SELECT * REPLACE (coalesce(cells, string_split(raw, $delimiter)) AS cells) FROM spooled "
        "WHERE (licensee, round_id) NOT IN "
        "(SELECT (unnest($licensees::VARCHAR[]), unnest($rounds::VARCHAR[]))))",
        {
            "delimiter": delimiter,
            "licensees": [licensee or "" for licensee, _ in flat.spoilt],
            "rounds": [round_id for _, round_id in flat.spoilt],
        },
    )

    def find(firsts: Sequence[int]) -> list[Assembled]:
        rows = db.rows(
            "SELECT first, number, s.byte_offset, s.byte_length, raw "
            "FROM spooled AS s JOIN flat_keyed USING (number) "
            "WHERE first IN (SELECT unnest($firsts::BIGINT[])) ORDER BY first, number",
            {"firsts": list(firsts)},
        )
        return [
            flat.round_of([Line(number, offset, raw.encode(), length) for _, number, offset, length, raw in of_round])
            for _, of_round in groupby(rows, key=lambda row: row[0])
        ]

    for count, firsts in bulk_rows.stage(db, intake.default_licensee):
        intake.take_staged(count, firsts, find)
    db.connection.execute(
        "DELETE FROM spooled WHERE number IN (SELECT number FROM flat_keyed WHERE first IN (FROM flat_taken))"
    )
