"""One wager a row, as CSV and Parquet: the rounds are those of the JSON, or their rows are set aside with a reason."""

from __future__ import annotations

import gzip
import json
import random
from typing import TYPE_CHECKING, Any

import pytest
import zstandard

from compliance.ingest import flat_files, spool
from compliance.ingest.faults import IngestError
from compliance.ingest.rereading import lines_from_kept
from compliance.store import open_database
from tests.ingest.flat_logs import COLUMNS, csv_log, csv_text, flat, nested_parquet_log, parquet_log
from tests.ingest.samples import a_round, log, places, reasons, take_in

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from compliance.store import Database

HELD = ("participants", "other_wagers", "wager_times", "vacant_hands")


def rounds_with_everything() -> list[dict[str, Any]]:
    """Rounds that between them use every column of the flat form."""
    full = a_round(
        2, licensee_id="room-9", shift="swing", session_id="S-3", void_reason='a "misdeal",\nseen late',
        extra={"note": "a, b"}, progressive={"meter_id": "M1", "before": "100.00", "after": "101.50"},
    )  # fmt: skip
    full["player_dealer"] |= {"kind": "proposition", "declined_by": ["P-1", "P-2"]}
    full["seats"][0]["participants"][0]["wagers"][0]["placed_at"] = "2026-11-28T19:04:20.5Z"
    full["seats"][0]["participants"].append(
        {"participant_id": "P-9", "decision": None, "wagers": [
            {"kind": "lucky", "stake": "5", "outcome": "void", "net": "0"}]}
    )  # fmt: skip
    full["seats"] += [
        {"seat": 6, "cards": ["2c", "3c", "4c"], "participants": []},
        {"seat": 7, "cards": None, "participants": [{"participant_id": "P-1", "decision": None, "wagers": []}]},
    ]
    empty = a_round(3, status="void", void_reason="misdeal", seats=[], dealer_cards=None, player_dealer=None)
    return [a_round(1), full, empty]


def held(db: Database) -> dict[str, list[tuple[Any, ...]]]:
    """What the tables say of every round, whatever file it came from."""
    found = {
        table: db.rows(
            f"SELECT round_id, t.* EXCLUDE (round_key) FROM {table} AS t JOIN rounds USING (round_key) ORDER BY ALL"
        )
        for table in HELD
    }
    place = "round_key, file_id, line, byte_offset, byte_length"
    return found | {"rounds": db.rows(f"SELECT * EXCLUDE ({place}) FROM rounds ORDER BY ALL")}


@pytest.mark.parametrize("form", ["csv", "csv.gz", "csv.zst", "crlf", "shuffled", "flat", "nested"])
def test_every_form_says_the_same_as_the_json(db: Database, tmp_path: Path, form: str) -> None:
    records = rounds_with_everything()
    rows = [row for record in records for row in flat(record)]
    path = tmp_path / f"a.{form}"
    match form:
        case "csv":
            csv_log(path, *records)
        case "csv.gz":
            path.write_bytes(gzip.compress(csv_text(rows).encode()))
        case "csv.zst":
            path.write_bytes(zstandard.compress(csv_text(rows).encode()))
        case "crlf":
            path = tmp_path / "a.csv"
            head, _, rest = csv_text(rows).partition("\n")
            path.write_text(f"\ufeff{head}\r\n\r\n{rest}", encoding="utf-8", newline="")
        case "shuffled":
            path = csv_log(tmp_path / "a.csv", columns=random.Random(3).sample(COLUMNS, len(COLUMNS)))
            path.write_text(csv_text(rows, random.Random(3).sample(COLUMNS, len(COLUMNS))), newline="")
        case "flat":
            path = parquet_log(tmp_path / "a.parquet", rows)
        case "nested":
            path = nested_parquet_log(tmp_path / "a.parquet", records)
    (report,) = take_in(db, path)
    assert (report.read, report.loaded) == ((3, 3) if form == "nested" else (len(rows), len(rows)))
    with open_database(tmp_path / "json.duckdb") as other:
        take_in(other, log(tmp_path / "b.jsonl", *records))
        wanted, found = held(other), held(db)
        assert {table: found[table] for table in HELD} == {table: wanted[table] for table in HELD}
        # Of ``extra``, only the white space may differ.
        assert [[str(cell).replace(" ", "") for cell in row] for row in found["rounds"]] == [
            [str(cell).replace(" ", "") for cell in row] for row in wanted["rounds"]
        ]
        again = {round_.round_id: round_ for _, round_, _ in lines_from_kept(db)}
        for _, round_, _ in lines_from_kept(other):
            ours = again[round_.round_id]
            assert (ours.seats, ours.player_dealer, ours.dealer_cards) == (
                round_.seats, round_.player_dealer, round_.dealer_cards,
            )  # fmt: skip


