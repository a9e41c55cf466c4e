"""Reading rule sheets, postings and licensee files from TOML, strictly: an error names file, key and cure."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from pydantic import BaseModel, ValidationError

from compliance.domain.toml_text import TomlError, parsed
from compliance.rules.errors import RulesError
from compliance.rules.licensee import Licensee
from compliance.rules.postings import Posting
from compliance.rules.refusals import refusal
from compliance.rules.sheet import RuleSheet
from compliance.shipped import RULE_SHEETS

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from compliance.rules.sections import Interpretation, Reading

Model = TypeVar("Model", bound=BaseModel)


@dataclass(frozen=True)
class LoadedSheet:
    """A sheet with the digest of the bytes it was read from (SHA-256, hexadecimal)."""

    sheet: RuleSheet
    sha256: str
    path: Path


@dataclass(frozen=True)
class LoadedPosting:
    """A posting with the digest of the bytes it was read from (SHA-256, hexadecimal)."""

    posting: Posting
    sha256: str
    path: Path


@dataclass(frozen=True)
class LoadedLicensee:
    """A licensee's file with the digest of the bytes it was read from (SHA-256, hexadecimal)."""

    licensee: Licensee
    sha256: str
    path: Path


def frozen(value: Any) -> Any:
    """Turn TOML lists into tuples, which is what frozen models hold."""
    if isinstance(value, dict):
        return {key: frozen(part) for key, part in value.items()}
    return tuple(frozen(part) for part in value) if isinstance(value, list) else value


def read_toml(path: Path, model: type[Model], what: str) -> tuple[Model, str]:
    """Read one TOML file into a model; return it with the file's SHA-256.

    Raises:
        RulesError: the file cannot be read, is not TOML (a key given twice included), or does not fit the model.
    """
    try:
        data = path.read_bytes()
        return model.model_validate(frozen(parsed(data.decode()))), hashlib.sha256(data).hexdigest()
    except OSError as error:
        raise RulesError(f"{what} {path} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise RulesError(f"{what} {path} is not UTF-8; save it as UTF-8") from None
    except TomlError as error:
        raise RulesError(f"{what} {path} is not TOML: {error}; correct that place") from None
    except ValidationError as error:
        raise RulesError(f"{what} {path}: {refusal(error)}") from None


def load_sheet(path: Path) -> LoadedSheet:
    """Read one rule sheet.

    Raises:
        RulesError: as ``read_toml``; also where the file's name differs from the sheet's id, or where a reading
            does not fit the sheet.
    """
    sheet, digest = read_toml(path, RuleSheet, "rule sheet")
    if path.stem != sheet.id:
        raise RulesError(f"rule sheet {path}: id is {sheet.id!r}; name the file {sheet.id}.toml")
    for entry in sheet.interpretation:
        for reading in entry.readings:
            _reading_fits(path, sheet, entry, reading)
    return LoadedSheet(sheet, digest, path)


def load_sheets(folders: Iterable[Path] = ()) -> dict[str, LoadedSheet]:
    """Read the shipped sheets and those of the given folders, by id.

    Raises:
        RulesError: a sheet is faulty, a folder is missing, two files define the same id, or a sheet supersedes
            one that is unknown or superseded by another already.
    """
    sheets: dict[str, LoadedSheet] = {}
    for folder in (RULE_SHEETS, *folders):
        if not folder.is_dir():
            raise RulesError(f"{folder} is not a folder of rule sheets; give the folder that holds the .toml files")
        for path in sorted(folder.glob("*.toml")):
            loaded = load_sheet(path)
            if (earlier := sheets.get(loaded.sheet.id)) and earlier.sha256 != loaded.sha256:
                raise RulesError(
                    f"rule sheet {path}: {loaded.sheet.id} is already in {earlier.path}; give the new sheet its own id"
                )
            sheets.setdefault(loaded.sheet.id, loaded)
    _supersede_in_a_line(sheets.values())
    return sheets


def load_posting(path: Path) -> LoadedPosting:
    """Read one posting.

    Raises:
        RulesError: as ``read_toml``; also where the file's name differs from the posting's id.
    """
    posting, digest = read_toml(path, Posting, "posting")
    if path.stem != posting.id:
        raise RulesError(f"posting {path}: id is {posting.id!r}; name the file {posting.id}.toml")
    return LoadedPosting(posting, digest, path)


def load_postings(folders: Iterable[Path] = ()) -> dict[str, LoadedPosting]:
    """Read the shipped postings and those under ``postings/`` in the given folders of sheets, by id.

    Raises:
        RulesError: a posting is faulty, or two files define the same id.
    """
    postings: dict[str, LoadedPosting] = {}
    for folder in (RULE_SHEETS, *folders):
        for path in sorted((folder / "postings").glob("*.toml")):
            loaded = load_posting(path)
            if (earlier := postings.get(loaded.posting.id)) and earlier.sha256 != loaded.sha256:
                raise RulesError(
                    f"posting {path}: {loaded.posting.id} is already defined by {earlier.path}; "
                    "give the new posting an id of its own"
                )
            postings.setdefault(loaded.posting.id, loaded)
    return postings


def load_licensee(path: Path) -> LoadedLicensee:
    """Read a licensee's file; ``in_force.check_licensee`` holds it against the sheets and postings.

    Raises:
        RulesError: as ``read_toml``.
    """
    licensee, digest = read_toml(path, Licensee, "licensee file")
    return LoadedLicensee(licensee, digest, path)


def _supersede_in_a_line(sheets: Iterable[LoadedSheet]) -> None:
    known = {loaded.sheet.id for loaded in sheets}
    superseded: dict[str, str] = {}
    for loaded in sheets:
        old = loaded.sheet.supersedes
        if old is None:
            continue
        if old not in known:
            raise RulesError(
                f"rule sheet {loaded.path}: supersedes {old!r}, which is unknown; keep the old file in place"
            )
        if other := superseded.get(old):
            raise RulesError(f"rule sheet {loaded.path}: {old} is superseded by {other} already; supersede {other}")
        superseded[old] = loaded.sheet.id


def _reading_fits(path: Path, sheet: RuleSheet, entry: Interpretation, reading: Reading) -> None:
    try:
        fits = not reading.sets or (reading.name == entry.adopted) == (sheet.replacing(reading.sets) == sheet)
    except ValidationError as error:
        raise RulesError(f"rule sheet {path}: {entry.id} reading {reading.name!r}: {refusal(error)}") from None
    except ValueError as error:
        raise RulesError(f"rule sheet {path}: {entry.id} reading {reading.name!r}: {error}") from None
    if not fits:
        other = "differs from" if reading.name == entry.adopted else "changes nothing in"
        raise RulesError(
            f"rule sheet {path}: {entry.id} reading {reading.name!r} {other} the values the sheet states; "
            "make the values and 'adopted' agree"
        )
