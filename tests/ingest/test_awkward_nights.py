"""Wide and awkward, and nothing wrong with it: crowds on one hand, several seats of one person, files out of order."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from compliance.ingest.rereading import rounds_from_kept
from compliance.store import open_database
from tests.ingest.flat_logs import csv_log, flat, nested_parquet_log, parquet_log
from tests.ingest.samples import a_round, line, log, take_in

if TYPE_CHECKING:
    from pathlib import Path

    from compliance.store import Database

FORMS = ("jsonl", "csv", "parquet", "nested")


def written(path: Path, form: str, records: list[dict[str, Any]]) -> Path:
    match form:
        case "jsonl":
            return log(path.with_suffix(".jsonl"), *records)
        case "csv":
            return csv_log(path.with_suffix(".csv"), *records)
        case "parquet":
            return parquet_log(path.with_suffix(".parquet"), [row for record in records for row in flat(record)])
        case _:
            return nested_parquet_log(path.with_suffix(".nested.parquet"), records)


def person(name: str, stake: str = "5.00") -> dict[str, Any]:
    wager = {"kind": "ante", "stake": stake, "outcome": "win", "net": stake}
    return {"participant_id": name, "decision": "play", "decision_source": "player", "wagers": [wager]}


@pytest.mark.parametrize("form", FORMS)
def test_dozens_of_participants_share_one_hand(db: Database, tmp_path: Path, form: str) -> None:
    crowd = [person(f"P-{number:03}") for number in range(90, 0, -1)]
    records = [
        a_round(number, seats=[{"seat": 1, "cards": ["Ah", "Kh", "Qh"], "participants": crowd}]) for number in (1, 2)
    ]
    take_in(db, written(tmp_path / "a", form, records))
    assert db.one("SELECT count(*), sum(ante_stake) FROM participants") == (180, 90_000)
    for _, round_ in rounds_from_kept(db):
        (seat,) = round_.seats
        assert [who.participant_id for who in seat.participants] == [each["participant_id"] for each in crowd]


@pytest.mark.parametrize("form", FORMS)
def test_one_participant_at_several_seats_stays_several_hands(db: Database, tmp_path: Path, form: str) -> None:
    seats = [
        {"seat": seat, "cards": cards.split(), "participants": [person("P-1", f"{seat}.00")]}
        for seat, cards in ((5, "2c 3c 4c"), (2, "Ah Ad As"), (7, "Kh Kd Ks"))
    ]
    take_in(db, written(tmp_path / "a", form, [a_round(1, seats=seats), a_round(2)]))
    found = db.rows("SELECT seat, cards, ante_stake FROM participants JOIN rounds USING (round_key) WHERE sequence = 1")
    assert sorted(found) == [(2, "Ah Ad As", 200), (5, "2c 3c 4c", 500), (7, "Kh Kd Ks", 700)]


def test_files_of_one_table_may_come_in_any_order_and_form(db: Database, tmp_path: Path) -> None:
    nights = [[a_round(10 * night + number) for number in range(1, 11)] for night in range(4)]
    paths = [written(tmp_path / f"{3 - night}", form, nights[night]) for night, form in enumerate(FORMS)]
    take_in(db, *reversed(paths))
    with open_database(tmp_path / "other.duckdb") as other:
        take_in(other, *paths)
        sql = (
            "SELECT r.* EXCLUDE (round_key, file_id, line, byte_offset, byte_length), "
            "p.* EXCLUDE (round_key) FROM rounds AS r JOIN participants AS p USING (round_key) ORDER BY ALL"
        )
        assert db.rows(sql) == other.rows(sql)
    assert db.rows("SELECT sequence FROM rounds ORDER BY sequence") == [(number,) for number in range(1, 41)]


@pytest.mark.parametrize(
    ("currency", "amount", "units"), [("JPY", "1500", 1500), ("USD", "15.05", 1505), ("KWD", "1.505", 1505)]
)
@pytest.mark.parametrize("form", FORMS)
def test_currencies_with_no_two_and_three_decimals(
    db: Database, tmp_path: Path, form: str, currency: str, amount: str, units: int
) -> None:
    seats = [{"seat": 1, "cards": ["Ah", "Kh", "Qh"], "participants": [person("P-1", amount)]}]
    good = [a_round(number, currency=currency, seats=seats, player_dealer=None) for number in (1, 3)]
    too_fine = [{"seat": 1, "cards": ["Ah", "Kh", "Qh"], "participants": [person("P-1", "0.0001")]}]
    bad = a_round(2, currency=currency, seats=too_fine, player_dealer=None)
    take_in(db, written(tmp_path / "a", form, [good[0], bad, good[1]]))
    assert db.rows("SELECT ante_stake, ante_net FROM participants") == [(units, units)] * 2
    assert db.rows("SELECT DISTINCT reason FROM quarantine") == [("money_precision",)]


@pytest.mark.parametrize("form", FORMS)
def test_rounds_of_the_same_name_belong_to_their_licensees(db: Database, tmp_path: Path, form: str) -> None:
    take_in(
        db, written(tmp_path / "a", form, [a_round(1), a_round(1, licensee_id="room-2")]), default_licensee="room-1"
    )
    take_in(db, written(tmp_path / "b", form, [a_round(1, deck="blue")]), default_licensee="room-3")
    assert db.rows("SELECT licensee_id, deck FROM rounds ORDER BY ALL") == [
        ("room-1", "red"), ("room-2", "red"), ("room-3", "blue"),
    ]  # fmt: skip
    assert sorted(round_.licensee_id for _, round_ in rounds_from_kept(db)) == ["room-1", "room-2", "room-3"]


def test_the_night_on_which_the_clocks_go_back_keeps_its_order(db: Database, tmp_path: Path) -> None:
    times = ("2026-11-01T01:59:00-07:00", "2026-11-01T01:01:00-08:00", "2026-11-01T09:02:00Z")
    records = [
        a_round(number, gaming_date="2026-10-31", started_at=time, wagers_closed_at=None, settled_at=time)
        for number, time in enumerate(times, 1)
    ]
    take_in(db, log(tmp_path / "a.jsonl", *map(line, reversed(records))))
    assert db.rows("SELECT sequence FROM rounds ORDER BY settled_ns") == [(1,), (2,), (3,)]
