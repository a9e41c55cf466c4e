"""Files into the store: wholly or not at all, every line in one place, the same bytes once."""

from __future__ import annotations

import gzip
import hashlib
import os
from functools import partial
from typing import TYPE_CHECKING, Any

import pytest
import zstandard

from compliance.ingest import intake, json_lines
from compliance.ingest.faults import IngestError
from compliance.ingest.limits import Limits
from compliance.store import StoreError, open_database
from tests.ingest.flat_logs import csv_log
from tests.ingest.samples import a_round, line, log, places, reasons, stored, take_in

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from compliance.store import Database

TABLES = (
    "files", "rounds", "participants", "other_wagers", "wager_times", "vacant_hands", "duplicates", "quarantine",
)  # fmt: skip


def everything(db: Database) -> dict[str, list[tuple[Any, ...]]]:
    return {table: db.rows(f"FROM {table} ORDER BY ALL") for table in TABLES}


def test_a_log_is_loaded_with_where_each_line_stands(db: Database, tmp_path: Path) -> None:
    first, second = line(a_round(1)), line(a_round(2))
    text = b"\xef\xbb\xbf" + first + b"\r\n\r\n  \t\n" + second
    path = tmp_path / "night.jsonl"
    path.write_bytes(text)
    (report,) = take_in(db, path, received_from="Room 1", medium="USB stick 4")
    sha256 = hashlib.sha256(text).hexdigest()
    assert (report.path, report.sha256, report.read, report.loaded) == (str(path), sha256, 2, 2)
    assert not report.already_known
    assert db.rows("SELECT round_key, line, byte_offset, byte_length FROM rounds ORDER BY ALL") == [
        (1, 1, 3, len(first)),
        (2, 4, text.index(second), len(second)),
    ]
    assert db.rows("FROM files") == [
        (
            1, sha256, str(path), len(text), "canonical", "2026-11-29T06:00:00+00:00", "Room 1", "USB stick 4", True,
            2, 2, 0, 0,
        )
    ]  # fmt: skip


def test_hands_are_numbered_by_their_cards_in_recorded_order(db: Database, tmp_path: Path) -> None:
    record = a_round(dealer_cards=["Qd", "7d", "2c"])
    record["seats"] = [
        {"seat": 1, "cards": ["10H", "h-K", "A♠"], "participants": [{"participant_id": "P", "wagers": []}]},
        {"seat": 2, "cards": ["Ah", "Kh"], "participants": [{"participant_id": "P", "wagers": []}]},
        {"seat": 3, "cards": ["Ah", "Kh", "Qh", "Jh"], "participants": []},
        {"seat": 4, "cards": None, "participants": []},
        {"seat": 5, "cards": [], "participants": []},
        {"seat": 6, "participants": [{"participant_id": "P", "wagers": []}]},
    ]
    take_in(db, log(tmp_path / "a.jsonl", record))
    # Codes: Qd 41, 7d 21, 2c 0, Th 34, Kh 46, As 51; a hand is c1*52*52 + c2*52 + c3.
    assert db.rows("SELECT dealer_hand, dealer_cards, action_card FROM rounds") == [
        (41 * 2704 + 21 * 52, "Qd 7d 2c", 0)
    ]
    assert db.rows("SELECT seat, hand, cards FROM participants ORDER BY seat") == [
        (1, 34 * 2704 + 46 * 52 + 51, "Th Kh As"),
        (2, -1, "Ah Kh"),
        (6, None, None),
    ]
    assert db.rows("SELECT seat, hand, cards FROM vacant_hands ORDER BY seat") == [(3, -1, "Ah Kh Qh Jh"), (5, -1, "")]


