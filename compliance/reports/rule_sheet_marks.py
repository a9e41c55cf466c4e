"""What tells a printed rule that the document lays down from one that was assumed where it is silent or unclear."""

from __future__ import annotations

from typing import TYPE_CHECKING

from compliance.reports.rule_sheet_places import INTERPRETATIONS

if TYPE_CHECKING:
    from compliance.rules.doubts import Interpretation
    from compliance.rules.sheet import RuleSheet


UNSTATED = "[The document does not say so: assumed.]"
"""The mark behind a rule that no value of the sheet states."""


def legend(sheet: RuleSheet, auditor: bool) -> str:
    """Say what the marks of a printed sheet mean, and where the questions that they name are to be found."""
    says = "A mark in brackets stands behind a rule that the document leaves open."
    if not sheet.interpretation:
        return says
    example = sheet.interpretation[0].id
    where = f"the section {INTERPRETATIONS}" if auditor else "the auditor edition"
    return (
        f"{says} Its code, such as {example}, names the question; {where} has it with its readings and their reasons."
    )


def mark_of(sheet: RuleSheet, path: str | None) -> str:
    """Return the mark behind the rule that a value of the sheet gives; empty where the document lays it down.

    ``path`` is ``section.key`` or ``wager.KIND.key``; None belongs to no value and has no mark.
    """
    if path is None:
        return ""
    return " ".join(_mark(entry) for entry in sheet.interpretation if _bears_on(sheet, entry, path))


def _bears_on(sheet: RuleSheet, entry: Interpretation, path: str) -> bool:
    """Whether the value rests on the interpretation: it cites it, is filled in by it, or another reading changes it."""
    return (
        entry.id in sheet.cited(path)
        or any(path == filled or path.startswith(f"{filled}.") for filled in entry.fills)
        or any(path in reading.sets for reading in entry.readings)
    )


def _mark(entry: Interpretation) -> str:
    if entry.ruling_ref:
        return f"[Settled by {entry.ruling_ref} ({entry.id}).]"
    if entry.nature == "silence":
        return f"[The document does not say so: assumed ({entry.id}).]"
    return f"[The document is not clear: the reading adopted ({entry.id}).]"
