"""Settings of the engine hold within a block, and end with it however it ends."""

from __future__ import annotations

from typing import TYPE_CHECKING

import duckdb
import pytest

from compliance.store import open_database
from compliance.store.settings import settings

if TYPE_CHECKING:
    from pathlib import Path

    from compliance.store import Database

CHOSEN = {"preserve_insertion_order": "false", "disabled_optimizers": "filter_pushdown"}


def current(db: Database) -> tuple[object, ...]:
    return db.one("SELECT current_setting('preserve_insertion_order'), current_setting('disabled_optimizers')")


def test_settings_hold_within_the_block_only(tmp_path: Path) -> None:
    with open_database(tmp_path / "a.duckdb") as db, db.transaction():
        before = current(db)
        with settings(db.connection, **CHOSEN):
            assert current(db) == (False, "filter_pushdown")
        assert current(db) == before == (True, "")


def test_a_statement_that_fails_says_why_and_leaves_no_setting(tmp_path: Path) -> None:
    with open_database(tmp_path / "a.duckdb") as db:
        with pytest.raises(duckdb.ConstraintException), db.transaction(), settings(db.connection, **CHOSEN):
            db.connection.execute("INSERT INTO runs (run_id) VALUES (NULL)")
        assert current(db) == (True, "")
