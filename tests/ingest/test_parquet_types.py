"""Parquet columns of many types: each value is read exactly, or it is refused; none is left out or made up."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import duckdb
import pytest

from compliance.ingest import parquet_files
from compliance.ingest.faults import IngestError
from compliance.ingest.rereading import rounds_from_kept
from tests.ingest.flat_logs import flat, nested_parquet_log, parquet_log
from tests.ingest.samples import a_round, reasons, take_in

if TYPE_CHECKING:
    from pathlib import Path

    from compliance.store import Database

WAYS = ("flat", "flat strictly", "nested", "nested strictly")


@pytest.fixture(params=WAYS)
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Whether rows are of a wager or of a round; read in bulk as far as they go, or all of them strictly."""
    if request.param.endswith("strictly"):
        monkeypatch.setattr(parquet_files, "_in_bulk", lambda *_: None)
        monkeypatch.setattr(parquet_files, "_nested_in_bulk", lambda *_: None)
    return str(request.param.split()[0])


def typed(path: Path, form: str, column: str, value: str, record: dict[str, Any] | None = None) -> Path:
    """Write two rounds as Parquet, the value, given in SQL, in one of the columns."""
    records = [record or a_round(1), a_round(2)]
    plain = path.with_suffix(".plain.parquet")
    if form == "nested":
        nested_parquet_log(plain, records, all_columns=True)
    else:
        parquet_log(plain, [row for each in records for row in flat(each)])
    with duckdb.connect() as connection:
        connection.execute(f"COPY (SELECT * REPLACE ({value} AS {column}) FROM '{plain}') TO '{path}' (FORMAT parquet)")
    plain.unlink()
    return path


def read(db: Database, tmp_path: Path, form: str, column: str, value: str) -> set[str]:
    """Take such a file in; return the reasons for what is set aside, which is all of it or nothing."""
    db.connection.execute("DELETE FROM quarantine")
    try:
        take_in(db, typed(tmp_path / "a.parquet", form, column, value))
    except IngestError:
        assert db.one("SELECT count(*) FROM rounds") == (0,)
    return {reason for _, reason in reasons(db)}


@pytest.mark.parametrize(("column", "value"), [("table_id", "7"), ("deck", "true"), ("shift", "7::DECIMAL(9, 0)")])
def test_an_identifier_that_is_no_text(db: Database, tmp_path: Path, way: str, column: str, value: str) -> None:
    """A row of a round is like the JSON, in which a number is no identifier; the cell of a row has no type."""
    found = read(db, tmp_path, way, column, value)
    assert found == ({"bad_value"} if way == "nested" else set())


@pytest.mark.parametrize("value", ["5::UBIGINT", "5::DECIMAL(38, 0)"])
def test_whole_numbers_of_any_type_are_counts(db: Database, tmp_path: Path, way: str, value: str) -> None:
    assert read(db, tmp_path, way, "sequence", value) == set()
    assert db.rows("SELECT sequence FROM rounds") == [(5,), (5,)]
    assert [round_.sequence for _, round_ in rounds_from_kept(db)] == [5, 5]


NO_TIMES = (
    ("started_at", "'infinity'::TIMESTAMPTZ"), ("wagers_closed_at", "'infinity'::TIMESTAMPTZ"),
    ("wagers_closed_at", "'-infinity'::TIMESTAMPTZ"), ("wagers_closed_at", "'infinity'::TIMESTAMP"),
    ("wagers_closed_at", "TIMESTAMPTZ '9999-12-31 10:00:00Z'"), ("gaming_date", "'infinity'::DATE"),
    ("gaming_date", "DATE '20000-01-01'"),
)  # fmt: skip


def test_a_time_that_is_none_does_not_vanish(db: Database, tmp_path: Path, way: str) -> None:
    for column, value in NO_TIMES:
        assert read(db, tmp_path, way, column, value) == {"bad_value"}, value


