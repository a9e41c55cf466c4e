"""Writing records as Parquet through DuckDB."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import duckdb

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


def write_parquet(columns: Mapping[str, str], records: Iterable[Mapping[str, Any]], path: Path) -> int:
    """Write flat records to a Parquet file; ``columns`` maps names to SQL types. Return how many rows."""
    count = 0
    with tempfile.TemporaryDirectory() as folder:
        lines = Path(folder) / "rows.jsonl"
        with lines.open("w", encoding="utf-8") as file:
            for record in records:
                file.write(json.dumps(record, default=str) + "\n")
                count += 1
        with duckdb.connect() as connection:
            types = ", ".join(f"'{name}': '{kind}'" for name, kind in columns.items())
            rows = f"read_json('{lines}', format = 'newline_delimited', columns = {{{types}}})"
            connection.execute(f"COPY (SELECT * FROM {rows}) TO ? (FORMAT parquet, COMPRESSION zstd)", [str(path)])
    return count
