"""Which rounds a run is about."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from compliance.ingest.rereading import Selection

if TYPE_CHECKING:
    from datetime import date


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

    def to_json(self) -> dict[str, Any]:
        """For the run's record."""
        return {
            "table": self.table_id,
            "from": self.first.isoformat() if self.first else None,
            "to": self.last.isoformat() if self.last else None,
        }
