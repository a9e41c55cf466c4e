"""Taking logs in, against DuckDB's own reading of the same files into a table."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING

import duckdb

from benchmarks.figure import Figure, shortest_in_turn
from compliance.ingest.ingesting import ingest_paths
from compliance.store import open_database

if TYPE_CHECKING:
    from collections.abc import Callable
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


PARQUET_ROUNDS = 200_000
OF_ROUND = (
    "round_id", "table_id", "sequence", "rule_sheet", "gaming_date", "started_at", "wagers_closed_at", "settled_at",
    "currency", "status", "void_reason", "deck", "shuffler_id", "house_dealer_id", "action_card", "action_seat",
)  # fmt: skip
OF_BANKER = ("seat", "participant_id", "wager", "collection", "net")
NESTED = f"SELECT * FROM log LIMIT {PARQUET_ROUNDS}"
FLAT = f"""
WITH seats AS (SELECT *, unnest(seats) AS s FROM ({NESTED})),
people AS (SELECT *, unnest(s.participants) AS p FROM seats),
wagers AS (SELECT *, unnest(p.wagers) AS w FROM people)
SELECT
    {", ".join(OF_ROUND)}, array_to_string(dealer_cards, ' ') AS dealer_cards, extra,
    {", ".join(f"player_dealer.{name} AS player_dealer_{name}" for name in OF_BANKER)},
    s.seat AS seat, array_to_string(s.cards, ' ') AS cards, p.participant_id AS participant_id,
    p.decision AS decision, p.decision_source AS decision_source, p.collection AS collection,
    w.kind AS kind, w.stake AS stake, w.outcome AS outcome, w.net AS net
FROM wagers
"""


def bare_parquet(log: Path, database: Path) -> None:
    """Read a Parquet file into one table, unchecked."""
    with duckdb.connect(str(database)) as connection:
        connection.execute("CREATE TABLE log AS FROM read_parquet(?)", [str(log)])


def write_parquet(unchecked: Path, rows: str, log: Path) -> None:
    """Write rows of the table that ``bare`` has made."""
    with duckdb.connect(str(unchecked)) as connection:
        connection.execute(f"COPY ({rows}) TO '{log}' (FORMAT parquet)")


def _ratio(ours: Callable[[Path], None], database: Path, theirs: Callable[[Path], None], unchecked: Path) -> float:
    """Return our time by theirs, of two goes in turn: the first of all shares the disk with what wrote the logs."""

    def anew(read: Callable[[Path], None], path: Path) -> None:
        path.unlink(missing_ok=True)
        read(path)

    spent = shortest_in_turn(partial(anew, ours, database), partial(anew, theirs, unchecked), repetitions=2)
    return spent[0] / spent[1]


def figures(logs: list[Path], database: Path) -> list[Figure]:
    """Measure; the database of logs taken in stays for what follows."""
    unchecked = database.with_name("bare.duckdb")
    ratio = _ratio(partial(take_in, logs), database, partial(bare, logs), unchecked)
    found = [Figure("JSON Lines taken in ÷ bare read_json", ratio, 4)]
    for what, rows in (("round", NESTED), ("wager", FLAT)):
        log = database.with_name(f"{what}.parquet")
        write_parquet(unchecked, rows, log)
        taken, read = database.with_name("taken.duckdb"), database.with_name("read.duckdb")
        ratio = _ratio(partial(take_in, [log]), taken, partial(bare_parquet, log), read)
        found.append(Figure(f"Parquet of one {what} a row taken in ÷ bare read_parquet", ratio, 4))
        for path in (log, taken, read):
            path.unlink()
    unchecked.unlink()
    return found
