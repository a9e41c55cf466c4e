"""Taking licensees' files into the database: each file wholly or not at all."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from compliance.ingest import csv_files, feed, json_lines, parquet_files
from compliance.ingest.containers import decompressed
from compliance.ingest.faults import IngestError, RefusedFileError
from compliance.ingest.intake import Intake
from compliance.ingest.kept import Keeper, file_chunks
from compliance.ingest.limits import LIMITS, Limits
from compliance.ingest.opened import Opened
from compliance.ingest.places import log_files, refuse_hidden, shown
from compliance.ingest.profiles import CANONICAL, parsed_profile, profile_text
from compliance.ingest.report import FileReport
from compliance.store.staging import refuse_unbalanced

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from datetime import datetime
    from pathlib import Path

    from compliance.ingest.profiles.profile import Profile, Reader
    from compliance.store import Database

_READERS: dict[Reader, Callable[[Opened, Intake], None]] = {
    "json_lines": json_lines.read,
    "csv": csv_files.read,
    "parquet": parquet_files.read,
    "feed": feed.read,
}


@dataclass(frozen=True, slots=True)
class _Task:
    """What holds for every file of one call."""

    db: Database
    profile: Profile
    profile_text: str
    default_licensee: str
    keep: bool
    received_from: str | None
    medium: str | None
    at: str
    limits: Limits
    progress: Callable[[Path, int, int], None] | None
    set_aside: Callable[[list[int]], None] | None


class _Refused(Exception):  # noqa: N818 - it is carried to where the file is left out
    """A file that a rehearsal has to begin again without."""


class _Undo(Exception):  # noqa: N818 - the way out of a transaction that is not to be kept
    """The end of a rehearsal."""


def ingest_paths(
    db: Database,
    paths: Iterable[Path | str],
    *,
    default_licensee: str,
    keep: bool = True,
    received_from: str | None = None,
    medium: str | None = None,
    at: datetime,
    progress: Callable[[Path, int, int], None] | None = None,
    profile: str = CANONICAL,
    dry_run: bool = False,
    set_aside: Callable[[list[int]], None] | None = None,
    limits: Limits = LIMITS,
    apart: Iterable[Path] = (),
) -> list[FileReport]:
    """Take in the logs that the paths name (files, folders, patterns), one transaction a file.

    ``default_licensee`` is whose a round is that does not say. ``keep`` keeps the files' bytes beside the
    database. ``received_from`` and ``medium`` record custody; ``at`` is when. ``progress`` is called with the
    file, the bytes read so far and its size, from the thread that reads. ``profile`` is the name of a shipped source
    profile or the path of one. ``dry_run`` tells what would become of the files, and changes nothing. ``set_aside`` is
    called for each file with the numbers of the lines that went to quarantine. Folders ``apart`` hold no logs, wherever
    they stand: what the program itself writes.

    A file whose bytes are known already changes nothing. A file that cannot be read at all, and one whose
    every line is quarantined, do not stop the others; the latter's quarantine records are stored.

    Raises:
        IngestError: at the end, if there was any such file; at once, if a path names no log.
        StoreError: the database could not be written.
    """
    text = profile_text(profile)
    task = _Task(
        db, parsed_profile(text, profile), text, default_licensee, keep, received_from, medium, at.isoformat(), limits,
        progress, set_aside,
    )  # fmt: skip
    files = log_files(paths, task.profile, apart)
    reports, refused = _rehearsed(task, files) if dry_run else _taken_in(task, files)
    refusals = []
    for path in files:
        if path in refused:
            refusals.append(f"{shown(path)} was not taken in: {refused[path]}")
        elif (report := reports[path]).all_quarantined:
            refusals.append(
                f"{path}: not one of its {report.read:,} lines was taken in; "
                "see why with 'compliance quarantine list' and ask for a corrected file"
            )
    if refusals:
        raise IngestError(refusals, list(reports.values()))
    return list(reports.values())


def _taken_in(task: _Task, files: list[Path]) -> tuple[dict[Path, FileReport], dict[Path, str]]:
    """Take files in, one transaction each; return what became of them, and why others were refused."""
    reports: dict[Path, FileReport] = {}
    refused: dict[Path, str] = {}
    for path in files:
        try:
            if (report := _known(task, path)) is None:
                with task.db.transaction():
                    report = _ingest(task, path)
        except (RefusedFileError, OSError) as error:
            refused[path] = _why(error)
        else:
            reports[path] = report
    return reports, refused


def _rehearsed(task: _Task, files: list[Path]) -> tuple[dict[Path, FileReport], dict[Path, str]]:
    """The same in one transaction that is undone. A file that is refused leaves something in it: begin again."""
    reports: dict[Path, FileReport] = {}
    refused: dict[Path, str] = {}
    task = replace(task, keep=False)
    while True:
        reports.clear()
        try:
            with task.db.transaction():
                for path in files:
                    if path in refused:
                        continue
                    try:
                        reports[path] = _known(task, path) or _ingest(task, path)
                    except (RefusedFileError, OSError) as error:
                        refused[path] = _why(error)
                        raise _Refused from None
                raise _Undo
        except _Refused:
            continue
        except _Undo:
            return reports, refused


def _why(error: RefusedFileError | OSError) -> str:
    return str(error) if isinstance(error, RefusedFileError) else f"{error.strerror}; check that the file can be read"


def _known(task: _Task, path: Path) -> FileReport | None:
    """Return the report of a file whose bytes are in the database, or None.

    Raises:
        RefusedFileError: its name cannot be told.
    """
    refuse_hidden(path)
    size = path.stat().st_size
    if not task.db.rows("SELECT 1 FROM files WHERE size_bytes = ?", [size]):
        return None
    digest = hashlib.sha256()
    for chunk in file_chunks(path):
        digest.update(chunk)
    return _report(task.db, path, digest.hexdigest())


def _report(db: Database, path: Path, sha256: str) -> FileReport | None:
    rows = db.rows("SELECT read, loaded, duplicate, quarantined FROM files WHERE sha256 = ?", [sha256])
    if not rows:
        return None
    read, loaded, duplicate, quarantined = rows[0]
    return FileReport(str(path), sha256, read, loaded, duplicate, quarantined, already_known=True)


def _ingest(task: _Task, path: Path) -> FileReport:
    size = path.stat().st_size
    form = task.profile.reader_of(path.name) or "json_lines"
    with Keeper(task.db.kept_files if task.keep else None) as keeper:
        intake = Intake(task.db, default_licensee=task.default_licensee, limits=task.limits)
        chunks = keeper.passing(_watched(task, path, size))
        text = decompressed(chunks, size, task.limits)
        _READERS[form](Opened(path, text, task.profile, task.limits, task.db), intake)
        counts = intake.close()
        refuse_unbalanced(str(path), intake.read, counts)
        if task.set_aside is not None:
            lines = task.db.rows("SELECT line FROM quarantine WHERE file_id = ? ORDER BY line", [intake.file_id])
            task.set_aside([line for (line,) in lines])
        sha256 = keeper.finish()
        if _report(task.db, path, sha256):
            raise RefusedFileError("it changed while it was read; wait until it is complete and ingest it again")
        task.db.connection.execute(
            "INSERT INTO files VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [
                intake.file_id, sha256, str(path), keeper.size, task.profile.name, task.at,
                task.received_from, task.medium, task.keep, intake.read, *counts,
            ],
        )  # fmt: skip
        if form != "json_lines":
            task.db.connection.execute(
                "INSERT INTO file_forms VALUES (?, ?, ?, ?)",
                [intake.file_id, form, task.profile_text, None if intake.columns is None else list(intake.columns)],
            )
        (resolved,) = task.db.one("SELECT count(*) FROM quarantine WHERE resolved_by = ?", [intake.file_id])
    return FileReport(str(path), sha256, intake.read, *counts, resolved=resolved)


def _watched(task: _Task, path: Path, size: int) -> Iterator[bytes]:
    done = 0
    for chunk in file_chunks(path):
        yield chunk
        done += len(chunk)
        if task.progress is not None:
            task.progress(path, done, size)