def test_wagers_go_to_the_columns_of_their_kind(db: Database, tmp_path: Path) -> None:
    record = a_round()
    kinds = ("progressive", "lucky_7", "six_card_bonus", "pair_plus", "ante_bonus", "play", "ante")
    record["seats"][0]["participants"][0]["wagers"] = [
        {"kind": kind, "stake": f"{n}.00", "outcome": "win", "net": f"{n}.50"} for n, kind in enumerate(kinds, 1)
    ]
    record["seats"][1]["participants"][0]["wagers"] = [{"kind": "play", "stake": 0, "outcome": "void", "net": "-0.01"}]
    take_in(db, log(tmp_path / "a.jsonl", record))
    columns = "kinds, wager_order, ante_stake, play_net, ante_bonus_stake, pair_plus_net, six_card_bonus_stake"
    assert db.rows(f"SELECT {columns}, progressive_net, progressive_outcome FROM participants ORDER BY seat") == [
        (63, ",".join(kinds), 700, 650, 500, 450, 300, 150, "win"),
        (2, "play", 0, -1, 0, 0, 0, 0, None),
    ]
    assert db.rows("SELECT seat, participant_index, wager_kind, stake, net, outcome FROM other_wagers") == [
        (1, 0, "lucky_7", 200, 250, "win")
    ]
    assert db.rows("SELECT play_outcome, ante_outcome FROM participants WHERE seat = 2") == [("void", None)]


def test_the_same_bytes_again_change_nothing_and_say_so(db: Database, tmp_path: Path) -> None:
    path = log(tmp_path / "a.jsonl", a_round(1), b"{", a_round(2))
    (first,) = take_in(db, path)
    before = everything(db)
    (again,) = take_in(db, log(tmp_path / "copy.jsonl", a_round(1), b"{", a_round(2)))
    assert again.already_known
    assert (again.sha256, again.read, again.loaded, again.quarantined) == (first.sha256, 3, 2, 1)
    assert everything(db) == before


def test_a_file_of_the_same_size_is_not_the_same_file(db: Database, tmp_path: Path) -> None:
    take_in(db, log(tmp_path / "a.jsonl", a_round(1)))
    (report,) = take_in(db, log(tmp_path / "b.jsonl", a_round(2)))
    assert (report.loaded, report.already_known) == (1, False)


def respelt(number: int) -> bytes:
    """The sample round as another program might write it."""
    record = a_round(number, dealer_cards=["Q♦", "d-7", "2C"], licensee_id="default", shift=None)
    record["seats"][0]["participants"][0]["wagers"][0]["stake"] = 25
    del record["void_reason"], record["seats"][1]["cards"], record["seats"][1]["participants"][0]["decision_source"]
    return b"  " + line(dict(reversed(record.items()))).replace(b": ", b"\t:")


def other_content(number: int) -> bytes:
    record = a_round(number)
    record["seats"][0]["participants"][0]["wagers"][0]["net"] = "25.01"
    return line(record)


def test_duplicates_and_conflicts_within_a_file(db: Database, tmp_path: Path) -> None:
    take_in(
        db,
        log(
            tmp_path / "a.jsonl", a_round(1), a_round(2), a_round(1), respelt(1), other_content(1), a_round(2),
            other_content(3), a_round(3),
        ),
    )  # fmt: skip
    assert places(db) == {"rounds": [1, 2, 7], "duplicates": [3, 4, 6], "quarantine": [5, 8]}
    assert reasons(db) == [(5, "conflicting_duplicate"), (8, "conflicting_duplicate")]
    (raw, message, round_id) = db.one("SELECT raw, message, round_id FROM quarantine WHERE line = 8")
    assert raw == line(a_round(3))
    assert "line 7 of this file" in message
    assert round_id == "T07-20261128-000003"
    assert db.one(
        "SELECT participants.ante_net FROM participants JOIN rounds USING (round_key) WHERE seat = 1 AND line = 7"
    ) == (2501,)


def test_duplicates_and_conflicts_across_files_and_runs(tmp_path: Path) -> None:
    one = log(tmp_path / "1.jsonl", a_round(1), a_round(2))
    two = log(tmp_path / "2.jsonl", respelt(2), other_content(1), a_round(3))
    with open_database(tmp_path / "x.duckdb") as db:
        take_in(db, one)
    with open_database(tmp_path / "x.duckdb") as db:
        (report,) = take_in(db, two)
        assert (report.read, report.loaded, report.duplicate, report.quarantined) == (3, 1, 1, 1)
        assert places(db, 2) == {"rounds": [3], "duplicates": [1], "quarantine": [2]}
        (message,) = db.one("SELECT message FROM quarantine")
        assert str(one) in message
        assert "line 1" in message
        assert db.rows("SELECT round_key, round_id[-1] FROM rounds ORDER BY ALL") == [(1, "1"), (2, "2"), (3, "3")]


