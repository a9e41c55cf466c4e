"""Taking a log in, against DuckDB's own typed reading of the same file into a table."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

import duckdb

from benchmarks.figure import Figure, shortest
from compliance.ingest.ingesting import ingest_paths
from compliance.store import open_database

if TYPE_CHECKING:
    from pathlib import Path

COLUMNS = """{
    round_id: 'VARCHAR', table_id: 'VARCHAR', sequence: 'BIGINT', rule_sheet: 'VARCHAR', gaming_date: 'DATE',
    started_at: 'VARCHAR', wagers_closed_at: 'VARCHAR', settled_at: 'VARCHAR', currency: 'VARCHAR',
    status: 'VARCHAR', void_reason: 'VARCHAR', deck: 'VARCHAR', shuffler_id: 'VARCHAR',
    house_dealer_id: 'VARCHAR', dealer_cards: 'VARCHAR[]', action_card: 'VARCHAR', action_seat: 'BIGINT',
    player_dealer: 'STRUCT(seat BIGINT, participant_id VARCHAR, wager VARCHAR, collection VARCHAR, net VARCHAR)',
    seats: 'STRUCT(seat BIGINT, cards VARCHAR[], participants STRUCT(participant_id VARCHAR, decision VARCHAR,
        decision_source VARCHAR, collection VARCHAR,
        wagers STRUCT(kind VARCHAR, stake VARCHAR, outcome VARCHAR, net VARCHAR)[])[])[]',
    extra: 'JSON'
}"""


def take_in(logs: list[Path], database: Path) -> None:
    """Take logs into a new database."""
    with open_database(database) as db:
        ingest_paths(db, logs, default_licensee="bench", at=datetime.now(UTC))


def bare(logs: list[Path], database: Path) -> None:
    """Read logs into one table, unchecked."""
    with duckdb.connect(str(database)) as connection:
        connection.execute(
            f"CREATE TABLE log AS FROM read_json(?, format = 'newline_delimited', columns = {COLUMNS})",
            [[str(path) for path in logs]],
        )


def figures(logs: list[Path], database: Path) -> list[Figure]:
    """Measure; the database of logs taken in stays for what follows."""
    ours = shortest(lambda: take_in(logs, database), 1)
    unchecked = database.with_name("bare.duckdb")
    theirs = shortest(lambda: bare(logs, unchecked), 1)
    unchecked.unlink()
    return [Figure("JSON Lines taken in ÷ bare read_json", ours / theirs, 4)]
