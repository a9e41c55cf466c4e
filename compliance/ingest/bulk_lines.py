"""Lines that fit a known shape, read and staged by the database in bulk."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from compliance.ingest.plain_values import distinct_keys
from compliance.ingest.shape import EXTRA
from compliance.ingest.statements import amounts, statement, template
from compliance.store.settings import settings

if TYPE_CHECKING:
    from collections.abc import Sequence

    from compliance.ingest.limits import Limits
    from compliance.ingest.lines import Lines
    from compliance.ingest.shape import Shape
    from compliance.store import Database

_EXTRA_TEXT = f"""CASE WHEN r.extra IS NOT NULL
    THEN nullif(regexp_extract(line, '"extra"[ \\t]*:[ \\t]*({EXTRA})', 1), '') END"""
_NAMES = (
    "round_id", "licensee_id", "table_id", "rule_sheet", "deck", "shuffler_id", "house_dealer_id", "shift",
    "session_id", "player_dealer.participant_id", "progressive.meter_id",
)  # fmt: skip
# The names of participants are measured where they are spread out.
_CONDITIONS = " AND ".join(
    (
        f"greatest({', '.join(f'strlen(r.{name})' for name in _NAMES)}) <= 128",
        "coalesce(len(list_filter(r.player_dealer.declined_by, lambda name: strlen(name) > 128)), 0) = 0",
        distinct_keys("extra"),
    )
)
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


@lru_cache(maxsize=16)
def _statement(shape: Shape) -> str:
    pattern = shape.pattern.replace("'", "''")
    parts = {
        "SOURCE": template("shaped_lines"),
        "SHAPE": f"'{pattern}'",
        "EXTRA_TEXT": _EXTRA_TEXT,
        "CONDITIONS": _CONDITIONS,
        "PLACED_AT": "w.placed_at" if shape.timed else "NULL::VARCHAR",
        "PLACED_NS": "instant(w.placed_at)" if shape.timed else "NULL::BIGINT",
        "PLACED_EXISTS": _PLACED_EXISTS if shape.timed else "true",
        "PLAIN": "false" if shape.timed else PLAIN_SEATS,
        **amounts(shape.digits),
    }
    return statement("shaped", parts)


def _columns(lines: Lines, piece: slice) -> dict[str, Any]:
    """Return some lines as arrays, which the database reads where they are: handing over lists would copy each text."""
    texts = lines.texts[piece]
    line = np.empty(len(texts), dtype=object)
    line[:] = texts
    numbers = {"number": lines.numbers, "byte_offset": lines.offsets, "byte_length": lines.lengths}
    return {"line": line} | {name: np.array(found[piece], dtype=np.int64) for name, found in numbers.items()}


def stage(
    db: Database, shape: Shape, lines: Lines, *, default_licensee: str, limits: Limits
) -> tuple[Sequence[int], Sequence[int]]:
    """Stage the lines that fit the shape and are rounds; return the places of these, and of the others.

    The lines must be of one file, in order, and staged nowhere yet; ``define_amounts`` knows the shape's decimals.
    """
    if not lines:
        return [], []
    given: dict[str, Any] = {
        "licensee": default_licensee,
        "longest": limits.line,
        "structure": json.dumps(structure(shape.timed) | {"extra": "JSON"}),
    }
    connection = db.connection
    half = len(lines) // 2
    # Two parts, so that two threads can work on a block. The statement finds them by the names of the variables; if the
    # database were given a name for them, it would hold them until the transaction ends.
    lines_1, lines_2 = _columns(lines, slice(half)), _columns(lines, slice(half, None))
    # In any order: one part would else wait for the other. Filters pushed down would parse lines several times.
    with settings(connection, preserve_insertion_order="false", disabled_optimizers="filter_pushdown"):
        (count,) = connection.execute(_statement(shape), given).fetchall()[0]
    del lines_1, lines_2
    if count == len(lines):
        return range(count), []
    rows = db.rows("SELECT line FROM staged WHERE line BETWEEN ? AND ?", [lines.numbers[0], lines.numbers[-1]])
    staged = {number for (number,) in rows}
    places: tuple[list[int], list[int]] = [], []
    for place, number in enumerate(lines.numbers):
        places[number not in staged].append(place)
    return places
