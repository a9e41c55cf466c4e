"""Lines that fit a known shape, read and staged by the database in bulk."""

from __future__ import annotations

import json
from functools import cache, lru_cache
from importlib import resources
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

    from compliance.ingest.limits import Limits
    from compliance.ingest.lines import Line
    from compliance.ingest.shape import Shape
    from compliance.store import Database

MACROS = """
CREATE OR REPLACE TEMP MACRO instant(stamp) AS epoch_us(try_cast(stamp AS TIMESTAMPTZ)) * 1000;
CREATE OR REPLACE TEMP MACRO amount(written) AS (try_cast(written AS DECIMAL(18, {digits})) * {unit})::BIGINT;
"""
"""What both bulk readers read instants and amounts with, once it is known that they are in their plainest writing."""
_EXTRA_TEXT = r"""nullif(regexp_extract(line, '"extra"[ \t]*:[ \t]*(\{[^{}]*\})', 1), '')"""
_EXTRA_ONCE = r"""(extra IS NULL OR list_unique(regexp_extract_all(extra, '"([A-Za-z0-9_.-]+)"[ \t]*:', 1))
    = len(regexp_extract_all(extra, '"([A-Za-z0-9_.-]+)"[ \t]*:', 1)))"""
_PLACED_EXISTS = """NOT list_contains(list_transform(r.seats, lambda s: list_contains(list_transform(s.participants,
    lambda p: list_contains(list_transform(p.wagers,
        lambda w: w.placed_at IS NOT NULL AND instant(w.placed_at) IS NULL), true)), true)), true)"""
# A seat without people may still have cards, which go to a table of their own.
PLAIN_SEATS = (
    "NOT list_contains(list_transform(r.seats, lambda s: len(s.participants) = 0 AND s.cards IS NOT NULL), true)"
)


def structure(timed: bool) -> dict[str, Any]:
    """Return names and DuckDB types of a round without ``extra``; ``timed``: wagers may say when they were placed."""
    text = "VARCHAR"
    wager = {"kind": text, "stake": text, "outcome": text, "net": text} | ({"placed_at": text} if timed else {})
    person = {
        **dict.fromkeys(("participant_id", "decision", "decision_source", "collection"), text),
        "wagers": [wager],
    }
    seat = {"seat": "INTEGER", "cards": [text], "participants": [person]}
    names = (
        "round_id", "licensee_id", "table_id", "rule_sheet", "gaming_date", "started_at", "wagers_closed_at",
        "settled_at", "currency", "status", "void_reason", "deck", "shuffler_id", "house_dealer_id", "shift",
        "session_id", "action_card",
    )  # fmt: skip
    return {
        **dict.fromkeys(names, text),
        "sequence": "BIGINT",
        "action_seat": "INTEGER",
        "dealer_cards": [text],
        "player_dealer": {
            "seat": "INTEGER",
            **dict.fromkeys(("participant_id", "wager", "collection", "net", "kind"), text),
            "declined_by": [text],
        },
        "progressive": dict.fromkeys(("meter_id", "before", "after"), text),
        "seats": [seat],
    }


@cache
def _template(name: str) -> str:
    text = resources.files(__package__).joinpath("sql", f"{name}.sql").read_text(encoding="utf-8")
    # The comment at the top names the parts, and is no part of the statement.
    return "\n".join(line for line in text.splitlines() if not line.startswith("--"))


@lru_cache(maxsize=16)
def _statement(shape: Shape) -> str:
    pattern = shape.pattern.replace("'", "''")
    parts = {
        "SHAPE": f"'{pattern}'",
        "EXTRA_TEXT": _EXTRA_TEXT if shape.extra else "NULL::VARCHAR",
        "CONDITIONS": _EXTRA_ONCE if shape.extra else "true",
        "PLACED_AT": "w.placed_at" if shape.timed else "NULL::VARCHAR",
        "PLACED_NS": "instant(w.placed_at)" if shape.timed else "NULL::BIGINT",
        "PLACED_EXISTS": _PLACED_EXISTS if shape.timed else "true",
        "PLAIN": "false" if shape.timed else PLAIN_SEATS,
        "DIGITS": str(shape.digits),
    }
    sql = _template("shaped").replace("SOURCE", _template("shaped_lines"))
    for name, text in parts.items():
        sql = sql.replace(name, text)
    return sql


def stage(db: Database, shape: Shape, lines: Sequence[Line], *, default_licensee: str, limits: Limits) -> list[Line]:
    """Stage the lines that fit the shape and are rounds; return the others, for the strict reader.

    The lines must be of one file, in order, and staged nowhere yet.
    """
    texts, decodable, left = [], [], []
    for line in lines:
        try:
            texts.append(line.text.decode())
        except UnicodeDecodeError:
            left.append(line)
        else:
            decodable.append(line)
    if not decodable:
        return left
    db.connection.execute(MACROS.format(digits=shape.digits, unit=10**shape.digits))
    half = len(decodable) // 2
    given: dict[str, Any] = {
        "licensee": default_licensee,
        "longest": limits.line,
        "structure": json.dumps(structure(shape.timed)),
    }
    # Two parts, so that two threads can work on a block.
    for part, piece in (("1", slice(half)), ("2", slice(half, None))):
        given[f"text_{part}"] = "\n".join(texts[piece])
        given[f"numbers_{part}"] = [line.number for line in decodable[piece]]
        given[f"offsets_{part}"] = [line.offset for line in decodable[piece]]
        given[f"lengths_{part}"] = [line.length for line in decodable[piece]]
    db.connection.execute("SET disabled_optimizers = 'filter_pushdown'")
    try:
        (count,) = db.connection.execute(_statement(shape), given).fetchall()[0]
    finally:
        db.connection.execute("RESET disabled_optimizers")
    if count < len(decodable):
        first, last = decodable[0].number, decodable[-1].number
        rows = db.rows("SELECT line FROM staged WHERE line BETWEEN ? AND ?", [first, last])
        staged = {number for (number,) in rows}
        left += [line for line in decodable if line.number not in staged]
        left.sort(key=lambda line: line.number)
    return left
