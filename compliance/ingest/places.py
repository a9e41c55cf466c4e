"""Which files the given paths, folders and patterns stand for."""

from __future__ import annotations

import glob
from pathlib import Path
from typing import TYPE_CHECKING

from compliance.ingest.faults import IngestError, RefusedFileError
from compliance.ingest.fields import HIDDEN

if TYPE_CHECKING:
    from collections.abc import Iterable

    from compliance.ingest.profiles.profile import Profile


def log_files(paths: Iterable[Path | str], profile: Profile, apart: Iterable[Path] = ()) -> list[Path]:
    """Return the log files that the paths name, each once: in the order given, folders and patterns sorted.

    A folder stands for every log below it, by the profile's file endings; other files in it (a manifest, a
    note) are not logs, nor is anything in the folders ``apart``. A path with ``*``, ``?`` or ``[`` that is no file's
    name is a pattern; ``**`` crosses folders.

    Raises:
        IngestError: a path does not exist, a pattern or folder has no log, or a named file is no log.
    """
    files: dict[Path, Path] = {}
    refusals: list[str] = []
    own = [folder.resolve() for folder in apart]
    for given in paths:
        path = Path(given)
        try:
            found = _found(path, profile, own)
        except ValueError as error:
            refusals.append(str(error))
            continue
        for file in found:
            files.setdefault(file.resolve(), file)
    if refusals:
        raise IngestError(refusals, [])
    return list(files.values())


def _found(path: Path, profile: Profile, own: list[Path]) -> list[Path]:
    if path.is_dir():
        inside = [folder for folder in own if folder != path.resolve()]
        below = sorted(
            file
            for file in path.rglob("*")
            if file.is_file()
            and profile.reader_of(file.name)
            and not any(file.resolve().is_relative_to(folder) for folder in inside)
        )
        if not below:
            raise ValueError(
                f"{shown(path)} holds no log ({profile.endings}, also .gz or .zst); give the folder of the logs"
            )
        return below
    if path.is_file():
        if profile.reader_of(path.name) is None:
            raise ValueError(
                f"{shown(path)} is not a kind of log that profile {profile.name} reads "
                f"({profile.endings}, also .gz or .zst); rename it or choose another profile"
            )
        return [path]
    if glob.has_magic(str(path)):
        matches = sorted(Path(match) for match in glob.glob(str(path), recursive=True))  # noqa: PTH207
        logs = [file for match in matches for file in (_found(match, profile, own) if match.is_file() else [])]
        if not logs:
            raise ValueError(f"{shown(path)} matches no log; check the pattern")
        return logs
    what = "is not a regular file" if path.exists() else "does not exist"
    raise ValueError(f"{shown(path)} {what}; check the path")


def shown(path: Path) -> str:
    """Return a path as a sentence can name it, what acts on a terminal or is no text written as an escape."""
    return HIDDEN.sub(lambda found: ascii(found[0])[1:-1], str(path))


def refuse_hidden(path: Path) -> None:
    """Refuse a path that no report could name.

    Raises:
        RefusedFileError: it holds a control or direction character, or bytes that are not UTF-8.
    """
    if HIDDEN.search(str(path)):
        raise RefusedFileError("its name holds control or direction characters or is not UTF-8; rename it")
