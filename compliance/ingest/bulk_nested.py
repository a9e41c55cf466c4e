"""Nested rounds whose values are in their plainest writing, staged by the database in bulk.

A round that is not plain is not faulty: the strict reader has to say.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from compliance.domain.money import MoneyError, minor_digits
from compliance.ingest import plain_values as plain
from compliance.ingest.bulk_lines import PLAIN_SEATS, structure
from compliance.ingest.parquet_rows import MANY, is_whole, quoted, scalar_text
from compliance.ingest.parquet_source import ROWS
from compliance.ingest.plain_values import among, distinct_keys, exists, fits, not_long
from compliance.ingest.statements import amounts, define_amounts, statement
from compliance.store.settings import settings

if TYPE_CHECKING:
    from collections.abc import Iterator

    from compliance.ingest.parquet_source import ParquetSource
    from compliance.store import Database

ROUNDS_AT_ONCE = 500_000
_INTEGERS = ("tinyint", "smallint", "integer", "bigint", "utinyint", "usmallint", "uinteger")
_LARGEST = 999_999_999
_LARGEST_COUNT = 10**14
_AMOUNTS = ("wager", "stake", "net", "collection", "before", "after")


class NotPlainError(Exception):
    """Columns that are not of the plain shape: the strict reader reads the file."""


def stage(db: Database, source: ParquetSource, default_licensee: str) -> Iterator[list[int]]:
    """Stage the plain rounds of a file, some at a time; yield the numbers of their rows.

    After each part, what is staged must be settled.

    Raises:
        NotPlainError: there are columns that a plain file does not have; nothing is staged.
    """
    columns = dict(source.columns)
    extra = columns.pop("extra", None)
    free = extra is not None and extra.id == "varchar"
    value = _structure(None, columns, structure(timed=True))
    (rows,) = db.one(f"SELECT count(*) FROM {ROWS}", {"path": source.pattern})
    found = db.rows(f"SELECT currency::VARCHAR FROM {ROWS} LIMIT 1", {"path": source.pattern})
    try:
        digits = minor_digits(found[0][0] or "" if found else "")
    except MoneyError:
        return
    parts = {
        "SOURCE": (
            "parsed AS (SELECT file_row_number + 1 AS number, 0 AS byte_offset, 0 AS byte_length, "
            f"{'NULL' if extra is None else 'extra'}::VARCHAR AS extra, {value} AS r "
            f"FROM {ROWS} "
            "WHERE file_row_number >= $start AND file_row_number < $stop)"
        ),
        "CONDITIONS": " AND ".join(_conditions(found[0][0], digits, free=free)),
        "PLACED_AT": "w.placed_at",
        "PLACED_NS": "instant(w.placed_at)",
        "PLACED_EXISTS": "true",
        "PLAIN": f"({PLAIN_SEATS} AND {_all(_WAGERS, 'w', 'w.placed_at IS NULL')})",
        **amounts(digits),
    }
    sql = statement("shaped", parts)
    define_amounts(db, digits)
    for start in range(0, rows, ROUNDS_AT_ONCE):
        given = {"path": source.pattern, "licensee": default_licensee, "start": start, "stop": start + ROUNDS_AT_ONCE}
        # The conditions on ``r`` would otherwise make the structure several times.
        with settings(db.connection, disabled_optimizers="filter_pushdown"):
            db.connection.execute(sql, given)
        yield [line for (line,) in db.rows("SELECT line FROM staged ORDER BY line")]


def _structure(value: str | None, columns: dict[str, Any], wanted: dict[str, Any], depth: int = 0) -> str:
    """Return the SQL of a structure with all the wanted members, null where the columns lack them."""
    if unknown := columns.keys() - wanted.keys():
        raise NotPlainError(f"there is a column {min(unknown)}")
    members = []
    for name, kind in wanted.items():
        if name not in columns:
            members.append(f"{name} := NULL::{_type(kind)}")
        else:
            part = quoted(name) if value is None else f"{value}.{quoted(name)}"
            members.append(f"{name} := {_conform(part, columns[name], kind, name, depth)}")
    packed = f"struct_pack({', '.join(members)})"
    return packed if value is None else f"CASE WHEN {value} IS NULL THEN NULL ELSE {packed} END"


def _conform(value: str, kind: Any, wanted: Any, name: str, depth: int) -> str:
    if isinstance(wanted, dict):
        if kind.id != "struct":
            raise NotPlainError(f"{name} is no structure")
        return _structure(value, dict(kind.children), wanted, depth)
    if isinstance(wanted, list):
        if kind.id != "list":
            raise NotPlainError(f"{name} is no list")
        each = f"x{depth}"
        part = _conform(each, dict(kind.children)["child"], wanted[0], name, depth + 1)
        return value if part == each else f"list_transform({value}, lambda {each}: {part})"
    if wanted != "VARCHAR":
        if kind.id not in _INTEGERS:
            raise NotPlainError(f"{name} is no whole number")
        return f"{value}::BIGINT"
    if kind.id in MANY:
        raise NotPlainError(f"{name} is no single value")
    if kind.id == "boolean" or (is_whole(kind) and name not in _AMOUNTS):
        raise NotPlainError(f"{name} is no text")
    return scalar_text(value, name, kind)


def _type(wanted: Any) -> str:
    if isinstance(wanted, dict):
        return f"STRUCT({', '.join(f'{name} {_type(kind)}' for name, kind in wanted.items())})"
    if isinstance(wanted, list):
        return f"{_type(wanted[0])}[]"
    return "VARCHAR" if wanted == "VARCHAR" else "BIGINT"


_PEOPLE = "flatten(list_transform(r.seats, lambda s: s.participants))"
_WAGERS = f"flatten(list_transform({_PEOPLE}, lambda p: p.wagers))"


def _all(values: str, each: str, condition: str) -> str:
    return f"len(list_filter({values}, lambda {each}: NOT coalesce({condition}, false))) = 0"


def _conditions(currency: str, digits: int, *, free: bool) -> list[str]:
    money = plain.money(digits)
    names = ("licensee_id", "deck", "shuffler_id", "house_dealer_id", "shift", "session_id")
    banker = [
        f"r.player_dealer.seat BETWEEN 1 AND {_LARGEST}",
        fits("r.player_dealer.participant_id", plain.NAME, required=True),
        *(fits(f"r.player_dealer.{name}", money) for name in ("wager", "collection", "net")),
        among("r.player_dealer.kind", plain.PlayerDealerKind),
        "(r.player_dealer.declined_by IS NULL OR "
        + _all("r.player_dealer.declined_by", "d", fits("d", plain.NAME, required=True))
        + ")",
    ]
    meter = [
        fits("r.progressive.meter_id", plain.NAME, required=True),
        fits("r.progressive.before", money, required=True),
        fits("r.progressive.after", money),
    ]
    card = _all("{0}", "c", fits("c", plain.CARD, required=True))
    cards = f"coalesce(len({{0}}) BETWEEN 1 AND {plain.MOST_CARDS} AND {card}, true)"
    seat = [f"s.seat BETWEEN 1 AND {_LARGEST}", "s.participants IS NOT NULL", cards.format("s.cards")]
    person = [
        fits("p.participant_id", plain.NAME, required=True), among("p.decision", plain.Decision),
        among("p.decision_source", plain.DecisionSource), fits("p.collection", money), "p.wagers IS NOT NULL",
    ]  # fmt: skip
    wager = [
        among("w.kind", plain.WAGER_KINDS, required=True), among("w.outcome", plain.Outcome, required=True),
        fits("w.stake", money, required=True), fits("w.net", money, required=True), fits("w.placed_at", plain.TIME),
        exists("w.placed_at"),
    ]  # fmt: skip
    return [
        *((fits("extra", plain.EXTRA), distinct_keys("extra"), not_long("extra")) if free else ("extra IS NULL",)),
        f"r.currency = '{currency}'", among("r.status", plain.RoundStatus, required=True),
        *(fits(f"r.{name}", plain.NAME, required=True) for name in ("round_id", "table_id", "rule_sheet")),
        *(fits(f"r.{name}", plain.NAME) for name in names),
        fits("r.gaming_date", plain.DAY, required=True), fits("r.started_at", plain.TIME, required=True),
        fits("r.settled_at", plain.TIME, required=True), fits("r.wagers_closed_at", plain.TIME),
        f"coalesce(r.sequence BETWEEN 0 AND {_LARGEST_COUNT}, true)",
        f"coalesce(r.action_seat BETWEEN 1 AND {_LARGEST}, true)",
        fits("r.void_reason", plain.TEXT), fits("r.action_card", plain.CARD), cards.format("r.dealer_cards"),
        f"(r.player_dealer IS NULL OR coalesce({' AND '.join(banker)}, false))",
        f"(r.progressive IS NULL OR coalesce({' AND '.join(meter)}, false))",
        "r.seats IS NOT NULL", _all("r.seats", "s", " AND ".join(seat)), _all(_PEOPLE, "p", " AND ".join(person)),
        _all(_WAGERS, "w", " AND ".join(wager)), not_long("r.void_reason"),
        f"greatest(len(r.seats), len({_PEOPLE}), len({_WAGERS})) <= {plain.MOST_ROWS}",
        f"coalesce(len(r.player_dealer.declined_by) <= {plain.MOST_ROWS}, true)",
    ]  # fmt: skip
