"""Re-deriving every settlement and storing what is found: ``compliance verify``."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import compliance
from compliance.domain.catalogue import CHECKS
from compliance.parity.by_reference import judge
from compliance.parity.rules import NumberedRules
from compliance.rules.clauses import clauses_for
from compliance.store.results import StoredRun, add_run, clear_findings
from compliance.workflows.scope import Scope
from compliance.workflows.workspace import WorkflowError, time_text

if TYPE_CHECKING:
    from collections.abc import Callable

    from compliance.domain.figures import RunFigures
    from compliance.store import Database
    from compliance.workflows.workspace import Workspace

NOT_EXAMINED = "the logs hold none"


@dataclass(frozen=True, slots=True)
class Verification:
    """A run: its record as stored, and its figures."""

    run: StoredRun
    figures: RunFigures


def verify(
    workspace: Workspace, db: Database, scope: Scope = Scope(), *, progress: Callable[[int], None] | None = None
) -> Verification:
    """Judge the rounds of a scope; their findings replace those of earlier runs.

    Raises:
        WorkflowError: there is no round to verify.
        RulesError: the licensee's file does not fit the sheets.
        IntegrityError: a sheet was edited.
        StoreError: the bytes of a log are not to be had.
    """
    book = workspace.rulebook
    where, parameters = scope.selection.where()
    (rounds,) = db.one(f"SELECT count(*) FROM rounds WHERE {where}", parameters)
    if not rounds:
        raise WorkflowError(
            f"no rounds {scope} are in {db.path}; ingest a log first, or widen --table, --from and --to"
        )
    started = time_text(workspace.clock())
    rules = NumberedRules(book)
    with db.transaction():
        run_id = _run_id(db, started, scope)
        clear_findings(db, where, parameters)
        figures = judge(db, rules, scope.selection, run_id, progress)
        _store_grounds(db, run_id, rules)
        _store_checks(db, run_id, figures)
        summary = {"run_id": run_id, "verdict": figures.verdict().value, **figures.to_json()}
        run = StoredRun(
            run_id, started, compliance.__version__, scope.to_json(), sheets_used(workspace, rules), summary
        )
        add_run(db, run)
    return Verification(run, figures)


def _run_id(db: Database, started: str, scope: Scope) -> str:
    """Name a run by its time and by a digest of what it is about, so that two runs of one second differ."""
    (runs,) = db.one("SELECT count(*) FROM runs")
    digest = hashlib.sha256(json.dumps([started, scope.to_json(), runs]).encode()).hexdigest()
    return f"{started.translate({ord(mark): None for mark in '-:'})}-{digest[:8]}"


def _store_grounds(db: Database, run_id: str, rules: NumberedRules) -> None:
    """Store the clauses that each kind of finding of the run rests on."""
    sheets = {number: in_force for number, in_force in rules.used()}
    kinds = db.rows(
        "SELECT DISTINCT rules_id, code, wager_kind, branch, interpretation FROM findings WHERE run_id = ?", [run_id]
    )
    for rules_id, code, kind, branch, interpretation in kinds:
        sheet = sheets[rules_id].sheet if rules_id else None
        clauses = clauses_for(sheet, code, kind, branch, interpretation)
        db.connection.execute(
            "INSERT INTO grounds VALUES (?, ?, ?, ?, ?, ?, ?)",
            [run_id, rules_id, code, kind, branch, interpretation, list(clauses)],
        )
    for number, in_force in sheets.items():
        terms = {
            "rulings": [[ruling.interpretation, ruling.reading, ruling.ruling_ref] for ruling in in_force.rulings],
            "postings": [posting.id for posting in in_force.postings],
        }
        db.connection.execute(
            "INSERT INTO rules_used VALUES (?, ?, ?, ?)", [run_id, number, in_force.sheet.id, json.dumps(terms)]
        )


def _store_checks(db: Database, run_id: str, figures: RunFigures) -> None:
    for code in CHECKS:
        examined = figures.examined[code]
        row = [run_id, code, examined, figures.findings[code], None if examined else NOT_EXAMINED]
        db.connection.execute("INSERT INTO checks VALUES (?, ?, ?, ?, ?)", row)


def sheets_used(workspace: Workspace, rules: NumberedRules) -> list[dict[str, Any]]:
    """The sheets that a run judged by: digest, standing, and the reading adopted of each interpretation."""
    used = []
    for sheet_id in dict.fromkeys(in_force.sheet.id for _, in_force in rules.used()):
        loaded = workspace.rulebook.sheets[sheet_id]
        used.append(
            {
                "id": sheet_id,
                "sha256": loaded.sha256,
                "standing": loaded.sheet.standing,
                "adopted": {entry.id: entry.adopted for entry in loaded.sheet.interpretation},
            }
        )
    return used
