"""Which rounds a run is about."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Any, Self

from compliance.ingest.rereading import Selection
from compliance.rules.rulebook import NOBODY

if TYPE_CHECKING:
    from compliance.store import Database
    from compliance.workflows.workspace import Workspace


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
        if self.first and self.first == self.last:
            parts.append(f"on {self.first}")
        else:
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


def not_of_the_file(workspace: Workspace, db: Database, scope: Scope) -> str | None:
    """Say whose rounds of a scope the licensee's file says nothing of; None where there are none, or no file."""
    licensee = workspace.rulebook.licensee
    if licensee is None:
        return None
    where, parameters = scope.selection.where()
    rows = db.rows(
        f"SELECT licensee_id, count(*) FROM rounds WHERE {where} AND licensee_id NOT IN ($of_file, $nobody)"
        " GROUP BY licensee_id ORDER BY licensee_id",
        {**parameters, "of_file": licensee.id, "nobody": NOBODY},
    )
    if not rows:
        return None
    named = ", ".join(f"{count:,} of {name}" for name, count in rows)
    return (
        f"the licensee's file is {licensee.id}'s, and other rounds were judged without one: {named}; "
        "give that licensee's file for them"
    )
