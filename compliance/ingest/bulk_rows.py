"""Rows of one wager each that are in their plainest writing, put together and staged by the database in bulk.

What is plain is what ``shape`` lets through of a line, value by value. A round that is not plain, or whose rows do not
agree, is not faulty: the strict reader has to say.
"""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

from compliance.domain.money import MoneyError, minor_digits
from compliance.ingest import plain_values as plain
from compliance.ingest.flat import OF_ROUND
from compliance.ingest.plain_values import among, distinct_keys, exists, fits, not_long
from compliance.ingest.statements import amounts, define_amounts, statement

if TYPE_CHECKING:
    from collections.abc import Iterator

    from compliance.store import Database

ROUNDS_AT_ONCE = 250_000


def stage(db: Database, default_licensee: str) -> Iterator[tuple[int, list[int]]]:
    """Stage the plain rounds of ``flat_rows``, some at a time; yield how many rows, and the numbers of the first ones.

    ``flat_rows`` has a ``number``, a place in the file, and every column of the flat form as text, null for none; each
    row names its round. After each part, what is staged must be settled.
    """
    db.connection.execute(statement("flat_keyed", {"OF_ROUND": ", ".join(sorted(OF_ROUND))}))
    db.connection.execute("CREATE OR REPLACE TEMP TABLE flat_taken (first BIGINT)")
    found = db.rows("SELECT currency FROM flat_rows WHERE number = (SELECT min(number) FROM flat_rows)")
    currency = (found[0][0] if found else None) or ""
    try:
        digits = minor_digits(currency)
    except MoneyError:
        return
    define_amounts(db, digits)
    statements = _statements(currency, digits)
    starts = db.rows(
        "SELECT first FROM (SELECT first, row_number() OVER (ORDER BY first) - 1 AS place FROM flat_firsts) "
        "WHERE place % $step = 0 ORDER BY first",
        {"step": ROUNDS_AT_ONCE},
    )
    bounds = [start for (start,) in starts] + [1 << 62]
    for start, stop in itertools.pairwise(bounds):
        given = {"start": start, "stop": stop, "licensee": default_licensee}
        for sql in statements:
            db.connection.execute(sql, {name: value for name, value in given.items() if f"${name}" in sql})
        db.connection.execute("INSERT INTO flat_taken SELECT line FROM staged")
        db.connection.execute(
            "INSERT INTO staged_rows SELECT first, number, byte_offset, byte_length, false "
            "FROM flat_keyed WHERE first IN (SELECT line FROM staged) "
            # A round of one row stands where that row stands.
            "AND first IN (SELECT first FROM flat_keyed WHERE number <> first)"
        )
        (rows,) = db.one("SELECT count(*) FROM flat_keyed WHERE first IN (SELECT line FROM staged)")
        yield rows, [line for (line,) in db.rows("SELECT line FROM staged ORDER BY line")]


def _statements(currency: str, digits: int) -> list[str]:
    money = plain.money(digits)
    needed = {
        **dict.fromkeys(("round_id", "table_id", "rule_sheet"), plain.NAME), "gaming_date": plain.DAY,
        **dict.fromkeys(("started_at", "settled_at"), plain.TIME),
    }  # fmt: skip
    allowed = {
        **dict.fromkeys(("licensee_id", "deck", "shuffler_id", "house_dealer_id", "shift", "session_id"), plain.NAME),
        **dict.fromkeys(("player_dealer_participant_id", "progressive_meter_id"), plain.NAME),
        **dict.fromkeys(("action_seat", "player_dealer_seat"), plain.SEAT), "sequence": plain.COUNT,
        "wagers_closed_at": plain.TIME, "void_reason": plain.TEXT, "dealer_cards": plain.CARDS,
        "action_card": plain.CARD, "player_dealer_declined_by": f"{plain.PARTICIPANT}(?:;{plain.PARTICIPANT})*",
        **dict.fromkeys(("player_dealer_wager", "player_dealer_collection", "player_dealer_net"), money),
        "progressive_before": money, "progressive_after": money,
    }  # fmt: skip
    banker = [f"r.player_dealer_{name}" for name in ("wager", "collection", "net", "kind", "declined_by")]
    of_round = [
        f"r.currency = '{currency}'", among("r.status", plain.RoundStatus, required=True),
        fits("r.extra", plain.EXTRA), distinct_keys("r.extra"), not_long("r.extra"), not_long("r.void_reason"),
        not_long("r.player_dealer_declined_by"), f"whole.rows <= {plain.MOST_ROWS}",
        among("r.player_dealer_kind", plain.PlayerDealerKind),
        *(fits(f"r.{name}", pattern, required=True) for name, pattern in needed.items()),
        *(fits(f"r.{name}", pattern) for name, pattern in allowed.items()),
        "try_cast(r.gaming_date AS DATE) IS NOT NULL",
        exists("r.started_at"), exists("r.settled_at"), exists("r.wagers_closed_at"),
        "(r.player_dealer_seat IS NULL) = (r.player_dealer_participant_id IS NULL)",
        f"(r.player_dealer_seat IS NOT NULL OR coalesce({', '.join(banker)}) IS NULL)",
        "(r.progressive_meter_id IS NULL) = (r.progressive_before IS NULL)",
        "(r.progressive_meter_id IS NOT NULL OR r.progressive_after IS NULL)",
    ]  # fmt: skip
    of_row = [
        among("kind", plain.WAGER_KINDS, required=True), among("outcome", plain.Outcome, required=True),
        fits("stake", money, required=True), fits("net", money, required=True), fits("seat", plain.SEAT, required=True),
        fits("participant_id", plain.NAME, required=True), fits("cards", plain.CARDS), fits("placed_at", plain.TIME),
        exists("placed_at"),
    ]  # fmt: skip
    of_person = [
        among("decision", plain.Decision), among("decision_source", plain.DecisionSource), fits("collection", money),
    ]  # fmt: skip
    plain_parts = {"ROUND_PLAIN": of_round, "ROW_PLAIN": of_row, "PERSON_PLAIN": of_person}
    parts = {name: " AND ".join(conditions) for name, conditions in plain_parts.items()}
    parts |= {"PER_KIND": ", ".join(map(_columns, plain.WAGER_KINDS)), "KINDS": f"{list(plain.WAGER_KINDS)}"}
    return statement("flat_staged", parts | amounts(digits)).split(";\n")


def _columns(kind: str) -> str:
    """Return the SQL of what rows say of a kind of wager; 0 for the amounts of one that is not there."""
    return (
        f"coalesce(max(AMOUNT(stake)) FILTER (kind = '{kind}'), 0) AS {kind}_stake, "
        f"coalesce(max(AMOUNT(net)) FILTER (kind = '{kind}'), 0) AS {kind}_net, "
        f"max(try_cast(outcome AS outcome)) FILTER (kind = '{kind}') AS {kind}_outcome"
    )
