"""Taking logs and control totals in: ``compliance ingest``."""

from __future__ import annotations

import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from compliance.ingest.ingesting import ingest_paths
from compliance.ingest.manifest_intake import ManifestReport, take_manifest
from compliance.ingest.profiles import CANONICAL
from compliance.store import open_database
from compliance.workflows.record import ingest_entry

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from compliance.ingest.report import FileReport
    from compliance.store import Database
    from compliance.workflows.workspace import Workspace


class _Undo(Exception):  # noqa: N818 - the way out of a transaction that is not to be kept
    """The end of a rehearsal."""


def ingest(
    workspace: Workspace,
    db: Database,
    paths: Sequence[Path],
    *,
    profile: str = CANONICAL,
    keep: bool = True,
    received_from: str | None = None,
    medium: str | None = None,
    dry_run: bool = False,
    progress: Callable[[Path, int, int], None] | None = None,
    written: Sequence[Path] = (),
) -> list[FileReport]:
    """Take files and folders in, one transaction a file; say what became of each.

    ``profile`` names a source profile or its file. ``dry_run`` says what would become of them and changes nothing.
    Folders that the program writes to are no logs: the audit log's, that of the kept bytes and, of ``written``, those
    of documents.

    Raises:
        IngestError: a file was refused, or nothing of it could be read; the profile is faulty.
        StoreError: the database could not be written.
    """
    return ingest_paths(
        db,
        paths,
        default_licensee=workspace.rulebook.default_licensee,
        keep=keep,
        received_from=received_from,
        medium=medium,
        at=workspace.clock(),
        progress=progress,
        profile=profile,
        dry_run=dry_run,
        apart=(workspace.audit_log, db.kept_files, *written),
    )


def take_manifests(
    workspace: Workspace,
    db: Database,
    paths: Sequence[Path],
    *,
    received_from: str | None = None,
    medium: str | None = None,
    dry_run: bool = False,
) -> list[ManifestReport]:
    """Take control totals in: all of the manifests or, if one is faulty, none.

    Raises:
        ManifestError: a manifest cannot be read, or contradicts one that is there.
        StoreError: the database could not be written.
    """
    reports: list[ManifestReport] = []
    try:
        with db.transaction():
            for path in paths:
                report = take_manifest(
                    db,
                    path,
                    default_licensee=workspace.rulebook.default_licensee,
                    at=workspace.clock(),
                    received_from=received_from,
                    medium=medium,
                )
                reports.append(report)
            if dry_run:
                raise _Undo
    except _Undo:
        pass
    return reports


@contextmanager
def rehearsal(workspace: Workspace) -> Iterator[Database]:
    """Open the database for a dry run; where there is none yet, one that is gone afterwards.

    Raises:
        StoreError, AuditLogError: as ``Workspace.open``.
    """
    if workspace.database.exists():
        with workspace.open() as db:
            yield db
        return
    with (
        tempfile.TemporaryDirectory(prefix="compliance-") as folder,
        open_database(Path(folder) / "rehearsal.duckdb") as db,
    ):
        yield db


def intake_entry(files: Sequence[FileReport], manifests: Sequence[ManifestReport]) -> tuple[str, dict[str, Any]]:
    """The log entry of files and manifests taken in."""
    kind, body = ingest_entry(files)
    return kind, body | ({"manifests": [manifest_json(each) for each in manifests]} if manifests else {})


def manifest_json(manifest: ManifestReport) -> dict[str, Any]:
    """A manifest: where it was, its digest, how much it states, and what it takes the place of."""
    return {
        "path": manifest.path,
        "sha256": manifest.sha256,
        "entries": manifest.entries,
        "supersedes": manifest.superseded,
    }