@pytest.mark.parametrize("form", ["flat", "nested"])
def test_bytes_are_not_taken_for_text(db: Database, tmp_path: Path, form: str) -> None:
    with pytest.raises(IngestError, match="'table_id' is of bytes"):
        take_in(db, typed(tmp_path / "a.parquet", form, "table_id", "encode('Tisch ä')"))
    assert db.one("SELECT count(*) FROM files") == (0,)


def test_a_card_that_is_missing_from_a_list_does_not_vanish(db: Database, tmp_path: Path, way: str) -> None:
    for value in ("['Qd', NULL, '2c']", "['Qd', '', '2c']", "['Qd', ' ', '2c']", "['Qd', 'null']"):
        assert read(db, tmp_path, way, "dealer_cards", value) == {"bad_card"}, value


def test_lists_in_rows_of_a_wager(db: Database, tmp_path: Path) -> None:
    path = typed(tmp_path / "a.parquet", "flat", "player_dealer_declined_by", "['P-1', 'P 2']")
    take_in(db, typed(tmp_path / "b.parquet", "flat", "dealer_cards", "['Qd', '7d', '2c']", a_round(3)), path)
    found = db.rows("SELECT DISTINCT dealer_cards, pd_declined_by FROM rounds WHERE sequence IN (1, 3) ORDER BY ALL")
    assert found == [("Qd 7d 2c", ["P-1", "P 2"]), ("Qd 7d 2c", None)]


def test_a_name_that_a_cell_cannot_hold_is_refused(db: Database, tmp_path: Path) -> None:
    for value in ("['P-1', 'P;2']", "['P-1', NULL]", "['']"):
        assert read(db, tmp_path, "flat", "player_dealer_declined_by", value) == {"bad_value"}, value


def test_a_list_is_no_single_value(db: Database, tmp_path: Path) -> None:
    with pytest.raises(IngestError, match=r"'table_id' is of type VARCHAR\[\]"):
        take_in(db, typed(tmp_path / "a.parquet", "flat", "table_id", "['T07', 'T08']"))


EXTRA = '{"rate": 1.50, "id": 123456789012345678901234567890, "far": 1e400}'


def test_extra_is_kept_as_it_came(db: Database, tmp_path: Path, way: str) -> None:
    assert read(db, tmp_path, way, "extra", f"'{EXTRA}'") == set()
    assert db.rows("SELECT DISTINCT extra FROM rounds") == [(EXTRA,)]
    assert {round_.extra for _, round_ in rounds_from_kept(db)} == {EXTRA}


NO_EXTRA = {
    '{"a": 1,}': "malformed_json", '{"a": NaN}': "malformed_json", '{"a": 1, "\\u0061": 2}': "duplicate_key",
    '{"a": 1}, "shift": "night"': None, "[1]": None, "5": None, "{a: 1}": None,
}  # fmt: skip


def test_an_extra_that_is_no_object_is_refused(db: Database, tmp_path: Path, way: str) -> None:
    for text, reason in NO_EXTRA.items():
        (found,) = read(db, tmp_path, way, "extra", f"'{text}'")
        assert found in ({reason} if reason else {"malformed_json", "bad_value"}), text


def test_the_names_of_folders_say_nothing(db: Database, tmp_path: Path, way: str) -> None:
    """Some programs write columns as folders; a file is known by its bytes, wherever it lies."""
    folder = tmp_path / "table_id=T99" / "shift=night" / "more=1"
    folder.mkdir(parents=True)
    path = typed(tmp_path / "a.parquet", way, "deck", "'blue'").rename(folder / "a.parquet")
    (report,) = take_in(db, path)
    assert report.loaded == report.read
    assert db.rows("SELECT DISTINCT table_id, shift, deck FROM rounds") == [("T07", None, "blue")]
    assert {(round_.table_id, round_.shift) for _, round_ in rounds_from_kept(db)} == {("T07", None)}
