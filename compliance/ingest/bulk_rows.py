"""Rows of one wager each that are in their plainest writing, put together and staged by the database in bulk.

What is plain is what ``shape`` lets through of a line, value by value. A round that is not plain, or whose rows do not
agree, is not faulty: the strict reader has to say.
"""

from __future__ import annotations

import itertools
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING

from compliance.domain.money import MoneyError, minor_digits
from compliance.domain.words import WAGER_KINDS, Decision, DecisionSource, Outcome, PlayerDealerKind, RoundStatus
from compliance.ingest.bulk_lines import MACROS
from compliance.ingest.flat import OF_ROUND
from compliance.ingest.shape import CARD, COUNT, DAY, SEAT, TIME

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from compliance.store import Database

ROUNDS_AT_ONCE = 250_000

_NAME = "[ -~]{1,128}"
_PARTICIPANT = "[ -:<-~]{1,128}"
_CARDS = f"{CARD}(?: {CARD})*"


@cache
def _sql(name: str) -> str:
    text = resources.files(__package__).joinpath("sql", f"{name}.sql").read_text(encoding="utf-8")
    # The comment at the top names the parts, and is no part of the statement.
    return "\n".join(line for line in text.splitlines() if not line.startswith("--"))


def stage(db: Database, default_licensee: str) -> Iterator[list[int]]:
    """Stage the plain rounds of the table ``flat_rows``, some at a time; yield the numbers of their first rows.

    ``flat_rows`` has a ``number`` and every column of the flat form as text, null for none, and each row names its
    """
    db.connection.execute(_sql("flat_keyed").replace("AGREES", _agrees()))
    db.connection.execute("CREATE OR REPLACE TEMP TABLE flat_taken (first BIGINT)")
    (currency,) = db.one("SELECT currency FROM flat_rows WHERE number = (SELECT min(number) FROM flat_rows)")
    try:
        digits = minor_digits(currency or "")
    except MoneyError:
        return
    db.connection.execute(MACROS.format(digits=digits, unit=10**digits))
    statement = _statement(currency, digits)
    starts = db.rows(
        "SELECT first FROM (SELECT first, row_number() OVER (ORDER BY first) - 1 AS place "
        "FROM (SELECT DISTINCT first FROM flat_keyed)) WHERE place % $step = 0 ORDER BY first",
        {"step": ROUNDS_AT_ONCE},
    )
    bounds = [start for (start,) in starts] + [1 << 62]
    for start, stop in itertools.pairwise(bounds):
        db.connection.execute(statement, {"start": start, "stop": stop, "licensee": default_licensee})
        db.connection.execute("INSERT INTO flat_taken SELECT line FROM staged")
        db.connection.execute(
            "INSERT INTO staged_rows SELECT first, number, 0, 0, false FROM flat_keyed "
            "WHERE first IN (SELECT line FROM staged)"
        )
        yield [line for (line,) in db.rows("SELECT line FROM staged ORDER BY line")]


def _agrees() -> str:
    return " AND ".join(f"r.{name} IS NOT DISTINCT FROM f.{name}" for name in sorted(OF_ROUND))


def _statement(currency: str, digits: int) -> str:
    decimals = rf"(?:\.[0-9]{{1,{digits}}})?" if digits else ""
    money = f"-?[0-9]{{1,10}}{decimals}"
    time_ok = "instant({0}) IS NOT NULL"
    needed = {
        "round_id": _NAME, "table_id": _NAME, "rule_sheet": _NAME, "gaming_date": DAY, "started_at": TIME,
        "settled_at": TIME,
    }  # fmt: skip
    allowed = {
        **dict.fromkeys(("licensee_id", "deck", "shuffler_id", "house_dealer_id", "shift", "session_id"), _NAME),
        "wagers_closed_at": TIME, "sequence": COUNT, "void_reason": "[ -~]+", "dealer_cards": _CARDS,
        "action_card": CARD, "action_seat": SEAT, "player_dealer_seat": SEAT, "player_dealer_participant_id": _NAME,
        **dict.fromkeys(("player_dealer_wager", "player_dealer_collection", "player_dealer_net"), money),
        "player_dealer_declined_by": f"{_PARTICIPANT}(?:;{_PARTICIPANT})*", "progressive_meter_id": _NAME,
        "progressive_before": money, "progressive_after": money,
    }  # fmt: skip
    banker = [f"r.player_dealer_{name}" for name in ("wager", "collection", "net", "kind", "declined_by")]
    of_round = [
        f"r.currency = '{currency}'", "r.extra IS NULL", _among("r.status", RoundStatus, required=True),
        _among("r.player_dealer_kind", PlayerDealerKind),
        *(_fits(f"r.{name}", pattern, required=True) for name, pattern in needed.items()),
        *(_fits(f"r.{name}", pattern) for name, pattern in allowed.items()),
        "try_cast(r.gaming_date AS DATE) IS NOT NULL",
        time_ok.format("r.started_at"), time_ok.format("r.settled_at"),
        f"(r.wagers_closed_at IS NULL OR {time_ok.format('r.wagers_closed_at')})",
        "(r.player_dealer_seat IS NULL) = (r.player_dealer_participant_id IS NULL)",
        f"(r.player_dealer_seat IS NOT NULL OR coalesce({', '.join(banker)}) IS NULL)",
        "(r.progressive_meter_id IS NULL) = (r.progressive_before IS NULL)",
        "(r.progressive_meter_id IS NOT NULL OR r.progressive_after IS NULL)",
    ]  # fmt: skip
    of_row = [
        _among("kind", WAGER_KINDS, required=True), _among("outcome", Outcome, required=True),
        _fits("stake", money, required=True), _fits("net", money, required=True), _fits("seat", SEAT, required=True),
        _fits("participant_id", _NAME, required=True), _fits("cards", _CARDS), _fits("placed_at", TIME),
        f"(placed_at IS NULL OR {time_ok.format('placed_at')})",
    ]  # fmt: skip
    of_person = [
        _among("decision", Decision), _among("decision_source", DecisionSource), _fits("collection", money),
    ]  # fmt: skip
    sql = _sql("flat_staged")
    parts = {"ROUND_PLAIN": of_round, "ROW_PLAIN": of_row, "PERSON_PLAIN": of_person}
    for name, conditions in parts.items():
        sql = sql.replace(name, " AND ".join(conditions))
    return sql.replace("DIGITS", str(digits))


def _fits(column: str, pattern: str, *, required: bool = False) -> str:
    match = f"regexp_full_match({column}, '{pattern}')"
    return f"coalesce({match}, false)" if required else f"coalesce({match}, true)"


def _among(column: str, words: Iterable[str], *, required: bool = False) -> str:
    listed = ", ".join(f"'{word}'" for word in words)
    return f"coalesce({column} IN ({listed}), {'false' if required else 'true'})"
