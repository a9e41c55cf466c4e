"""Rows gone wrong in every way: each byte of the file ends in one place, and what is loaded is what the rows say."""

from __future__ import annotations

import csv
import json
from collections import defaultdict
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from tests.ingest import mutations
from tests.ingest.flat_logs import BANKER, METER, OF_PERSON, OF_ROUND, OF_WAGER, csv_text, flat
from tests.ingest.samples import expected, stored, take_in
from tests.ingest.test_fuzz import a_line

if TYPE_CHECKING:
    from pathlib import Path

    from compliance.store import Database

ROUNDS = 500
COUNTS = ("sequence", "action_seat", "seat", "player_dealer_seat")
WAYS = (mutations.flip, mutations.put, mutations.cut, mutations.splice)
MARKS = (b'"', b",", b"\n", b"\r", b'""', b",,", b'","', b" ", b"\x00", b"\xff")


def spoilt(raw: bytes, rng: Random) -> bytes:
    if rng.random() < 0.5:
        return rng.choice(WAYS)(raw, rng)
    at = rng.randrange(len(raw))
    return raw[:at] + rng.choice(MARKS) + raw[at:]


def dirty_csv(rng: Random) -> bytes:
    records = [json.loads(a_line(number, rng)) for number in range(ROUNDS)]
    for record in records:
        # Seats of nobody without cards have no row.
        record["seats"] = [seat for seat in record["seats"] if seat["participants"] or seat.get("cards")]
    head, *rows = csv_text([row for record in records for row in flat(record)]).encode().split(b"\n")
    return b"\n".join([head, *(spoilt(raw, rng) if raw and rng.random() < 0.02 else raw for raw in rows)])


def as_value(column: str, text: str) -> Any:
    return int(text) if column in COUNTS and text.lstrip("-").isascii() and text.lstrip("-").isdigit() and (
        str(int(text)) == text) else text  # fmt: skip


def record_of(rows: list[dict[str, str]]) -> dict[str, Any]:
    """The round that rows make, put together in the plainest way; they are taken to agree."""
    first = rows[0]

    def some(row: dict[str, str], names: Any, prefix: str = "") -> dict[str, Any]:
        return {name: as_value(prefix + name, row[prefix + name]) for name in names if row.get(prefix + name)}

    record = some(first, OF_ROUND)
    if first.get("dealer_cards"):
        record["dealer_cards"] = first["dealer_cards"].split()
    banker = some(first, BANKER, "player_dealer_")
    if first.get("player_dealer_declined_by"):
        banker["declined_by"] = first["player_dealer_declined_by"].split(";")
    meter = some(first, METER, "progressive_")
    record |= ({"player_dealer": banker} if banker else {}) | ({"progressive": meter} if meter else {})
    if first.get("extra"):
        record["extra"] = json.loads(first["extra"])
    seats: dict[str, dict[str, Any]] = {}
    for row in rows:
        if not row["seat"]:
            continue
        seat = seats.setdefault(row["seat"], {"seat": as_value("seat", row["seat"]), "participants": {}})
        if row["cards"]:
            seat["cards"] = row["cards"].split()
        if row["participant_id"]:
            person = seat["participants"].setdefault(row["participant_id"], some(row, OF_PERSON) | {"wagers": []})
            if row["kind"]:
                person["wagers"].append(some(row, OF_WAGER))
    record["seats"] = [seat | {"participants": list(seat["participants"].values())} for seat in seats.values()]
    return record


def hold(db: Database, path: Path, data: bytes) -> tuple[int, int]:
    path.write_bytes(data)
    (report,) = take_in(db, path)
    (file_id,) = db.one("SELECT file_id FROM files WHERE sha256 = ?", [report.sha256])
    loaded = db.rows(
        "SELECT rounds.line, coalesce(r.byte_offset, rounds.byte_offset), coalesce(r.byte_length, rounds.byte_length) "
        "FROM rounds LEFT JOIN round_rows AS r USING (round_key) WHERE file_id = ? ORDER BY r.line",
        [file_id],
    )
    pieces = [(offset, length) for _, offset, length in loaded]
    pieces += db.rows("SELECT byte_offset, octet_length(raw) FROM quarantine WHERE file_id = ?", [file_id])
    assert len(pieces) + report.duplicate == report.read
    # Nothing lies between the pieces but line ends, and none lies on another.
    at = data.index(b"\n")
    for offset, length in sorted(pieces):
        assert offset >= at
        assert data[at:offset].strip(b"\r\n") == b"" or not data[at:offset].strip()
        at = offset + length
    assert data[at:].strip() == b""
    columns = next(csv.reader([data[: data.index(b"\n")].decode()]))
    rows = defaultdict(list)
    for line, offset, length in loaded:
        (cells,) = csv.reader([data[offset : offset + length].decode()], strict=True)
        rows[line].append(dict(zip(columns, cells, strict=True)))
    found = stored(db, file_id)
    assert sorted(found) == sorted(rows)
    for line, of_round in rows.items():
        raw = json.dumps(record_of(of_round)).encode()
        assert found[line] == expected(raw), of_round
    return report.loaded, report.quarantined


@pytest.mark.parametrize("seed", range(3))
def test_thousands_of_rows_some_of_them_spoilt(db: Database, tmp_path: Path, seed: int) -> None:
    loaded, quarantined = hold(db, tmp_path / "a.csv", dirty_csv(Random(seed)))
    assert loaded > 4 * quarantined > 0
