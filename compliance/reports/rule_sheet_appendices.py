"""The last chapters of a printed rule sheet: posted collections, and what the auditor's edition adds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from compliance.reports.figures import sentence_case
from compliance.reports.rule_sheet_parts import Chapter, Item, Part
from compliance.reports.rule_sheet_places import INTERPRETATIONS
from compliance.rules.clauses import cited_texts

if TYPE_CHECKING:
    from collections.abc import Sequence

    from compliance.reports.tables import Table
    from compliance.rules.doubts import Interpretation
    from compliance.rules.licensee import Licensee
    from compliance.rules.lint import LintFinding
    from compliance.rules.sheet import RuleSheet


def collections(licensee: Licensee | None, posted: tuple[Table, ...]) -> Chapter:
    """Lay out the posted schedules; they come from the licensee's file and not from the document."""
    whose = f" of {licensee.name}" if licensee else ""
    items = (
        Item(f"This schedule is posted by the licensee's file{whose}; it is no part of the sheet's document.", ""),
        Item("A fee that is not in the schedule, or that moves with the winnings, is an exception.", ""),
    )
    return Chapter("", "Collection Schedule", "collections", (Part(None, items, posted),), own_page=True)


def appendices(sheet: RuleSheet, findings: Sequence[LintFinding], odds: Sequence[Table]) -> list[Chapter]:
    """Lay out what the auditor's edition adds: interpretations, defects, clauses and exact odds."""
    chapters = []
    if sheet.interpretation:
        parts = tuple(_interpretation(sheet, entry) for entry in sheet.interpretation)
        chapters.append(Chapter("", INTERPRETATIONS, "interpretations", parts))
    if findings:
        items = tuple(
            Item(f"{sentence_case(each.severity.replace('_', ' '))}. {each.says}", "; ".join(each.clauses))
            for each in findings
        )
        chapters.append(Chapter("", "What is silent, unclear or contradictory", "lint", (Part(None, items),)))
    clauses = tuple(Item(clause.says, clause.citation) for clause in sheet.clause)
    chapters.append(Chapter("", "The document's clauses, in other words", "clauses", (Part(None, clauses),)))
    if odds:
        chapters.append(Chapter("", "Exact odds", "odds", (Part(None, (), tuple(odds)),), own_page=True))
    return chapters


def _interpretation(sheet: RuleSheet, entry: Interpretation) -> Part:
    cited = "; ".join((*cited_texts(sheet, entry.clauses), *entry.authority))
    taken = "Adopted" if entry.others else "Assumed"
    readings = [reading for reading in entry.readings if reading.name == entry.adopted]
    items = [Item(f"{taken}: {reading.name.replace('_', ' ')}. {reading.says}", cited) for reading in readings]
    items.append(Item(f"Why: {entry.why}", ""))
    items += [Item(f"Other reading: {each.name.replace('_', ' ')}. {each.says}", "") for each in entry.others]
    if entry.ruling_ref:
        items.append(Item(f"Settled by {entry.ruling_ref}.", ""))
    return Part(f"{entry.id}. {entry.question}", tuple(items))
