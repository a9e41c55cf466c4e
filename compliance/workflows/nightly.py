"""The batch: take the night's logs in, verify them, write the report, record it. ``compliance nightly``.

Each step is whole or absent: a file is one transaction, a run is one transaction, a document appears complete.
Running it again after a crash completes it, and running it again after success changes nothing.
"""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import TYPE_CHECKING

from compliance.ingest.faults import IngestError
from compliance.ingest.profiles import CANONICAL
from compliance.reports.audit_report import WrittenDocument
from compliance.store.assurance import kept_assurance
from compliance.store.results import last_run
from compliance.workflows.assurance import assurance_entry, assured
from compliance.workflows.commitments import commitments_of
from compliance.workflows.in_force_record import rules_entries
from compliance.workflows.ingest import ingest, intake_entry, take_manifests
from compliance.workflows.quarantine import open_lines
from compliance.workflows.record import (
    Outcome,
    documents_entry,
    log_entries,
    log_state,
    run_entry,
    verification_entry,
)
from compliance.workflows.report import pseudonyms_in, report
from compliance.workflows.scope import Scope, not_of_the_file
from compliance.workflows.verify import UNWATCHED, Watch, basis, verify
from compliance.workflows.workspace import WorkflowError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from compliance.ingest.report import FileReport
    from compliance.parity.selection import Mode
    from compliance.reports.signing import DocumentSigner
    from compliance.store import Database
    from compliance.store.results import StoredRun
    from compliance.workflows.workspace import Workspace


def nightly(
    workspace: Workspace,
    db: Database,
    paths: Sequence[Path],
    out: Path,
    *,
    profile: str = CANONICAL,
    manifests: Sequence[Path] = (),
    formats: Sequence[str] = ("pdf",),
    redact: bool = True,
    parity: Mode = "sample",
    reading: Callable[[Path, int, int], None] | None = None,
    watch: Watch = UNWATCHED,
    signer: DocumentSigner | None = None,
    assurance: int | None = None,
) -> Outcome:
    """Audit a night's logs, from files to report.

    Files that cannot be taken in do not stop the others; they are named in the outcome. ``profile`` says how the logs
    are written, ``manifests`` hold control totals. ``signer`` signs the PDF. ``assurance`` faults are planted in a
    copy of the night's rounds.

    Raises:
        WorkflowError: not one round came out of the files.
        ManifestError: a manifest cannot be read, or contradicts one that is there.
        RulesError, StoreError, ReportError, AuditLogError: as the steps say.
        IntegrityError, AuditLogBroken: a sheet was edited, or the audit log is not in order.
    """
    refused: Sequence[str] = ()
    signed = take_manifests(workspace, db, manifests)
    try:
        files = ingest(workspace, db, paths, profile=profile, progress=reading, written=[out])
    except IngestError as error:
        files, refused = error.reports, error.refusals
    scope = _night(db, files, refused)
    waiting, unfiled = open_lines(db, files), not_of_the_file(workspace, db, scope)
    # Control totals that were not there before are checked by no run so far.
    standing = _standing(workspace, db, scope) if all(each.already_known for each in signed) else None
    if standing and (there := _unchanged_documents(db, standing, out, formats, redact, signer)):
        kept = kept_assurance(db, standing.run_id)
        if assurance is None or (kept and kept.asked == assurance):
            return Outcome(standing, files, there, log_state(workspace), refused, True, kept, waiting, unfiled)
    run = standing or verify(workspace, db, scope, parity=parity, watch=watch)
    entries = [intake_entry(files, signed)]
    # A run that stands may have been stored just before a crash, with the log yet to hear of it.
    if standing is None or run_entry(workspace, run.run_id) is None:
        commitments = commitments_of(workspace, db, run.run_id)
        entries += [*rules_entries(workspace, db, run), verification_entry(run, commitments)]
    checkpoint = log_entries(workspace, entries)
    made, now = assured(workspace, db, run, assurance) if assurance else (kept_assurance(db, run.run_id), False)
    documents = report(workspace, db, out, formats=formats, redact=redact, checkpoint=checkpoint.text, signer=signer)
    done = [assurance_entry(run, made)] if made and now else []
    checkpoint = log_entries(workspace, [*done, documents_entry(run, documents)])
    return Outcome(run, files, documents, checkpoint, refused, False, made, waiting, unfiled)


_DATES = """
WITH night AS (SELECT file_id FROM files WHERE sha256 IN (SELECT unnest(?::VARCHAR[])))
SELECT min(gaming_date), max(gaming_date) FROM (
    SELECT gaming_date FROM rounds SEMI JOIN night USING (file_id)
    UNION ALL
    SELECT gaming_date FROM rounds
    SEMI JOIN (
        SELECT licensee_id, round_id FROM duplicates SEMI JOIN night USING (file_id)
        UNION ALL
        SELECT licensee_id, round_id FROM quarantine SEMI JOIN night USING (file_id)
        WHERE reason = 'conflicting_duplicate'
    ) USING (licensee_id, round_id)
)
"""


def _night(db: Database, files: Sequence[FileReport], refused: Sequence[str]) -> Scope:
    """The gaming dates of the rounds in the files, those that were in the database already, or otherwise, included."""
    first, last = db.one(_DATES, [[file.sha256 for file in files]])
    if first is None:
        raise WorkflowError(refused[0] if refused else "not one round could be read from the files")
    return Scope(first=first, last=last)


def _standing(workspace: Workspace, db: Database, scope: Scope) -> StoredRun | None:
    """The latest run, where it rests on the same bytes, rules and program: judging again would give the same."""
    run = last_run(db)
    return run if run and run.basis == basis(workspace, db, scope) else None


def _unchanged_documents(
    db: Database, run: StoredRun, out: Path, formats: Sequence[str], redact: bool, signer: DocumentSigner | None
) -> tuple[WrittenDocument, ...]:
    """The run's documents in the folder, where every one asked for is there as it would be written again.

    None where one is missing or was changed, where they name people and were asked not to or the other way round, or
    where the PDF was to be signed and is not. A signed one stands where no signature was asked for: it begins with the
    very bytes that would be written.
    """
    if pseudonyms_in(out) is not redact:
        return ()
    rows = db.rows("SELECT path, sha256 FROM documents WHERE run_id = ? ORDER BY path", [run.run_id])
    documents = []
    for path, sha256 in ((Path(path), sha256) for path, sha256 in rows):
        if path.parent.resolve() != out.resolve():
            continue
        if not path.is_file() or _digest(path) != sha256:
            return ()
        before = None
        if path.suffix == ".pdf":
            before = signer.signed_part(path.read_bytes()) if signer else None
            if signer and before is None:
                return ()
        documents.append(WrittenDocument(out / path.name, sha256, before))
    asked_for = {f".{form}" for form in formats}
    return tuple(documents) if asked_for <= {each.path.suffix for each in documents} else ()


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()
