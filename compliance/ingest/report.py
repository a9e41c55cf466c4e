"""What became of one file."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class FileReport:
    """Counts of one file, in lines: ``read = loaded + duplicate + quarantined``.

    ``already_known``: the same bytes were taken in before; nothing changed, and the counts are from then. ``resolved``
    counts lines of other files, in quarantine until now, whose rounds this one brought.
    """

    path: str
    sha256: str
    read: int
    loaded: int
    duplicate: int
    quarantined: int
    already_known: bool = False
    resolved: int = 0

    @property
    def all_quarantined(self) -> bool:
        """Whether not one line of the file could be read: an error, not a success."""
        return self.read == self.quarantined > 0
