"""Files: logs plain and compressed, volumes for benchmarks, lines that are not rounds, and the example licensee."""

from __future__ import annotations

import gzip
import json
import tomllib
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import zstandard

from compliance.domain.money import decimal_text
from compliance.ingest.faults import Unreadable
from compliance.parity.rules import NumberedRules
from compliance.rules.licensee import Licensee
from compliance.rules.loader import frozen
from compliance.rules.rulebook import RuleBook
from compliance.simulate.example import TABLES, make_example
from compliance.simulate.habits import Habits
from compliance.simulate.hostile import (
    HOSTILE_PARTICIPANTS,
    HOSTILE_ROUND_ID,
    STRAYS,
    with_hostile_names,
    with_strays,
)
from compliance.simulate.log import truth_record, write_log
from compliance.simulate.table import SimulationError, simulate_table
from compliance.simulate.volume import EXCHANGES, write_volume
from tests.simulate.audited import SHEETS, START, findings, read, told

if TYPE_CHECKING:
    from compliance.domain.rounds import Round
    from compliance.rules.sheet import RuleSheet
    from compliance.simulate.table import SimulatedRound

EXAMPLES = Path(__file__).parents[2] / "examples"
ACROSS_ROUNDS = ("RECD-001", "RECD-002", "RECD-003", "PROG-001")
"""Found only beside other lines of the log."""
GEGA = SHEETS["gega-003666"]
BICYCLE = SHEETS["bicycle-three-card-poker"]


def night(sheet: RuleSheet = GEGA, rounds: int = 20, faults: tuple[str, ...] = ()) -> list[SimulatedRound]:
    return list(simulate_table(sheet, table_id="T01", rounds=rounds, seed=7, start=START, faults=faults))


def text_of(path: Path) -> str:
    data = path.read_bytes()
    return (gzip.decompress(data) if path.suffix == ".gz" else data).decode()


def test_a_log_is_one_round_a_line_and_its_truth_comes_back(tmp_path: Path) -> None:
    rounds = night(faults=("unknown_sheet", "winning_hand_taken"))
    truths = write_log(tmp_path / "log.jsonl", rounds)
    assert (tmp_path / "log.jsonl").read_bytes().decode().split("\n") == [*(r.json_text for r in rounds), ""]
    assert told(truths) == told(truth for round_ in rounds for truth in round_.planted)
    assert len(truths) == 4


def test_compressed_logs_hold_the_same_and_no_time(tmp_path: Path) -> None:
    for name in ("log.jsonl", "log.jsonl.gz", "again.jsonl.gz", "log.jsonl.zst"):
        write_log(tmp_path / name, night())
    plain = (tmp_path / "log.jsonl").read_bytes()
    packed = (tmp_path / "log.jsonl.gz").read_bytes()
    assert gzip.decompress(packed) == plain
    assert packed == (tmp_path / "again.jsonl.gz").read_bytes()
    with zstandard.ZstdDecompressor().stream_reader((tmp_path / "log.jsonl.zst").read_bytes()) as reader:
        assert reader.read() == plain


def test_a_truth_record_writes_money_as_text() -> None:
    (round_,) = (round_ for round_ in night(faults=("win_a_unit_over",)) if round_.planted)
    record = truth_record(round_.planted[0])
    assert (record["code"], record["verdict"], record["variance"]) == ("SETL-001", "violation", "0.01")
    assert record["interpretation"] is None


def test_a_volume_is_many_tables_that_settle_alike(tmp_path: Path) -> None:
    write_volume(tmp_path, GEGA, rounds=100, seed=3, start=START, habits=Habits(wagering_seats=(4, 4)))
    lines = text_of(tmp_path / "volume-001.jsonl").splitlines()
    assert len(lines) == 100
    rounds = [read(line) for line in lines]
    assert Counter(round_.table_id for round_ in rounds).most_common()[0][1] == 5
    assert len({round_.table_id for round_ in rounds}) == len(EXCHANGES)
    assert len({round_.round_id for round_ in rounds}) == 100
    assert len({(round_.dealer_cards, tuple(seat.cards for seat in round_.seats)) for round_ in rounds[:24]}) == 24
    assert all(len(round_.seats) == 4 for round_ in rounds)
    assert all(findings(line, GEGA.id) == [] for line in lines)


def test_a_volume_is_the_same_however_many_processes_write_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("compliance.simulate.volume.PATTERN_ROUNDS", 2)
    written = []
    for processes in (1, 2):
        folder = tmp_path / str(processes)
        folder.mkdir()
        files = write_volume(folder, GEGA, rounds=100, seed=3, start=START, processes=processes, suffix=".jsonl.gz")
        written.append({file.name: text_of(file) for file in files})
    assert written[0] == written[1]
    assert [len(text.splitlines()) for text in written[0].values()] == [48, 48, 4]
    assert len({line for text in written[0].values() for line in text.splitlines()}) == 100


def test_a_sheet_that_pays_one_suit_otherwise_cannot_be_copied(tmp_path: Path) -> None:
    data = GEGA.model_dump(exclude_unset=True)
    next(rule for rule in data["wager"] if rule["kind"] == "pair_plus")["chart"]["lines"][0]["suit"] = "s"
    with pytest.raises(SimulationError, match="pays one suit otherwise"):
        write_volume(tmp_path, type(GEGA).model_validate(data), rounds=10, seed=1, start=START)


