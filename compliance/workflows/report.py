"""The audit report on the latest run: ``compliance report``."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import TYPE_CHECKING

from compliance.reports.audit_report import Signing, write_audit_report
from compliance.reports.run_record import RUN_RECORD
from compliance.store.results import last_run
from compliance.workflows.record import documents_entry, log_entries, log_state
from compliance.workflows.report_input import audit_input
from compliance.workflows.workspace import WorkflowError

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from compliance.reports.audit_report import WrittenDocument
    from compliance.reports.signing import DocumentSigner
    from compliance.store import Database
    from compliance.workflows.workspace import Workspace


def report(
    workspace: Workspace,
    db: Database,
    folder: Path,
    *,
    formats: Sequence[str],
    redact: bool = True,
    checkpoint: str | None = None,
    signer: DocumentSigner | None = None,
    full_listing: bool = False,
) -> list[WrittenDocument]:
    """Write the audit report on the latest run, with its files of evidence; signed, where there is a signer.

    Where the folder holds documents with the log's own identifiers and these are to have pseudonyms, or the other way
    round, those that are not written anew are taken away: one folder never mixes the two.

    Raises:
        WorkflowError: there was no run yet, or it judged by other rules than those now given.
        ReportError: the report's counts do not balance, or it cannot be rendered.
    """
    run = last_run(db)
    if run is None:
        raise WorkflowError(f"{db.path} holds no run to report on; run 'compliance verify' first")
    workspace.require_rules_of(run)
    mixed = pseudonyms_in(folder) is not redact
    documents = write_audit_report(
        audit_input(workspace, db, run, checkpoint),
        folder,
        formats=formats,
        redact=redact,
        signing=Signing(signer, workspace.clock()) if signer else None,
        full_listing=full_listing,
    )
    if mixed:
        _withdraw(db, folder, {document.path.name for document in documents})
    with db.transaction():
        # A report written again replaces the one of the same place, in the folder as in the record.
        db.connection.executemany(
            "DELETE FROM documents WHERE run_id = ? AND path = ?",
            [[run.run_id, str(document.path)] for document in documents],
        )
        db.connection.executemany(
            "INSERT INTO documents VALUES (?, ?, ?)",
            [[run.run_id, str(document.path), document.sha256] for document in documents],
        )
    return documents


def pseudonyms_in(folder: Path) -> bool | None:
    """Return whether the report in a folder shows pseudonyms, by the run's record there; None where there is none."""
    try:
        record = json.loads((folder / RUN_RECORD).read_bytes())
        return bool(record["pseudonyms"])
    except (OSError, ValueError, TypeError, KeyError):
        return None


def _withdraw(db: Database, folder: Path, written: Collection[str]) -> None:
    """Take away what earlier reports left in the folder, where it is still as it was written."""
    for place, sha256 in db.rows("SELECT path, sha256 FROM documents ORDER BY path"):
        path = Path(place)
        if path.name in written or path.parent.resolve() != folder.resolve():
            continue
        if path.is_file() and hashlib.sha256(path.read_bytes()).hexdigest() == sha256:
            path.unlink()
            db.connection.execute("DELETE FROM documents WHERE path = ? AND sha256 = ?", [place, sha256])


def report_and_record(
    workspace: Workspace,
    db: Database,
    folder: Path,
    *,
    formats: Sequence[str],
    redact: bool = True,
    signer: DocumentSigner | None = None,
    full_listing: bool = False,
) -> list[WrittenDocument]:
    """Write the report on the latest run with the audit log's newest checkpoint, and record it there.

    Raises:
        As ``report``; AuditLogError: the log is not in order.
    """
    newest = log_state(workspace)
    checkpoint = newest.text if newest else None
    documents = report(
        workspace,
        db,
        folder,
        formats=formats,
        redact=redact,
        checkpoint=checkpoint,
        signer=signer,
        full_listing=full_listing,
    )
    if run := last_run(db):
        log_entries(workspace, [documents_entry(run, documents)])
    return documents
