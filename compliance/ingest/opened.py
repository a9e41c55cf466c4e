"""A file as readers take it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from compliance.ingest.limits import Limits
    from compliance.ingest.profiles.profile import Profile
    from compliance.store import Database


@dataclass(frozen=True, slots=True)
class Opened:
    """A file that is being read: ``text`` are its bytes, decompressed, of which a reader takes all or none."""

    path: Path
    text: Iterator[bytes]
    profile: Profile
    limits: Limits
    db: Database
