"""Killed at any moment, a file is wholly in or wholly out, and running again completes the work."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from compliance.ingest import ingesting
from compliance.ingest.rereading import rounds_from_kept
from compliance.store import open_database
from tests.ingest.flat_logs import csv_log, flat, parquet_log
from tests.ingest.samples import AT, a_round, log, take_in

if TYPE_CHECKING:
    from pathlib import Path

    from compliance.store import Database

TIMED_KILLS = 10
COUNTED_KILLS = 10
TABLES = ("files", "rounds", "participants", "duplicates", "quarantine", "round_rows", "file_forms")

# The ingesting process dies by its own hand: after a time, wherever it is then, inside the database say; or as it
# makes its n-th call, which finds the short moments around a commit.
CHILD = """
import os, signal, sys, time
from datetime import datetime
from compliance.ingest.ingesting import ingest_paths
from compliance.store import open_database
database, at, seconds, fatal, *paths = sys.argv[1:]
with open_database(database, threads=1) as db:
    calls = 0
    def count(frame, event, argument):
        global calls
        calls += event in ("call", "c_call")
        if calls == int(fatal):
            os.kill(os.getpid(), signal.SIGKILL)
    signal.setitimer(signal.ITIMER_REAL, float(seconds))
    began = time.perf_counter()
    if fatal != "-1":
        sys.setprofile(count)
    ingest_paths(db, paths, default_licensee="default", at=datetime.fromisoformat(at))
    sys.setprofile(None)
    print(time.perf_counter() - began, calls)
    signal.setitimer(signal.ITIMER_REAL, 0)
"""


def everything(db: Database) -> dict[str, list[tuple[Any, ...]]]:
    return {table: db.rows(f"FROM {table} ORDER BY ALL") for table in TABLES}


def run(database: Path, paths: list[Path], seconds: float = 0, fatal: int = -1) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", CHILD, str(database), AT.isoformat(), str(seconds), str(fatal), *map(str, paths)]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)


@pytest.fixture(scope="module")
def logs(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    folder = tmp_path_factory.mktemp("logs")
    return [
        log(folder / "1.jsonl", *(a_round(n) for n in range(1, 100)), b"{", a_round(5)),
        log(folder / "2.jsonl", *(a_round(n) for n in range(90, 200)), a_round(7, table_id="T09")),
        csv_log(folder / "3.csv", *(a_round(n) for n in range(195, 220))),
        parquet_log(folder / "4.parquet", [row for n in range(215, 231) for row in flat(a_round(n))]),
    ]


def test_killed_at_any_moment_a_second_run_gives_what_one_run_gives(logs: list[Path], tmp_path: Path) -> None:
    undisturbed = run(tmp_path / "whole.duckdb", logs)
    assert undisturbed.returncode == 0, undisturbed.stderr
    duration = float(undisturbed.stdout.split()[0])
    calls = int(run(tmp_path / "counted.duckdb", logs, fatal=0).stdout.split()[1])
    with open_database(tmp_path / "whole.duckdb") as db:
        wanted = everything(db)
        assert [row[-4:] for row in wanted["files"]] == [
            (101, 99, 1, 1), (111, 100, 10, 1), (125, 100, 25, 0), (80, 55, 25, 0),
        ]  # fmt: skip
    rng = Random(7)
    kills = [{"seconds": duration * rng.random()} for _ in range(TIMED_KILLS)]
    kills += [{"fatal": calls - rng.randrange(1, 60)} for _ in range(COUNTED_KILLS)]
    deaths = 0
    for attempt, kill in enumerate(kills):
        database = tmp_path / f"{attempt}.duckdb"
        deaths += run(database, logs, **kill).returncode in (-signal.SIGKILL, -signal.SIGALRM)
        with open_database(database) as db:
            for file_id, *_, read, loaded, duplicate, quarantined in db.rows("FROM files"):
                assert read == loaded + duplicate + quarantined
                rows = "SELECT count(*) FROM rounds LEFT JOIN round_rows USING (round_key) WHERE file_id = ?"
                assert db.one(rows, [file_id]) == (loaded,)
            assert db.one("SELECT count(*) FROM rounds WHERE file_id NOT IN (SELECT file_id FROM files)") == (0,)
            take_in(db, *logs)
            assert everything(db) == wanted
            assert len(list(rounds_from_kept(db))) == 230
            assert sorted(path.suffix for path in db.kept_files.iterdir()) == [".zst"] * 4
    assert deaths > len(kills) // 2


def test_a_failure_in_the_midst_undoes_the_file_and_only_it(
    logs: list[Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object) -> None:
        raise OSError(28, os.strerror(28))

    with open_database(tmp_path / "x.duckdb") as db:
        take_in(db, logs[0])
        before = everything(db)
        with monkeypatch.context() as patch:
            patch.setattr(ingesting, "refuse_unbalanced", fails)
            with pytest.raises(ingesting.IngestError, match="No space left"):
                take_in(db, logs[1])
        assert everything(db) == before
        assert len(list(db.kept_files.iterdir())) == 1
        take_in(db, logs[1])
        assert db.one("SELECT count(*), max(round_key) FROM rounds") == (199, 199)
