"""Source profiles: how an operator's files are read. One TOML file each."""

from __future__ import annotations

import tomllib
from importlib import resources
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from compliance.ingest.faults import IngestError

CANONICAL = "canonical"
"""The profile of logs that are in format 1 already."""


class Profile(BaseModel):
    """A source profile. ``readers`` names the reader of each file ending; ``.gz`` and ``.zst`` may follow it."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    name: str = Field(pattern=r"^[a-z0-9][a-z0-9-]{0,63}$")
    says: str
    readers: dict[str, Literal["json_lines"]] = Field(min_length=1)

    def reader_of(self, file_name: str) -> str | None:
        """Return the reader for a file of that name, or None if the profile has none."""
        name = file_name.lower()
        for packing in (".gz", ".zst"):
            name = name.removesuffix(packing)
        return next((reader for ending, reader in self.readers.items() if name.endswith(ending)), None)

    @property
    def endings(self) -> str:
        """The file endings, as a sentence names them."""
        return ", ".join(self.readers)


def load_profile(name: str) -> Profile:
    """Read a shipped profile.

    Raises:
        IngestError: there is none of that name.
    """
    known = sorted(
        entry.name.removesuffix(".toml")
        for entry in resources.files(__name__).iterdir()
        if entry.name.endswith(".toml")
    )
    if name not in known:
        raise IngestError([f"there is no source profile {name!r}; there are {', '.join(known)}"], [])
    text = resources.files(__name__).joinpath(f"{name}.toml").read_text(encoding="utf-8")
    return Profile.model_validate(tomllib.loads(text))
