"""Lines gone wrong in every way: each ends in one place, and what is loaded is what a slow second reader reads."""

from __future__ import annotations

import itertools
from random import Random
from typing import TYPE_CHECKING

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from compliance.domain.rounds import Source
from compliance.ingest.faults import Unreadable
from compliance.ingest.strict import read_round
from tests.ingest import slow_reader
from tests.ingest.mutations import mutated
from tests.ingest.samples import a_round, expected, line, places, plain, stored, take_in

if TYPE_CHECKING:
    from pathlib import Path

    from compliance.store import Database

LINES = 2_000


def a_line(number: int, rng: Random) -> bytes:
    """A good round, with some of what a log may hold."""
    record = a_round(number)
    if rng.random() < 0.2:
        record["progressive"] = {"meter_id": "M1", "before": "100.00", "after": None}
    if rng.random() < 0.2:
        record["extra"] = {"note": {"b": 1.50, "a": ["x", None]}}
    if rng.random() < 0.2:
        record["seats"][1]["participants"][0]["wagers"].append(
            {"kind": "lucky", "stake": 5, "outcome": "void", "net": 0, "placed_at": "2026-11-28T19:04:20.5Z"}
        )
    if rng.random() < 0.2:
        record["seats"] += [{"seat": 6, "cards": ["2c", "3c"], "participants": []}, {"seat": 7, "participants": []}]
    if rng.random() < 0.1:
        record["player_dealer"] |= {"kind": "patron", "declined_by": ["P-1"]}
    return line(record)


def hold_against_slow_reader(db: Database, path: Path, lines: list[bytes]) -> None:
    path.write_bytes(b"".join(raw + b"\n" for raw in lines))
    (report,) = take_in(db, path)
    (file_id,) = db.one("SELECT file_id FROM files WHERE sha256 = ?", [report.sha256])
    where = places(db, file_id)
    everywhere = sorted(itertools.chain.from_iterable(where.values()))
    assert everywhere == [number for number, raw in enumerate(lines, 1) if raw.strip()]
    assert report.read == len(everywhere)
    assert (report.loaded, report.duplicate, report.quarantined) == tuple(map(len, where.values()))
    loaded = stored(db, file_id)
    assert sorted(loaded) == where["rounds"]
    reasons = dict(db.rows("SELECT line, reason FROM quarantine WHERE file_id = ?", [file_id]))
    for number, raw in enumerate(lines, 1):
        if not raw.strip():
            continue
        try:
            wanted = expected(raw.removesuffix(b"\r"))
        except slow_reader.Refused:
            assert reasons.get(number) not in (None, "conflicting_duplicate"), raw
        else:
            assert reasons.get(number) in (None, "conflicting_duplicate"), raw
            assert loaded.get(number, wanted) == wanted


def test_thousands_of_mutated_lines(db: Database, tmp_path: Path) -> None:
    rng = Random(20261128)
    lines = [mutated(a_line(number, rng), rng) for number in range(LINES)]
    hold_against_slow_reader(db, tmp_path / "dirty.jsonl", [*lines, line(a_round(999_999))])
    (loaded, quarantined) = db.one("SELECT loaded, quarantined FROM files")
    assert min(loaded, quarantined) > LINES // 10


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.randoms(use_true_random=False))
def test_the_strict_reader_and_the_slow_one_agree(rng: Random) -> None:
    raw = mutated(a_line(rng.randrange(1000), rng), rng)
    try:
        wanted = slow_reader.read(raw)
    except slow_reader.Refused:
        wanted = None
    try:
        found = plain(read_round(raw, source=Source("", 1, 0), default_licensee="default"))
    except Unreadable:
        found = None
    if wanted is not None:
        wanted["licensee_id"] = wanted["licensee_id"] or "default"
    assert found == wanted
