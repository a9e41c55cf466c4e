"""A sheet in force, made ready once for many rounds: with every reading that is still open."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from compliance.domain.words import ANTE, PLAY

if TYPE_CHECKING:
    from compliance.rules.in_force import SheetInForce
    from compliance.rules.sections import Interpretation, Reading
    from compliance.rules.sheet import RuleSheet


@dataclass(frozen=True, slots=True, eq=False)
class OpenReading:
    """The sheet under one other reading, and where that can differ from the adopted one.

    ``ranks_alike``: hands are worth the same. ``kinds``: the wager kinds whose full settlement it may change, None
    for any. ``on_limit``: it may change how far the player-dealer's wager goes, or the order in which it answers.
    ``anew``: it may change what a cap leaves, and has to be tried in every round.
    """

    interpretation: str
    reading: str
    sheet: RuleSheet
    ranks_alike: bool
    kinds: frozenset[str] | None
    on_limit: bool
    anew: bool

    @classmethod
    def of(cls, sheet: RuleSheet, entry: Interpretation, reading: Reading) -> OpenReading:
        """Take a reading of an interpretation that the sheet leaves open."""
        sections = {path.partition(".")[0] for path in reading.sets}
        on_limit = bool(sections & {"bank", "button"})
        kinds: set[str] | None = set()
        for path in reading.sets:
            may_change = _kinds_of(path)
            kinds = None if kinds is None or may_change is None else kinds | may_change
        # Where several wagers share a cap, the order decides which of them it leaves short.
        shared_cap = any(cap.scope != "per_wager" for cap in sheet.cap)
        under = sheet.under(entry.id, reading.name)
        return cls(
            entry.id,
            reading.name,
            under,
            under.ranking == sheet.ranking,
            None if kinds is None else frozenset(kinds),
            on_limit,
            anew="cap" in sections or (shared_cap and on_limit),
        )


def _kinds_of(path: str) -> set[str] | None:
    """Return the kinds whose full settlement a value of the sheet may change; None for any."""
    section, _, key = path.partition(".")
    if section in ("bank", "button", "cap"):
        return set()
    if section == "showdown":
        return {ANTE, PLAY}
    return {key.partition(".")[0]} if section == "wager" else None


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
            OpenReading.of(sheet, entry, reading) for entry in in_force.open_interpretations for reading in entry.others
        ]
        return cls(sheet, tuple(reading for reading in readings if reading.sheet != sheet))
