"""Control totals: read strictly, stored exactly, and never two that contradict each other."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any

import pytest

from compliance.ingest.manifest import ManifestError
from compliance.ingest.manifest_intake import take_manifest
from tests.ingest.samples import AT

if TYPE_CHECKING:
    from pathlib import Path

    from compliance.store import Database

HEAD = 'format = 1\ncurrency = "USD"\n'
TOTAL = '[[total]]\ntable_id = "T01"\ngaming_date = 2026-11-28\n'
SESSION = '[[session]]\ntable_id = "T01"\nparticipant_id = "P-1"\nopened_at = "2026-11-28T19:00:00-08:00"\n'
DROP = '[[drop]]\ntable_id = "T01"\nshift = "swing"\n'
TABLES = ("control_totals", "bank_sessions", "drops")


def take(db: Database, folder: Path, text: str, name: str = "manifest.toml") -> str:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    with db.transaction():
        take_manifest(db, path, default_licensee="room-1", at=AT, received_from="R. Roe", medium="USB stick")
    return hashlib.sha256(path.read_bytes()).hexdigest()


def refused(db: Database, folder: Path, text: str) -> str:
    before = everything(db)
    with pytest.raises(ManifestError) as caught:
        take(db, folder, text)
    assert everything(db) == before
    assert "manifest.toml" in str(caught.value)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def everything(db: Database) -> list[Any]:
    return [db.rows(f"FROM {table} ORDER BY ALL") for table in (*TABLES, "manifests")]


def test_what_is_stated_is_stored_exactly_and_what_is_not_stays_open(db: Database, tmp_path: Path) -> None:
    sha256 = take(
        db, tmp_path,
        HEAD + TOTAL + "first_sequence = 1\nlast_sequence = 800\nrounds = 800\nstakes = 123456.70\nnets = \"-10.05\"\n"
        "shuffler_count = 801\n" + SESSION + "closed_at = 2026-11-28T23:30:00-08:00\nopening = 5000\n"
        'closing = "4321.09"\n' + DROP + 'collections = "90.00"\n'
        '[[drop]]\ntable_id = "T02"\ngaming_date = "2026-11-28"\ncurrency = "JPY"\ncollections = 90\n',
    )  # fmt: skip
    assert db.rows("SELECT * EXCLUDE (gaming_date) FROM control_totals") == [
        ("room-1", "T01", 1, 800, 800, 12_345_670, -1005, None, 801, "USD", sha256)
    ]
    columns = "opened_at, opened_ns, closed_at, closed_ns, opening, closing, collections"
    assert db.rows(f"SELECT {columns} FROM bank_sessions") == [
        (
            "2026-11-28T19:00:00-08:00", 1_795_921_200 * 10**9, "2026-11-28T23:30:00-08:00", 1_795_937_400 * 10**9,
            500_000, 432_109, None,
        )
    ]  # fmt: skip
    assert db.rows("SELECT table_id, gaming_date::VARCHAR, shift, collections, currency FROM drops ORDER BY ALL") == [
        ("T01", None, "swing", 9000, "USD"), ("T02", "2026-11-28", None, 90, "JPY"),
    ]  # fmt: skip
    assert db.rows("SELECT licensee_id, received_from, medium, superseded_by FROM manifests") == [
        ("room-1", "R. Roe", "USB stick", None)
    ]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("format = 1\n[[total]", "not TOML"),
        ("format = 1\nx = " + "[" * 100_000, "nested too deep"),
        (HEAD + TOTAL + "rounds = " + "9" * 5000 + "\n", "too many digits"),
        (TOTAL + "rounds = 1\n", "format"),
        ("format = true\n" + TOTAL + "rounds = 1\n", "format"),
        ("format = 1.0\n" + TOTAL + "rounds = 1\n", "format"),
        (HEAD, "states nothing"),
        (HEAD + TOTAL, "states no figure"),
        (HEAD + TOTAL + "round = 1\n", "total 1: 'round' is no key"),
        (HEAD + "totals = 1\n" + TOTAL + "rounds = 1\n", "'totals' is no key"),
        (HEAD + TOTAL.replace('"T01"', "1") + "rounds = 1\n", "table_id"),
        (HEAD + '[[total]]\ntable_id = "T01"\nrounds = 1\n', "gaming_date is missing"),
        (HEAD + TOTAL.replace("-28", "-31") + "rounds = 1\n", "not TOML"),
        (HEAD + TOTAL + "rounds = -1\n", "rounds"),
        (HEAD + TOTAL + "rounds = 1.0\n", "rounds"),
        (HEAD + TOTAL + "rounds = true\n", "rounds"),
        (HEAD + TOTAL + "stakes = 1.005\n", "more than 2 decimals"),
        (HEAD + TOTAL + "stakes = 1e3\n", "not an amount"),
        (HEAD + TOTAL + 'stakes = "1,000.00"\n', "not an amount"),
        (HEAD + TOTAL + "stakes = -1\n", "below zero"),
        (HEAD + TOTAL + 'currency = "usd"\nstakes = 1\n', "currency"),
        ("format = 1\n" + TOTAL + "stakes = 1\n", "has no currency"),
        (HEAD + TOTAL + "rounds = 1\n" + TOTAL + "rounds = 1\n", "two entries"),
        (HEAD + SESSION.replace("-08:00", "") + "opening = 1\n", "no offset"),
        (HEAD + SESSION + "closed_at = 2026-11-28T18:00:00-08:00\n", "before opened_at"),
        ('supersedes = "' + "0" * 64 + '"\n' + HEAD + TOTAL + "rounds = 1\n", "there is no manifest"),
        ('supersedes = "x"\n' + HEAD + TOTAL + "rounds = 1\n", "SHA-256"),
    ],
)  # fmt: skip
def test_a_faulty_manifest_changes_nothing_and_says_why(db: Database, tmp_path: Path, text: str, why: str) -> None:
    assert why in refused(db, tmp_path, text)


def test_a_second_manifest_adds_repeats_or_contradicts(db: Database, tmp_path: Path) -> None:
    first = take(db, tmp_path, HEAD + TOTAL + "stakes = 10.10\n")
    take(db, tmp_path, HEAD + TOTAL + 'stakes = "10.1"\n' + DROP + "collections = 1\n")
    assert db.rows("SELECT stakes, manifest_sha256 FROM control_totals") == [(1010, first)]
    sentence = refused(db, tmp_path, HEAD + DROP + "collections = 1\n" + TOTAL + "stakes = 10.11\n")
    assert "stakes 10.11, but" in sentence
    assert first in sentence
    assert "supersedes" in sentence


def test_a_manifest_takes_the_place_of_another_once_and_by_its_digest(db: Database, tmp_path: Path) -> None:
    first = take(db, tmp_path, HEAD + TOTAL + "rounds = 10\n" + DROP + "collections = 1\n")
    kept = take(db, tmp_path, HEAD + DROP + "collections = 1\n# again\n")
    right = HEAD + TOTAL + "rounds = 11\n"
    second = take(db, tmp_path, f'supersedes = "{first}"\n{right}')
    assert db.rows("SELECT rounds, manifest_sha256 FROM control_totals") == [(11, second)]
    # What another manifest states as well stays stated.
    assert db.rows("SELECT collections, manifest_sha256 FROM drops") == [(100, kept)]
    assert f"superseded by {second}" in refused(db, tmp_path, f'supersedes = "{first}"\n{right}# more\n')
    assert "superseded" in refused(db, tmp_path, HEAD + TOTAL + "rounds = 10\n" + DROP + "collections = 1\n")


def test_the_same_bytes_again_change_nothing(db: Database, tmp_path: Path) -> None:
    text = HEAD + TOTAL + "rounds = 10\n"
    take(db, tmp_path, text)
    before = everything(db)
    take(db, tmp_path, text, "copy.toml")
    assert everything(db) == before
