"""Logs of tables drawn at random, with anything in them that the format lets through: the evaluators say the same."""

from __future__ import annotations

import json
from collections import Counter
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from compliance.bulk.evaluate import evaluate
from compliance.bulk.tables import check_tables
from compliance.domain.catalogue import OF_TABLES
from compliance.ingest.ingesting import ingest_paths
from compliance.parity.rules import NumberedRules
from compliance.parity.tables import compare_tables
from compliance.store import open_database
from tests.cases.load_tables import HEAD, TableCase
from tests.parity.test_table_cases import Books

if TYPE_CHECKING:
    from compliance.parity.tables import TablesCompared

Compared = tuple["TablesCompared", Any, Counter]
"""What the reference did, what the set-based evaluator counted, and its findings by code."""

LOGS = 40
KINDS = ("ante", "play", "ante_bonus", "pair_plus", "six_card_bonus", "progressive", "lucky_ladies")
SHEETS = (
    "gega-003666", "card-room-three-card-poker", "bicycle-three-card-poker", "gega-004246", "live-three-card-poker",
    "meter-and-envy", "no-such-sheet",
)  # fmt: skip
CARDS = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
START = datetime(2026, 11, 1, 0, 30, tzinfo=UTC)
LICENSEES = (
    None,
    '[[table]]\nid = "T1"\nplay = [{ sheet = "gega-003666", since = 2026-01-01 }]\n',
    """
[[table]]
id = "T1"
positions = 6
day_starts_at = "01:30"
play = [
    { sheet = "meter-and-envy", since = 2026-01-01, until = 2026-10-31 },
    { sheet = "gega-004246", since = 2026-11-01 },
]
limit = [
    { kind = "ante", least = "10.00", greatest = "20.00" }, { kind = "progressive", greatest = "1.00" },
    { kind = "lucky_ladies", least = "5.00" }, { kind = "pair_plus", least = "5.00", until = 2026-10-31 },
]
[[table.collection]]
rate = [
    { payer = "participant", fee = "1.00", basis = "wager" }, { payer = "participant", fee = "3.00", basis = "seat" },
    { payer = "player_dealer", fee = "2.00", basis = "table_action", action_from = "20.00", action_to = "60.00" },
    { payer = "participant", fee = "0.00" }, { payer = "participant", fee = "4.00" },
    { payer = "participant", fee = "5.00" }, { payer = "participant", fee = "6.00" },
]
[[table]]
id = "T\\"2"
currency = "KWD"
time_zone = "Europe/Riga"
play = [{ sheet = "bicycle-three-card-poker", since = 2026-11-01 }]
limit = [{ kind = "ante", least = "10.005" }]
""",
)


def drawn_round(rng: Random, owner: str, number: int) -> dict[str, Any]:
    def maybe(value: Any, chance: float = 0.8) -> Any:
        return value if rng.random() < chance else None

    started = START + timedelta(minutes=rng.choice((3 * number, 3 * number, rng.randint(0, 2000))))
    closed, settled = (started + timedelta(seconds=rng.choice((20, 40, 200, 0, -10))) for _ in range(2))
    currency = rng.choice(("USD", "USD", "USD", "KWD", "JPY"))
    void = rng.random() < 0.15
    amounts = ("0", "1", "2", "3", "4", "10", "20", "25", "-5", "100000")
    cards = rng.sample(CARDS, 40)
    meter = {"meter_id": rng.choice("MN"), "before": rng.choice(("100", "101", "102")), "after": maybe("101")}

    def hand() -> list[str] | None:
        if rng.random() < 0.1:
            return ["As", "Ks", "Qs"]
        size = rng.choice((3, 3, 3, 3, 4, 0))
        return [cards.pop() for _ in range(size)] or None

    def wagers() -> list[dict[str, Any]]:
        kinds = rng.sample(KINDS, 3)
        return [
            {
                "kind": kind, "stake": rng.choice(amounts), "outcome": rng.choice(("win", "lose", "push", "void")),
                "net": rng.choice(amounts), "placed_at": maybe(stamp(rng, rng.choice((started, settled))), 0.3),
            }
            for kind in kinds[: rng.randint(0, 3)]
        ]  # fmt: skip

    people = [
        {
            "participant_id": f"P-{rng.randint(1, 3)}{place}", "decision": maybe(rng.choice(("play", "fold"))),
            "collection": maybe(rng.choice(("0", "1", "2", "3", "4", "6")), 0.6), "wagers": wagers(),
        }
        for place in range(5)
    ]  # fmt: skip
    seats = [
        {"seat": seat, "cards": hand(), "participants": people[at : at + rng.choice((0, 1, 1, 2))]}
        for at, seat in enumerate(rng.sample((1, 2, 3, 6, 7, 9), rng.randint(0, 3)))
    ]
    bank = {
        "seat": rng.choice((3, 7, 9)), "participant_id": rng.choice(("P-7", "P-8")), "wager": maybe("100"),
        "collection": maybe(rng.choice(("2", "3")), 0.5), "kind": maybe(rng.choice(("patron", "house")), 0.6),
        "declined_by": maybe(rng.choice(([], ["P-1"])), 0.5), "net": maybe("0", 0.3),
    }  # fmt: skip
    return {
        "licensee_id": owner, "round_id": str(number), "table_id": rng.choice(("T1", "T1", 'T"2')),
        "sequence": maybe(rng.choice((number, number, number + 1, 3, 9223372036854775807, -1)), 0.9),
        "rule_sheet": rng.choice(SHEETS), "shift": maybe(rng.choice(("day", "a 'shift'")), 0.5),
        "gaming_date": rng.choice(("2026-10-31", "2026-11-01", "2026-11-02", "9999-12-31", "0001-01-01")),
        "started_at": stamp(rng, started), "wagers_closed_at": maybe(stamp(rng, closed), 0.7),
        "settled_at": stamp(rng, settled), "currency": currency, "status": "void" if void else "settled",
        "void_reason": maybe("jam"), "deck": maybe(rng.choice(("red", "blue", "a deck"))),
        "dealer_cards": maybe(hand()), "player_dealer": maybe(bank, 0.7), "progressive": maybe(meter, 0.5),
        "action_seat": maybe(2, 0.5), "seats": seats,
    }  # fmt: skip


