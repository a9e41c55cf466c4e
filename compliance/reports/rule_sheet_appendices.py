"""The last chapters of a printed rule sheet: posted collections, and what the auditor's edition adds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from compliance.reports.figures import sentence_case
from compliance.reports.rule_sheet_parts import Chapter, Item, Part
from compliance.reports.rule_sheet_places import INTERPRETATIONS
from compliance.reports.tables import as_printed
from compliance.rules.clauses import SILENT, cited_texts

if TYPE_CHECKING:
    from collections.abc import Sequence

    from compliance.reports.tables import Table
    from compliance.rules.doubts import Interpretation
    from compliance.rules.licensee import Licensee
    from compliance.rules.lint import LintFinding
    from compliance.rules.sheet import RuleSheet


_SORTS = {"whole_space": "Over all deals"}
_ODDS = (
    Item("Every figure is counted over all deals of one deck; none is an estimate.", ""),
    Item("Wagers are settled in full: how far a player-dealer's wager goes does not enter.", ""),
    Item(
        "An expectation is the participant's, in units of the wager named; the element of risk is what is lost on "
        "average for each unit staked, Play included.",
        "",
    ),
)


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
            Item(f"{_severity(sheet, each)}. {each.says.rstrip('.')}.", "; ".join(each.clauses)) for each in findings
        )
        chapters.append(Chapter("", "What is silent, unclear or contradictory", "lint", (Part(None, items),)))
    clauses = tuple(Item(clause.says, clause.citation) for clause in sheet.clause)
    chapters.append(Chapter("", "The document's clauses, in other words", "clauses", (Part(None, clauses),)))
    if odds:
        tables = tuple(as_printed(table) for table in odds)
        chapters.append(Chapter("", "Exact Odds", "odds", (Part(None, _ODDS, tables),)))
    return chapters


def _severity(sheet: RuleSheet, finding: LintFinding) -> str:
    """Say of what sort a defect is, with the code of the question where it is one of the interpretations."""
    code = f" ({finding.id})" if finding.id in sheet.interpretations else ""
    return f"{_SORTS.get(finding.severity) or sentence_case(finding.severity.replace('_', ' '))}{code}"


def _named_in_words(entry: Interpretation) -> str:
    why = entry.why
    for reading in entry.readings:
        why = why.replace(reading.name, reading.name.replace("_", " "))
    return why


def _interpretation(sheet: RuleSheet, entry: Interpretation) -> Part:
    cited = "; ".join((*cited_texts(sheet, entry.clauses), *entry.authority)) or SILENT
    taken = "Adopted" if entry.others else "Assumed"
    readings = [reading for reading in entry.readings if reading.name == entry.adopted]
    items = [Item(f"{taken}: {reading.name.replace('_', ' ')}. {reading.says}", cited) for reading in readings]
    items.append(Item(f"Why: {_named_in_words(entry)}", ""))
    items += [Item(f"Other reading: {each.name.replace('_', ' ')}. {each.says}", "") for each in entry.others]
    if entry.ruling_ref:
        items.append(Item(f"Settled by {entry.ruling_ref}.", ""))
    return Part(f"{entry.id}. {entry.question}", tuple(items))
