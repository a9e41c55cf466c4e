"""A defect of a rule sheet, with the place that shows it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from compliance.rules.clauses import cited_texts

if TYPE_CHECKING:
    from compliance.rules.sheet import RuleSheet


@dataclass(frozen=True, slots=True)
class LintFinding:
    """One defect. ``id`` is stable within the sheet; ``severity`` is the kind of defect.

    ``contradiction``: the document says two things · ``silence``: it says nothing · ``ambiguity``: it can be read
    in more than one way · ``undefined_word`` · ``misprint`` · ``pay_table``: a table that cannot be right.
    ``clauses`` are citations; empty where the document has no place to cite. ``path`` is the value concerned.
    """

    sheet: str
    id: str
    severity: str
    says: str
    clauses: tuple[str, ...] = ()
    path: str | None = None


def within(place: str, gap: str) -> bool:
    """Whether a place of the sheet is the value that is missing, or a part of it."""
    return place == gap or place.startswith(f"{gap}.")


def finding(sheet: RuleSheet, name: str, severity: str, says: str, path: str, *beside: str) -> LintFinding:
    """Make a finding about the value at ``path``; places ``beside`` it are cited too.

    Where the value is not stated, an interpretation that says where it comes from is named.
    """
    ids = [name for place in (path, *beside) for name in sheet.cited(place)]
    cited = [sheet.clauses[name].citation for name in ids if name in sheet.clauses]
    fillers = [entry for entry in sheet.interpretation if any(within(place, path) for place in entry.fills)]
    for entry in fillers:
        cited += cited_texts(sheet, entry.clauses)
        if len(entry.readings) == 1:
            says = f"{says} {entry.id}: {entry.readings[0].says}"
    return LintFinding(sheet.id, name, severity, says, tuple(dict.fromkeys(cited)), path)
