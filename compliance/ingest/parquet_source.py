"""A Parquet file as a source of rows, each as JSON text with every amount exactly."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import duckdb

from compliance.ingest.faults import RefusedFileError
from compliance.ingest.lines import Line
from compliance.ingest.parquet_rows import flat_expression, nested_expression

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

ROWS = "read_parquet($path, file_row_number = true, hive_partitioning = false)"
"""The rows of a file, with their numbers from 0. What its folders are called is no part of it."""

_ROWS_AT_ONCE = 4_096
_NESTED_BY = "seats"
_SETTINGS: dict[str, Any] = {"autoinstall_known_extensions": "false", "allow_community_extensions": "false"}


@dataclass(frozen=True, slots=True)
class ParquetSource:
    """An open Parquet file. ``columns`` are names with DuckDB types, ``ours`` what a source profile calls them."""

    path: Path
    columns: Sequence[tuple[str, Any]]
    ours: Mapping[str, str]
    connection: duckdb.DuckDBPyConnection

    @property
    def nested(self) -> bool:
        """Whether it has one round a row; otherwise it has one wager a row."""
        return any(name == _NESTED_BY for name, _ in self.columns)

    @property
    def pattern(self) -> str:
        """The path as ``read_parquet`` takes it: a pattern that stands for nothing but itself."""
        return "".join(f"[{mark}]" if mark in "*?[" else mark for mark in str(self.path))

    def rows(self, numbers: Sequence[int] | None = None) -> Iterator[Line]:
        """Yield rows in their order, all or those with some numbers; a row's line is its number, its offset 0.

        Raises:
            RefusedFileError: a column holds what cannot be read exactly.
        """
        row = nested_expression(self.columns) if self.nested else flat_expression(self.columns, self.ours)
        some = "" if numbers is None else "WHERE file_row_number + 1 IN (SELECT unnest($numbers::BIGINT[]))"
        given: dict[str, Any] = {"path": self.pattern} | ({} if numbers is None else {"numbers": list(numbers)})
        found = self.connection.cursor().execute(
            f"SELECT file_row_number + 1, {row}::VARCHAR FROM {ROWS} {some}",
            given,
        )
        while rows := found.fetchmany(_ROWS_AT_ONCE):
            for number, text in rows:
                yield Line(number, 0, text.encode(), 0)


@contextmanager
def opened(path: Path, ours: Mapping[str, str]) -> Iterator[ParquetSource]:
    """Open a Parquet file, in a connection of its own, whose rows stream while another one stores rounds.

    Raises:
        RefusedFileError: it is no Parquet, or damaged, found out when it is opened or while it is used.
    """
    try:
        with duckdb.connect(":memory:", config=_SETTINGS) as connection:
            source = ParquetSource(path, (), ours, connection)
            found = (
                connection.execute(
                    f"SELECT * EXCLUDE (file_row_number) FROM {ROWS} LIMIT 0", {"path": source.pattern}
                ).description
                or []
            )
            yield ParquetSource(path, [(name, kind) for name, kind, *_ in found], ours, connection)
    except duckdb.Error as error:
        raise RefusedFileError(
            f"it cannot be read as Parquet: {str(error).splitlines()[0][:200]}; ask for the file again"
        ) from None