@pytest.mark.parametrize(
    "change",
    [
        {"table_id": "T08"}, {"gaming_date": "2026-11-29"}, {"rule_sheet": "x"}, {"status": "void"}, {"sequence": 9},
        {"sequence": None}, {"started_at": "2026-11-29T03:04:12.250Z"}, {"settled_at": "2026-11-28T19:05:41-08:00"},
        {"wagers_closed_at": None}, {"void_reason": ""}, {"void_reason": "null"}, {"deck": None}, {"deck": "S1"},
        {"shuffler_id": None}, {"house_dealer_id": "HD-115"}, {"shift": "x"}, {"session_id": "x"},
        {"dealer_cards": ["7d", "Qd", "2c"]}, {"dealer_cards": None}, {"player_dealer": None}, {"action_card": None},
        {"action_seat": 3}, {"progressive": {"meter_id": "M", "before": 1}}, {"extra": {}}, {"extra": {"a": 1}},
        {"seats": []}, {"currency": "EUR"},
    ],
)  # fmt: skip
def test_any_other_content_conflicts(db: Database, tmp_path: Path, change: dict[str, Any]) -> None:
    take_in(db, log(tmp_path / "a.jsonl", a_round(1), a_round(1, **change), a_round(2)))
    assert places(db) == {"rounds": [1, 3], "duplicates": [], "quarantine": [2]}
    assert reasons(db) == [(2, "conflicting_duplicate")]


def test_the_parts_of_a_round_are_compared_too(db: Database, tmp_path: Path) -> None:
    def changed(change: Callable[[dict[str, Any]], Any]) -> dict[str, Any]:
        record = a_round(1)
        change(record)
        return record

    def first(record: dict[str, Any]) -> dict[str, Any]:
        return record["seats"][0]["participants"][0]

    others = [
        changed(lambda r: r["player_dealer"].update(net=None)),
        changed(lambda r: r["player_dealer"].update(declined_by=[])),
        changed(lambda r: r["player_dealer"].update(declined_by=["P-1", "P-2"])),
        changed(lambda r: r["player_dealer"].update(kind="house")),
        changed(lambda r: r["seats"][0].update(cards=["Kh", "Ah", "Qh"])),
        changed(lambda r: r["seats"][1].update(cards=[])),
        changed(lambda r: r["seats"][1].update(seat=3)),
        changed(lambda r: r["seats"].append({"seat": 5, "cards": ["2c"], "participants": []})),
        changed(lambda r: r["seats"][0]["participants"].append({"participant_id": "P-9", "wagers": []})),
        changed(lambda r: first(r).update(participant_id="P-1,")),
        changed(lambda r: first(r).update(decision=None)),
        changed(lambda r: first(r).update(decision_source="timeout")),
        changed(lambda r: first(r).update(collection=0)),
        changed(lambda r: first(r)["wagers"].reverse()),
        changed(lambda r: first(r)["wagers"].pop()),
        changed(lambda r: first(r)["wagers"][0].update(kind="anted")),
        changed(lambda r: first(r)["wagers"][0].update(outcome="push")),
        changed(lambda r: first(r)["wagers"][0].update(placed_at="2026-11-28T19:04:20Z")),
    ]
    take_in(db, log(tmp_path / "a.jsonl", a_round(1), *others))
    assert places(db) == {"rounds": [1], "duplicates": [], "quarantine": list(range(2, len(others) + 2))}


def test_the_order_of_seats_and_seats_with_nothing_at_them_say_nothing(db: Database, tmp_path: Path) -> None:
    swapped, emptier = a_round(1), a_round(1)
    swapped["seats"].reverse()
    emptier["seats"].append({"seat": 5, "cards": None, "participants": []})
    take_in(db, log(tmp_path / "a.jsonl", a_round(1), swapped, emptier))
    assert places(db) == {"rounds": [1], "duplicates": [2, 3], "quarantine": []}


