"""Taking logs in: ``compliance ingest``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from compliance.ingest.ingesting import ingest_paths

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from compliance.ingest.report import FileReport
    from compliance.store import Database
    from compliance.workflows.workspace import Workspace


def ingest(
    workspace: Workspace,
    db: Database,
    paths: Sequence[Path],
    *,
    keep: bool = True,
    received_from: str | None = None,
    medium: str | None = None,
    progress: Callable[[Path, int, int], None] | None = None,
) -> list[FileReport]:
    """Take files and folders in, one transaction a file; say what became of each.

    Raises:
        IngestError: a file was refused, or nothing of it could be read.
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
    )
