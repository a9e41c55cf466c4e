"""Lines read in bulk and lines read strictly: the two ways must agree on every line, and on what it says."""

from __future__ import annotations

import re
import sys
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from compliance.ingest import bulk_lines, fields, intake
from compliance.ingest.limits import Limits
from compliance.ingest.lines import Line, Lines
from compliance.ingest.shape import learn
from compliance.ingest.statements import define_amounts
from compliance.ingest.strict_json import parse
from compliance.store import StoreError, open_database
from compliance.store.staging import Staging
from tests.ingest.mutations import SWAPS, TOKENS, mutated
from tests.ingest.samples import a_round, line, log, places, take_in
from tests.ingest.test_ingesting import everything

if TYPE_CHECKING:
    from pathlib import Path

    from compliance.store import Database


def plain_round(number: int) -> bytes:
    return line(a_round(number, licensee_id="room-2", shift="day"))


def timed_round(number: int) -> bytes:
    record = a_round(number, progressive={"meter_id": "M", "before": "5.00"}, currency="JPY")
    record["seats"][0]["participants"][0]["wagers"][1]["placed_at"] = "2026-11-28T19:04:20.5Z"
    record["seats"] += [{"seat": 6, "cards": ["2c"], "participants": []}, {"seat": 7, "participants": []}]
    record["seats"][0]["participants"].append({"participant_id": "P-9", "wagers": []})
    return line(record).replace(b'.00"', b'"')


def round_with_extra(number: int) -> bytes:
    record = a_round(number, extra={"b": "x, y: z", "a": 1.50, "c": None})
    record["player_dealer"] |= {"kind": "house", "declined_by": ["P-1", "P-2"]}
    return line(dict(reversed(record.items())))


KINDS_OF_LOG = (plain_round, timed_round, round_with_extra)


@pytest.fixture
def bulk(monkeypatch: pytest.MonkeyPatch) -> dict[str, int]:
    """Counts the lines that went through the strict reader, while blocks of any size are read in bulk."""
    counts = {"strict": 0}
    strictly = intake.Intake._take_strictly

    def counted(self: intake.Intake, one: Any) -> Any:
        counts["strict"] += 1
        return strictly(self, one)

    monkeypatch.setattr(intake.Intake, "_take_strictly", counted)
    monkeypatch.setattr(intake, "_WORTH_BULK", 1)
    return counts


def both_ways(db: Database, tmp_path: Path, bulk: dict[str, int], path: Path, monkeypatch: pytest.MonkeyPatch) -> int:
    """Hold a log taken in in bulk against the same log read strictly; return how many lines were not read in bulk."""
    take_in(db, path)
    not_in_bulk = bulk["strict"]
    with monkeypatch.context() as patch, open_database(tmp_path / "strict.duckdb") as strict:
        patch.setattr(intake, "_WORTH_BULK", 1 << 60)
        take_in(strict, path)
        in_bulk, strictly = everything(db), everything(strict)
        for table, rows in strictly.items():
            assert in_bulk[table] == rows, table
    return not_in_bulk


@pytest.mark.parametrize("make", KINDS_OF_LOG)
def test_good_lines_are_all_read_in_bulk_but_the_first(
    db: Database, tmp_path: Path, bulk: dict[str, int], monkeypatch: pytest.MonkeyPatch, make: Any
) -> None:
    path = log(tmp_path / "a.jsonl", *(make(number) for number in range(1, 301)))
    take_in(db, path)
    assert bulk["strict"] == 1
    assert places(db)["rounds"] == list(range(1, 301))


@pytest.mark.parametrize("make", KINDS_OF_LOG)
def test_every_value_replaced_by_odd_values(
    db: Database, tmp_path: Path, bulk: dict[str, int], monkeypatch: pytest.MonkeyPatch, make: Any
) -> None:
    rng = Random(11)
    good = make(1)
    lines = [good]
    for token in TOKENS.finditer(good):
        lines += [good[: token.start()] + odd + good[token.end() :] for odd in rng.sample(SWAPS, 15)]
    # Each line is a round of its own, unless it was the id that was replaced.
    lines = [raw.replace(b"T07-20261128-000001", b"R%d" % number) for number, raw in enumerate(lines)]
    not_in_bulk = both_ways(db, tmp_path, bulk, log(tmp_path / "a.jsonl", *lines), monkeypatch)
    (loaded, quarantined) = db.one("SELECT loaded, quarantined FROM files")
    assert min(loaded, quarantined) > len(lines) // 50
    assert not_in_bulk < len(lines)


@pytest.mark.parametrize("make", KINDS_OF_LOG)
def test_lines_mutated_at_random(
    db: Database, tmp_path: Path, bulk: dict[str, int], monkeypatch: pytest.MonkeyPatch, make: Any
) -> None:
    rng = Random(3)
    lines = [make(0), *(mutated(make(number), rng) for number in range(1, 1500))]
    not_in_bulk = both_ways(db, tmp_path, bulk, log(tmp_path / "a.jsonl", *lines), monkeypatch)
    assert not_in_bulk < len(lines) * 9 // 10


