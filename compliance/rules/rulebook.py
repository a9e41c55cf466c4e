"""Everything a run settles by: the sheets, the postings and the licensee's file, held against their digests."""

from __future__ import annotations

from typing import TYPE_CHECKING

from compliance.rules.digests import Digest, digests_of, verify_digests
from compliance.rules.in_force import SheetInForce, Terms, check_licensee, in_force, not_in_force, terms_at
from compliance.rules.loader import load_licensee, load_postings, load_sheets
from compliance.rules.posted import Posted, posted_at, with_fixed_stakes

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import date
    from pathlib import Path

    from compliance.rules.licensee import Licensee
    from compliance.rules.loader import LoadedLicensee, LoadedPosting, LoadedSheet


NOBODY = "default"
"""Whose a round is that names no licensee, where no licensee's file is given when it is taken in."""


class RuleBook:
    """Sheets and postings by id, with one licensee's file where there is one."""

    def __init__(
        self,
        sheets: dict[str, LoadedSheet],
        postings: dict[str, LoadedPosting],
        licensee: LoadedLicensee | None = None,
    ) -> None:
        self.sheets = sheets
        self.licensee_file = licensee
        self.licensee: Licensee | None = licensee.licensee if licensee else None
        self.digests: tuple[Digest, ...] = digests_of(sheets.values(), postings.values())
        self._postings = {name: loaded.posting for name, loaded in postings.items()}
        self._in_force: dict[Terms, SheetInForce] = {}
        if self.licensee:
            check_licensee(self.licensee, {name: loaded.sheet for name, loaded in sheets.items()}, self._postings)

    @classmethod
    def load(cls, folders: Iterable[Path] = (), licensee_file: Path | None = None) -> RuleBook:
        """Read the shipped sheets and those of the folders given, and the licensee's file.

        Raises:
            RulesError: a file is faulty, or the licensee's file does not fit the sheets.
            IntegrityError: a sheet or posting differs from its locked digest.
        """
        folders = tuple(folders)
        licensee = load_licensee(licensee_file) if licensee_file else None
        book = cls(load_sheets(folders), load_postings(folders), licensee)
        verify_digests(book.digests)
        return book

    @property
    def default_licensee(self) -> str:
        """Whose a round is that does not say."""
        return self.licensee.id if self.licensee else NOBODY

    def _of(self, licensee_id: str) -> Licensee | None:
        """The licensee's file for a round: a round that names nobody is whose file is given."""
        return self.licensee if self.licensee and licensee_id in (self.licensee.id, NOBODY) else None

    def terms(self, licensee_id: str, sheet_id: str, table_id: str, gaming_date: date) -> Terms | None:
        """Return what applies to the sheet that a round names; None where the sheet is unknown."""
        loaded = self.sheets.get(sheet_id)
        if loaded is None:
            return None
        return terms_at(loaded.sheet, self._of(licensee_id), table_id, gaming_date, self._postings)

    def sheet_in_force(self, licensee_id: str, sheet_id: str, table_id: str, gaming_date: date) -> SheetInForce | None:
        """Return the sheet that a round names as its table plays it; the same object for equal terms."""
        terms = self.terms(licensee_id, sheet_id, table_id, gaming_date)
        if terms is None:
            return None
        if terms not in self._in_force:
            sheet = self.sheets[sheet_id].sheet
            self._in_force[terms] = in_force(sheet, self._of(licensee_id), table_id, gaming_date, self._postings)
        return self._in_force[terms]

    def positions(self, licensee_id: str, sheet_id: str, table_id: str) -> int | None:
        """Return the numbered places of a table: the licensee's file's, else the sheet's; None where neither says."""
        licensee = self._of(licensee_id)
        stated = licensee.positions(table_id) if licensee else None
        if stated is not None or sheet_id not in self.sheets:
            return stated
        return self.sheets[sheet_id].sheet.table.positions

    def posted(self, licensee_id: str, sheet_id: str, table_id: str, gaming_date: date) -> Posted:
        """Return what is posted at a table on a gaming date, and whether the sheet that a round names is in force.

        A stake that the sheet fixes is a limit that no table can move.
        """
        licensee = self._of(licensee_id)
        loaded = self.sheets.get(sheet_id)
        others = [other.sheet for other in self.sheets.values()]
        why = not_in_force(loaded.sheet, others, licensee, table_id, gaming_date) if loaded else None
        posted = posted_at(licensee, table_id, gaming_date, why) if licensee else Posted(not_in_force=why)
        in_force = self.sheet_in_force(licensee_id, sheet_id, table_id, gaming_date)
        return with_fixed_stakes(posted, in_force.sheet) if in_force else posted
