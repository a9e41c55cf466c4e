"""Working the quarantine: ``compliance quarantine list|show|retry``."""

from __future__ import annotations

import hashlib
import tempfile
from base64 import b64encode
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from compliance.ingest.faults import IngestError
from compliance.ingest.ingesting import ingest_paths
from compliance.ingest.profiles import CANONICAL
from compliance.ingest.retrying import Held, held, mark_resolved
from compliance.workflows.workspace import WorkflowError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from compliance.ingest.report import FileReport
    from compliance.store import Database
    from compliance.workflows.workspace import Workspace

ID_DIGITS = 12
"""Digits of a file's digest in the id of a line in quarantine."""

_LINES = """
SELECT f.sha256, f.path, line, byte_offset, reason, message, licensee_id, round_id, raw, r.sha256
FROM quarantine AS q JOIN files AS f USING (file_id) LEFT JOIN files AS r ON r.file_id = q.resolved_by
"""


@dataclass(frozen=True, slots=True)
class QuarantinedLine:
    """A line that is not loaded: file and place in it, why, its bytes, and the digest of the file that resolved it."""

    sha256: str
    path: str
    line: int
    byte_offset: int
    reason: str
    message: str
    licensee_id: str | None
    round_id: str | None
    raw: bytes
    resolved_by: str | None

    @property
    def id(self) -> str:
        """What it is called on the command line."""
        return f"{self.sha256[:ID_DIGITS]}:{self.line}"

    @property
    def status(self) -> str:
        """``open`` or ``resolved``."""
        return "open" if self.resolved_by is None else "resolved"

    def to_json(self) -> dict[str, Any]:
        """The line as ``--json`` prints it."""
        return {
            "id": self.id,
            "file": self.path,
            "file_sha256": self.sha256,
            "line": self.line,
            "byte_offset": self.byte_offset,
            "reason": self.reason,
            "message": self.message,
            "licensee_id": self.licensee_id,
            "round_id": self.round_id,
            "raw_base64": b64encode(self.raw).decode(),
            "status": self.status,
            "resolved_by": self.resolved_by,
        }


def lines(
    db: Database, *, reason: str | None = None, only_open: bool = False, limit: int | None = None
) -> Iterator[QuarantinedLine]:
    """Yield lines in quarantine, in the order of files and lines; the first ``limit``, or all."""
    conditions = ["$reason IS NULL OR reason = $reason", "NOT $only_open OR resolved_by IS NULL"]
    sql = f"{_LINES} WHERE ({') AND ('.join(conditions)}) ORDER BY q.file_id, line"
    if limit is not None:
        sql += f" LIMIT {limit}"
    # A cursor of its own: the caller may use the connection between two lines.
    found = db.connection.cursor().execute(sql, {"reason": reason, "only_open": only_open})
    while rows := found.fetchmany(1024):
        yield from (QuarantinedLine(*row) for row in rows)


def counts(db: Database) -> dict[str, dict[str, int]]:
    """Reason → how many lines are open, and how many resolved."""
    rows = db.rows(
        "SELECT reason, count(*) FILTER (resolved_by IS NULL), count(resolved_by) FROM quarantine "
        "GROUP BY reason ORDER BY reason"
    )
    return {reason: {"open": unresolved, "resolved": resolved} for reason, unresolved, resolved in rows}


def line_of(db: Database, wanted: str) -> QuarantinedLine:
    """Return a line by its id.

    Raises:
        WorkflowError: there is none, or the digits fit several files.
    """
    digits, _, number = wanted.partition(":")
    rows = []
    if digits and number.isdecimal() and len(number) < ID_DIGITS:
        rows = db.rows(
            f"{_LINES} WHERE starts_with(f.sha256, $digits) AND line = $line",
            {"digits": digits.lower(), "line": int(number)},
        )
    if not rows:
        raise WorkflowError(
            f"no line {wanted!r} is in quarantine in {db.path}; see the ids with 'compliance quarantine list'"
        )
    if len(rows) > 1:
        raise WorkflowError(f"{wanted!r} may be a line of several files; give more digits of the file's SHA-256")
    return QuarantinedLine(*rows[0])


@dataclass(frozen=True, slots=True)
class Retried:
    """What a second reading came to: the files that what could be read now was taken in as, and the numbers."""

    files: tuple[FileReport, ...]
    resolved: int
    still_open: int

    def to_json(self) -> dict[str, Any]:
        """As ``quarantine retry --json`` prints it."""
        return {
            "files": [{"path": file.path, "sha256": file.sha256, "loaded": file.loaded} for file in self.files],
            "resolved": self.resolved,
            "still_open": self.still_open,
        }


def retry(workspace: Workspace, db: Database, profile: str | None = None) -> Retried:
    """Read all open lines again, by this program and perhaps another source profile.

    What can be read now becomes a file of its own, kept beside the database, one for each file it came from; the
    lines stay in quarantine, marked as resolved by it. Everything else stays as it is.

    Raises:
        IngestError: the profile is faulty, or reads no file of that kind.
        StoreError: the database could not be written.
    """
    reports = []
    resolved = 0
    with tempfile.TemporaryDirectory(prefix="compliance-") as folder:
        for each in held(db):
            report, numbers = _retried(workspace, db, each, profile, Path(folder))
            if report is not None:
                mark_resolved(db, each.file_id, numbers, report.sha256)
                reports.append(replace(report, resolved=len(numbers)))
                resolved += len(numbers)
    (still_open,) = db.one("SELECT count(*) FROM quarantine WHERE resolved_by IS NULL")
    return Retried(tuple(reports), resolved, still_open)


def _retried(
    workspace: Workspace, db: Database, each: Held, profile: str | None, folder: Path
) -> tuple[FileReport | None, list[int]]:
    """Take in what can be read now of a file's quarantine; return what became of it, and the lines' numbers."""
    if profile is None:
        profile = CANONICAL
        if each.profile is not None:
            stored = folder / f"{each.file_id}.toml"
            stored.write_text(each.profile, encoding="utf-8")
            profile = str(stored)
    text, places = each.text()
    trial = folder / f"{each.file_id}{each.ending}"
    trial.write_bytes(text)
    bad = _unreadable(workspace, db, trial, profile, places)
    if len(bad) == len(places):
        return None, []
    text, places = each.text(without=bad)
    target = db.kept_files / "retried" / f"{hashlib.sha256(text).hexdigest()}{each.ending}"
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(text)
    (report,) = ingest_paths(
        db,
        [target],
        default_licensee=workspace.rulebook.default_licensee,
        received_from=f"quarantine of {each.path}",
        at=workspace.clock(),
        profile=profile,
    )
    return report, list(places.values())


def _unreadable(
    workspace: Workspace, db: Database, trial: Path, profile: str, places: dict[int, int]
) -> frozenset[int]:
    """Rehearse, and return the numbers in quarantine of the lines that still cannot be read."""
    found: list[int] = []
    try:
        ingest_paths(
            db,
            [trial],
            default_licensee=workspace.rulebook.default_licensee,
            at=workspace.clock(),
            profile=profile,
            dry_run=True,
            set_aside=found.extend,
        )
    except IngestError as error:
        if not error.reports:
            raise
    return frozenset(places[line] for line in found)


def open_lines(db: Database, files: Sequence[FileReport]) -> int:
    """Lines of some files that are in quarantine still, no other file having brought their rounds."""
    (count,) = db.one(
        "SELECT count(*) FROM quarantine JOIN files USING (file_id)"
        " WHERE resolved_by IS NULL AND sha256 IN (SELECT unnest(?::VARCHAR[]))",
        [[file.sha256 for file in files]],
    )
    return int(count)
