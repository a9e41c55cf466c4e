"""Which rounds a run is about."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Any, Self

from compliance.ingest.rereading import Selection


@dataclass(frozen=True, slots=True)
class Scope:
    """A table, and gaming dates from one to another, both included; None does not narrow."""

    table_id: str | None = None
    first: date | None = None
    last: date | None = None

    @property
    def selection(self) -> Selection:
        """The same, for reading the raw lines again."""
        return Selection(table_id=self.table_id, first=self.first, last=self.last)

    def __str__(self) -> str:
        parts = [f"at table {self.table_id}"] if self.table_id else []
        parts += [f"from {self.first}"] if self.first else []
        parts += [f"to {self.last}"] if self.last else []
        return " ".join(parts) or "at any table, on any date"

    @classmethod
    def of_json(cls, record: dict[str, Any]) -> Self:
        """Read a scope from a run's record."""
        first, last = (date.fromisoformat(record[key]) if record[key] else None for key in ("from", "to"))
        return cls(record["table"], first, last)

    def to_json(self) -> dict[str, Any]:
        """For the run's record."""
        return {
            "table": self.table_id,
            "from": self.first.isoformat() if self.first else None,
            "to": self.last.isoformat() if self.last else None,
        }
