"""Rounds of the log format for the tests, and a plain look at what stands in the store."""

from __future__ import annotations

import copy
import json
from collections import defaultdict
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from compliance.ingest.ingesting import ingest_paths
from compliance.ingest.times import nanoseconds
from tests.ingest import slow_reader

if TYPE_CHECKING:
    from pathlib import Path

    from compliance.domain.rounds import Round
    from compliance.ingest.report import FileReport
    from compliance.store import Database

AT = datetime(2026, 11, 29, 6, 0, tzinfo=UTC)
KINDS = ("ante", "play", "ante_bonus", "pair_plus", "six_card_bonus", "progressive")

_ROUND: dict[str, Any] = {
    "round_id": "T07-20261128-000123",
    "table_id": "T07",
    "sequence": 123,
    "rule_sheet": "gega-003666",
    "gaming_date": "2026-11-28",
    "started_at": "2026-11-28T19:04:11.250-08:00",
    "wagers_closed_at": "2026-11-28T19:04:31-08:00",
    "settled_at": "2026-11-28T19:05:40-08:00",
    "currency": "USD",
    "status": "settled",
    "void_reason": None,
    "deck": "red",
    "shuffler_id": "S1",
    "house_dealer_id": "HD-114",
    "dealer_cards": ["Qd", "7d", "2c"],
    "player_dealer": {
        "seat": 4, "participant_id": "P-55", "wager": "1500.00", "collection": "2.00", "net": "-1015.00",
    },
    "action_card": "2c",
    "action_seat": 2,
    "seats": [
        {
            "seat": 1,
            "cards": ["Ah", "Kh", "Qh"],
            "participants": [
                {
                    "participant_id": "P-1",
                    "decision": "play",
                    "decision_source": "player",
                    "collection": "1.00",
                    "wagers": [
                        {"kind": "ante", "stake": "25.00", "outcome": "win", "net": "25.00"},
                        {"kind": "play", "stake": "25.00", "outcome": "win", "net": "25.00"},
                        {"kind": "pair_plus", "stake": "5.00", "outcome": "win", "net": "1000.00"},
                        {"kind": "six_card_bonus", "stake": "5.00", "outcome": "lose", "net": "-5.00"},
                    ],
                }
            ],
        },
        {
            "seat": 2,
            "cards": None,
            "participants": [
                {
                    "participant_id": "P-2",
                    "decision": "fold",
                    "decision_source": "player",
                    "collection": "1.00",
                    "wagers": [{"kind": "ante", "stake": "30.00", "outcome": "lose", "net": "-30.00"}],
                }
            ],
        },
    ],
}  # fmt: skip


def a_round(number: int = 123, **changes: Any) -> dict[str, Any]:
    """The sample round with its number in id and sequence, and some of its fields changed."""
    record = copy.deepcopy(_ROUND)
    record |= {"round_id": f"T07-20261128-{number:06d}", "sequence": number}
    return record | changes


def with_wager(**changes: Any) -> dict[str, Any]:
    """The sample round with its first wager changed."""
    record = a_round()
    record["seats"][0]["participants"][0]["wagers"][0] |= changes
    return record


def line(record: Any) -> bytes:
    return json.dumps(record, ensure_ascii=False).encode()


def log(path: Path, *records: Any) -> Path:
    """Write a log of records (or of raw lines, as they are)."""
    lines = [record if isinstance(record, bytes) else line(record) for record in records]
    path.write_bytes(b"".join(text + b"\n" for text in lines))
    return path


def take_in(db: Database, *paths: Path | str, **options: Any) -> list[FileReport]:
    return ingest_paths(db, paths, **{"default_licensee": "default", "at": AT, **options})


def places(db: Database, file_id: int = 1) -> dict[str, list[int]]:
    """Line numbers of a file in each place where a line can end."""
    return {
        table: [row[0] for row in db.rows(f"SELECT line FROM {table} WHERE file_id = ? ORDER BY line", [file_id])]
        for table in ("rounds", "duplicates", "quarantine")
    }


def reasons(db: Database) -> list[tuple[int, str]]:
    return db.rows("SELECT line, reason FROM quarantine ORDER BY file_id, line")


