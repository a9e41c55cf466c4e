"""Rule sheets for a reader: ``compliance sheets`` and ``compliance odds``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from compliance.odds.figures import plain
from compliance.odds.money_difference import money_difference
from compliance.odds.order import OddsError
from compliance.odds.sheet_odds import odds_of
from compliance.odds.whole_space import whole_space
from compliance.reports.rule_sheet import write_rule_sheet
from compliance.reports.sheet_diff import diff_document
from compliance.reports.written import write_whole
from compliance.rules import prose
from compliance.rules.clauses import cited_texts
from compliance.rules.diff import Difference, differences
from compliance.rules.digests import LOCK_NAME, digests_of, lock_text, read_lock
from compliance.rules.lint import LintFinding, lint
from compliance.rules.loader import load_postings, load_sheets
from compliance.workflows.diff_view import diff_view, money_tables
from compliance.workflows.odds_view import odds_tables
from compliance.workflows.workspace import WorkflowError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from compliance.odds.difference import SheetDifference
    from compliance.odds.sheet_odds import SheetOdds
    from compliance.reports.rule_sheet_view import Edition
    from compliance.reports.tables import Table
    from compliance.reports.written import WrittenDocument
    from compliance.rules.digests import Digest
    from compliance.rules.loader import LoadedSheet
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


@dataclass(frozen=True, slots=True)
class Linted:
    """A sheet's defects, and how many deals × decisions × wagers were settled to look for them."""

    sheet: RuleSheet
    findings: tuple[LintFinding, ...]
    examined: int

    def to_json(self) -> dict[str, Any]:
        """For ``sheets lint --json``."""
        findings = [
            {"id": each.id, "severity": each.severity, "says": each.says, "clauses": list(each.clauses)}
            | {"path": each.path}
            for each in self.findings
        ]
        return {"sheet": self.sheet.id, "outcomes_examined": self.examined, "findings": findings}


def linted(workspace: Workspace, sheet_ids: Sequence[str]) -> list[Linted]:
    """Look for defects in the sheets named, or in all of them.

    A defect that the data shows by itself is not told a second time by the deals that it leaves open.
    """
    results = []
    for sheet_id in sheet_ids or workspace.rulebook.sheets:
        sheet = sheet_named(workspace, sheet_id)
        found = lint(sheet)
        paths = {each.path for each in found}
        try:
            space = whole_space(sheet)
        except OddsError as error:
            raise WorkflowError(f"{sheet.id} cannot be dealt through: {error}") from None
        found += [
            LintFinding(
                sheet.id, problem.fault.value, "whole_space", problem.says, _cited(sheet, problem.path), problem.path
            )
            for problem in space.problems
            if problem.path not in paths
        ]
        results.append(Linted(sheet, tuple(found), space.examined))
    return results


def _cited(sheet: RuleSheet, path: str) -> tuple[str, ...]:
    return cited_texts(sheet, sheet.cited(path))


@dataclass(frozen=True, slots=True)
class Compared:
    """Two sheets: the values that differ, and what the difference is worth."""

    left: LoadedSheet
    right: LoadedSheet
    values: tuple[Difference, ...]
    money: SheetDifference

    @property
    def money_tables(self) -> tuple[Table, ...]:
        """What the difference is worth, as tables."""
        return money_tables(self.money)

    def to_json(self) -> dict[str, Any]:
        """For ``sheets diff --json``."""
        values = [
            {
                "path": each.path,
                self.left.sheet.id: {"says": each.left.says, "clauses": list(each.left.clauses)},
                self.right.sheet.id: {"says": each.right.says, "clauses": list(each.right.clauses)},
            }
            for each in self.values
        ]
        return {"left": self.left.sheet.id, "right": self.right.sheet.id, "values": values, "money": plain(self.money)}


def compared(workspace: Workspace, left: str, right: str) -> Compared:
    """Compare two sheets, in words and in money.

    Raises:
        WorkflowError: a sheet is unknown, or its Ante and Play cannot be counted.
    """
    first, second = sheet_named(workspace, left), sheet_named(workspace, right)
    try:
        money = money_difference(first, second)
    except OddsError as error:
        raise WorkflowError(f"{left} and {right} cannot be compared in money: {error}") from None
    known = workspace.rulebook.sheets
    return Compared(known[left], known[right], differences(first, second), money)


def write_diff(result: Compared, target: Path, form: str) -> WrittenDocument:
    """Write a comparison as a redline, ``pdf`` or one self-contained page of ``html``.

    Raises:
        ReportError: it cannot be rendered or written.
    """
    view = diff_view(result.left, result.right, result.values, result.money)
    return write_whole(target, diff_document(view, form))


def digests(workspace: Workspace) -> tuple[Digest, ...]:
    """The digests of sheets and postings, already held against the lock list."""
    return workspace.rulebook.digests


def lock(folder: Path, keyed_by: str, checked_by: str) -> Path:
    """Add the sheets and postings of a folder to its lock list, with who keyed and who checked them.

    An entry is never replaced: a sheet that was edited has to be superseded by one with an id of its own.

    Raises:
        IntegrityError: a file differs from its locked digest.
        RulesError: a sheet, a posting or the lock list is faulty.
        WorkflowError: the list cannot be written.
    """
    sheets, postings = load_sheets([folder]), load_postings([folder])
    own = [digest for digest in digests_of(sheets.values(), postings.values()) if digest.folder == folder]
    text = lock_text(read_lock(folder), own, keyed_by, checked_by)
    target = folder / LOCK_NAME
    try:
        target.write_text(text, encoding="utf-8")
    except OSError as error:
        raise WorkflowError(f"{target} cannot be written: {error.strerror}") from None
    return target


def odds(workspace: Workspace, sheet_id: str) -> SheetOdds:
    """The exact odds of a sheet.

    Raises:
        WorkflowError: the sheet is unknown, or its Ante and Play cannot be counted.
    """
    try:
        return odds_of(sheet_named(workspace, sheet_id))
    except OddsError as error:
        raise WorkflowError(f"{sheet_id} has no odds that can be counted: {error}") from None


def render(
    workspace: Workspace, sheet_ids: Sequence[str], folder: Path, *, edition: Edition, formats: Sequence[str]
) -> list[WrittenDocument]:
    """Print sheets, a document each; the auditor's edition has lint findings and odds.

    With a licensee's file, the collections that it posts where a sheet is played stand at the end of both editions.

    Raises:
        WorkflowError: a sheet is unknown.
        ReportError: an edition cannot be rendered or written.
    """
    documents: list[WrittenDocument] = []
    for sheet_id in sheet_ids:
        sheet_named(workspace, sheet_id)
        loaded = workspace.rulebook.sheets[sheet_id]
        if edition == "auditor":
            findings, tables = linted(workspace, [sheet_id])[0].findings, odds_tables(odds(workspace, sheet_id))
        else:
            findings, tables = (), ()
        documents += write_rule_sheet(
            loaded,
            folder,
            edition=edition,
            formats=formats,
            findings=findings,
            odds=tables,
            licensee=workspace.rulebook.licensee,
        )
    return documents