_SECOND_SEAT = rb'"participants": \[\{"participant_id": "P-2".*?\]\}\]'
HAZARDS = [
    (_SECOND_SEAT, b'"participants": [{"participant_id": "P", "wagers": []}, {"participant_id": "P", "wagers": []}]'),
    (_SECOND_SEAT, b'"participants": [{"participant_id": "P", "wagers": []}, {"participant_id": "Q", "wagers": []}]'),
    (_SECOND_SEAT, b'"participants": []'),
    (rb'"cards": null, "participants": \[.*\]', b'"cards": ["2c"], "participants": []'),
    (rb'"USD"', b'"EUR"'), (rb'"25.00"', b'"25"'), (rb'"25.00"', b'"25.5"'), (rb'"25.00"', b'"-0.01"'),
    (rb'"25.00"', b'"99999999999.99"'), (rb'"25.00"', b'"10000000000000.00"'), (rb'"25.00"', b'"25.001"'),
    (rb'"25.00"', b'"025.00"'), (rb'"25.00"', b"25.00"), (rb'"25.00"', b'"2.5e1"'), (rb'"25.00"', b'""'),
    (rb'"2026-11-28"', b'"2026-11-31"'), (rb'"2026-11-28"', b'"2027-02-29"'), (rb'"2026-11-28"', b'"2028-02-29"'),
    (rb'"2026-11-28T', b'"2026-02-30T'), (rb"40-08:00", b"40.123456-08:00"), (rb"40-08:00", b"40.1234567-08:00"),
    (rb"40-08:00", b"40+13:59"), (rb"40-08:00", b"40+14:01"), (rb"40-08:00", b"40+15:00"), (rb"40-08:00", b"40Z"),
    (rb"40-08:00", b"40-00:00"), (rb"40-08:00", b"60-08:00"), (rb"2026-11-28T19:05", b"1969-12-31T23:59"),
    (rb"2026-11-28T19:05", b"1899-12-31T23:59"), (rb"2026-11-28T19:05", b"2500-12-31T23:59"),
    (rb'"HD-114"', b'"' + b"x" * 128 + b'"'), (rb'"HD-114"', b'"' + b"x" * 129 + b'"'), (rb'"HD-114"', b'" "'),
    (rb'"HD-114"', "\"Renée\"".encode()), (rb'"HD-114"', b'"a\x7fb"'), (rb'"HD-114"', b'"a\\/b"'),
    (rb'"seat": 2', b'"seat": 1'), (rb'"seat": 2', b'"seat": 02'), (rb'"seat": 2', b'"seat": 2147483647'),
    (rb'"seat": 2', b'"seat": 2147483648'), (rb'"seat": 2', b'"seat": 2.0'),
    (rb'"sequence": [0-9]+', b'"sequence": -1'),
    (rb'"sequence": [0-9]+', b'"sequence": 0'), (rb'"sequence": [0-9]+', b'"sequence": 1000000000000000'),
    (rb'"kind": "play"', b'"kind": "ante"'), (rb'"kind": "play"', b'"kind": "lucky"'), (rb'"P-2"', b'"P-1"'),
    (rb'"Qd"', b'"qD"'), (rb'"Qd"', b'"10d"'), (rb'"Qd"', b'"Dd"'), (rb', "void_reason": null', b""),
    (rb'"void_reason": null', b'"void_reason": "a, \\"b\\""'), (rb'"void_reason": null', b'"void_reason": "a: {b}"'),
    (rb"^", b" \t"), (rb"$", b" \t"), (rb"$", b"\r"), (rb"$", b"x"), (rb"$", b","), (rb"\}$", b",}"), (rb"$", b"\x0b"),
    (rb": ", b":"), (rb", ", b"  ,\t"), (rb'"cards": null', b'"cards": []'), (rb'"collection": "1.00", ', b""),
    (rb'"player_dealer": \{[^}]*\}', b'"player_dealer": null'),
    (rb'"player_dealer": \{', b'"player_dealer": {"seat": 1, '),
    (rb"\}$", b', "extra": {}}'), (rb"\}$", b', "extra": null}'), (rb"\}$", b', "extra": {"a": 1, "a": 1}}'),
    (rb"\}$", b', "extra": {"a": {"b": 1}}}'), (rb"\}$", b', "extra": {"a": NaN}}'),
    (rb"\}$", b', "extra": {"a": 01}}'), (rb"\}$", b', "extra": {"a": {"b": 1, "b": 1}}}'),
    (rb"\}$", b', "extra": {"a": {"b": 1}, "c": {"b": 1}}}'),
    (rb"\}$", b', "extra": {"a": [1.50, "x", null], "b": {}}}'),
    (rb"\}$", b', "extra": {"a": ["x", ":", ": y"], "a": 1}}'), (rb"\}$", b', "extra": {"a": {"b": {"c": 1}}}}'),
    (rb"\}$", b', "extra": {"a": [1,]}}'), (rb"\}$", b', "extra": []}'), (rb"\}$", b', "extra": "x"}'),
    (rb'"P-2"', b'"' + b"p" * 128 + b'"'), (rb'"P-2"', b'"' + b"p" * 129 + b'"'), (rb'"P-2"', b'""'),
    (rb'"player_dealer": \{', b'"player_dealer": {"declined_by": ["P-1", "' + b"p" * 129 + b'"], '),
    (rb'"round_id": "', b'"round_id": "' + b"r" * 128),
    (rb"\}$", b', "extra": {"extra": "x"}}'), (rb"\}$", b', "extra": {"x": "a{b"}}'), (rb"\}$", b', "x": 1}'),
]  # fmt: skip