def stored(db: Database, file_id: int) -> dict[int, dict[str, Any]]:
    """Line -> the round as the tables have it, in the shape of ``slow_reader.read``; empty seats are not stored."""
    seats: dict[int, dict[int, dict[str, Any]]] = defaultdict(dict)
    others = {
        (key, seat, index, kind): (stake, net, outcome)
        for key, seat, index, kind, stake, net, outcome in db.rows(
            "SELECT round_key, seat, participant_index, wager_kind, stake, net, outcome FROM other_wagers"
        )
    }
    times = {
        (key, seat, index, kind): (text, instant)
        for key, seat, index, kind, text, instant in db.rows("FROM wager_times")
    }
    columns = ", ".join(f"{kind}_stake, {kind}_net, {kind}_outcome" for kind in KINDS)
    for key, seat, index, name, cards, decision, source, collection, order, *money in db.rows(
        "SELECT round_key, seat, participant_index, participant_id, cards, decision, decision_source, collection, "
        f"wager_order, {columns} FROM participants JOIN rounds USING (round_key) WHERE file_id = {file_id} "
        "ORDER BY round_key, seat, participant_index"
    ):
        wagers = []
        for kind in filter(None, order.split(",")):
            where = (key, seat, index, kind)
            at = KINDS.index(kind) * 3 if kind in KINDS else None
            stake, net, outcome = others[where] if at is None else money[at : at + 3]
            wagers.append(
                {"kind": kind, "stake": stake, "outcome": outcome, "net": net, "placed": times.get(where)}
            )  # fmt: skip
        person = {"participant_id": name, "decision": decision, "source": source, "collection": collection}
        at_seat = seats[key].setdefault(seat, {"seat": seat, "cards": cards, "participants": []})
        at_seat["participants"].append({**person, "wagers": wagers})
    for key, seat, _, cards in db.rows("FROM vacant_hands"):
        seats[key][seat] = {"seat": seat, "cards": cards, "participants": []}
    return {row["line"]: _as_read(row, seats[row["round_key"]]) for row in _rounds(db, file_id)}


def _rounds(db: Database, file_id: int) -> list[dict[str, Any]]:
    cursor = db.connection.execute(f"FROM rounds WHERE file_id = {file_id}")
    names = [column[0] for column in cursor.description or ()]
    return [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]


def _as_read(row: dict[str, Any], seats: dict[int, dict[str, Any]]) -> dict[str, Any]:
    names = ("round_id", "licensee_id", "table_id", "rule_sheet", "deck", "shuffler_id", "house_dealer_id", "shift")
    ranks, suits = "23456789TJQKA", "cdhs"
    card = row["action_card"]
    return {
        **{name: row[name] for name in (*names, "session_id", "sequence", "currency", "status", "void_reason")},
        "gaming_date": row["gaming_date"].isoformat(),
        "started": (row["started_at"], row["started_ns"]),
        "closed": None if row["wagers_closed_at"] is None else (row["wagers_closed_at"], row["wagers_closed_ns"]),
        "settled": (row["settled_at"], row["settled_ns"]),
        "dealer_cards": row["dealer_cards"],
        "banker": None
        if row["pd_seat"] is None
        else {
            name: row[f"pd_{name}"]
            for name in ("seat", "participant_id", "wager", "collection", "net", "kind", "declined_by")
        },
        "action_card": None if card is None else ranks[card // 4] + suits[card % 4],
        "action_seat": row["action_seat"],
        "meter": None if row["meter_id"] is None else (row["meter_id"], row["meter_before"], row["meter_after"]),
        "seats": [seats[number] for number in sorted(seats)],
    }


def plain(round_: Round) -> dict[str, Any]:
    """A round of the reader under test in the shape of ``slow_reader.read``."""

    def cards(cards: Any) -> Any:
        return None if cards is None else " ".join(map(str, cards))

    def time(text: str | None) -> Any:
        return None if text is None else (text, nanoseconds(text))

    banker, meter = round_.player_dealer, round_.progressive
    names = ("round_id", "licensee_id", "table_id", "rule_sheet", "deck", "shuffler_id", "house_dealer_id", "shift")
    return {
        **{name: getattr(round_, name) for name in (*names, "session_id", "sequence", "currency", "void_reason")},
        "status": str(round_.status),
        "gaming_date": round_.gaming_date.isoformat(),
        "started": time(round_.started_at),
        "closed": time(round_.wagers_closed_at),
        "settled": time(round_.settled_at),
        "dealer_cards": cards(round_.dealer_cards),
        "banker": None
        if banker is None
        else {
            **{name: getattr(banker, name) for name in ("seat", "participant_id", "wager", "collection", "net")},
            "kind": None if banker.kind is None else str(banker.kind),
            "declined_by": None if banker.declined_by is None else list(banker.declined_by),
        },
        "action_card": None if round_.action_card is None else str(round_.action_card),
        "action_seat": round_.action_seat,
        "meter": None if meter is None else (meter.meter_id, meter.before, meter.after),
        "seats": [
            {
                "seat": seat.seat,
                "cards": cards(seat.cards),
                "participants": [
                    {
                        "participant_id": person.participant_id,
                        "decision": None if person.decision is None else str(person.decision),
                        "source": str(person.decision_source),
                        "collection": person.collection,
                        "wagers": [
                            {
                                "kind": wager.kind,
                                "stake": wager.stake,
                                "outcome": str(wager.outcome),
                                "net": wager.net,
                                "placed": time(wager.placed_at),
                            }
                            for wager in person.wagers
                        ],
                    }
                    for person in seat.participants
                ],
            }
            for seat in round_.seats
        ],
    }


def expected(raw: bytes, default_licensee: str = "default") -> dict[str, Any]:
    """What the store must hold of a line, by the slow reader.

    Raises:
        slow_reader.Refused: the line is not a round of the format.
    """
    record = slow_reader.read(raw)
    seats = [seat for seat in record["seats"] if seat["participants"] or seat["cards"] is not None]
    return record | {
        "licensee_id": record["licensee_id"] or default_licensee,
        "seats": sorted(seats, key=lambda seat: seat["seat"]),
    }
