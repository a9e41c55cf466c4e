"""Rounds of the log format written in the flat forms, for the tests: one wager a row."""

from __future__ import annotations

import csv
import io
import json
from typing import TYPE_CHECKING, Any

import duckdb

from compliance.ingest.bulk_lines import structure

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

OF_ROUND = (
    "round_id", "licensee_id", "table_id", "sequence", "rule_sheet", "gaming_date", "started_at", "wagers_closed_at",
    "settled_at", "currency", "status", "void_reason", "deck", "shuffler_id", "house_dealer_id", "shift", "session_id",
    "action_card", "action_seat",
)  # fmt: skip
BANKER = ("seat", "participant_id", "wager", "collection", "net", "kind")
METER = ("meter_id", "before", "after")
OF_PERSON = ("participant_id", "decision", "decision_source", "collection")
OF_WAGER = ("kind", "stake", "outcome", "net", "placed_at")
COLUMNS = (
    *OF_ROUND, "dealer_cards", *(f"player_dealer_{name}" for name in (*BANKER, "declined_by")),
    *(f"progressive_{name}" for name in METER), "extra", "seat", "cards", *OF_PERSON, *OF_WAGER,
)  # fmt: skip

Row = dict[str, Any]


def flat(record: dict[str, Any]) -> list[Row]:
    """The rows of a round; what it does not say is left out."""
    whole = {name: record[name] for name in OF_ROUND if record.get(name) is not None}
    if record.get("dealer_cards"):
        whole["dealer_cards"] = " ".join(record["dealer_cards"])
    banker, meter = record.get("player_dealer") or {}, record.get("progressive") or {}
    whole |= {f"player_dealer_{name}": banker[name] for name in BANKER if banker.get(name) is not None}
    whole |= {f"progressive_{name}": meter[name] for name in METER if meter.get(name) is not None}
    if banker.get("declined_by"):
        whole["player_dealer_declined_by"] = ";".join(banker["declined_by"])
    if record.get("extra") is not None:
        whole["extra"] = json.dumps(record["extra"])
    rows = []
    for seat in record["seats"]:
        at_seat = whole | {"seat": seat["seat"]}
        if seat.get("cards"):
            at_seat["cards"] = " ".join(seat["cards"])
        people = [
            (at_seat | {name: person[name] for name in OF_PERSON if person.get(name) is not None}, person["wagers"])
            for person in seat["participants"]
        ]
        for of_person, wagers in people:
            rows += [
                of_person | {name: wager[name] for name in OF_WAGER if wager.get(name) is not None} for wager in wagers
            ] or [of_person]
        if not people:
            rows.append(at_seat)
    return rows or [whole]


def csv_text(rows: Sequence[Row], columns: Sequence[str] = COLUMNS, **options: Any) -> str:
    out = io.StringIO()
    writer = csv.DictWriter(out, columns, lineterminator="\n", **options)
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()


def csv_log(path: Path, *records: dict[str, Any], columns: Sequence[str] = COLUMNS) -> Path:
    """Write rounds as a flat CSV file."""
    path.write_text(
        csv_text([row for record in records for row in flat(record)], columns), encoding="utf-8", newline=""
    )
    return path


def parquet_log(path: Path, rows: Sequence[Row], types: dict[str, str] | None = None) -> Path:
    """Write rows as flat Parquet; every column is text unless ``types`` says otherwise."""
    kinds = dict.fromkeys(COLUMNS, "VARCHAR") | (types or {})
    lines = "\n".join(json.dumps({name: row.get(name) for name in COLUMNS}) for row in rows) or "{}"
    with duckdb.connect() as connection:
        connection.execute(
            "CREATE TABLE t AS SELECT unnest(from_json(line, $kinds)) "
            "FROM (SELECT unnest(string_split($lines, chr(10))) AS line)",
            {"lines": lines, "kinds": json.dumps(dict.fromkeys(COLUMNS, "VARCHAR"))},
        )
        chosen = ", ".join(f"{name}::{kind} AS {name}" for name, kind in kinds.items())
        connection.execute(f"COPY (SELECT {chosen} FROM t LIMIT {len(rows)}) TO '{path}' (FORMAT parquet)")
    return path


def nested_parquet_log(path: Path, records: Sequence[dict[str, Any]], *, all_columns: bool = False) -> Path:
    """Write rounds as Parquet of one round a row, of the shape of the JSON.

    ``all_columns``: every column of the format, typed; otherwise those that the rounds have, typed as they look.
    """
    lines = "\n".join(json.dumps(record) for record in records)
    with duckdb.connect() as connection:
        if all_columns:
            types = structure(timed=True) | {"extra": "JSON"}
            rows = (
                "(SELECT unnest(from_json(line, $types)) FROM (SELECT unnest(string_split($lines, chr(10))) AS line))"
            )
            given = {"types": json.dumps(types), "lines": lines}
        else:
            source = path.with_suffix(".source.jsonl")
            source.write_text(lines)
            rows = (
                "read_json($source, format = 'newline_delimited', sample_size = -1, "
                "convert_strings_to_integers = false, dateformat = '%Y|', timestampformat = '%Y|')"
            )
            given = {"source": str(source)}
        connection.execute(f"COPY (FROM {rows}) TO '{path}' (FORMAT parquet)", given)
        if not all_columns:
            source.unlink()
    return path