def test_rows_need_not_stand_together_and_keep_their_place(
    db: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(spool, "_ROWS_AT_ONCE", 3)
    monkeypatch.setattr(flat_files, "_ROUNDS_AT_ONCE", 2)
    rounds = [flat(a_round(number)) for number in range(1, 30)]
    rows = [row for place in range(max(map(len, rounds))) for of_round in rounds for row in of_round[place : place + 1]]
    path = tmp_path / "a.csv"
    path.write_text(csv_text(rows), newline="")
    take_in(db, path)
    text = path.read_bytes()
    assert db.rows("SELECT line, round_id FROM rounds ORDER BY round_key") == [
        (number + 1, f"T07-20261128-{number:06d}") for number in range(1, 30)
    ]
    found = list(lines_from_kept(db))
    assert sorted(key for key, _, _ in found) == list(range(1, 30))
    for _, round_, lines in found:
        assert [wager.kind for wager in round_.seats[0].participants[0].wagers] == [
            "ante", "play", "pair_plus", "six_card_bonus",
        ]  # fmt: skip
        for line in lines:
            assert text[line.byte_offset :].startswith(line.raw + b"\n")
            assert text[: line.byte_offset].count(b"\n") == line.line - 1


def changed(number: int, row: int, **cells: Any) -> list[dict[str, Any]]:
    rows = flat(a_round(number))
    rows[row] |= cells
    return rows


@pytest.mark.parametrize(
    ("row", "cells", "reason"),
    [
        (1, {"settled_at": "2026-11-28T19:05:41-08:00"}, "incomplete_round"),
        (1, {"player_dealer_net": ""}, "incomplete_round"),
        (1, {"cards": "Ah Kh Jh"}, "incomplete_round"),
        (1, {"decision": "fold"}, "incomplete_round"),
        (1, {"kind": "ante"}, "bad_value"),
        (1, {"stake": "25.001"}, "money_precision"),
        (1, {"stake": "1,25"}, "bad_value"),
        (1, {"stake": " 25.00"}, "bad_value"),
        (1, {"stake": "2.5e1"}, "bad_value"),
        (1, {"seat": "1.0"}, "bad_value"),
        (1, {"seat": "", "participant_id": ""}, "missing_field"),
        (1, {"participant_id": ""}, "missing_field"),
        (1, {"kind": ""}, "missing_field"),
        (1, {"net": ""}, "missing_field"),
        (1, {"outcome": "WIN"}, "bad_value"),
        (0, {"cards": "Ah Kh Xh"}, "incomplete_round"),
        (1, {"placed_at": "2026-11-28T19:04:20"}, "naive_timestamp"),
    ],
)
def test_a_round_whose_rows_do_not_make_one_is_set_aside_row_by_row(
    db: Database, tmp_path: Path, row: int, cells: dict[str, Any], reason: str
) -> None:
    path = tmp_path / "a.csv"
    path.write_text(csv_text([*flat(a_round(1)), *changed(2, row, **cells), *flat(a_round(3))]), newline="")
    (report,) = take_in(db, path)
    assert (report.read, report.loaded, report.duplicate, report.quarantined) == (15, 10, 0, 5)
    assert reasons(db) == [(line, reason) for line in range(7, 12)]
    lines = path.read_bytes().split(b"\n")
    assert db.rows("SELECT line, raw, round_id FROM quarantine ORDER BY line") == [
        (line, lines[line - 1], "T07-20261128-000002") for line in range(7, 12)
    ]


@pytest.mark.parametrize(
    ("broken", "reason"),
    [
        (lambda text: text + b",x", "malformed_csv"),
        (lambda text: text[:40], "malformed_csv"),
        (lambda text: text.replace(b"P-1,", b'"P-1,'), "malformed_csv"),
        (lambda text: text.replace(b"P-1,", b"P-\xff,"), "invalid_utf8"),
        (lambda text: text.replace(b"P-1,", b"P\x001,"), "bad_value"),
    ],
)
def test_a_row_that_cannot_be_read_takes_its_round_with_it_and_no_other(
    db: Database, tmp_path: Path, broken: Any, reason: str
) -> None:
    lines = csv_text([row for number in (1, 2, 3) for row in flat(a_round(number))]).encode().split(b"\n")
    lines[7] = broken(lines[7])
    path = tmp_path / "a.csv"
    path.write_bytes(b"\n".join(lines))
    (report,) = take_in(db, path)
    assert (report.read, report.loaded, report.quarantined) == (15, 10, 5)
    assert reasons(db) == [(line, reason if line == 8 else "incomplete_round") for line in range(7, 12)]
    assert db.rows("SELECT raw FROM quarantine WHERE line = 8") == [(lines[7],)]


def test_a_row_without_a_round_leaves_no_round_beside_it_to_be_judged(db: Database, tmp_path: Path) -> None:
    rows = [row for number in (1, 2, 3, 4) for row in flat(a_round(number))]
    rows[10]["round_id"] = ""
    path = tmp_path / "a.csv"
    path.write_text(csv_text(rows), newline="")
    take_in(db, path)
    assert db.rows("SELECT round_id[-1:] FROM rounds ORDER BY ALL") == [("1",), ("4",)]
    assert reasons(db) == [(line, "missing_field" if line == 12 else "incomplete_round") for line in range(7, 17)]


def test_a_quotation_mark_that_is_never_closed_costs_one_round(db: Database, tmp_path: Path) -> None:
    lines = csv_text([row for number in range(1, 200) for row in flat(a_round(number))]).encode().split(b"\n")
    lines[500] = lines[500].replace(b"S1", b'"S1')
    path = tmp_path / "a.csv"
    path.write_bytes(b"\n".join(lines))
    (report,) = take_in(db, path)
    assert (report.read, report.loaded, report.quarantined) == (199 * 5, 198 * 5, 5)


@pytest.mark.parametrize("last", ["net", "house_dealer_id", "extra"])
def test_rows_do_not_vanish_between_two_stray_quotation_marks(db: Database, tmp_path: Path, last: str) -> None:
    """One mark opens a cell at the end of a row, another ends a row further on: what is between them are rows."""
    columns = [*(name for name in COLUMNS if name != last), last]
    rows = [row | {"extra": '{""a"": 1}'} for number in range(1, 6) for row in flat(a_round(number))]
    lines = csv_text([row | {"extra": ""} for row in rows], columns).split("\n")
    before, cell = lines[5].rsplit(",", 1)
    lines[5], lines[13] = f'{before},"{cell}', lines[13] + '"'
    path = tmp_path / "a.csv"
    path.write_text("\n".join(lines), newline="")
    (report,) = take_in(db, path)
    assert (report.read, report.loaded, report.quarantined) == (25, 15, 10)
    assert {line for line, reason in reasons(db) if reason == "malformed_csv"} == {6, 14}
    assert db.rows("SELECT round_id[-1:] FROM rounds ORDER BY ALL") == [("2",), ("4",), ("5",)]


def test_line_breaks_in_any_cell_are_read(db: Database, tmp_path: Path) -> None:
    """What a quoted cell holds is its own, a line with most of a row's commas in it too."""
    extra = {"a, " * (len(COLUMNS) - 2): "b", "c": ["d", "e"]}
    for place, first in enumerate(("extra", "void_reason", "round_id")):
        columns = [first, *(name for name in COLUMNS if name != first)]
        rows = flat(a_round(place, void_reason='a "misdeal",\nseen, late,\r\nby all'))
        text = json.dumps(extra, indent=1)
        path = tmp_path / f"{first}.csv"
        path.write_text(csv_text([row | {"extra": text} for row in rows], columns), newline="")
        (report,) = take_in(db, path)
        assert (report.read, report.loaded) == (5, 5)
    assert db.rows("SELECT DISTINCT void_reason FROM rounds") == [('a "misdeal",\nseen, late,\r\nby all',)]


@pytest.mark.parametrize(
    ("spoil", "reason"),
    [
        (lambda text: text.replace("HD-114", "H\u00e9").encode("latin-1"), "invalid_utf8"),
        (lambda text: text.replace("\nT07", "\n\ufeffT07").encode(), "malformed_csv"),
        (lambda text: text.replace("\nT07-", "\n").replace("\n2026", "\n,2026").encode(), "malformed_csv"),
        (lambda text: text.replace("HD-114", "H\x00").encode(), "bad_value"),
        (lambda text: text.replace("T07-20261128-000001", "").encode(), "missing_field"),
        (lambda text: text.replace("HD-114", 'H"').encode(), "malformed_csv"),
    ],
)
def test_a_file_without_a_row_that_can_be_read_is_set_aside_whole(
    db: Database, tmp_path: Path, spoil: Callable[[str], bytes], reason: str
) -> None:
    path = tmp_path / "a.csv"
    path.write_bytes(spoil(csv_text(flat(a_round(1)))))
    with pytest.raises(IngestError, match="not one of its 5 lines was taken in"):
        take_in(db, path)
    assert reasons(db) == [(line, reason) for line in range(2, 7)]


def test_a_round_given_twice_is_a_duplicate_and_one_row_twice_is_not(db: Database, tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    twice, once_more = flat(a_round(1)), flat(a_round(2))
    path.write_text(csv_text([*twice, *once_more, *twice, once_more[0]]), newline="")
    (report,) = take_in(db, path)
    assert (report.read, report.loaded, report.duplicate, report.quarantined) == (16, 5, 5, 6)
    assert places(db)["duplicates"] == [12, 13, 14, 15, 16]
    assert reasons(db) == [(line, "bad_value") for line in (7, 8, 9, 10, 11, 17)]


def test_across_forms_a_round_is_the_same_or_in_conflict(db: Database, tmp_path: Path) -> None:
    other = a_round(2)
    other["seats"][0]["participants"][0]["wagers"][0]["net"] = "24.00"
    take_in(db, log(tmp_path / "a.jsonl", a_round(1), a_round(2)))
    (report,) = take_in(db, csv_log(tmp_path / "b.csv", a_round(1), other, a_round(3)))
    assert (report.read, report.loaded, report.duplicate, report.quarantined) == (15, 5, 5, 5)
    assert reasons(db) == [(line, "conflicting_duplicate") for line in range(7, 12)]
    (again,) = take_in(db, parquet_log(tmp_path / "c.parquet", flat(a_round(3))))
    assert (again.loaded, again.duplicate) == (0, 5)


def test_a_corrected_file_resolves_every_row_of_a_round(db: Database, tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text(csv_text([*flat(a_round(1)), *changed(2, 1, stake="x")]), newline="")
    take_in(db, path)
    take_in(db, csv_log(tmp_path / "b.csv", a_round(2)))
    assert db.rows("SELECT DISTINCT resolved_by FROM quarantine") == [(2,)]


@pytest.mark.parametrize("form", ["csv", "parquet"])
def test_a_column_that_the_format_does_not_have_makes_every_row_unreadable(
    db: Database, tmp_path: Path, form: str
) -> None:
    path = tmp_path / "a.csv"
    path.write_text(csv_text([row | {"tip": "1"} for row in flat(a_round(1))], (*COLUMNS, "tip")), newline="")
    with pytest.raises(IngestError, match="not one of its 5 lines was taken in"):
        take_in(db, path)
    assert {reason for _, reason in reasons(db)} == {"unknown_field"}


def refused(db: Database, path: Path) -> str:
    with pytest.raises(IngestError) as caught:
        take_in(db, path)
    assert db.one("SELECT (SELECT count(*) FROM files) + (SELECT count(*) FROM quarantine)") == (0,)
    assert str(path) in str(caught.value)
    assert "\n" not in str(caught.value)
    return str(caught.value)


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "empty"),
        (b"\xef\xbb\xbf\r\n", "empty"),
        (",".join(COLUMNS).encode() + b"\n", "empty"),
        (b"round_id,table_id,stake\n1,2,3\n", "lacks the columns rule_sheet, gaming_date"),
        (b"round_id,table_id,round_id\n1,2,3\n", "'round_id' twice"),
        (",".join(map(str, range(200_000))).encode() + b"\n1\n", "lacks the columns round_id"),
        (csv_text(flat(a_round(1))).replace("\n", "\r").encode(), "a carriage return"),
        (csv_text(flat(a_round(1))).encode("utf-16"), "UTF-8"),
        (csv_text(flat(a_round(1)), delimiter=";").encode(), "lacks the column"),
    ],
)
def test_a_csv_that_cannot_be_read_changes_nothing(db: Database, tmp_path: Path, data: bytes, why: str) -> None:
    (tmp_path / "a.csv").write_bytes(data)
    assert why in refused(db, tmp_path / "a.csv")


