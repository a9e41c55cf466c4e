from __future__ import annotations

import gzip
from datetime import date
from typing import TYPE_CHECKING

import pytest
import zstandard

from compliance.domain.rounds import Source
from compliance.ingest.kept import kept_path
from compliance.ingest.rereading import Selection, raw_line, rounds_from_kept
from compliance.ingest.strict import read_round
from compliance.store import StoreError
from tests.ingest.samples import a_round, line, log, take_in

if TYPE_CHECKING:
    from pathlib import Path

    from compliance.store import Database


@pytest.mark.parametrize("keep", [True, False])
@pytest.mark.parametrize("pack", [bytes, gzip.compress, zstandard.compress])
def test_rounds_come_again_from_their_bytes(db: Database, tmp_path: Path, keep: bool, pack: type[bytes]) -> None:
    lines = [line(a_round(number, extra={"n": number})) for number in range(1, 500)]
    text = b"\xef\xbb\xbf" + b"\r\n".join([lines[0], b"{", *lines[1:], lines[3]])
    ending = {bytes: "", gzip.compress: ".gz"}.get(pack, ".zst")
    path = tmp_path / f"a.jsonl{ending}"
    path.write_bytes(pack(text))
    (report,) = take_in(db, path, keep=keep, default_licensee="room-1")
    assert (report.loaded, report.duplicate, report.quarantined) == (499, 1, 1)
    if keep:
        path.unlink()
    assert db.kept_files.exists() == keep
    found = list(rounds_from_kept(db))
    assert [key for key, _ in found] == list(range(1, 500))
    for (_, round_), raw in zip(found, lines, strict=True):
        source = Source(report.sha256, round_.source.line, text.index(raw))
        assert round_ == read_round(raw, source=source, default_licensee="room-1")
    assert raw_line(db, 400) == lines[399]


def test_some_rounds_of_several_files(db: Database, tmp_path: Path) -> None:
    take_in(db, log(tmp_path / "1.jsonl", *(a_round(n, table_id=f"T{n % 3}") for n in range(1, 31))))
    take_in(db, log(tmp_path / "2.jsonl", *(a_round(n, gaming_date="2026-11-30") for n in range(31, 41))))
    assert [key for key, _ in rounds_from_kept(db, {35, 2, 17})] == [2, 17, 35]
    assert list(rounds_from_kept(db, set())) == []
    chosen = [round_.sequence for _, round_ in rounds_from_kept(db, Selection(table_id="T1"))]
    assert chosen == list(range(1, 31, 3))
    late = Selection(first=date(2026, 11, 29), last=date(2026, 11, 30), licensee_id="default")
    assert [key for key, _ in rounds_from_kept(db, late)] == list(range(31, 41))
    assert list(rounds_from_kept(db, Selection(licensee_id="room-2"))) == []


def test_the_connection_may_be_used_between_two_rounds(db: Database, tmp_path: Path) -> None:
    take_in(db, log(tmp_path / "1.jsonl", *(a_round(n) for n in range(1, 11))))
    tables = [db.one("SELECT table_id FROM rounds WHERE round_key = ?", [key]) for key, _ in rounds_from_kept(db)]
    assert tables == [("T07",)] * 10


def test_kept_bytes_that_were_changed_are_found(db: Database, tmp_path: Path) -> None:
    path = log(tmp_path / "1.jsonl", *(a_round(n) for n in range(1, 11)))
    (report,) = take_in(db, path)
    kept = kept_path(db.kept_files, report.sha256)
    assert zstandard.ZstdDecompressor().stream_reader(kept.read_bytes()).read() == path.read_bytes()
    kept.write_bytes(zstandard.compress(path.read_bytes().replace(b'"1000.00"', b'"1000.01"')))
    with pytest.raises(StoreError, match="does not hold the bytes"):
        list(rounds_from_kept(db))
    with pytest.raises(StoreError, match="does not hold the bytes"):
        raw_line(db, 1)
    kept.write_bytes(zstandard.compress(path.read_bytes()[:-600]))
    with pytest.raises(StoreError, match="shorter"):
        list(rounds_from_kept(db))
    kept.write_bytes(b"nonsense")
    with pytest.raises(StoreError, match="cannot be read"):
        list(rounds_from_kept(db))
    kept.unlink()
    with pytest.raises(StoreError, match="kept bytes are missing"):
        raw_line(db, 1)


def test_an_original_that_moved_or_changed_is_found(db: Database, tmp_path: Path) -> None:
    path = log(tmp_path / "1.jsonl", a_round(1), a_round(2))
    text = path.read_bytes()
    take_in(db, path, keep=False)
    path.write_bytes(text.replace(b"000002", b"000009"))
    with pytest.raises(StoreError, match="no longer reads as when it was taken in"):
        list(rounds_from_kept(db))
    path.write_bytes(text + b"\n")
    with pytest.raises(StoreError, match="does not hold the bytes"):
        raw_line(db, 2)
    path.unlink()
    with pytest.raises(StoreError, match="not kept and it is gone"):
        raw_line(db, 2)


def test_a_round_that_is_not_there(db: Database) -> None:
    with pytest.raises(StoreError, match="no round with key 5"):
        raw_line(db, 5)
