"""The DuckDB store: opening it, its schema and migrations, writing rounds, and the rows that go out."""

from compliance.store.database import Database, open_database
from compliance.store.errors import StoreError

__all__ = ["Database", "StoreError", "open_database"]