def test_a_parquet_that_cannot_be_read_changes_nothing(db: Database, tmp_path: Path) -> None:
    good = parquet_log(tmp_path / "good.parquet", flat(a_round(1)))
    path = tmp_path / "a.parquet"
    for data in (b"", b"PAR1", good.read_bytes()[:-20], good.read_bytes()[4:], csv_text(flat(a_round(1))).encode()):
        path.write_bytes(data)
        assert "cannot be read as Parquet" in refused(db, path)
    parquet_log(path, [])
    assert "empty" in refused(db, path)


@pytest.mark.parametrize("kind", ["DOUBLE", "FLOAT"])
def test_money_in_floating_point_is_refused(db: Database, tmp_path: Path, kind: str) -> None:
    path = parquet_log(tmp_path / "a.parquet", flat(a_round(1)), {"stake": kind})
    assert "floating point" in refused(db, path)


def test_parquet_values_are_read_exactly_whatever_their_type(db: Database, tmp_path: Path) -> None:
    rows = flat(a_round(1))
    rows[0] |= {"stake": "0.07", "net": "-10.10"}
    types = {
        "stake": "DECIMAL(18, 4)", "net": "DECIMAL(38, 2)", "collection": "BIGINT", "seat": "UTINYINT",
        "player_dealer_wager": "UBIGINT", "gaming_date": "DATE", "started_at": "TIMESTAMPTZ", "sequence": "INTEGER",
    }  # fmt: skip
    rows = [row | {"collection": "1", "player_dealer_wager": "1500"} for row in rows]
    take_in(db, parquet_log(tmp_path / "a.parquet", rows, types))
    assert db.rows("SELECT ante_stake, ante_net, play_stake, collection FROM participants ORDER BY seat") == [
        (7, -1010, 2500, 100), (3000, -3000, 0, 100),
    ]  # fmt: skip
    assert db.rows("SELECT pd_wager, started_at, sequence FROM rounds") == [
        (150_000, "2026-11-29T03:04:11.250000Z", 1)
    ]  # fmt: skip
    naive = parquet_log(tmp_path / "b.parquet", flat(a_round(2)) + flat(a_round(3)), {"settled_at": "TIMESTAMP"})
    with pytest.raises(IngestError):
        take_in(db, naive)
    assert {reason for _, reason in reasons(db)} == {"naive_timestamp"}
