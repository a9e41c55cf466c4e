"""Opening the DuckDB file that everything is kept in."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

import duckdb

from compliance.store import migrations
from compliance.store.errors import StoreError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import TracebackType

    from duckdb import DuckDBPyConnection


@dataclass(frozen=True, slots=True)
class Database:
    """An open database. Close it, or use it in a ``with`` statement.

    ``connection`` is DuckDB's own, for those who run SQL.
    """

    path: Path
    connection: DuckDBPyConnection

    @property
    def kept_files(self) -> Path:
        """Folder of the logs' bytes, by digest, beside the database; it may not exist yet."""
        return self.path.with_name(self.path.name + ".files")

    def rows(self, sql: str, parameters: list[Any] | dict[str, Any] | None = None) -> list[tuple[Any, ...]]:
        """Run a query and return all of its rows."""
        return self.connection.execute(sql, parameters).fetchall()

    def one(self, sql: str, parameters: list[Any] | dict[str, Any] | None = None) -> tuple[Any, ...]:
        """Run a query that gives exactly one row, and return it."""
        (row,) = self.rows(sql, parameters)
        return row

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """All or nothing: commit at the end of the block, roll back if it raises.

        Raises:
            StoreError: the database could not store what the block wrote (disk or memory full, say).
        """
        self.connection.begin()
        try:
            yield
            self.connection.commit()
        except (duckdb.IOException, duckdb.OutOfMemoryException, duckdb.FatalException) as error:
            self._undo()
            raise StoreError(f"{self.path} could not be written: {_first_line(error)}") from None
        except BaseException:
            self._undo()
            raise

    def _undo(self) -> None:
        try:
            self.connection.rollback()
        except duckdb.Error:
            # A commit that failed has already ended the transaction, and a database that failed has none.
            return

    def close(self) -> None:
        """Close the database; open cursors on it end too."""
        self.connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def open_database(
    path: Path | str, *, read_only: bool = False, threads: int | None = None, memory_limit: str | None = None
) -> Database:
    """Open the database at ``path``, making or updating it unless ``read_only``.

    ``threads`` and ``memory_limit`` (``"2GB"``) bound what DuckDB uses; by default it uses the machine.

    Raises:
        StoreError: it cannot be opened, another program has it open, it is no database or not one of ours,
            or a newer program wrote it.
    """
    path = Path(path)
    if read_only and not path.exists():
        raise StoreError(f"{path} does not exist; ingest a log first, or give the database's path with --db")
    # Nothing is ever fetched: the tool runs where there is no network.
    settings: dict[str, Any] = {
        "autoinstall_known_extensions": "false",
        "allow_community_extensions": "false",
    }
    if threads is not None:
        settings["threads"] = threads
    if memory_limit is not None:
        settings["memory_limit"] = memory_limit
    try:
        connection = duckdb.connect(str(path), read_only=read_only, config=settings)
    except duckdb.Error as error:
        raise StoreError(_why_not_opened(path, error)) from None
    try:
        if read_only:
            _refuse_older(connection, path)
        else:
            migrations.apply(connection, str(path))
    except duckdb.Error as error:
        connection.close()
        raise StoreError(f"{path} is damaged or cannot be written: {_first_line(error)}") from None
    except BaseException:
        connection.close()
        raise
    return Database(path, connection)


def _refuse_older(connection: DuckDBPyConnection, path: Path) -> None:
    if missing := migrations.check(connection, str(path)):
        raise StoreError(
            f"{path} lacks change {missing[0].number} of the schema ({missing[0].name}); "
            "run any command that writes to it first"
        )


def _first_line(error: duckdb.Error) -> str:
    return str(error).splitlines()[0].removeprefix("IO Error: ")


def _why_not_opened(path: Path, error: duckdb.Error) -> str:
    message = _first_line(error)
    if path.is_dir():
        return f"{path} is a folder, not a database; give the database's file with --db"
    if not path.parent.is_dir():
        return f"{path.parent} does not exist; make the folder, or give another path with --db"
    if "lock" in message or "already open" in message:
        return f"{path} is in use by another program; wait until it ends, or stop it"
    if "not a valid DuckDB" in message:
        return f"{path} is not a DuckDB database; give another path with --db"
    return f"{path} cannot be opened: {message}"
