"""Rounds read again from the rows they were put together from, by the form of their file."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from compliance.ingest import feed
from compliance.ingest.csv_rows import cells_of as csv_cells
from compliance.ingest.flat import named
from compliance.ingest.flat_files import round_of_rows
from compliance.ingest.parquet_files import cells_of as parquet_cells
from compliance.ingest.profiles import parsed_profile
from compliance.ingest.profiles.mapping import ColumnMapping

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from compliance.ingest.lines import Line
    from compliance.ingest.profiles.profile import Profile


@dataclass(frozen=True, slots=True)
class Form:
    """How a file was read that is no canonical JSON Lines. ``columns`` where its rows have a header."""

    reader: str
    profile: Profile
    columns: tuple[str, ...] | None

    @classmethod
    def of(cls, reader: str, profile_text: str, columns: Sequence[str] | None) -> Form:
        """Return the form that the store has kept of a file.

        Raises:
            IngestError: the profile no longer reads as one.
        """
        return cls(reader, parsed_profile(profile_text, "of the file"), None if columns is None else tuple(columns))

    @property
    def by_offset(self) -> bool:
        """Whether rows stand at byte offsets of the text; otherwise a row goes by its number alone."""
        return self.reader != "parquet"

    def record(self, rows: Sequence[Line]) -> bytes:
        """Return the round that the rows make, as a line of format 1.

        Raises:
            Unreadable: they make none.
        """
        mapping = ColumnMapping(self.profile)
        if self.reader == "feed":
            (row,) = rows
            line = feed.round_of(row, self.profile, mapping)
        elif self.columns is None:
            (row,) = rows
            return row.raw
        else:
            cells: Callable[[bytes], Sequence[str | None]] = parquet_cells
            if self.reader == "csv":
                cells = partial(csv_cells, delimiter=self.profile.csv.delimiter)
            line = round_of_rows([(row, named(self.columns, cells(row.raw))) for row in rows], mapping)
        if line.fault is not None:
            raise line.fault
        return line.record
