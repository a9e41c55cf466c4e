from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from compliance.store import open_database

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from compliance.store import Database


@pytest.fixture
def db(tmp_path: Path) -> Iterator[Database]:
    with open_database(tmp_path / "night.duckdb", threads=1) as database:
        yield database