def _read_or_refused(text: str) -> Round | str:
    try:
        return read(text)
    except Unreadable as fault:
        return fault.reason.value


def test_every_stray_line_is_refused_for_its_reason() -> None:
    rounds, strays = with_strays(night(rounds=30))
    assert len(rounds) == 30 + len(STRAYS) == 30 + len(strays)
    reasons = {stray.line: stray.reason for stray in strays}
    loaded: dict[str, Round] = {}
    for number, round_ in enumerate(rounds, start=1):
        became = _read_or_refused(round_.json_text)
        if isinstance(became, str):
            assert became == reasons[number]
            continue
        earlier = loaded.setdefault(became.round_id, became)
        if number in reasons:
            assert reasons[number] == (None if became == earlier else "conflicting_duplicate")
        else:
            assert became is earlier
    assert {stray.reason for stray in strays} >= {
        "malformed_json", "duplicate_key", "unknown_field", "money_precision", "naive_timestamp",
        "conflicting_duplicate", None,
    }  # fmt: skip
    assert len(loaded) == 30


def test_too_few_rounds_for_the_stray_lines_are_refused() -> None:
    with pytest.raises(ValueError, match="too few"):
        with_strays(night(rounds=5))


def test_hostile_names_are_plain_text_in_an_honest_log() -> None:
    rounds = with_hostile_names(night(BICYCLE, 40, ("winning_hand_taken",)))
    read_back = [read(round_.json_text) for round_ in rounds]
    people = {who.participant_id for round_ in read_back for seat in round_.seats for who in seat.participants}
    assert set(HOSTILE_PARTICIPANTS) <= people
    assert [round_.round_id for round_ in read_back].count(HOSTILE_ROUND_ID) == 1
    for round_, now in zip(rounds, read_back, strict=True):
        assert [(f.code, f.participant_id) for f in findings(round_.json_text, BICYCLE.id)] == [
            (truth.code, truth.participant_id) for truth in round_.planted
        ]
        assert all(truth.round_id == now.round_id for truth in round_.planted)


def lines_of(folder: Path) -> dict[str, list[str]]:
    return {path.name: text_of(path).splitlines() for path in sorted((folder / "logs").iterdir())}


def test_the_example_in_the_repository_is_the_one_that_is_made(tmp_path: Path) -> None:
    make_example(tmp_path)
    assert lines_of(EXAMPLES) == lines_of(tmp_path)
    for name in ("truth.json", "licensee.toml"):
        assert (EXAMPLES / name).read_text(encoding="utf-8") == (tmp_path / name).read_text(encoding="utf-8")
    assert sum(path.stat().st_size for path in (EXAMPLES / "logs").iterdir()) < 3_000_000


def test_the_examples_licensee_file_is_one_and_knows_its_tables() -> None:
    licensee = Licensee.model_validate(frozen(tomllib.loads((EXAMPLES / "licensee.toml").read_text(encoding="utf-8"))))
    assert licensee.ruling == ()
    for entry in TABLES:
        play = licensee.plays(entry.table_id, START.date())
        assert play is not None
        assert (play.sheet, play.postings) == (entry.sheet_id, ())
        assert licensee.positions(entry.table_id) == entry.positions
        assert str(licensee.time_zone_of(entry.table_id)) == entry.time_zone


@pytest.mark.parametrize("entry", TABLES, ids=[entry.table_id for entry in TABLES])
def test_an_audit_of_the_example_finds_its_truth_and_nothing_else(entry: Any) -> None:
    truth = json.loads((EXAMPLES / "truth.json").read_text(encoding="utf-8"))
    (file,) = (table["file"] for table in truth["tables"] if table["table_id"] == entry.table_id)
    strays = {stray["line"] for stray in truth["strays"] if stray["file"] == file}
    rules = NumberedRules(RuleBook.load(licensee_file=EXAMPLES / "licensee.toml"))
    found = []
    lines = text_of(EXAMPLES / file).splitlines()
    for number, line in enumerate(lines, start=1):
        if number in strays:
            continue
        round_id = json.loads(line)["round_id"]
        named = json.dumps({"licensee_id": "example-room", **json.loads(line)})
        for finding in findings(named, entry.sheet_id, positions=entry.positions, rules=rules):
            variance = None if finding.variance is None else decimal_text(finding.variance, 2)
            found.append(
                (round_id, finding.code, finding.verdict.value, finding.seat, finding.participant_id,
                 finding.wager_kind, variance, finding.interpretation, finding.reading)
            )  # fmt: skip
    planted = [
        tuple(
            record[name]
            for name in (
                "round_id", "code", "verdict", "seat", "participant_id", "wager_kind", "variance", "interpretation",
                "reading",
            )
        )
        for record in truth["planted"]
        if record["table_id"] == entry.table_id and record["code"] not in ACROSS_ROUNDS
    ]  # fmt: skip
    assert len(lines) == entry.rounds + len(strays)
    assert sorted(found, key=str) == sorted(planted, key=str)
    assert len({record["name"] for record in truth["planted"]}) >= 30
