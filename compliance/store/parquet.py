"""Writing records as Parquet through DuckDB."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import duckdb

from compliance.store.errors import StoreError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

_SMALLEST_BUFFER = 1 << 24


def write_parquet(columns: Mapping[str, str], records: Iterable[Mapping[str, Any]], path: Path) -> int:
    """Write flat records to a Parquet file; ``columns`` maps names to SQL types. Return how many rows.

    Raises:
        StoreError: it could not be written.
    """
    count = longest = 0
    with tempfile.TemporaryDirectory() as folder:
        lines = Path(folder) / "rows.jsonl"
        with lines.open("w", encoding="utf-8") as file:
            for record in records:
                longest = max(longest, file.write(json.dumps(record, default=str) + "\n"))
                count += 1
        rows = "read_json(?, format = 'newline_delimited', columns = ?, maximum_object_size = ?)"
        given = [str(lines), dict(columns), max(longest + 1, _SMALLEST_BUFFER), str(path)]
        try:
            with duckdb.connect() as connection:
                connection.execute(f"COPY (SELECT * FROM {rows}) TO ? (FORMAT parquet, COMPRESSION zstd)", given)
        except (duckdb.IOException, duckdb.OutOfMemoryException) as error:
            raise StoreError(f"{path} could not be written: {str(error).splitlines()[0]}") from None
    return count
