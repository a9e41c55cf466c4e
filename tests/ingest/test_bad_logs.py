"""One small log a fault: the fault's line is set aside under its reason, and the good lines around it are loaded.

A file of ``tests/bad_logs`` is named ``<reason>.<what is wrong>.jsonl``; its second line is the faulty one. In those
that end in ``.csv``, rows 2 to 4 are three rounds, the second of them faulty. Those named ``refused`` must be refused
whole.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from compliance.ingest.faults import IngestError, Reason
from tests.ingest.samples import places, reasons, take_in

if TYPE_CHECKING:
    from compliance.store import Database

FOLDER = Path(__file__).parent.parent / "bad_logs"
FILES = sorted(path.name for path in FOLDER.iterdir())
FAULTY = [name for name in FILES if not name.startswith("refused.")]
ROWS = [name for name in FAULTY if name.endswith(".csv")]


@pytest.mark.parametrize("name", [name for name in FAULTY if name not in ROWS])
def test_the_faulty_line_is_set_aside_and_no_other(db: Database, name: str) -> None:
    (report,) = take_in(db, FOLDER / name)
    assert reasons(db) == [(2, name.split(".")[0])]
    assert places(db) == {"rounds": [1, 3], "duplicates": [], "quarantine": [2]}
    assert (report.read, report.loaded, report.quarantined) == (3, 2, 1)
    (message, raw) = db.one("SELECT message, raw FROM quarantine")
    assert raw == (FOLDER / name).read_bytes().split(b"\n")[1]
    assert len(message) > 20
    assert "\n" not in message


@pytest.mark.parametrize("name", ROWS)
def test_the_rows_of_the_faulty_round_are_set_aside_and_no_others(db: Database, name: str) -> None:
    (report,) = take_in(db, FOLDER / name)
    set_aside = reasons(db)
    assert name.split(".")[0] in {reason for _, reason in set_aside}
    assert db.rows("SELECT round_id[-1:] FROM rounds ORDER BY ALL") == [("1",), ("3",)]
    assert [round_id[-1] for (round_id,) in db.rows("SELECT round_id FROM quarantine")] == ["2"] * len(set_aside)
    assert (report.read, report.quarantined) == (6, 2)


@pytest.mark.parametrize("name", [name for name in FILES if name.startswith("refused.")])
def test_a_file_that_cannot_be_read_changes_nothing(db: Database, name: str) -> None:
    with pytest.raises(IngestError, match="was not taken in") as caught:
        take_in(db, FOLDER / name)
    assert name in str(caught.value)
    assert db.one("SELECT (SELECT count(*) FROM files) + (SELECT count(*) FROM quarantine)") == (0,)


def test_every_reason_has_a_log() -> None:
    # A line over 16 MiB is too large to lie among the tests' files.
    assert {name.split(".")[0] for name in FAULTY} == set(Reason) - {Reason.LINE_TOO_LONG}
