"""What a run says of itself: the JSON document, the entry in the audit log, the exit status."""

from __future__ import annotations

from base64 import b64encode
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from compliance.workflows.in_force_record import keys_entries

if TYPE_CHECKING:
    from collections.abc import Sequence

    from compliance.audit_log import Checkpoint, Entry
    from compliance.audit_log.canonical import Json
    from compliance.ingest.report import FileReport
    from compliance.reports.audit_report import WrittenDocument
    from compliance.store.assurance import Assurance
    from compliance.store.results import StoredRun
    from compliance.workflows.workspace import Workspace

CONFORMS, FOUND, COULD_NOT_RUN, INTEGRITY, UNDETERMINED = 0, 1, 2, 3, 4
"""Exit statuses."""

NAMED_ROUNDS = 5
"""Rounds that a sentence names."""

VERIFICATION = "verification"
"""The kind of a run's log entry."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """A run with its files, its documents, and the audit log's state after it.

    ``refused`` holds a sentence for each file that could not be taken in; ``unchanged``: an earlier run stands.
    ``assurance``: what came of faults planted in a copy, None where none were. ``open_lines`` counts lines in
    quarantine that no other file has set right; ``unfiled`` says whose rounds the licensee's file says nothing of.
    """

    run: StoredRun
    files: Sequence[FileReport]
    documents: Sequence[WrittenDocument] = ()
    checkpoint: Checkpoint | None = None
    refused: Sequence[str] = field(default=())
    unchanged: bool = False
    assurance: Assurance | None = None
    open_lines: int = 0
    unfiled: str | None = None

    @property
    def exit_status(self) -> int:
        """Precedence: disagreement of the evaluators, refused files, findings or quarantine, undetermined."""
        if self.run.summary["parity"]["disagreements"]:
            return INTEGRITY
        if self.refused:
            return COULD_NOT_RUN
        verdict = self.run.summary["verdict"]
        if verdict in ("violation", "review") or self.open_lines:
            return FOUND
        return UNDETERMINED if verdict == "undetermined" else CONFORMS

    @property
    def disagreement(self) -> str | None:
        """The sentence that the evaluators disagree, with the rounds; None where they agree."""
        return disagreement(self.run)

    def to_json(self) -> dict[str, Any]:
        """The document that ``verify --json`` and ``nightly --json`` print."""
        summary = self.run.summary
        return {
            "run_id": self.run.run_id,
            "verdict": summary["verdict"],
            "files": [file_json(file) for file in self.files],
            **{key: summary[key] for key in ("rounds", "wagers", "findings", "money", "interpretations", "parity")},
            "documents": [
                {"path": str(document.path), **digests(document)}
                for document in sorted(self.documents, key=lambda document: document.path)
            ],
            "audit_log": log_json(self.checkpoint),
            **({"assurance": self.assurance.to_json()} if self.assurance else {}),
        }


def disagreement(run: StoredRun) -> str | None:
    """Say that the evaluators disagreed in a run, and on which rounds; None where they did not."""
    parity = run.summary["parity"]
    if not parity["disagreements"]:
        return None
    named = ", ".join(each["round_id"] for each in parity["rounds"][:NAMED_ROUNDS])
    more = parity["disagreements"] - min(NAMED_ROUNDS, len(parity["rounds"]))
    rounds = "1 round" if parity["disagreements"] == 1 else f"{parity['disagreements']:,} rounds"
    return (
        f"the two evaluators disagree on {rounds} ({named}{f' and {more:,} more' if more else ''}): no result of this "
        "run may be relied on; 'verify --json' shows both derivations, report it with them"
    )


def file_json(file: FileReport) -> dict[str, Any]:
    """A file's counts."""
    return {
        "path": file.path,
        "sha256": file.sha256,
        "read": file.read,
        "loaded": file.loaded,
        "duplicate": file.duplicate,
        "quarantined": file.quarantined,
    }


def log_json(checkpoint: Checkpoint | None) -> dict[str, Any]:
    """Size and root (base64, as checkpoints print it) of the audit log."""
    if checkpoint is None:
        return {"size": 0, "root": None}
    return {"size": checkpoint.size, "root": b64encode(checkpoint.root).decode()}


def log_entries(workspace: Workspace, entries: Sequence[tuple[str, dict[str, Any]]]) -> Checkpoint:
    """Append a batch to the audit log and return the checkpoint that commits it, signed where a key was given.

    Where another key signs than signed the checkpoint before, the batch begins with an entry that says so.

    Raises:
        AuditLogBroken: the log is not in order; nothing is appended.
        AuditLogError: it cannot be written.
    """
    batch = [*keys_entries(workspace), *entries]
    return workspace.log.append(batch, time=workspace.clock(), signer=workspace.log_signer)


def log_state(workspace: Workspace) -> Checkpoint | None:
    """The audit log's newest checkpoint, None for a log without entries."""
    return workspace.log.checkpoint() if workspace.log.size else None


def ingest_entry(files: Sequence[FileReport]) -> tuple[str, dict[str, Any]]:
    """The log entry of files taken in, and of the lines in quarantine that they set right."""
    body: dict[str, Any] = {"files": [file_json(file) for file in files]}
    if resolved := [{"by": file.sha256, "lines": file.resolved} for file in files if file.resolved]:
        body["resolved"] = resolved
    return "ingest", body


def verification_entry(run: StoredRun, commitments: dict[str, Json]) -> tuple[str, dict[str, Any]]:
    """The log entry of a run: program, sheets, counts and verdict, and what commits to its findings."""
    body = {"run_id": run.run_id, "program": run.program_version, "basis": run.basis, "sheets": run.sheets}
    # Rounds that the evaluators disagree about stand in the summary with the people in them; the log is handed on.
    parity = {key: value for key, value in run.summary["parity"].items() if key != "rounds"}
    return VERIFICATION, body | {"scope": run.scope, "summary": run.summary | {"parity": parity}} | commitments


def run_entry(workspace: Workspace, run_id: str) -> Entry | None:
    """The log entry of a run, None where the log has none. Reads the log from its beginning.

    Raises:
        AuditLogBroken: the log is not in order.
    """
    entries = (entry for entry in workspace.log if entry.kind == VERIFICATION)
    return next((entry for entry in entries if entry.body.get("run_id") == run_id), None)


def digests(document: WrittenDocument) -> dict[str, Any]:
    """A document's digest; of a signed one also who signed it, and size and digest of what was signed."""
    before = document.before_signing
    if before is None:
        return {"sha256": document.sha256}
    unsigned = {"bytes": before.size, "sha256": before.sha256}
    return {"sha256": document.sha256, "signed_by": before.signed_by, "unsigned": unsigned}


def documents_entry(run: StoredRun, documents: Sequence[WrittenDocument]) -> tuple[str, dict[str, Any]]:
    """The log entry of documents written: name and digest, of a signed one the digest before it was signed too."""
    written = [{"name": document.path.name, **digests(document)} for document in documents]
    return "documents", {"run_id": run.run_id, "documents": written}