def test_extra_is_compared_by_what_it_says(db: Database, tmp_path: Path) -> None:
    one = line(a_round(1, extra={"a": 1, "b": ["x", 2]}))
    same = one.replace(b'{"a": 1, "b": ["x", 2]}', b'{ "b":["\\u0078",2],"a":1 }')
    other = one.replace(b'"a": 1', b'"a": 1.0')
    take_in(db, log(tmp_path / "a.jsonl", one, same, other))
    assert places(db) == {"rounds": [1], "duplicates": [2], "quarantine": [3]}
    assert db.one("SELECT extra FROM rounds") == ('{"a": 1, "b": ["x", 2]}',)


def test_rounds_of_two_licensees_do_not_collide(db: Database, tmp_path: Path) -> None:
    path = log(tmp_path / "a.jsonl", a_round(1), a_round(1, licensee_id="room-2"), a_round(1, licensee_id="default"))
    take_in(db, path)
    assert places(db) == {"rounds": [1, 2], "duplicates": [3], "quarantine": []}
    (report,) = take_in(db, log(tmp_path / "b.jsonl", a_round(1)), default_licensee="room-3")
    assert report.loaded == 1
    assert db.rows("SELECT licensee_id FROM rounds ORDER BY round_key") == [("default",), ("room-2",), ("room-3",)]


def test_identifiers_joined_differently_are_different_rounds(db: Database, tmp_path: Path) -> None:
    take_in(
        db,
        log(
            tmp_path / "a.jsonl",
            a_round(round_id="11", licensee_id="1"),
            a_round(round_id="1", licensee_id="11"),
            a_round(round_id="1", licensee_id="1,1"),
        ),
    )
    assert places(db)["rounds"] == [1, 2, 3]


def test_a_quarantined_line_keeps_its_bytes_reason_and_name(db: Database, tmp_path: Path) -> None:
    bad = line(a_round(7, currency="usd", licensee_id="room-2"))
    take_in(db, log(tmp_path / "a.jsonl", a_round(1), bad, b"\xff\xfe{", b'{"round_id": "T\xff'))
    assert db.rows("SELECT line, byte_offset, reason, raw, licensee_id, round_id FROM quarantine ORDER BY line") == [
        (2, len(line(a_round(1))) + 1, "bad_value", bad, "room-2", "T07-20261128-000007"),
        (3, len(line(a_round(1)) + bad) + 2, "invalid_utf8", b"\xff\xfe{", None, None),
        (4, len(line(a_round(1)) + bad) + 6, "invalid_utf8", b'{"round_id": "T\xff', None, None),
    ]


def test_a_line_is_filed_under_no_name_that_acts_on_a_terminal(db: Database, tmp_path: Path) -> None:
    """What is filed is shown: neither from JSON nor from a cell may a name change what stands around it."""
    names = ("\x9b31m", "a\u202eb", "a\ufeffb", "x" * 129)
    bad = [a_round(number, round_id=name) for number, name in enumerate(names, 1)]
    # Whose round it is cannot be told: it is not the default's.
    bad += [a_round(10 + number, licensee_id=name) for number, name in enumerate(("\x1b[2J", "\x9b31m", ""), 1)]
    take_in(db, log(tmp_path / "a.jsonl", a_round(100), *bad))
    rows = [record | {"seats": record["seats"][:1]} for record in bad[:-1]]
    csv_log(tmp_path / "b.csv", a_round(101), *rows)
    take_in(db, tmp_path / "b.csv")
    assert db.one("SELECT count(*), count(round_id), count(licensee_id) FROM quarantine") == (7 + 6 * 4, 0, 0)