def stamp(rng: Random, moment: datetime) -> str:
    """One instant, written in one of many ways."""
    hours = rng.choice((0, -8, 2, 14))
    local = (moment + timedelta(hours=hours)).strftime("%Y-%m-%dT%H:%M:%S")
    return (
        local
        + rng.choice(("", ".0", ".000000001", ".5"))
        + (f"{hours:+03d}:00" if hours else rng.choice(("Z", "+00:00", "-00:00")))
    )


def signed(rng: Random, owner: str) -> list[tuple[str, dict[str, Any]]]:
    def maybe(value: Any) -> Any:
        return value if rng.random() < 0.7 else None

    table, day = rng.choice(("T1", 'T"2', "T9")), rng.choice(("2026-10-31", "2026-11-01"))
    head = {"licensee_id": owner, "table_id": table, "currency": rng.choice(("USD", "KWD")), "manifest_sha256": "0"}
    figures = {"rounds": 2, "first_sequence": 3, "last_sequence": 9, "stakes": 10**12, "nets": 0, "collections": 100}
    total = {"gaming_date": day} | {name: maybe(value) for name, value in (figures | {"shuffler_count": 2}).items()}
    drop = {"gaming_date": maybe(day), "shift": maybe("day"), "collections": maybe(rng.choice((0, 300)))}
    opened = int(START.timestamp())
    times = {"opened_ns": opened + rng.randint(0, 900), "closed_ns": maybe(opened + rng.randint(900, 9000))}
    session = {name: None if value is None else value * 10**9 for name, value in times.items()}
    session |= {"participant_id": rng.choice(("P-7", "P-8")), "opened_at": "x", "closed_at": "x"}
    session |= {"opening": maybe(50000), "closing": maybe(rng.choice((50000, 49800))), "collections": maybe(200)}
    return [
        ("control_totals", head | total), ("drops", head | drop), ("bank_sessions", head | session),
        ("bank_sessions", head | session | {"participant_id": "P-9"}),
    ]  # fmt: skip


@pytest.fixture(scope="module", params=[1, 2])
def compared(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Compared:
    rng = Random(request.param)
    folder: Path = tmp_path_factory.mktemp("drawn")
    cases, lines = [], []
    for log in range(LOGS):
        licensee = rng.choice(LICENSEES)
        text = None if licensee is None else f'{HEAD}id = "D.{log}"\n{licensee}'
        cases.append(TableCase("D", str(log), [], [], text, (), None))
        rounds = [drawn_round(rng, f"D.{log}", number) for number in range(1, rng.randint(2, 12))]
        rng.shuffle(rounds)
        lines += [json.dumps(each) for each in rounds]
        lines.append(json.dumps(rounds[0] | {"session_id": "again"}))
    (folder / "log.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    books = Books(cases)
    with open_database(folder / "drawn.duckdb") as db:
        ingest_paths(db, [folder / "log.jsonl"], default_licensee="default", at=datetime(2026, 12, 1, tzinfo=UTC))
        for log in range(LOGS):
            for table, row in signed(rng, f"D.{log}"):
                places = ", ".join("?" * len(row))
                db.connection.execute(f"INSERT INTO {table} ({', '.join(row)}) VALUES ({places})", list(row.values()))
        evaluation = evaluate(db.connection, books)
        check_tables(db.connection, books, evaluation)
        found = Counter(code for (code,) in db.rows("SELECT code FROM table_found"))
        return compare_tables(db, NumberedRules(books), whole=True), evaluation.figures, found  # type: ignore[arg-type]


def test_the_evaluators_find_the_same(compared: Compared) -> None:
    differing = [each.to_json() for each in compared[0].disagreements]
    assert differing == []


def test_the_evaluators_look_at_as_much(compared: Compared) -> None:
    by_reference, figures, _ = compared
    counted = {code: (by_reference.examined[code], figures.examined[code]) for code in OF_TABLES}
    assert {code: pair for code, pair in counted.items() if pair[0] != pair[1]} == {}
    assert [code for code in OF_TABLES if figures.skipped[code] < 0] == []


def test_the_logs_hold_faults_of_nearly_every_kind(compared: Compared) -> None:
    assert {*OF_TABLES} - {*compared[2]} <= {"DEAL-003", "COLL-002", "COLL-003", "PROG-002", "RECO-002", "ROTN-001"}
