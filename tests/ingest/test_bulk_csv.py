"""Rows of CSV put together in bulk, and one round at a time: the two ways must agree on every row."""

from __future__ import annotations

import csv
import re
from importlib import resources
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from compliance.ingest import bulk_csv, spool
from compliance.ingest.flat import COLUMNS
from compliance.store import open_database
from tests.ingest.flat_logs import csv_text, flat
from tests.ingest.samples import a_round, reasons, take_in
from tests.ingest.test_bulk_rows import ODD, odd_rows, records
from tests.ingest.test_flat_fuzz import MARKS

if TYPE_CHECKING:
    from pathlib import Path

    from compliance.store import Database

TABLES = ("participants", "round_rows", "other_wagers", "wager_times", "vacant_hands")


def both_ways(db: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: bytes) -> tuple[int, int]:
    """Hold a file taken in in bulk against the same file taken in one round at a time; return rows in bulk, and all."""
    path = tmp_path / "a.csv"
    path.write_bytes(text)
    take, taken = bulk_csv.take, []

    def counted(db: Database, intake: Any, *given: Any) -> None:
        before = intake.read
        take(db, intake, *given)
        taken.append(intake.read - before)

    monkeypatch.setattr(bulk_csv, "take", counted)
    (report,) = take_in(db, path)
    monkeypatch.setattr(bulk_csv, "take", lambda *_: None)
    with open_database(tmp_path / "strict.duckdb") as other:
        take_in(other, path)
        for table in ("files", "quarantine", "duplicates"):
            columns = "* EXCLUDE (path)" if table == "files" else "*"
            assert db.rows(f"SELECT {columns} FROM {table} ORDER BY ALL") == other.rows(
                f"SELECT {columns} FROM {table} ORDER BY ALL"
            ), table
        rounds = "SELECT * EXCLUDE (round_key) FROM rounds ORDER BY ALL"
        assert db.rows(rounds) == other.rows(rounds)
        for table in TABLES:
            sql = f"SELECT round_id, t.* EXCLUDE (round_key) FROM {table} t JOIN rounds USING (round_key) ORDER BY ALL"
            assert db.rows(sql) == other.rows(sql), table
    return taken[0], report.read


@pytest.mark.parametrize("quoting", [csv.QUOTE_MINIMAL, csv.QUOTE_ALL])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_plain_rows_are_all_taken_in_bulk(
    db: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, quoting: int, end: str
) -> None:
    monkeypatch.setattr(spool, "_ROWS_AT_ONCE", 13)
    rows = [row for record in records(40) for row in flat(record)]
    Random(5).shuffle(rows)
    text = csv_text(rows, quoting=quoting).replace("\n", end).encode()
    taken, all_of_them = both_ways(db, tmp_path, monkeypatch, text)
    assert taken == all_of_them == len(rows)


@pytest.mark.parametrize("seed", range(3))
def test_odd_values_and_spoilt_rows_make_no_difference(
    db: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    rng = Random(seed)
    rows = [row for record in records(200) for row in flat(record)]
    for row in rng.sample(rows, 100):
        column = rng.choice([name for name in row if name != "round_id" or rng.random() < 0.2])
        row[column] = rng.choice([*ODD, rng.choice(rows).get(column)])
    rows += rng.sample(rows, 5) + [dict(row) for row in rows[:5]]
    lines = csv_text(rows).encode().split(b"\n")
    for place in rng.sample(range(1, len(lines) - 1), 20):
        at = rng.randrange(len(lines[place]) + 1)
        lines[place] = lines[place][:at] + rng.choice(MARKS) + lines[place][at:]
    taken, all_of_them = both_ways(db, tmp_path, monkeypatch, b"\n".join(lines))
    assert all_of_them // 4 < taken < all_of_them


def test_every_odd_value_in_every_column(db: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    taken, all_of_them = both_ways(db, tmp_path, monkeypatch, csv_text(odd_rows()).encode())
    assert all_of_them // 9 < taken < all_of_them // 2


def test_no_cell_is_cast_in_a_way_that_can_fail() -> None:
    """The database may do a cast before it leaves out the rounds that are not plain: then it must come to null."""
    sql = resources.files(bulk_csv.__package__ or "").joinpath("sql", "flat_staged.sql").read_text(encoding="utf-8")
    assert "try_cast(r.seat AS INTEGER)" in sql
    assert re.findall(rf"\b(?:{'|'.join(COLUMNS)})(?:, '\w+'\))?::\w+", sql) == []


def test_marks_of_other_dialects_are_text(db: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is guessed of a dialect (reported of DuckDB's reader as #14393)."""
    rows = [row for number in range(1, 9) for row in flat(a_round(number, house_dealer_id="a;b|c'd;e:f"))]
    taken, all_of_them = both_ways(db, tmp_path, monkeypatch, csv_text(rows).encode())
    assert taken == all_of_them == 40
    assert db.rows("SELECT DISTINCT house_dealer_id FROM rounds") == [("a;b|c'd;e:f",)]


def test_an_extra_that_is_no_json_spoils_its_round_only(
    db: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Reported of DuckDB as #13301: a column of JSON that took what is none."""
    rows = [row for number in (1, 2, 3) for row in flat(a_round(number))]
    for row in rows[5:10]:
        row["extra"] = "{a: 1}"
    assert both_ways(db, tmp_path, monkeypatch, csv_text(rows).encode()) == (10, 15)
    assert reasons(db) == [(line, "malformed_json") for line in range(7, 12)]


@pytest.mark.parametrize("text", ["5", '"x"', "[1]", "false"])
def test_an_extra_that_is_no_object_is_what_it_is_in_json(db: Database, tmp_path: Path, text: str) -> None:
    path = tmp_path / "a.csv"
    path.write_text(csv_text([*flat(a_round(1)), *(row | {"extra": text} for row in flat(a_round(2)))]), newline="")
    take_in(db, path)
    assert {(reason, message[-16:]) for reason, message in db.rows("SELECT reason, message FROM quarantine")} == {
        ("bad_value", "is not an object")
    }