def test_a_file_whose_name_no_report_could_show_is_refused(db: Database, tmp_path: Path) -> None:
    good = log(tmp_path / "[1] ü*.jsonl", a_round(1))
    for name in (b"a\xff.jsonl", b"a\n.jsonl", b"\x1b[2Ja.jsonl", "\u202ea.jsonl".encode()):
        (tmp_path / os.fsdecode(name)).write_bytes(line(a_round(2)))
    error = refused(db, tmp_path)
    assert [report.path for report in error.reports] == [str(good)]
    assert len(error.refusals) == 4
    for sentence in error.refusals:
        assert sentence.isprintable()
        assert sentence.endswith("rename it")
    assert take_in(db, str(good))[0].already_known


def test_a_corrected_file_resolves_what_it_brings(db: Database, tmp_path: Path) -> None:
    bad, cut_short = line(a_round(2)).replace(b'"25.00"', b'"25.001"'), line(a_round(3))[:-5]
    take_in(db, log(tmp_path / "a.jsonl", a_round(1), bad, cut_short, b"{", other_content(1)))
    take_in(db, log(tmp_path / "b.jsonl", a_round(1), a_round(2)))
    assert db.rows("SELECT line, resolved_by FROM quarantine ORDER BY line") == [
        (2, 2),
        (3, None),
        (4, None),
        (5, None),
    ]
    take_in(db, log(tmp_path / "c.jsonl", a_round(3), a_round(2)))
    assert db.rows("SELECT line, resolved_by FROM quarantine ORDER BY line") == [(2, 2), (3, 3), (4, None), (5, None)]


def test_a_round_of_another_licensee_resolves_nothing(db: Database, tmp_path: Path) -> None:
    take_in(db, log(tmp_path / "a.jsonl", a_round(1), line(a_round(2)).replace(b'"win"', b'"WIN"')))
    take_in(db, log(tmp_path / "b.jsonl", a_round(2)), default_licensee="room-2")
    assert db.rows("SELECT resolved_by FROM quarantine") == [(None,)]


def refused(db: Database, *paths: Path | str, **options: Any) -> IngestError:
    before = everything(db)
    with pytest.raises(IngestError) as caught:
        take_in(db, *paths, **options)
    if not caught.value.reports:
        assert everything(db) == before
        assert not list(db.kept_files.glob("*")) if db.kept_files.exists() else True
    return caught.value


@pytest.mark.parametrize("text", [b"", b"\n", b" \r\n\t\n\n", b"\xef\xbb\xbf", b"\xef\xbb\xbf\n"])
def test_an_empty_file_is_refused(db: Database, tmp_path: Path, text: bytes) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(text)
    error = refused(db, path)
    assert str(path) in str(error)
    assert "empty" in str(error)


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-32"])
def test_a_file_in_another_encoding_is_refused(db: Database, tmp_path: Path, encoding: str) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes((line(a_round(1)).decode() + "\n").encode(encoding))
    assert "UTF-8" in str(refused(db, path))


def test_a_compressed_file_that_is_cut_short_loads_nothing(db: Database, tmp_path: Path) -> None:
    text = b"".join(line(a_round(number)) + b"\n" for number in range(400))
    for name, data in (("a.jsonl.gz", gzip.compress(text)), ("b.jsonl.zst", zstandard.compress(text))):
        path = tmp_path / name
        path.write_bytes(data[:-3])
        assert "cut short" in str(refused(db, path))


