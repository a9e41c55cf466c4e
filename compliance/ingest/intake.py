"""Taking in one file, line by line: each line to its one place, and the counts that prove it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from compliance.domain.rounds import Source
from compliance.ingest.faults import Reason, Unreadable
from compliance.ingest.records import staged_record
from compliance.ingest.strict import read_round
from compliance.store.staging import Quarantined, Staging

if TYPE_CHECKING:
    from compliance.ingest.limits import Limits
    from compliance.ingest.lines import Line
    from compliance.store import Database

_BATCH_ROUNDS = 16_384
_BATCH_BYTES = 32 << 20
_ROUND_ID = re.compile(rb'"round_id"[ \t\r]*:[ \t\r]*"([^"\\\x00-\x1f]{1,128})"')
_LICENSEE = re.compile(rb'"licensee_id"[ \t\r]*:[ \t\r]*"([^"\\\x00-\x1f]{1,128})"')
# The digest of a file is known only when its last byte is read; the store files a round under the file itself.
_NO_SOURCE = Source("", 0, 0)


class Intake:
    """One file on its way into the database. Readers give it every line that is not blank, in order."""

    def __init__(self, db: Database, *, default_licensee: str, limits: Limits) -> None:
        self._staging = Staging(db)
        self._default_licensee = default_licensee
        self._limits = limits
        self._records: list[str] = []
        self._lines: dict[int, Line] = {}
        self._quarantined: list[Quarantined] = []
        self._held = 0
        self.read = 0

    @property
    def file_id(self) -> int:
        """The number under which the store files the rounds of this file."""
        return self._staging.file_id

    def take(self, line: Line) -> None:
        """Read one line strictly and stage it, or put it in quarantine."""
        self.read += 1
        self._held += len(line.raw)
        if line.length > self._limits.line:
            self._set_aside(line, Unreadable(Reason.LINE_TOO_LONG, self._too_long(line)))
        else:
            try:
                round_ = read_round(line.raw, source=_NO_SOURCE, default_licensee=self._default_licensee)
            except Unreadable as fault:
                self._set_aside(line, fault)
            else:
                self._records.append(staged_record(round_, line))
                self._lines[line.number] = line
        if len(self._records) >= _BATCH_ROUNDS or self._held >= _BATCH_BYTES:
            self.settle()

    def settle(self) -> None:
        """Store what has been taken so far, in the open transaction."""
        if self._records:
            self._staging.add(self._records)
            for conflict in self._staging.settle():
                line = self._lines[conflict.line]
                where = "this file" if conflict.path is None else conflict.path
                message = (
                    f"round {conflict.round_id} is loaded from line {conflict.earlier_line} of {where} "
                    "with other content; that one stays"
                )
                self._quarantined.append(
                    Quarantined(
                        line.number, line.offset, Reason.CONFLICTING_DUPLICATE, message, line.raw,
                        conflict.licensee_id, conflict.round_id,
                    )
                )  # fmt: skip
        self._staging.quarantine(sorted(self._quarantined, key=lambda line: line.line))
        self._records, self._lines, self._quarantined, self._held = [], {}, [], 0

    def close(self) -> tuple[int, int, int]:
        """Store the rest, mark what this file sets right, and return loaded, duplicate, quarantined."""
        self.settle()
        self._staging.resolve()
        return self._staging.counts()

    def _too_long(self, line: Line) -> str:
        kept = "" if len(line.raw) == line.length else f"; only its first {len(line.raw):,} are kept here"
        return f"the line has {line.length:,} bytes, more than {self._limits.line:,}{kept}"

    def _set_aside(self, line: Line, fault: Unreadable) -> None:
        round_id = _only(_ROUND_ID, line.raw)
        licensee = _only(_LICENSEE, line.raw) or self._default_licensee
        self._quarantined.append(
            Quarantined(
                line.number, line.offset, fault.reason, fault.sentence, line.raw,
                None if round_id is None else licensee, round_id,
            )
        )  # fmt: skip


def _only(pattern: re.Pattern[bytes], raw: bytes) -> str | None:
    """Return what a broken line names itself, if it does so just once and in readable characters."""
    found = set(pattern.findall(raw[: 1 << 20]))
    try:
        return found.pop().decode() if len(found) == 1 else None
    except UnicodeDecodeError:
        return None
