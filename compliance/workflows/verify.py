"""Re-deriving every settlement and storing what is found: ``compliance verify``."""

from __future__ import annotations

import hashlib
import json
from copy import deepcopy
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import compliance
from compliance.bulk.evaluate import evaluate
from compliance.bulk.tables import check_tables
from compliance.domain.catalogue import CHECKS
from compliance.domain.words import Branch, Verdict
from compliance.ingest.report import FileReport
from compliance.parity.compare import compare
from compliance.parity.rules import NumberedRules
from compliance.parity.selection import Mode, described, selected
from compliance.parity.tables import agreed_on, compare_tables
from compliance.rules.clauses import clauses_for
from compliance.shipped import program_sha256
from compliance.store.results import StoredRun, add_run, clear_findings, keep_findings
from compliance.workflows.alike import find_alike
from compliance.workflows.scope import Scope
from compliance.workflows.workspace import WorkflowError, time_text

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from compliance.domain.figures import RunFigures
    from compliance.rules.in_force import SheetInForce
    from compliance.store import Database
    from compliance.workflows.workspace import Workspace

SHOWN_DISAGREEMENTS = 20
"""Rounds of which both derivations are kept in full, where the evaluators disagree; all of them are counted."""


@dataclass(frozen=True, slots=True)
class Watch:
    """Who is told how far a run has come: rounds settled, and rounds compared by both evaluators."""

    settling: Callable[[int], None] | None = None
    comparing: Callable[[int], None] | None = None


UNWATCHED = Watch()
"""Nobody is told."""


def verify(
    workspace: Workspace, db: Database, scope: Scope, *, parity: Mode = "sample", watch: Watch = UNWATCHED
) -> StoredRun:
    """Judge the rounds of a scope; their findings replace those of earlier runs. Return the run's record.

    The set-based evaluator judges every round, the reference again those that ``parity`` selects. Nothing is
    stored where the run does not come to its end.

    Raises:
        WorkflowError: there is no round to verify.
        RulesError: the licensee's file does not fit the sheets.
        IntegrityError: a sheet was edited.
        StoreError: the bytes of a log are not to be had.
        CountsDifferError: the evaluators find the same and count differently.
    """
    book = workspace.rulebook
    where, parameters = scope.selection.where()
    (rounds,) = db.one(f"SELECT count(*) FROM rounds WHERE {where}", parameters)
    if not rounds:
        raise WorkflowError(
            f"no rounds {scope} are in {db.path}; ingest a log first, or widen --table, --from and --to"
        )
    started = time_text(workspace.clock())
    with db.transaction():
        run_id = _run_id(db, started, scope)
        clear_findings(db, where, parameters)
        evaluation = evaluate(db.connection, book, where, parameters, progress=watch.settling)
        of_rounds = deepcopy(evaluation.figures)
        check_tables(db.connection, book, evaluation, where, parameters)
        keep_findings(db, run_id)
        find_alike(db, run_id, evaluation)
        _store_grounds(db, run_id, evaluation.rules)
        _store_figures(db, run_id, evaluation.figures, filed=book.licensee is not None)
        keys = selected(db, parity, run_id, rounds, where, parameters)
        of_scope = scope.selection if keys is None else keys
        numbered = NumberedRules(book)
        agreement = compare(db, numbered, of_scope, watch.comparing, kept=True)
        tables = None if parity == "none" else compare_tables(db, numbered, whole=keys is None)
        disagreements = agreed_on(agreement, tables, evaluation.figures, of_rounds if keys is None else None)
        run = StoredRun(
            run_id,
            started,
            time_text(workspace.clock()),
            compliance.__version__,
            basis(workspace, db, scope),
            scope.to_json(),
            sheets_used(workspace, evaluation.rules),
            {
                "run_id": run_id,
                "rules": workspace.rules_digest,
                # Where the evaluators disagree, nothing is determined, whatever was found.
                "verdict": (Verdict.UNDETERMINED if disagreements else evaluation.figures.verdict()).value,
                **evaluation.figures.to_json(),
                "parity": {
                    "compared": agreement.compared,
                    "disagreements": len(disagreements),
                    "mode": described(parity, agreement.compared, rounds, tables),
                    "rounds": [each.to_json() for each in disagreements[:SHOWN_DISAGREEMENTS]],
                },
            },
        )
        add_run(db, run)
    return run