def test_a_file_that_expands_beyond_the_limit_is_refused(db: Database, tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl.gz"
    path.write_bytes(gzip.compress(line(a_round(1)) + b"\n" + b" " * 10_000_000))
    assert "expands" in str(refused(db, path, limits=Limits(expansion_free=1 << 20, expansion_ratio=100)))


def test_a_file_of_nothing_but_bad_lines_is_an_error_and_its_lines_are_kept(db: Database, tmp_path: Path) -> None:
    bad, good = log(tmp_path / "a.jsonl", b"{", b"[]"), log(tmp_path / "b.jsonl", a_round(1))
    for _ in range(2):
        error = refused(db, bad, good)
        assert "not one of its 2 lines" in str(error)
        assert [(report.read, report.quarantined, report.loaded) for report in error.reports] == [(2, 2, 0), (1, 0, 1)]
        assert db.rows("SELECT read, loaded, quarantined FROM files ORDER BY file_id") == [(2, 0, 2), (1, 1, 0)]


def test_a_refused_file_does_not_stop_the_others_and_each_is_named(db: Database, tmp_path: Path) -> None:
    empty = [tmp_path / "1.jsonl", tmp_path / "3.jsonl"]
    for path in empty:
        path.write_bytes(b"")
    good = log(tmp_path / "2.jsonl", a_round(1))
    error = refused(db, tmp_path)
    assert [report.path for report in error.reports] == [str(good)]
    assert [str(path) in sentence for path, sentence in zip(empty, error.refusals, strict=True)] == [True, True]
    assert "(and 1 more)" in str(error)


def test_a_folder_stands_for_its_logs_in_order_and_each_once(db: Database, tmp_path: Path) -> None:
    (tmp_path / "logs" / "b").mkdir(parents=True)
    (tmp_path / "logs" / "manifest.toml").write_text("x = 1")
    log(tmp_path / "logs" / "c.NDJSON", a_round(1))
    log(tmp_path / "logs" / "b" / "z.jsonl", a_round(2))
    (tmp_path / "logs" / "a.jsonl.gz").write_bytes(gzip.compress(line(a_round(3))))
    (tmp_path / "logs" / "d.jsonl.zst").write_bytes(zstandard.compress(line(a_round(4))))
    reports = take_in(db, tmp_path / "logs", tmp_path / "logs" / "c.NDJSON", f"{tmp_path}/logs/*.gz")
    names = [os.path.relpath(report.path, tmp_path / "logs") for report in reports]
    assert names == ["a.jsonl.gz", "b/z.jsonl", "c.NDJSON", "d.jsonl.zst"]
    assert db.one("SELECT count(*) FROM rounds") == (4,)


def test_a_pattern_stands_for_what_it_matches(db: Database, tmp_path: Path) -> None:
    for name in ("b.jsonl", "a.jsonl", "c[1].jsonl"):
        log(tmp_path / name, a_round(ord(name[0])))
    assert [report.path[-7:] for report in take_in(db, f"{tmp_path}/[ab].jsonl")] == ["a.jsonl", "b.jsonl"]
    assert take_in(db, f"{tmp_path}/c[1].jsonl")[0].loaded == 1


@pytest.mark.parametrize(
    ("name", "why"),
    [("none.jsonl", "does not exist"), ("*.jsonl", "matches no log"), ("x.txt", "not a kind"), (".", "no log")],
)
def test_a_path_that_is_no_log_stops_everything_before_it_starts(
    db: Database, tmp_path: Path, name: str, why: str
) -> None:
    (tmp_path / "x.txt").write_text("{}")
    (tmp_path / "good").mkdir()
    good = log(tmp_path / "good" / "good.jsonl", a_round(1))
    wrong = tmp_path / "good" / ".." / name if name != "." else tmp_path / "empty"
    (tmp_path / "empty").mkdir()
    error = refused(db, good, wrong)
    assert why in str(error)
    assert error.reports == []


def test_a_compressed_log_is_the_text_inside(db: Database, tmp_path: Path) -> None:
    lines = [line(a_round(number)) for number in range(1, 30)]
    plain = log(tmp_path / "a.jsonl", *lines)
    packed = tmp_path / "b.jsonl.gz"
    packed.write_bytes(gzip.compress(plain.read_bytes()))
    take_in(db, plain)
    (report,) = take_in(db, packed)
    assert (report.duplicate, report.loaded) == (29, 0)
    assert report.sha256 == hashlib.sha256(packed.read_bytes()).hexdigest()
    assert db.rows("SELECT line, byte_offset FROM duplicates ORDER BY line") == db.rows(
        "SELECT line, byte_offset FROM rounds ORDER BY line"
    )


def test_a_line_too_long_is_set_aside_and_the_rest_is_loaded(db: Database, tmp_path: Path) -> None:
    limits = Limits(line=4000, line_kept=9000)
    long, longer = b'{"a": "' + b"x" * 5000 + b'"}', b"y" * 20_000_000
    take_in(db, log(tmp_path / "a.jsonl", a_round(1), long, a_round(2), longer, a_round(3)), limits=limits)
    assert places(db) == {"rounds": [1, 3, 5], "duplicates": [], "quarantine": [2, 4]}
    assert reasons(db) == [(2, "line_too_long"), (4, "line_too_long")]
    (first, second) = db.rows("SELECT raw, message FROM quarantine ORDER BY line")
    assert first[0] == long
    assert second[0] == b"y" * len(second[0])
    assert "20,000,000 bytes" in second[1]


def test_sixteen_mebibytes_are_a_line_and_one_byte_more_is_too_long(db: Database, tmp_path: Path) -> None:
    fits = line(a_round(1))
    fits += b" " * (16 * 2**20 - len(fits))
    take_in(db, log(tmp_path / "a.jsonl", fits, line(a_round(2)) + b" " * (16 * 2**20), a_round(3)))
    assert places(db) == {"rounds": [1, 3], "duplicates": [], "quarantine": [2]}


def test_batches_make_no_difference(db: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    records: list[Any] = [a_round(n % 20) if n % 3 else other_content(n % 20) for n in range(60)]
    records[50:50] = [b"{", b"", b"[]"]
    records[30] = a_round(30, house_dealer_id="Renée")
    path = log(tmp_path / "a.jsonl", *records)
    take_in(db, path)
    monkeypatch.setattr(intake, "_BATCH_LINES", 7)
    monkeypatch.setattr(intake, "_RECORDS_AT_ONCE", 3)
    for at_once in ({"_BYTES_AT_ONCE": 3000}, {"_LINES_AT_ONCE": 5}):
        with monkeypatch.context() as patch, open_database(tmp_path / f"{min(at_once)}.duckdb") as other:
            patch.setattr(json_lines, "blocks", partial(json_lines.blocks, size=1000))
            for name, value in at_once.items():
                patch.setattr(json_lines, name, value)
            take_in(other, path)
            assert everything(other) == everything(db)


def test_counts_that_do_not_balance_stop_the_file(
    db: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = log(tmp_path / "a.jsonl", a_round(1), a_round(2), b"{")
    monkeypatch.setattr(intake.Staging, "quarantine", lambda self, lines: None)
    with pytest.raises(StoreError, match="3 lines were read but 2 loaded, 0 duplicate and 0 quarantined"):
        take_in(db, path)
    assert all(not rows for rows in everything(db).values())
    assert list(db.kept_files.iterdir()) == []


def test_progress_ends_with_the_size_of_each_file(db: Database, tmp_path: Path) -> None:
    seen: list[tuple[Path, int, int]] = []
    path = log(tmp_path / "a.jsonl", *(a_round(number) for number in range(1, 2000)))
    take_in(db, path, progress=lambda *step: seen.append(step))
    size = path.stat().st_size
    assert seen[-1] == (path, size, size)
    assert [step[1] for step in seen] == sorted({step[1] for step in seen})


def test_awkward_nights_are_loaded_as_they_are(db: Database, tmp_path: Path) -> None:
    # The clock goes back at 02:00 on 2026-11-01: the hour comes twice, told apart by its offset.
    take_in(
        db,
        log(
            tmp_path / "b.jsonl",
            a_round(2, gaming_date="2026-10-31", settled_at="2026-11-01T01:30:00-08:00"),
            a_round(1, gaming_date="2026-10-31", settled_at="2026-11-01T01:30:00-07:00"),
        ),
    )
    assert db.rows("SELECT sequence FROM rounds ORDER BY settled_ns") == [(1,), (2,)]
    yen = line(a_round(3, currency="JPY", player_dealer=None)).replace(b'.00"', b'"')
    dinar = line(a_round(4, currency="KWD")).replace(b'.00"', b'.005"')
    take_in(db, log(tmp_path / "a.jsonl", yen, dinar))
    first_stakes = "SELECT minor_digits, ante_stake FROM rounds JOIN participants USING (round_key) WHERE seat = 1"
    assert db.rows(f"{first_stakes} AND file_id = 2 ORDER BY line") == [(0, 25), (3, 25005)]
    assert stored(db, 2)[2]["banker"]["wager"] == 1_500_005
