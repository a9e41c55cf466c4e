"""Reading rule sheets from TOML, strictly: an error names the file, the key and the cure."""

from __future__ import annotations

import hashlib
import tomllib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from pydantic import BaseModel, ValidationError

from compliance.rules.sheet import RuleSheet
from compliance.shipped import RULE_SHEETS

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

Model = TypeVar("Model", bound=BaseModel)


class RulesError(Exception):
    """A file of rules that cannot be used; the message says what, where and what to do."""


@dataclass(frozen=True)
class LoadedSheet:
    """A sheet with the digest of the bytes it was read from (SHA-256, hexadecimal)."""

    sheet: RuleSheet
    sha256: str
    path: Path


def frozen(value: Any) -> Any:
    """Turn TOML lists into tuples, which is what frozen models hold."""
    if isinstance(value, dict):
        return {key: frozen(part) for key, part in value.items()}
    return tuple(frozen(part) for part in value) if isinstance(value, list) else value


def sentence(error: ValidationError) -> str:
    """Say the first fault of a validation in one line: the key, what is wrong with it, and how many more there are."""
    first, *others = error.errors(include_url=False)
    where = ".".join(str(part) for part in first["loc"]) or "the whole"
    what = {
        "extra_forbidden": "unknown key; correct its spelling or remove it",
        "missing": "missing; add it",
    }.get(first["type"], first["msg"].removeprefix("Value error, "))
    more = f" (and {len(others)} more)" if others else ""
    return f"{where}: {what}{more}"


def read_toml(path: Path, model: type[Model], what: str) -> tuple[Model, str]:
    """Read one TOML file into a model; return it with the file's SHA-256.

    Raises:
        RulesError: the file cannot be read, is not TOML (a key given twice included), or does not fit the model.
    """
    try:
        data = path.read_bytes()
        return model.model_validate(frozen(tomllib.loads(data.decode()))), hashlib.sha256(data).hexdigest()
    except OSError as error:
        raise RulesError(f"{what} {path} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise RulesError(f"{what} {path} is not UTF-8; save it as UTF-8") from None
    except tomllib.TOMLDecodeError as error:
        raise RulesError(f"{what} {path} is not TOML: {error}; correct that place") from None
    except ValidationError as error:
        raise RulesError(f"{what} {path}: {sentence(error)}") from None


def load_sheet(path: Path) -> LoadedSheet:
    """Read one rule sheet.

    Raises:
        RulesError: as ``read_toml``; also where the file's name differs from the sheet's id.
    """
    sheet, digest = read_toml(path, RuleSheet, "rule sheet")
    if path.stem != sheet.id:
        raise RulesError(f"rule sheet {path}: id is {sheet.id!r}; name the file {sheet.id}.toml")
    return LoadedSheet(sheet, digest, path)


def load_sheets(folders: Iterable[Path] = ()) -> dict[str, LoadedSheet]:
    """Read the shipped sheets and those of the given folders, by id.

    Raises:
        RulesError: a sheet is faulty, a folder is missing, or two files define the same id.
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
    return sheets
