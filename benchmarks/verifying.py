"""The set-based evaluator against a bare scan, the reference evaluator, and the script one would write instead."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

import duckdb

from benchmarks.figure import Figure, shortest, shortest_in_turn
from benchmarks.script import audit_row_by_row
from compliance.bulk.evaluate import evaluate
from compliance.bulk.layout import lay_out
from compliance.ingest.rereading import rounds_from_kept
from compliance.parity.rules import NumberedRules
from compliance.reference.audit import audit_round
from compliance.rules.rulebook import RuleBook
from compliance.store import open_database
from compliance.store.results import clear_findings, keep_findings

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from duckdb import DuckDBPyConnection

    from compliance.store import Database

GOES = 5
BY_REFERENCE = 10_000
BY_SCRIPT = 20_000


def verify_in_bulk(db: Database, book: RuleBook) -> None:
    """Rank, qualify, settle, cover, compare, and store the findings of every round."""
    with db.transaction():
        clear_findings(db, "true", {})
        evaluate(db.connection, book)
        keep_findings(db, "bench")


def bare_scan(connection: DuckDBPyConnection, wagers: int) -> Callable[[], object]:
    """Make a table of one row a wager in a database in memory; return the task of scanning and summing it."""
    connection.execute(
        "CREATE TABLE wagers AS SELECT i AS round_key, i % 8 AS seat, i % 5 AS participant_index,"
        " ['ante', 'play', 'pair_plus', 'six_card_bonus'][i % 4 + 1] AS kind,"
        " (i * 7919 % 20000)::BIGINT AS stake, (i * 104729 % 40000 - 20000)::BIGINT AS net"
        " FROM range(?) AS numbers(i)",
        [wagers],
    )
    scan = "SELECT kind, count(*), sum(round_key), sum(stake), sum(net) FROM wagers GROUP BY kind"
    return lambda: connection.execute(scan).fetchall()


def figures(database: Path, sheet_id: str, *, others: bool) -> list[Figure]:
    """Measure on the rounds of one sheet; ``others``: the reference evaluator and the script too."""
    book = RuleBook.load()
    with open_database(database) as db, duckdb.connect() as bare:
        (wagers,) = db.one("SELECT sum(bit_count(kinds)) FROM participants")
        scan = bare_scan(bare, wagers)
        laid = shortest(lambda: lay_out(db.connection), 1)
        seconds, scanned = shortest_in_turn(lambda: verify_in_bulk(db, book), scan, repetitions=GOES)
        found = [
            Figure(f"{sheet_id}: verified in bulk ÷ bare scan", seconds / scanned, 20),
            Figure(f"{sheet_id}: new rounds laid out, once ÷ bare scan", laid / scanned),
        ]
        if others:
            rate = wagers / seconds
            found += [
                Figure(f"{sheet_id}: wagers verified a second", rate),
                Figure(f"{sheet_id}: the same ÷ a script's rate", rate / script_rate(db), 200, at_most=False),
                Figure(f"{sheet_id}: rounds a second, reference", reference_rate(db, book), 2000, at_most=False),
            ]
        return found


def reference_rate(db: Database, book: RuleBook) -> float:
    """Rounds a second of the reference evaluator, reading not counted."""
    rules = NumberedRules(book)
    rounds = [round_ for _, round_ in islice(rounds_from_kept(db), BY_REFERENCE)]

    def all_of_them() -> None:
        for round_ in rounds:
            in_use = rules.of(round_)
            audit_round(round_, in_use.rules, in_use.positions)

    return len(rounds) / shortest(all_of_them)


def script_rate(db: Database) -> float:
    """Wagers a second of the script, reading not counted."""
    rows = db.connection.execute(
        "SELECT dealer_cards, cards, decision, ante_stake, ante_net, play_stake, play_net, pair_plus_stake,"
        " pair_plus_net, six_card_bonus_stake, six_card_bonus_net, bit_count(kinds) AS wagers"
        " FROM participants JOIN rounds USING (round_key)"
        " WHERE status = 'settled' AND cards IS NOT NULL AND dealer_cards IS NOT NULL LIMIT ?",
        [BY_SCRIPT],
    ).df()
    return int(rows.wagers.sum()) / shortest(lambda: audit_row_by_row(rows), 1)
