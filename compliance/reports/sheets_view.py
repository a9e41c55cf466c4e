"""The section on rule sheets: what each stands on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from compliance.reports.figures import count
from compliance.reports.tables import Fact

if TYPE_CHECKING:
    from compliance.reports.audit_input import SheetUsed

_STANDINGS = {
    "approved": "approved: keyed from the approved document",
    "published": "published: keyed from a public description of the game, not from the approved document itself",
    "excerpt": "excerpt: the document that it was keyed from points to parts that were not at hand",
}


@dataclass(frozen=True, slots=True)
class SheetView:
    """A rule sheet and what a finding under it stands on."""

    title: str
    facts: tuple[Fact, ...]


def sheet_views(sheets: tuple[SheetUsed, ...]) -> tuple[SheetView, ...]:
    """Lay out the rule sheets that rounds were settled by."""
    return tuple(_sheet(sheet) for sheet in sheets)


def _sheet(sheet: SheetUsed) -> SheetView:
    return SheetView(
        f"{sheet.id}: {sheet.title}",
        (
            Fact("Standing", _STANDINGS.get(sheet.standing, sheet.standing)),
            Fact("Banked by", f"the {sheet.banked_by.replace('_', '-')}; rounds settled by it: {count(sheet.rounds)}"),
            Fact("Document", sheet.document),
            Fact("Its SHA-256", sheet.document_sha256, code=True),
            Fact("Data, SHA-256", sheet.sha256, code=True),
        ),
    )
