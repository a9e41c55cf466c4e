"""Rows put together in bulk, and put together strictly: the two ways must agree on every row, and on what it says."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from compliance.ingest import bulk_nested, bulk_rows, intake, parquet_files
from compliance.store import StoreError, open_database
from tests.ingest.flat_logs import flat, nested_parquet_log, parquet_log
from tests.ingest.samples import a_round, log, take_in
from tests.ingest.test_ingesting import everything

if TYPE_CHECKING:
    from pathlib import Path

    from compliance.store import Database

ODD = (
    "", " ", "0", "-0", "01", "1.0", "1e2", "25.001", "25.1", "+5", "5 ", "1,000", "99999999999", "win", "WIN", "play",
    "fold", "ante", "lucky", "Qh", "10h", "Qh  7d", "q♥ 7d 2c", "2026-02-30", "2026-11-28", "2026-11-28T19:04:11",
    "2026-11-28T19:04:11.5Z", "0000-01-01T00:00:00Z", "2300-01-01T00:00:00Z", "infinity",
    "2026-11-28T24:00:00Z", "2026-11-28T19:04:11.123456789Z", "2026-02-30T19:04:11Z",
    "USD", "JPY", "void", "null", "{}", '{"a": 1}', '{"a": 1, "a": 2}', '{"a": [1, 2,]}', '{"a": 1,}',
    '{"a": {}}', "[]", "é", "\u202e", "a\nb", "P-1;P-2", ";", "'", "player",
    "house_way", "x" * 129,
)  # fmt: skip


def records(count: int) -> list[dict[str, Any]]:
    """Rounds of several kinds."""
    made = []
    for number in range(1, count + 1):
        record = a_round(number)
        if number % 3 == 0:
            record["progressive"] = {"meter_id": "M1", "before": "100.00", "after": "101.00"}
            record["player_dealer"] |= {"kind": "house", "declined_by": ["P-1", "P-2"]}
        if number % 4 == 0:
            record["seats"][0]["participants"][0]["wagers"][0]["placed_at"] = "2026-11-28T19:04:20.5Z"
        if number % 5 == 0:
            record["seats"][0]["participants"].append(
                {"participant_id": "P-8", "decision": "fold", "decision_source": "timeout", "wagers": [
                    {"kind": "ante", "stake": "5", "outcome": "lose", "net": "-5"}]}
            )  # fmt: skip
        if number % 7 == 0:
            record["extra"] = {"floor": {"note": "count checked", "by": 2}, "cameras": ["C-1", number]}
        made.append(record)
    return made


def both_ways(
    db: Database,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    rows: list[dict[str, Any]],
    way: str = "_in_bulk",
) -> tuple[int, int]:
    """Hold a file taken in in bulk against the same file taken in strictly; return rows in bulk, and all."""
    path = tmp_path / "a.parquet"
    if way == "_nested_in_bulk":
        nested_parquet_log(path, rows, all_columns=True)
    else:
        parquet_log(path, rows)
    taken: list[int] = []
    in_bulk = getattr(parquet_files, way)

    def counted(*given: Any) -> list[int] | None:
        left = in_bulk(*given)
        taken.append(0 if left is None else len(rows) - len(left))
        return left

    monkeypatch.setattr(parquet_files, way, counted)
    take_in(db, path)
    monkeypatch.setattr(parquet_files, way, lambda *_: None)
    with open_database(tmp_path / "strict.duckdb") as other:
        take_in(other, path)
        found, wanted = everything(db), everything(other)
        # The two ways load the rounds in another order; every round is the same, in the same place.
        assert sorted(db.rows("SELECT * EXCLUDE (round_key) FROM rounds"), key=repr) == sorted(
            other.rows("SELECT * EXCLUDE (round_key) FROM rounds"), key=repr
        )
        for table in ("participants", "round_rows", "other_wagers", "wager_times", "vacant_hands"):
            sql = (
                f"SELECT round_id, t.* EXCLUDE (round_key) FROM {table} AS t JOIN rounds USING (round_key) ORDER BY ALL"
            )
            assert db.rows(sql) == other.rows(sql), table
        for table in ("files", "duplicates", "quarantine"):
            assert sorted(found[table], key=repr) == sorted(wanted[table], key=repr), table
    return taken[0], len(rows)


def test_plain_rows_are_all_taken_in_bulk(db: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bulk_rows, "ROUNDS_AT_ONCE", 7)
    rows = [row for record in records(40) for row in flat(record)]
    Random(5).shuffle(rows)
    taken, all_of_them = both_ways(db, tmp_path, monkeypatch, rows)
    assert taken == all_of_them


@pytest.mark.parametrize("way", ["_in_bulk", "_nested_in_bulk"])
def test_a_round_too_long_for_a_line_is_none_in_bulk_either(
    db: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    wager = {"kind": "ante", "stake": "5", "outcome": "lose", "net": "-5"}
    people = [
        {"participant_id": f"P-{number:0120d}", "decision": "fold", "wagers": [wager]} for number in range(70_000)
    ]
    rounds = records(3)
    rounds[1] |= {"void_reason": "x" * (17 << 20)}
    rounds[2] |= {"seats": [{"seat": 1, "cards": ["Ah", "Kh", "Qh"], "participants": people}]}
    if way == "_in_bulk":
        rounds.append(a_round(4, extra={"note": "x" * (17 << 20)}))
    rows = [row for record in rounds for row in flat(record)] if way == "_in_bulk" else rounds
    both_ways(db, tmp_path, monkeypatch, rows, way)
    reasons = db.rows("SELECT DISTINCT round_id, reason FROM quarantine ORDER BY ALL")
    assert reasons == [(record["round_id"], "line_too_long") for record in rounds[1:]]


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("amount_2(net)", "amount_2(stake)"),
        ("list_sort(in_order)", "list_reverse_sort(in_order)"),
        ("ORDER BY place)", "ORDER BY place DESC)"),
        ("try_cast(decision AS decision)", "NULL::decision"),
        ("least_cards AS cards", "NULL AS cards"),
        ("FILTER (kind = 'play')", "FILTER (kind = 'ante')"),
        ("instant(r.placed_at)", "instant(r.placed_at) + 1"),
        ("r.settled_at, instant(r.settled_at)", "r.settled_at, instant(r.started_at)"),
    ],
)
def test_the_second_reader_sees_a_fault_of_every_kind_in_rows_taken_in_bulk(
    db: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, right: str, wrong: str
) -> None:
    statements = bulk_rows._statements
    assert right in ";".join(statements("USD", 2))

    def faulty(currency: str, digits: int) -> list[str]:
        return [sql.replace(right, wrong) for sql in statements(currency, digits)]

    monkeypatch.setattr(bulk_rows, "_statements", faulty)
    monkeypatch.setattr(intake, "ONE_IN", 1)
    parquet_log(tmp_path / "a.parquet", [row for record in records(40) for row in flat(record)])
    with pytest.raises(StoreError, match="the two readers of the log disagree"):
        take_in(db, tmp_path / "a.parquet")


def test_plain_nested_rounds_are_all_taken_in_bulk(
    db: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    taken, all_of_them = both_ways(db, tmp_path, monkeypatch, records(40), "_nested_in_bulk")
    assert taken == all_of_them == 40


@pytest.mark.parametrize("seed", range(3))
def test_odd_values_make_no_difference(
    db: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    rng = Random(seed)
    rows = [row for record in records(250) for row in flat(record)]
    for row in rng.sample(rows, 150):
        column = rng.choice([name for name in row if name != "round_id"])
        row[column] = rng.choice([*ODD, rng.choice(rows).get(column)])
    rows += rng.sample(rows, 5) + [dict(row) for row in rows[:5]]
    taken, all_of_them = both_ways(db, tmp_path, monkeypatch, rows)
    assert all_of_them // 3 < taken < all_of_them


def odd_rows() -> list[dict[str, Any]]:
    """Rounds of one row with everything in it, each with one odd value, which stands in every column once."""
    (full,) = flat(
        a_round(
            1, licensee_id="room", shift="day", session_id="S", void_reason="misdeal",
            progressive={"meter_id": "M", "before": "5.00", "after": "6.00"},
            player_dealer={"seat": 4, "participant_id": "P-5", "wager": "9", "collection": "1", "net": "-1",
                           "kind": "house", "declined_by": ["P-1", "P-2"]},
            seats=[{"seat": 1, "cards": ["Ah", "Kh", "Qh"], "participants": [
                {"participant_id": "P-1", "decision": "play", "decision_source": "player", "collection": "1",
                 "wagers": [{"kind": "ante", "stake": "25", "outcome": "win", "net": "25",
                             "placed_at": "2026-11-28T19:04:20Z"}]}]}],
        )
    )  # fmt: skip
    found = [full | {column: odd} for column in (*full, "extra") if column != "round_id" for odd in ODD]
    return [row | {"round_id": f"R{number}"} for number, row in enumerate(found)]


def test_every_odd_value_in_every_column(db: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    taken, all_of_them = both_ways(db, tmp_path, monkeypatch, odd_rows())
    assert all_of_them // 9 < taken < all_of_them // 2


def parts(value: Any) -> list[tuple[Any, Any]]:
    """Every place of a single value in a record: the list or object that holds it, and where."""
    keys = list(value) if isinstance(value, dict) else list(range(len(value)))
    found = []
    for key in keys:
        found += parts(value[key]) if isinstance(value[key], (dict, list)) else [(value, key)]
    return found


@pytest.mark.parametrize("seed", range(3))
def test_odd_values_in_nested_rounds_make_no_difference(
    db: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    rng = Random(seed)
    monkeypatch.setattr(bulk_nested, "ROUNDS_AT_ONCE", 150)
    rounds = records(250)
    for record in rng.sample(rounds, 120):
        owner, key = rng.choice(parts(record))
        whole = isinstance(owner[key], int)
        owner[key] = rng.choice([None, 0, 2**31]) if whole else rng.choice([None, *ODD])
    for record in rng.sample(rounds, 10):
        rng.choice([record["seats"], record["seats"][0]["participants"]]).append(None)
    rounds += [rounds[3], rounds[5] | {"deck": "blue"}]
    taken, all_of_them = both_ways(db, tmp_path, monkeypatch, rounds, "_nested_in_bulk")
    assert all_of_them // 3 < taken < all_of_them


def test_rounds_that_are_there_already_or_in_conflict(
    db: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bulk_rows, "ROUNDS_AT_ONCE", 2)
    other = a_round(2)
    other["seats"][0]["participants"][0]["wagers"][0]["net"] = "24.00"
    take_in(db, log(tmp_path / "a.jsonl", a_round(1), a_round(2)))
    rows = [row for record in (a_round(1), other, a_round(3)) for row in flat(record)]
    path = parquet_log(tmp_path / "b.parquet", [*rows, *flat(a_round(3))])
    (report,) = take_in(db, path)
    assert (report.read, report.loaded, report.duplicate, report.quarantined) == (20, 5, 10, 5)
    assert db.rows("SELECT line, reason, raw[1:3]::VARCHAR FROM quarantine ORDER BY line")[0][:2] == (
        6, "conflicting_duplicate",
    )  # fmt: skip


def test_a_bulk_reading_that_says_something_else_stops_the_file(
    db: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stage = bulk_rows.stage

    def stage_wrongly(db: Database, licensee: str) -> Any:
        for lines in stage(db, licensee):
            db.connection.execute("UPDATE staged SET pd_net = pd_net + 1")
            yield lines

    monkeypatch.setattr(bulk_rows, "stage", stage_wrongly)
    path = parquet_log(tmp_path / "a.parquet", [row for record in records(10) for row in flat(record)])
    with pytest.raises(StoreError, match="the two readers of the log disagree on line 1"):
        take_in(db, path)
