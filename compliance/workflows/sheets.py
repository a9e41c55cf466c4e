"""Rule sheets for a reader: ``compliance sheets``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from compliance.rules import prose
from compliance.workflows.workspace import WorkflowError

if TYPE_CHECKING:
    from compliance.rules.sheet import RuleSheet
    from compliance.workflows.workspace import Workspace


def listed(workspace: Workspace) -> list[dict[str, Any]]:
    """Every sheet: id, title, standing, who banks, the document, and the digest of the data."""
    return [
        {
            "id": name,
            "title": loaded.sheet.title,
            "identifiers": list(loaded.sheet.identifiers),
            "standing": loaded.sheet.standing,
            "banked_by": loaded.sheet.banked_by,
            "effective_from": loaded.sheet.effective_from.isoformat() if loaded.sheet.effective_from else None,
            "document": loaded.sheet.document.name,
            "sha256": loaded.sha256,
        }
        for name, loaded in workspace.rulebook.sheets.items()
    ]


def sheet_named(workspace: Workspace, sheet_id: str) -> RuleSheet:
    """Return a sheet.

    Raises:
        WorkflowError: no sheet of that id.
    """
    known = workspace.rulebook.sheets
    if sheet_id not in known:
        raise WorkflowError(f"no rule sheet {sheet_id!r} is known; known are {', '.join(known)}")
    return known[sheet_id].sheet


def read_back(workspace: Workspace, sheet_id: str) -> tuple[prose.Statement, ...]:
    """Return a sheet as sentences with their citations."""
    return prose.read_back(sheet_named(workspace, sheet_id))
