"""The audit report on the latest run: ``compliance report``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from compliance.reports.audit_report import Signing, write_audit_report
from compliance.store.results import last_run
from compliance.workflows.record import documents_entry, log_entries, log_state
from compliance.workflows.report_input import audit_input
from compliance.workflows.workspace import WorkflowError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

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
) -> list[WrittenDocument]:
    """Write the audit report on the latest run, with its files of evidence; signed, where there is a signer.

    Raises:
        WorkflowError: there was no run yet, or it judged by other rules than those now given.
        ReportError: the report's counts do not balance, or it cannot be rendered.
    """
    run = last_run(db)
    if run is None:
        raise WorkflowError(f"{db.path} holds no run to report on; run 'compliance verify' first")
    workspace.require_rules_of(run)
    documents = write_audit_report(
        audit_input(workspace, db, run, checkpoint),
        folder,
        formats=formats,
        redact=redact,
        signing=Signing(signer, workspace.clock()) if signer else None,
    )
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


def report_and_record(
    workspace: Workspace,
    db: Database,
    folder: Path,
    *,
    formats: Sequence[str],
    redact: bool = True,
    signer: DocumentSigner | None = None,
) -> list[WrittenDocument]:
    """Write the report on the latest run with the audit log's newest checkpoint, and record it there.

    Raises:
        As ``report``; AuditLogError: the log is not in order.
    """
    newest = log_state(workspace)
    checkpoint = newest.text if newest else None
    documents = report(workspace, db, folder, formats=formats, redact=redact, checkpoint=checkpoint, signer=signer)
    if run := last_run(db):
        log_entries(workspace, [documents_entry(run, documents)])
    return documents
