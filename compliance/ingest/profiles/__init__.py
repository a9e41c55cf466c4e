"""Source profiles: how an operator's files are read. One TOML file each."""

from __future__ import annotations

from importlib import resources
from pathlib import Path

from pydantic import ValidationError

from compliance.domain.toml_text import TomlError, parsed
from compliance.ingest.faults import IngestError
from compliance.ingest.profiles.profile import Profile

CANONICAL = "canonical"
"""The profile of logs that are in format 1 already."""


def profile_text(name: str) -> str:
    """Return the text of a shipped profile or, if there is none of that name, of the file at that path.

    Raises:
        IngestError: there is neither.
    """
    known = sorted(
        entry.name.removesuffix(".toml")
        for entry in resources.files(__name__).iterdir()
        if entry.name.endswith(".toml")
    )
    if name in known:
        return resources.files(__name__).joinpath(f"{name}.toml").read_text(encoding="utf-8")
    path = Path(name)
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is not UTF-8 text"
        raise IngestError(
            [f"there is no source profile {name!r} ({why}); name {', '.join(known)} or a profile's file"], []
        ) from None


def load_profile(name: str) -> Profile:
    """Read a profile, shipped or from a file.

    Raises:
        IngestError: there is none of that name, or it is faulty.
    """
    return parsed_profile(profile_text(name), name)


def parsed_profile(text: str, name: str) -> Profile:
    """Read a profile from its text; ``name`` is what an error calls it.

    Raises:
        IngestError: it is no TOML, or not a profile.
    """
    try:
        return Profile.model_validate(parsed(text))
    except TomlError as error:
        raise IngestError([f"source profile {name} is not TOML: {error}; correct it"], []) from None
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = ".".join(map(str, first["loc"])) or "as a whole"
        more = f" (and {error.error_count() - 1} more)" if error.error_count() > 1 else ""
        raise IngestError([f"source profile {name}, {where}: {first['msg']}{more}; correct it"], []) from None
