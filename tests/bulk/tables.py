"""Rounds of format 1 taken into a database, and the rules that a test judges them by."""

from __future__ import annotations

import json
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING, Any

from compliance.ingest.ingesting import ingest_paths
from compliance.rules.in_force import SheetInForce
from compliance.rules.loader import load_sheets
from compliance.store import open_database

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from compliance.rules.sheet import RuleSheet
    from compliance.store import Database

SHEETS = {name: loaded.sheet for name, loaded in load_sheets().items()}


@dataclass
class Rules:
    """Sheets in force everywhere and always, with rulings (interpretation to reading) and positions given."""

    sheets: dict[str, RuleSheet] = field(default_factory=lambda: dict(SHEETS))
    rulings: dict[str, str] = field(default_factory=dict)
    places: int | None = None
    _made: dict[str, SheetInForce] = field(default_factory=dict)

    def sheet_in_force(self, licensee_id: str, sheet_id: str, table_id: str, gaming_date: date) -> SheetInForce | None:
        sheet = self.sheets.get(sheet_id)
        if sheet is None:
            return None
        if sheet_id not in self._made:
            for interpretation, reading in self.rulings.items():
                if interpretation in sheet.interpretations:
                    sheet = sheet.under(interpretation, reading)
                    data = sheet.model_dump(exclude_unset=True)
                    for entry in data["interpretation"]:
                        if entry["id"] == interpretation:
                            entry |= {"adopted": reading, "ruling_ref": "a letter"}
                    sheet = type(sheet).model_validate(data)
            still_open = tuple(e for e in sheet.interpretation if e.others and e.ruling_ref is None)
            self._made[sheet_id] = SheetInForce(sheet, still_open)
        return self._made[sheet_id]

    def positions(self, licensee_id: str, sheet_id: str, table_id: str) -> int | None:
        if self.places is not None or sheet_id not in self.sheets:
            return self.places
        return self.sheets[sheet_id].table.positions


@contextmanager
def database(folder: Path, rounds: Iterable[dict[str, Any]]) -> Iterator[Database]:
    """An open database that holds the rounds, in their order."""
    log = folder / "log.jsonl"
    log.write_text("".join(json.dumps(record) + "\n" for record in rounds), encoding="utf-8")
    with open_database(folder / "rounds.duckdb") as db:
        ingest_paths(db, [log], default_licensee="default", keep=False, at=datetime(2026, 11, 29, tzinfo=UTC))
        yield db