@pytest.mark.parametrize("with_extra", [False, True])
def test_known_hazards(
    db: Database, tmp_path: Path, bulk: dict[str, int], monkeypatch: pytest.MonkeyPatch, with_extra: bool
) -> None:
    first = line(a_round(0, extra={"n": 1})) if with_extra else line(a_round(0))
    lines = [re.sub(old, lambda _, new=new: new, line(a_round(n))) for n, (old, new) in enumerate(HAZARDS, 1)]
    assert all(raw != line(a_round(n)) for n, raw in enumerate(lines, 1))
    assert both_ways(db, tmp_path, bulk, log(tmp_path / "a.jsonl", first, *lines), monkeypatch) < len(lines)


def test_a_log_written_by_two_programs_is_read_in_bulk_as_well(
    db: Database, tmp_path: Path, bulk: dict[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    makers = (plain_round, round_with_extra, timed_round)
    path = log(tmp_path / "a.jsonl", *(makers[n % 3](n) for n in range(3000)))
    assert both_ways(db, tmp_path, bulk, path, monkeypatch) == len(makers)


def test_a_line_beyond_the_limit_is_not_read_in_bulk(db: Database, tmp_path: Path, bulk: dict[str, int]) -> None:
    wide = plain_round(2) + b" " * 5000
    take_in(db, log(tmp_path / "a.jsonl", plain_round(1), wide, plain_round(3)), limits=Limits(line=5000))
    assert places(db) == {"rounds": [1, 3], "duplicates": [], "quarantine": [2]}


def test_bytes_that_are_not_utf8_spoil_their_line_only(db: Database, tmp_path: Path, bulk: dict[str, int]) -> None:
    bad = plain_round(2).replace(b"HD", b"\xff")
    take_in(db, log(tmp_path / "a.jsonl", plain_round(1), bad, plain_round(3)))
    assert places(db) == {"rounds": [1, 3], "duplicates": [], "quarantine": [2]}
    assert bulk["strict"] == 2


def test_the_shape_of_a_line_fits_it_in_any_order_of_keys() -> None:
    for make in KINDS_OF_LOG:
        raw = make(7)
        record, _ = parse(raw)
        shape = learn(record, 0 if make is timed_round else 2)
        assert re.fullmatch(shape.pattern, raw.decode())
        assert not re.fullmatch(shape.pattern, raw.decode().replace('"status"', '"statuz"'))
        assert not re.fullmatch(shape.pattern, raw.decode()[:-1])


@pytest.mark.parametrize("wrong", ["UPDATE staged SET pd_net = pd_net + 1", "UPDATE staged SET sequence = NULL"])
def test_a_bulk_reading_that_says_something_else_stops_the_file(
    db: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, wrong: str
) -> None:
    stage = bulk_lines.stage

    def stage_wrongly(db: Database, *given: Any, **options: Any) -> Any:
        left = stage(db, *given, **options)
        db.connection.execute(wrong)
        return left

    monkeypatch.setattr(bulk_lines, "stage", stage_wrongly)
    with pytest.raises(StoreError, match="the two readers of the log disagree on line 2"):
        take_in(db, log(tmp_path / "a.jsonl", *(a_round(number) for number in range(1, 300))))
    assert db.one("SELECT (SELECT count(*) FROM files) + (SELECT count(*) FROM rounds)") == (0,)


def test_a_line_that_only_the_bulk_reading_takes_stops_the_file(
    db: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = log(tmp_path / "a.jsonl", *(a_round(number) for number in range(1, 300)))
    monkeypatch.setattr(fields, "LARGEST_SEAT", 0)
    shape = learn(a_round(1), 2)
    monkeypatch.setattr(intake.Intake, "_learn", lambda self, lines: self._shapes.append(shape) or lines)
    define_amounts(db, shape.digits)
    with pytest.raises(StoreError, match="cannot be read: bad_value"):
        take_in(db, path)


def test_lines_that_are_staged_are_let_go_within_the_transaction(db: Database) -> None:
    lines = Lines.of(Line(n, 0, plain_round(n), len(plain_round(n))) for n in range(1, 5))
    shape = learn(parse(lines.texts[0].encode())[0], 2)
    with db.transaction():
        Staging(db)
        define_amounts(db, 2)
        held = [sys.getrefcount(text) for text in lines.texts]
        staged, _ = bulk_lines.stage(db, shape, lines, default_licensee="L", limits=Limits())
        assert len(staged) == 4
        assert [sys.getrefcount(text) for text in lines.texts] == held
