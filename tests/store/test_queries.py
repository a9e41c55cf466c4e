from __future__ import annotations

import base64
import hashlib
from datetime import date
from typing import TYPE_CHECKING

import pytest

from compliance.store import open_database, queries
from tests.ingest.samples import a_round, line, log, take_in

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from compliance.store import Database


@pytest.fixture
def night(tmp_path: Path) -> Iterator[Database]:
    with open_database(tmp_path / "a.duckdb") as db:
        bad = line(a_round(2)).replace(b'"USD"', b'"usd"')
        take_in(db, log(tmp_path / "1.jsonl", a_round(9, table_id="T08"), bad, b"\xff\x00"))
        later = a_round(3, gaming_date="2026-11-29")
        take_in(db, log(tmp_path / "2.jsonl", later, a_round(2), a_round(1), a_round(4, sequence=None)), medium="mail")
        yield db


def test_quarantine_rows(night: Database, tmp_path: Path) -> None:
    rows = [dict(zip(queries.QUARANTINE_COLUMNS, row, strict=True)) for row in queries.quarantine_rows(night)]
    digest = hashlib.sha256((tmp_path / "1.jsonl").read_bytes()).hexdigest()
    assert [(row["file"], row["file_sha256"], row["line"], row["reason"], row["status"]) for row in rows] == [
        (str(tmp_path / "1.jsonl"), digest, 2, "bad_value", "resolved"),
        (str(tmp_path / "1.jsonl"), digest, 3, "invalid_utf8", "open"),
    ]
    text = (tmp_path / "1.jsonl").read_bytes()
    for row in rows:
        raw = base64.b64decode(row["raw_base64"])
        assert text[row["byte_offset"] :].startswith(raw + b"\n")
    assert rows[0]["message"].startswith("currency: ")


def test_round_rows_are_ordered_as_exports_are(night: Database, tmp_path: Path) -> None:
    rows = list(queries.round_rows(night))
    assert [row[0][-1] for row in rows] == ["1", "2", "4", "9", "3"]
    first = dict(zip(queries.ROUND_COLUMNS, rows[0], strict=True))
    text = (tmp_path / "2.jsonl").read_bytes()
    assert first["byte_offset"] == text.index(line(a_round(1)))
    assert (first["file"], first["line"], first["gaming_date"]) == (str(tmp_path / "2.jsonl"), 3, date(2026, 11, 28))


def test_file_rows_have_custody_and_counts(night: Database, tmp_path: Path) -> None:
    rows = [dict(zip(queries.FILE_COLUMNS, row, strict=True)) for row in queries.file_rows(night)]
    assert [(row["path"], row["medium"], row["read"], row["loaded"], row["quarantined"]) for row in rows] == [
        (str(tmp_path / "1.jsonl"), None, 3, 1, 2),
        (str(tmp_path / "2.jsonl"), "mail", 4, 4, 0),
    ]
