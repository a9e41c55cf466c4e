"""Digests of sheets and postings, and the list that locks them: a file once listed is superseded, never edited."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Literal, Self

from pydantic import Field, model_validator

from compliance.rules.errors import IntegrityError
from compliance.rules.loader import read_toml
from compliance.rules.records import Identifier, Record
from compliance.shipped import RULE_SHEETS

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from compliance.rules.loader import LoadedPosting, LoadedSheet

LOCK_NAME = "digests.lock"

_HEADER = """\
# Digests of the rule sheets and postings of this folder, with who keyed and who checked each of them.
# An entry is never changed: a new version of a sheet is a new file with an id of its own that supersedes the old.

format = 1
"""


Signature = Annotated[str, Field(pattern=r"^[^\x00-\x1f\x7f]+$")]


class LockedFile(Record):
    """One locked file: its SHA-256, who keyed it from the document, and who checked it against the document."""

    id: Identifier
    sha256: Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
    keyed_by: Signature
    checked_by: Signature


class Lock(Record):
    """The locked files of one folder."""

    format: Literal[1]
    sheet: tuple[LockedFile, ...] = ()
    posting: tuple[LockedFile, ...] = ()

    @model_validator(mode="after")
    def _each_once(self) -> Self:
        for what, entries in (("sheet", self.sheet), ("posting", self.posting)):
            ids = [entry.id for entry in entries]
            if doubles := sorted({name for name in ids if ids.count(name) > 1}):
                raise ValueError(f"the {what} {', '.join(doubles)} is locked twice; keep the first entry")
        return self

    def entry(self, what: str, name: str) -> LockedFile | None:
        """Return the entry of a sheet or posting, if it is listed."""
        return next((entry for entry in (self.sheet if what == "sheet" else self.posting) if entry.id == name), None)


@dataclass(frozen=True, slots=True)
class Digest:
    """The digest of one file in use, beside its entry in the folder's lock list.

    ``locked`` is None where the list has no such entry, or the folder no list (``has_lock``).
    """

    what: Literal["sheet", "posting"]
    id: str
    sha256: str
    path: Path
    folder: Path
    has_lock: bool
    locked: LockedFile | None


def read_lock(folder: Path) -> Lock | None:
    """Read the lock list of a folder of sheets; None where it has none.

    Raises:
        RulesError: the list cannot be read as such.
    """
    path = folder / LOCK_NAME
    return read_toml(path, Lock, "lock list")[0] if path.exists() else None


def digests_of(sheets: Iterable[LoadedSheet], postings: Iterable[LoadedPosting] = ()) -> tuple[Digest, ...]:
    """Return the digests of the files in use, sheets first, without judging them.

    Raises:
        RulesError: a lock list is faulty.
    """
    locks: dict[Path, Lock | None] = {}

    def digest(what: Literal["sheet", "posting"], name: str, sha256: str, path: Path, folder: Path) -> Digest:
        if folder not in locks:
            locks[folder] = read_lock(folder)
        lock = locks[folder]
        return Digest(what, name, sha256, path, folder, lock is not None, lock.entry(what, name) if lock else None)

    found = [digest("sheet", one.sheet.id, one.sha256, one.path, one.path.parent) for one in sheets]
    found += [digest("posting", one.posting.id, one.sha256, one.path, one.path.parent.parent) for one in postings]
    return tuple(found)


def verify_digests(digests: Iterable[Digest]) -> None:
    """Hold the files in use, and the shipped folder, against their lock lists.

    A folder of the user's own may go without a list; the shipped one may not.

    Raises:
        IntegrityError: a file differs from its locked digest, is missing from its folder's list, or a listed
            file is gone.
        RulesError: a lock list is faulty.
    """
    folders = {RULE_SHEETS}
    for digest in digests:
        folders.add(digest.folder)
        _unchanged(digest)
        if digest.locked is None and digest.has_lock:
            raise IntegrityError(
                f"{digest.what} {digest.path} is not in {digest.folder / LOCK_NAME}; add it there, with who keyed "
                "and who checked it"
            )
    for folder in sorted(folders):
        _nothing_is_gone(folder, read_lock(folder))


def lock_text(lock: Lock | None, digests: Iterable[Digest], keyed_by: str, checked_by: str) -> str:
    """Return the text of a folder's lock list with the files added that it does not yet have.

    Raises:
        IntegrityError: a file differs from its locked digest; an entry is never replaced.
        ValueError: a name that cannot stand in the list.
    """
    entries = [("sheet", entry) for entry in (lock.sheet if lock else ())]
    entries += [("posting", entry) for entry in (lock.posting if lock else ())]
    for digest in digests:
        _unchanged(digest)
        if digest.locked is None:
            entries.append(
                (
                    digest.what,
                    LockedFile(id=digest.id, sha256=digest.sha256, keyed_by=keyed_by, checked_by=checked_by),
                )
            )
    return _HEADER + "".join(
        f'\n[[{what}]]\nid = "{entry.id}"\nsha256 = "{entry.sha256}"\n'
        f"keyed_by = {_quoted(entry.keyed_by)}\nchecked_by = {_quoted(entry.checked_by)}\n"
        for what, entry in sorted(entries, key=lambda pair: pair[0] != "sheet")
    )


def _unchanged(digest: Digest) -> None:
    if digest.locked is not None and digest.locked.sha256 != digest.sha256:
        raise IntegrityError(
            f"{digest.what} {digest.path} was edited: its digest is {digest.sha256[:16]}…, locked is "
            f"{digest.locked.sha256[:16]}…; restore it, and put the change into a new file that supersedes {digest.id}"
        )


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _nothing_is_gone(folder: Path, lock: Lock | None) -> None:
    if lock is None and folder == RULE_SHEETS:
        raise IntegrityError(f"{folder / LOCK_NAME} is missing; install the program again")
    places = [("sheet", folder, entry.id) for entry in (lock.sheet if lock else ())]
    places += [("posting", folder / "postings", entry.id) for entry in (lock.posting if lock else ())]
    for what, place, name in places:
        if not (place / f"{name}.toml").exists():
            raise IntegrityError(
                f"{what} {place / f'{name}.toml'} is locked and gone; restore it: a superseded file stays in place"
            )
