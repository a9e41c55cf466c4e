"""A sheet in force, made ready once for many rounds: with every reading that is still open."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from compliance.rules.in_force import SheetInForce
    from compliance.rules.sheet import RuleSheet


@dataclass(frozen=True, slots=True, eq=False)
class OpenReading:
    """The sheet under one other reading. ``limit_only``: it bears only on the player-dealer's limit and order."""

    interpretation: str
    reading: str
    sheet: RuleSheet
    limit_only: bool


@dataclass(frozen=True, slots=True)
class RulesInUse:
    """The adopted sheet and its open readings, in the sheet's order."""

    sheet: RuleSheet
    readings: tuple[OpenReading, ...]

    @classmethod
    def of(cls, in_force: SheetInForce) -> RulesInUse:
        """Prepare a sheet in force."""
        sheet = in_force.sheet
        readings = [
            OpenReading(
                entry.id,
                reading.name,
                sheet.under(entry.id, reading.name),
                all(path.startswith(("bank.", "button.")) for path in reading.sets) and not sheet.cap,
            )
            for entry in in_force.open_interpretations
            for reading in entry.others
        ]
        return cls(sheet, tuple(reading for reading in readings if reading.sheet != sheet))
