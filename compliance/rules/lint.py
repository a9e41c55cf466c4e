"""What is wrong with a rule sheet before the first card is dealt: silences, contradictions, faulty pay tables.

Found over the data where the data can show it; declared in the sheet, with its clause, where only a reader can.
Every interpretation that no ruling has settled is listed, once: a finding over the data takes the place of an
interpretation that only says where the missing value comes from.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from compliance.rules.clauses import cited_texts
from compliance.rules.lint_checks import CHECKS
from compliance.rules.lint_finding import LintFinding, within

if TYPE_CHECKING:
    from collections.abc import Iterator

    from compliance.rules.sheet import RuleSheet

__all__ = ["LintFinding", "lint"]


def lint(sheet: RuleSheet) -> list[LintFinding]:
    """Return every defect of a sheet: those the data shows, open interpretations, then declared ones."""
    shown = [finding for check in CHECKS for finding in check(sheet)]
    return [*shown, *_interpretations(sheet, shown), *_declared(sheet)]


def _interpretations(sheet: RuleSheet, shown: list[LintFinding]) -> Iterator[LintFinding]:
    gaps = [finding.path for finding in shown if finding.path is not None]
    for entry in sheet.interpretation:
        filled = entry.fills and all(any(within(place, gap) for gap in gaps) for place in entry.fills)
        if filled or entry.ruling_ref is not None:
            continue
        adopted = next(reading for reading in entry.readings if reading.name == entry.adopted)
        taken = "Adopted" if entry.others else "Assumed"
        yield LintFinding(
            sheet.id,
            entry.id,
            entry.nature,
            f"{entry.question} {taken}: {adopted.says}",
            (*cited_texts(sheet, entry.clauses), *entry.authority),
        )


def _declared(sheet: RuleSheet) -> Iterator[LintFinding]:
    for defect in sheet.defect:
        yield LintFinding(sheet.id, defect.id, defect.severity, defect.says, cited_texts(sheet, defect.clauses))
