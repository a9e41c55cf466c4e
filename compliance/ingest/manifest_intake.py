"""Taking manifests in: each wholly or not at all, and never two that say different things of the same."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from compliance.domain.money import decimal_text, minor_digits
from compliance.ingest.faults import RefusedFileError
from compliance.ingest.manifest import AMOUNTS, Manifest, ManifestError, Row, read_manifest
from compliance.ingest.places import refuse_hidden, shown

if TYPE_CHECKING:
    from datetime import datetime
    from pathlib import Path

    from compliance.store import Database

LARGEST = 16 << 20
"""Bytes of the largest manifest that is read."""


@dataclass(frozen=True, slots=True)
class ManifestReport:
    """A manifest that is in the store, with its number of entries.

    ``already_known``: the same bytes were there before, and nothing changed. ``superseded``: digest of the manifest
    whose place it took.
    """

    path: str
    sha256: str
    entries: int
    superseded: str | None
    already_known: bool = False


def take_manifest(
    db: Database,
    path: Path,
    *,
    default_licensee: str,
    at: datetime,
    received_from: str | None = None,
    medium: str | None = None,
) -> ManifestReport:
    """Read a manifest and store what it states, in the open transaction or one of its own.

    Raises:
        ManifestError: it cannot be read, contradicts a manifest that is there without superseding it, or supersedes
            one that is not there.
        StoreError: the database could not be written.
    """
    try:
        refuse_hidden(path)
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
        text = data.decode("utf-8-sig")
    except RefusedFileError as error:
        raise ManifestError(f"manifest {shown(path)} was not taken in: {error}") from None
    except OSError as error:
        raise ManifestError(f"manifest {path} cannot be read: {error.strerror}; check the path") from None
    except UnicodeDecodeError:
        raise ManifestError(f"manifest {path} is not UTF-8; ask for it in UTF-8") from None
    if len(data) > LARGEST:
        raise ManifestError(f"manifest {path} has more than {LARGEST:,} bytes; it is no manifest")
    sha256 = hashlib.sha256(data).hexdigest()
    try:
        manifest = read_manifest(text, default_licensee=default_licensee)
        if known := db.rows("SELECT superseded_by FROM manifests WHERE sha256 = ?", [sha256]):
            if known[0][0] is not None:
                raise ManifestError(f"it was superseded by manifest {known[0][0]}, which stands")
            return ManifestReport(str(path), sha256, len(manifest.rows), manifest.supersedes, already_known=True)
        if manifest.supersedes is not None:
            _supersede(db, manifest.supersedes, sha256)
        _store(db, manifest, sha256)
    except ManifestError as error:
        raise ManifestError(f"manifest {path} was not taken in: {error}") from None
    db.connection.execute(
        "INSERT INTO manifests VALUES (?, ?, ?, ?, ?, ?, ?, NULL)",
        [sha256, str(path), default_licensee, at.isoformat(), received_from, medium, text],
    )
    return ManifestReport(str(path), sha256, len(manifest.rows), manifest.supersedes)


def _supersede(db: Database, old: str, new: str) -> None:
    """Take the rows of a manifest out; what others state as well stays stated."""
    rows = db.rows("SELECT superseded_by FROM manifests WHERE sha256 = ?", [old])
    if not rows:
        raise ManifestError(
            f"supersedes: there is no manifest {old} in the database; correct the digest or leave it out"
        )
    if rows[0][0] is not None:
        raise ManifestError(f"supersedes: manifest {old} was superseded by {rows[0][0]} already; supersede that one")
    for table in ("control_totals", "bank_sessions", "drops"):
        db.connection.execute(f"DELETE FROM {table} WHERE manifest_sha256 = ?", [old])
    db.connection.execute("UPDATE manifests SET superseded_by = ? WHERE sha256 = ?", [new, old])
    for sha256, licensee, text in db.rows(
        "SELECT sha256, licensee_id, text FROM manifests WHERE superseded_by IS NULL ORDER BY received_at, sha256"
    ):
        _store(db, read_manifest(text, default_licensee=licensee), sha256)


def _store(db: Database, manifest: Manifest, sha256: str) -> None:
    for row in manifest.rows:
        if not _stated_already(db, row):
            values: dict[str, Any] = {**dict(row.key), **dict(row.stated), "manifest_sha256": sha256}
            names = ", ".join(values)
            places = ", ".join(f"${name}" for name in values)
            db.connection.execute(f"INSERT INTO {row.table} ({names}) VALUES ({places})", values)


def _stated_already(db: Database, row: Row) -> bool:
    """Whether the same is stated already of the same.

    Raises:
        ManifestError: something else is.
    """
    condition = " AND ".join(f"{name} IS NOT DISTINCT FROM ${name}" for name, _ in row.key if not name.endswith("_at"))
    names = ", ".join(name for name, _ in row.stated)
    key = {name: value for name, value in row.key if not name.endswith("_at")}
    found = db.rows(f"SELECT manifest_sha256, {names} FROM {row.table} WHERE {condition}", key)
    if not found:
        return False
    ((sha256, *values),) = found
    money = dict(row.stated)["currency"] or values[-1]
    for (name, value), other in zip(row.stated, values, strict=True):
        if value != other and not name.endswith("_at"):
            raise ManifestError(
                f"of {row.about} it states {name} {_shown(name, value, money)}, but manifest {sha256} states "
                f"{_shown(name, other, money)}; if it "
                f'corrects that one, it must say so with supersedes = "{sha256}"'
            )
    return True


def _shown(name: str, value: Any, currency: str | None) -> str:
    if value is None:
        return "nothing"
    return decimal_text(value, minor_digits(currency)) if name in AMOUNTS and currency else str(value)
