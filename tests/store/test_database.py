from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import duckdb
import pytest

from compliance.store import StoreError, migrations, open_database
from compliance.store.migrations import Migration

if TYPE_CHECKING:
    from pathlib import Path


def refusal(path: Path, **options: bool) -> str:
    with pytest.raises(StoreError) as caught:
        open_database(path, **options)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_a_new_database_has_the_schema_and_remembers_how_it_came(tmp_path: Path) -> None:
    with open_database(tmp_path / "a.duckdb") as db:
        recorded = db.rows("SELECT number, name, sha256 FROM schema_migrations ORDER BY number")
        assert recorded == [(m.number, m.name, m.sha256) for m in migrations.shipped()]
        assert db.one("SELECT count(*) FROM rounds") == (0,)
    with open_database(tmp_path / "a.duckdb", read_only=True) as db:
        assert db.rows("SELECT number, name, sha256 FROM schema_migrations ORDER BY number") == recorded


def test_a_database_of_a_newer_program_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.duckdb"
    with open_database(path) as db:
        db.connection.execute("INSERT INTO schema_migrations VALUES (99, 'later', 'x')")
    for read_only in (False, True):
        assert "newer program" in refusal(path, read_only=read_only)


def test_a_database_made_with_another_text_of_a_change_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.duckdb"
    with open_database(path) as db:
        db.connection.execute("UPDATE schema_migrations SET sha256 = 'x' WHERE number = 1")
    assert "another build" in refusal(path)


def test_a_change_that_fails_leaves_no_trace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.duckdb"
    with open_database(path):
        pass
    number = max(migration.number for migration in migrations.shipped()) + 1
    shipped = migrations.shipped()
    bad = Migration(number, "bad", "CREATE TABLE half (x INTEGER); SELECT * FROM nowhere")
    with monkeypatch.context() as patch:
        patch.setattr(migrations, "shipped", lambda: (*shipped, bad))
        with pytest.raises(StoreError):
            open_database(path)
    good = Migration(number, "good", "CREATE TABLE half (x INTEGER)")
    with monkeypatch.context() as patch:
        patch.setattr(migrations, "shipped", lambda: (*shipped, good))
        assert "lacks change" in refusal(path, read_only=True)
        with open_database(path) as db:
            assert db.one("SELECT name FROM schema_migrations WHERE number = ?", [number]) == ("good",)
    assert "newer program" in refusal(path)


def test_a_database_of_the_first_release_keeps_its_findings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, shipped = tmp_path / "a.duckdb", migrations.shipped()
    with monkeypatch.context() as patch:
        patch.setattr(migrations, "shipped", lambda: shipped[:1])
        with open_database(path) as db:
            db.connection.execute(
                "INSERT INTO findings BY NAME SELECT 'old' AS run_id, 1 AS round_key, 1 AS rules_id,"
                " 'SETL-001' AS code, 'violation' AS verdict, []::VARCHAR[] AS also_fits"
            )
    with open_database(path) as db:
        assert db.rows("SELECT run_id, code, since_run FROM findings") == [("old", "SETL-001", None)]
        assert db.rows("SELECT * FROM views.findings") == []
        assert db.rows("SELECT * FROM gone_findings") == []


def test_what_is_no_database_of_ours_is_refused_in_one_sentence(tmp_path: Path) -> None:
    text, other = tmp_path / "a.duckdb", tmp_path / "b.duckdb"
    text.write_text("hello\n" * 2000)
    with duckdb.connect(str(other)) as connection:
        connection.execute("CREATE TABLE t (x INTEGER)")
    assert "is not a DuckDB database" in refusal(text)
    assert "something else" in refusal(other)
    assert "is a folder" in refusal(tmp_path)
    assert "does not exist" in refusal(tmp_path / "nowhere" / "a.duckdb")
    assert "does not exist" in refusal(tmp_path / "none.duckdb", read_only=True)
    assert not (tmp_path / "none.duckdb").exists()


def test_a_database_in_use_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.duckdb"
    holder = (
        "import sys; from compliance.store import open_database\n"
        "db = open_database(sys.argv[1]); print('open', flush=True); sys.stdin.read()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", holder, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == "open\n"
        assert "in use by another program" in refusal(path)
        child.communicate("")
    with open_database(path) as db:
        assert db.one("SELECT 1") == (1,)


def test_a_transaction_is_all_or_nothing(tmp_path: Path) -> None:
    with open_database(tmp_path / "a.duckdb") as db:
        db.connection.execute("CREATE TABLE t (x INTEGER)")
        with pytest.raises(duckdb.ConversionException), db.transaction():
            db.connection.execute("INSERT INTO t VALUES (1); INSERT INTO t VALUES ('x')")
        assert db.rows("FROM t") == []
        with db.transaction():
            db.connection.execute("INSERT INTO t VALUES (2)")
        assert db.rows("FROM t") == [(2,)]


def test_nothing_is_fetched_from_a_network(tmp_path: Path) -> None:
    with open_database(tmp_path / "a.duckdb", threads=1, memory_limit="500MB") as db:
        assert db.one(
            "SELECT current_setting('autoinstall_known_extensions'), current_setting('allow_community_extensions'), "
            "current_setting('threads')"
        ) == (False, False, 1)


def test_a_database_that_runs_out_of_memory_says_so_and_is_unchanged(tmp_path: Path) -> None:
    with open_database(tmp_path / "a.duckdb", threads=1, memory_limit="20MB") as db:
        db.connection.execute("SET temp_directory = ''; CREATE TABLE t (x VARCHAR)")
        with pytest.raises(StoreError, match="could not be written"), db.transaction():
            db.connection.execute(
                "CREATE TEMP TABLE big AS SELECT repeat(i::VARCHAR, 1000) AS x FROM range(200000) r (i)"
            )
        assert db.rows("FROM t") == []
