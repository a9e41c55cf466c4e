"""Taking in one file: each line to its one place, and the counts that prove it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from compliance.domain.rounds import Source
from compliance.ingest import bulk_lines
from compliance.ingest.faults import Reason, Unreadable
from compliance.ingest.lines import Assembled, Lines
from compliance.ingest.named import legible, named_by
from compliance.ingest.records import staged_record
from compliance.ingest.second_reader import ONE_IN, require_agreement
from compliance.ingest.shape import Shape, learn
from compliance.ingest.statements import define_amounts
from compliance.ingest.strict import round_of
from compliance.ingest.strict_json import parse, same_json
from compliance.store.staged import Quarantined, StagedRow
from compliance.store.staging import Staging

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from compliance.ingest.fields import Members
    from compliance.ingest.limits import Limits
    from compliance.ingest.lines import Line
    from compliance.store import Database

_RECORDS_AT_ONCE = 8_192
# Rounds are loaded in large batches: each looks through all that is loaded for rounds of the same id, and the database
# works with two threads on what fills two of its groups of 122,880 rows.
_BATCH_LINES = 250_000
_BATCH_BYTES = 448 << 20
# Blocks with fewer lines are read strictly, and a further shape is learnt when one line in eight is of none known.
_WORTH_BULK = 64
_WORTH_A_SHAPE = 8
_MOST_SHAPES = 4
# The digest of a file is known only when its last byte is read; the store files a round under the file itself.
_NO_SOURCE = Source("", 0, 0)


class Intake:
    """One file on its way into the database. Readers give it every line, block by block and in order."""

    def __init__(self, db: Database, *, default_licensee: str, limits: Limits) -> None:
        self._db = db
        self._staging = Staging(db)
        self.default_licensee = default_licensee
        """Whose a round is that does not say."""
        self._limits = limits
        self._shapes: list[Shape] = []
        self._records: list[str] = []
        self._taken: list[Lines] = []
        self._lines = 0
        self._quarantined: list[Quarantined] = []
        self._twice: list[Line] = []
        self._twice_staged: Sequence[int] = ()
        self._find: Callable[[Sequence[int]], list[Assembled]] | None = None
        self._held = 0
        self.read = 0
        self.columns: Sequence[str] | None = None
        """Names of the file's columns, where its reader finds some."""

    @property
    def file_id(self) -> int:
        """The number under which the store files the rounds of this file."""
        return self._staging.file_id

    def take(self, lines: Iterable[Line]) -> None:
        """Take some lines, or rounds put together from rows; as ``take_lines``."""
        self.take_lines(Lines.of(lines))

    def take_lines(self, lines: Lines) -> None:
        """Stage the rounds of a block of lines, none of them blank, and set aside the lines that are none.

        Lines of a shape that the file has shown before are read in bulk, all others by the strict reader, and some by
        both.

        Raises:
            StoreError: as ``settle``.
        """
        self._count(lines)
        self._taken.append(lines)
        waiting = lines
        if lines.made is not None:
            self._stage_rows(lines.made)
            waiting = lines.at([place for place, line in enumerate(lines.made) if not self._at_fault(line)])
        if len(waiting) >= _WORTH_BULK:
            waiting = self._stage_in_bulk(waiting)
        for line in waiting:
            self._take_strictly(line)
        if self._held >= _BATCH_BYTES or self._lines >= _BATCH_LINES:
            self.settle()

    def _count(self, lines: Lines) -> None:
        self._lines += len(lines)
        if lines.made is None:
            self.read += len(lines)
            self._held += sum(lines.lengths)
        else:
            parts = [part for line in lines.made for part in line.parts]
            self.read += len(parts)
            self._held += sum(len(part.raw) for part in parts) + sum(map(len, lines.texts))

    def take_staged(self, rows: int, lines: Sequence[int], find: Callable[[Sequence[int]], list[Assembled]]) -> None:
        """Store rounds that a reader has staged itself, from so many rows, with the numbers of their first rows.

        ``find`` returns the rounds that begin at some numbers, as they are taken otherwise.

        Raises:
            StoreError: as ``settle``.
        """
        self.read += rows
        self._find = find
        self._twice_staged = lines[::ONE_IN]
        self.settle()

    def _stage_rows(self, lines: Iterable[Line]) -> None:
        self._staging.add_rows(
            StagedRow(line.number, row.number, row.offset, row.length, copy)
            for line in lines
            # A round of one row stands where its line stands.
            if isinstance(line, Assembled) and line.fault is None and len(line.parts) > 1
            for copy, rows in ((False, line.rows), (True, line.copies))
            for row in rows
        )

    def _have(self, numbers: Iterable[int]) -> list[Line]:
        """Return lines of the batch, those found that were never handed over."""
        wanted = list(numbers)
        among = frozenset(wanted)
        held = self._taken if wanted else ()
        have = {number: lines[place] for lines in held for place, number in enumerate(lines.numbers) if number in among}
        unknown = [number for number in wanted if number not in have]
        if unknown and self._find is not None:
            found = self._find(unknown)
            self._taken.append(Lines.of(found))
            have |= {line.number: line for line in found}
        return [have[number] for number in wanted]

    def _stage_in_bulk(self, lines: Lines) -> Lines:
        """Stage the lines that are of a shape the file has shown before, or shows here; return the lines left."""
        left = lines
        for shape in self._shapes:
            left = self._stage(shape, left)
        while len(left) * _WORTH_A_SHAPE > len(lines) and len(self._shapes) < _MOST_SHAPES:
            left = self._learn(left)
            if left:
                left = self._stage(self._shapes[-1], left)
        return left

    def _stage(self, shape: Shape, lines: Lines) -> Lines:
        """Stage the lines of a shape, some of them to be read a second time; return the others."""
        staged, left = bulk_lines.stage(
            self._db, shape, lines, default_licensee=self.default_licensee, limits=self._limits
        )
        self._twice += [lines[place] for place in staged[::ONE_IN]]
        return lines.at(left)

    def _learn(self, lines: Lines) -> Lines:
        """Read lines strictly until one shows a new shape; return the lines after it."""
        for place, line in enumerate(lines):
            if (found := self._take_strictly(line)) and (shape := learn(*found)) not in self._shapes:
                define_amounts(self._db, shape.digits)
                self._shapes.append(shape)
                return lines.at(range(place + 1, len(lines)))
        return lines.at([])

    def _at_fault(self, line: Line) -> bool:
        """Set aside a round whose rows do not make one."""
        if isinstance(line, Assembled) and line.fault is not None:
            self._set_aside(line, line.fault)
            return True
        return False

    def _take_strictly(self, line: Line) -> tuple[Members, int] | None:
        """Stage a line's round and return its parsed object and its currency's decimals, or set the line aside."""
        if max(line.length, len(line.text)) > self._limits.line:
            self._set_aside(line, Unreadable(Reason.LINE_TOO_LONG, self._too_long(line)))
            return None
        try:
            record, text = parse(line.text)
            round_ = round_of(record, text, source=_NO_SOURCE, default_licensee=self.default_licensee)
        except Unreadable as fault:
            self._set_aside(line, fault)
            return None
        self._records.append(staged_record(round_, line))
        if len(self._records) >= _RECORDS_AT_ONCE:
            self._add_records()
        return record, round_.minor_digits

    def _add_records(self) -> None:
        if self._records:
            self._staging.add(self._records)
            self._records = []

    def settle(self) -> None:
        """Store what has been taken so far, in the open transaction.

        Raises:
            StoreError: the two readers disagree on a line.
        """
        self._add_records()
        unsound = self._staging.withdraw_unsound()
        again = self._have(unsound)
        self._stage_rows(again)
        for line in again:
            if not self._at_fault(line):
                self._take_strictly(line)
        twice = self._twice + self._have(self._twice_staged)
        twice = [line for line in twice if line.number not in unsound]
        require_agreement(self._db, twice, default_licensee=self.default_licensee)
        self._add_records()
        conflicts = self._staging.settle(same_json)
        for conflict, line in zip(conflicts, self._have(each.line for each in conflicts), strict=True):
            where = "this file" if conflict.path is None else conflict.path
            message = (
                f"round {conflict.round_id} is loaded from line {conflict.earlier_line} of {where} "
                "with other content; that one stays"
            )
            self._quarantine(line, Reason.CONFLICTING_DUPLICATE, message, conflict.licensee_id, conflict.round_id)
        self._staging.quarantine(sorted(self._quarantined, key=lambda line: line.line))
        self._taken, self._quarantined, self._lines, self._held = [], [], 0, 0
        self._twice, self._twice_staged, self._find = [], (), None

    def close(self) -> tuple[int, int, int]:
        """Store the rest, mark what this file sets right, and return loaded, duplicate, quarantined."""
        self.settle()
        self._staging.resolve()
        return self._staging.counts()

    def _too_long(self, line: Line) -> str:
        if isinstance(line, Assembled):
            return f"the round's {len(line.rows):,} rows together have more than {self._limits.line:,} bytes"
        kept = "" if len(line.raw) == line.length else f"; only its first {len(line.raw):,} are kept here"
        return f"the line has {line.length:,} bytes, more than {self._limits.line:,}{kept}"

    def _set_aside(self, line: Line, fault: Unreadable) -> None:
        if isinstance(line, Assembled) and line.round_id is not None:
            licensee, round_id = legible(line.licensee_id), legible(line.round_id)
            if line.licensee_id and licensee is None:
                round_id = None
        else:
            licensee, round_id = named_by(line.raw)
        licensee = None if round_id is None else licensee or self.default_licensee
        self._quarantine(line, fault.reason, fault.sentence, licensee, round_id)

    def _quarantine(self, line: Line, reason: Reason, message: str, licensee: str | None, round_id: str | None) -> None:
        self._quarantined += [
            Quarantined(part.number, part.offset, reason, message, part.raw, licensee, round_id) for part in line.parts
        ]
