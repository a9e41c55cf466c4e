"""Settings of the database engine for the length of a block."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from duckdb import DuckDBPyConnection


@contextmanager
def settings(connection: DuckDBPyConnection, **values: str) -> Iterator[None]:
    """Give settings of the whole database another value within the block, and the engine's own again after it.

    However the block ends: a connection whose transaction has failed takes no statement before it is rolled back, and
    would hide why it failed. So they are set beside it.
    """
    beside = connection.cursor()
    try:
        beside.execute("; ".join(f"SET {name} = '{value}'" for name, value in values.items()))
        yield
    finally:
        beside.execute("; ".join(f"RESET {name}" for name in values))
        beside.close()
