"""Numbered changes of the schema, one file each; ``apply`` brings a database up to date.

A file that has been released is never edited: a database remembers the digest of what it was made with.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING

from compliance.store.errors import StoreError

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_LEDGER = """
CREATE TABLE schema_migrations (
    number INTEGER PRIMARY KEY,
    name VARCHAR NOT NULL,
    sha256 VARCHAR NOT NULL
)
"""


@dataclass(frozen=True, slots=True)
class Migration:
    """One numbered change: its SQL, and the digest by which a database remembers it."""

    number: int
    name: str
    sql: str

    @property
    def sha256(self) -> str:
        """SHA-256 of the SQL text, hexadecimal."""
        return hashlib.sha256(self.sql.encode()).hexdigest()


@cache
def shipped() -> tuple[Migration, ...]:
    """Return the migrations of this program in order: number 1 makes the ledger, later numbers may leave gaps."""
    files = sorted(
        (entry for entry in resources.files(__name__).iterdir() if entry.name.endswith(".sql")),
        key=lambda entry: entry.name,
    )
    found = tuple(
        Migration(int(entry.name[:4]), entry.name.removesuffix(".sql")[5:], entry.read_text(encoding="utf-8"))
        for entry in files
    )
    numbers = [migration.number for migration in found]
    if numbers[:1] != [1] or len(set(numbers)) < len(numbers):
        raise StoreError("this program's migrations do not begin with 1, or two have one number; install it again")
    return found


def applied(connection: DuckDBPyConnection, place: str) -> dict[int, tuple[str, str]]:
    """Return number -> (name, digest) of the migrations that the database at ``place`` has had.

    Raises:
        StoreError: the database holds tables, but none of ours.
    """
    found = connection.execute("SELECT table_name FROM duckdb_tables() WHERE NOT temporary").fetchall()
    tables = {name for (name,) in found}
    if "schema_migrations" in tables:
        rows = connection.execute("SELECT number, name, sha256 FROM schema_migrations").fetchall()
        return {number: (name, digest) for number, name, digest in rows}
    if tables:
        raise StoreError(f"{place} is a DuckDB database of something else; give another path with --db")
    return {}


def check(connection: DuckDBPyConnection, place: str) -> tuple[Migration, ...]:
    """Return the migrations that the database still lacks.

    Raises:
        StoreError: it is of something else, or of a newer or otherwise different program.
    """
    known = {migration.number: migration for migration in shipped()}
    had = applied(connection, place)
    for number, (name, digest) in sorted(had.items()):
        if number not in known:
            raise StoreError(
                f"{place} was written by a newer program (its schema has change {number}, {name}; this program "
                f"knows them up to {max(known)}); use that program or a newer one"
            )
        if digest != known[number].sha256:
            raise StoreError(
                f"{place} was written by another build of this program (change {number}, {name}, differs); "
                "use that build, or ingest the logs into a new database"
            )
    return tuple(migration for migration in shipped() if migration.number not in had)


def apply(connection: DuckDBPyConnection, place: str) -> None:
    """Apply what is missing, each change in one transaction with its record.

    Raises:
        StoreError: as ``check``.
    """
    for migration in check(connection, place):
        connection.begin()
        try:
            if migration.number == 1:
                connection.execute(_LEDGER)
            connection.execute(migration.sql)
            connection.execute(
                "INSERT INTO schema_migrations VALUES (?, ?, ?)",
                [migration.number, migration.name, migration.sha256],
            )
            connection.commit()
        except BaseException:
            connection.rollback()
            raise
