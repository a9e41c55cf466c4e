"""The SQL files of the set-based evaluator, and small relations given to DuckDB from Python."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from duckdb import DuckDBPyConnection

_FOLDER = files("compliance.bulk") / "sql"


@cache
def text(name: str) -> str:
    """Return the text of ``sql/NAME.sql``.

    Raises:
        FileNotFoundError: no such file.
    """
    return (_FOLDER / f"{name}.sql").read_text("utf-8")


@cache
def check_names() -> tuple[str, ...]:
    """Return the names of the per-round checks, such as ``wagr_001``, in order."""
    return tuple(sorted(entry.name[:-4] for entry in (_FOLDER / "checks").iterdir() if entry.name.endswith(".sql")))


@cache
def check_queries(name: str) -> tuple[str, str]:
    """Return a check's two queries: the rows that break it, and the count of the rows it examined.

    Raises:
        ValueError: the file does not hold exactly two queries.
    """
    queries = [part.strip() for part in re.split(r";\s*(?:\n|$)", text(f"checks/{name}")) if part.strip()]
    if len(queries) != 2:
        raise ValueError(
            f"sql/checks/{name}.sql holds {len(queries)} queries; write what breaks it, then what it examined"
        )
    return queries[0], queries[1]


def run(con: DuckDBPyConnection, *names: str) -> None:
    """Run SQL files one after the other."""
    for name in names:
        con.execute(text(name))


def fill(con: DuckDBPyConnection, table: str, columns: Mapping[str, str], rows: Iterable[Sequence[Any]]) -> None:
    """Create or replace a temporary table of the given columns (name to SQL type) and fill it with rows."""
    con.execute(
        f"CREATE OR REPLACE TEMP TABLE {table} ({', '.join(f'{name} {kind}' for name, kind in columns.items())})"
    )
    by_column = list(zip(*rows, strict=True))
    if by_column:
        places = ", ".join(f"unnest(?::{kind}[])" for kind in columns.values())
        con.execute(f"INSERT INTO {table} SELECT {places}", [list(column) for column in by_column])