def basis(workspace: Workspace, db: Database, scope: Scope) -> str:
    """Digest all that a run's result depends on: the bytes taken in, the rules, the licensee's file, the program.

    That are the files with rounds of the scope's tables, also with those before it, the lines kept out because they
    give such a round's id to other content, and the control totals.
    """
    where, parameters = scope.selection.where()
    files = db.rows(
        "SELECT DISTINCT sha256 FROM rounds JOIN files USING (file_id)"
        f" SEMI JOIN (SELECT licensee_id, table_id FROM rounds WHERE {where}) USING (licensee_id, table_id)"
        " ORDER BY sha256",
        parameters,
    )
    kept_out = db.rows(
        "SELECT f.sha256, q.line FROM quarantine AS q JOIN files AS f USING (file_id)"
        f" SEMI JOIN (SELECT licensee_id, round_id FROM rounds WHERE {where}) USING (licensee_id, round_id)"
        " WHERE q.reason = 'conflicting_duplicate' ORDER BY ALL",
        parameters,
    )
    signed = db.rows("SELECT sha256 FROM manifests WHERE superseded_by IS NULL ORDER BY sha256")
    parts = {
        "files": [sha256 for (sha256,) in files],
        "kept_out": kept_out,
        "signed": [sha256 for (sha256,) in signed],
        "rules": workspace.rules_digest,
        "program": program_sha256(),
        "scope": scope.to_json(),
    }
    return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()


def files_of(db: Database, scope: Scope) -> list[FileReport]:
    """The files that rounds of the scope came from; all files, those without any round too, for a run over all."""
    where, parameters = scope.selection.where()
    some = f"WHERE file_id IN (SELECT file_id FROM rounds WHERE {where})" if scope != Scope() else ""
    rows = db.rows(
        f"SELECT path, sha256, read, loaded, duplicate, quarantined FROM files {some} ORDER BY file_id", parameters
    )
    return [FileReport(*row) for row in rows]


def _run_id(db: Database, started: str, scope: Scope) -> str:
    """Name a run by its time and by a digest of what it is about, so that two runs of one second differ."""
    (runs,) = db.one("SELECT count(*) FROM runs")
    digest = hashlib.sha256(json.dumps([started, scope.to_json(), runs]).encode()).hexdigest()
    return f"{started.translate({ord(mark): None for mark in '-:'})}-{digest[:8]}"


def _store_grounds(db: Database, run_id: str, sheets: Mapping[int, SheetInForce]) -> None:
    """Store the clauses that each kind of finding of the run rests on."""
    kinds = db.rows(
        "SELECT DISTINCT rules_id, code, wager_kind, branch, interpretation FROM findings WHERE run_id = ?", [run_id]
    )
    for rules_id, code, kind, branch, interpretation in kinds:
        sheet = sheets[rules_id].sheet if rules_id else None
        clauses = clauses_for(sheet, code, kind, Branch(branch) if branch else None, interpretation)
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


def _store_figures(db: Database, run_id: str, figures: RunFigures, *, filed: bool) -> None:
    for (rules_id, interpretation), counts in figures.touched.items():
        db.connection.execute(
            "INSERT INTO readings_told_apart"
            " (run_id, rules_id, interpretation, discriminating, fits_adopted, fits_other, touched)"
            " VALUES (?, ?, ?, ?, ?, ?, ?)",
            [run_id, rules_id, interpretation, *counts, figures.asked.get((rules_id, interpretation))],
        )
    for code, check in CHECKS.items():
        examined, skipped = figures.examined[code], figures.skipped[code]
        why = check.why_not(filed=filed) if skipped or not examined else None
        db.connection.execute(
            "INSERT INTO checks (run_id, code, examined, findings, reason, skipped) VALUES (?, ?, ?, ?, ?, ?)",
            [run_id, code, examined, figures.findings[code], why, skipped],
        )


def sheets_used(workspace: Workspace, rules: Mapping[int, SheetInForce]) -> list[dict[str, Any]]:
    """The sheets that a run judged by: digest, standing, and the reading adopted of each interpretation."""
    used = []
    for sheet_id in dict.fromkeys(in_force.sheet.id for in_force in rules.values()):
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
