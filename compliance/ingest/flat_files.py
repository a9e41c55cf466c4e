"""The reader of files with one wager a row: rows are gathered by round, and rounds handed on as lines of format 1."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from compliance.ingest.faults import Reason, RefusedFileError, Unreadable
from compliance.ingest.flat import NEEDED, assembled, named, unknown_column
from compliance.ingest.lines import Assembled
from compliance.ingest.spool import Spool
from compliance.store import StoreError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from compliance.ingest.csv_rows import Row
    from compliance.ingest.flat import Cells
    from compliance.ingest.intake import Intake
    from compliance.ingest.lines import Line, Lines
    from compliance.store import Database

_ROUNDS_AT_ONCE = 4_096
# Licensee, where one is named, and round id.
_Key = tuple[str | None, str]


class Mapping(Protocol):
    """How an operator's rows become rows of the flat form."""

    def canonical(self, cells: Cells) -> Cells:
        """Return the row in the columns and writings of format 1.

        Raises:
            Unreadable: a value is not what the mapping says that it is.
        """

    def identity(self, cells: Cells) -> tuple[str | None, str | None]:
        """Return the licensee and the round id that a row names, as far as it does."""

    def unknown(self, columns: Iterable[str]) -> str | None:
        """Return a column that is neither mapped nor one of the flat form, if there is any."""

    def supplied(self, columns: Iterable[str]) -> frozenset[str]:
        """Return the columns of the flat form that a file with those columns gives."""


class FlatFile:
    """One file of rows on its way to ``intake``.

    ``cells_of`` gives the cells of a row from its bytes again. A row that cannot be read takes its whole round with
    it: what is left of a round must not be judged as if it were all of it.

    Raises:
        RefusedFileError: columns are missing without which no row could be read.
    """

    def __init__(
        self,
        db: Database,
        intake: Intake,
        columns: Sequence[str],
        mapping: Mapping,
        cells_of: Callable[[bytes], Sequence[str | None]],
    ) -> None:
        missing = [name for name in NEEDED if name not in mapping.supplied(columns)]
        if missing:
            raise RefusedFileError(
                f"it lacks the column{'s' if len(missing) > 1 else ''} {', '.join(missing)}; ask for a file with them, "
                "or give a source profile that says what they are called in it"
            )
        self._intake = intake
        self._columns = columns
        self._mapping = mapping
        self._cells_of = cells_of
        self._count = intake.read
        self.spool = Spool(db)
        self._unknown = mapping.unknown(columns)
        self._set_aside: list[Assembled] = []
        self.spoilt: dict[_Key, int] = {}
        """Rounds that may lack a row, which cannot be read, with its line."""
        self._last: _Key | None = None
        self._doubts: list[tuple[_Key | None, int]] = []

    def read(self, rows: Iterable[Row]) -> None:
        """Give all rounds of the rows to the intake.

        Raises:
            RefusedFileError: there is no row.
            StoreError: a row was lost on the way.
        """
        self.gather(rows)
        self.store()

    def gather(self, rows: Iterable[Row]) -> None:
        """Gather rows by the round that they name; ``store`` has to follow.

        Raises:
            RefusedFileError: there is no row.
        """
        for row in rows:
            self._count += 1
            self._take(row)
        self._settle_doubts(None)
        if not self._count:
            raise RefusedFileError("it is empty: there is no row below its header; ask for the log again")

    def add_lines(self, lines: Lines, licensees: Sequence[str], rounds: Sequence[str]) -> None:
        """Add rows that can be read, with the licensee and the round that each names, in the midst of others."""
        if lines:
            self._count += len(lines)
            self._settle_doubts((licensees[0] or None, rounds[0]))
            self._last = licensees[-1] or None, rounds[-1]
            self.spool.add_lines(lines, licensees, rounds)

    def store(self) -> None:
        """Give the rounds of the rows gathered to the intake, but for those that it has had already.

        Raises:
            StoreError: a row was lost on the way.
        """
        self._intake.take(self._set_aside)
        self._set_aside = []
        rounds: list[Line] = []
        for lines in self.spool.rounds():
            rounds.append(self.round_of(lines))
            if len(rounds) >= _ROUNDS_AT_ONCE:
                self._intake.take(rounds)
                rounds = []
        self._intake.take(rounds)
        if self._intake.read != self._count:
            raise StoreError(
                f"{self._count} rows were read but {self._intake.read} reached their rounds; nothing of the file was "
                "stored, which is a fault of this program: report it"
            )

    def _take(self, row: Row) -> None:
        fault = row.fault
        named_cells = zip(self._columns, row.cells, strict=False)
        identity = self._mapping.identity({name: cell for name, cell in named_cells if cell})
        if fault is None and not identity[1]:
            fault = Unreadable(Reason.MISSING_FIELD, "round_id: missing or empty; every row needs it")
        key = identity[0] or None, identity[1] or ""
        if fault is None:
            self._settle_doubts(key)
            self._last = key
            self.spool.add(key, row.line, row.cells)
            return
        self._doubts.append((key if identity[1] else None, row.line.number))
        line = row.line
        known = identity if row.cells else (None, None)
        self._set_aside.append(
            Assembled(line.number, line.offset, line.raw, line.length, b"", (line,), (), fault, *known)
        )
        if len(self._set_aside) >= _ROUNDS_AT_ONCE:
            self._intake.take(self._set_aside)
            self._set_aside = []

    def _settle_doubts(self, following: _Key | None) -> None:
        """Note which rounds may lack a faulty row: the one that it and a row beside it name; else all three."""
        for guess, number in self._doubts:
            beside = {self._last, following}
            for key in {guess} if guess in beside else {guess, *beside}:
                if key is not None:
                    self.spoilt.setdefault(key, number)
        self._doubts.clear()

    def round_of(self, lines: Sequence[Line]) -> Assembled:
        """Put the round together that the rows on some lines make, or say why they make none."""
        rows = [(line, named(self._columns, self._cells_of(line.raw))) for line in lines]
        licensee, round_id = self._mapping.identity(rows[0][1])
        spoilt = self.spoilt.get((licensee or None, round_id or ""))
        fault = None
        if self._unknown is not None:
            fault = unknown_column(self._unknown)
        elif spoilt is not None:
            fault = Unreadable(
                Reason.INCOMPLETE_ROUND,
                f"a row of the round, or of one beside it, cannot be read: line {spoilt}; without it the round is not "
                "whole",
            )
        if fault is None:
            return round_of_rows(rows, self._mapping)
        first = lines[0]
        return Assembled(
            first.number, first.offset, first.raw, first.length, b"", tuple(lines), (), fault, licensee, round_id
        )


def round_of_rows(rows: Sequence[tuple[Line, Cells]], mapping: Mapping) -> Assembled:
    """Put a round together from an operator's rows; a row that the mapping refuses is the fault of the round."""
    first = rows[0][0]
    mapped = []
    for line, cells in rows:
        try:
            mapped.append((line, mapping.canonical(cells)))
        except Unreadable as unreadable:
            fault = Unreadable(unreadable.reason, f"line {line.number}: {unreadable.sentence}")
            return Assembled(
                first.number, first.offset, first.raw, first.length, b"", tuple(line for line, _ in rows), (), fault,
                *mapping.identity(rows[0][1]),
            )  # fmt: skip
    return assembled(mapped)
