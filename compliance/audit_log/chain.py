"""Walking a log from its first line: every entry sealed, in order, and tied to the one before it."""

from __future__ import annotations

from dataclasses import dataclass, field

from compliance.audit_log.entries import FIRST_PREVIOUS, Entry, parse_entry
from compliance.audit_log.errors import AuditLogBroken, Fault
from compliance.audit_log.frontier import Frontier
from compliance.audit_log.hashing import leaf_hash

_ORIGIN = "compliance/audit-log/"
_ORIGIN_DIGITS = 32


def origin_of(first_leaf: bytes) -> str:
    """The name of the log that begins with this leaf hash.

    A log is named by its first entry, so that a log whose head was cut off no longer answers to its name.
    """
    return _ORIGIN + first_leaf.hex()[:_ORIGIN_DIGITS]


@dataclass(slots=True)
class Chain:
    """Where a walk stands: `size` entries and `offset` bytes accepted, all of them in order.

    `batch_ends` is the sequence with which the batch of the last entry ends; `clock_steps_back` counts
    entries that carry an earlier time than the one before them.
    """

    size: int = 0
    offset: int = 0
    batch_ends: int = -1
    last_hash: str = FIRST_PREVIOUS
    last_time: str = ""
    clock_steps_back: int = 0
    origin: str = ""
    frontier: Frontier = field(default_factory=Frontier)

    @property
    def at_batch_end(self) -> bool:
        """Whether the last entry accepted is the last of its batch."""
        return self.batch_ends == self.size - 1

    def copy(self) -> Chain:
        """An independent walk at the same place."""
        return Chain(
            self.size,
            self.offset,
            self.batch_ends,
            self.last_hash,
            self.last_time,
            self.clock_steps_back,
            self.origin,
            self.frontier.copy(),
        )

    def accept(self, line: bytes) -> tuple[Entry, bytes]:
        """Take the next line, without its newline; returns the entry and its leaf hash.

        Raises AuditLogBroken, naming the line and what is wrong with it.
        """
        number = self.size + 1
        try:
            entry = parse_entry(line)
        except ValueError as error:
            raise AuditLogBroken(
                Fault.ENTRY_CHANGED, f"Line {number} of the audit log (entry {self.size}) {error}."
            ) from error
        self._check_order(entry, number)
        leaf = leaf_hash(line)
        if self.size == 0:
            self.origin = origin_of(leaf)
        self.frontier.push(leaf)
        self.clock_steps_back += entry.time < self.last_time
        self.size, self.offset = number, self.offset + len(line) + 1
        self.last_hash, self.last_time, self.batch_ends = entry.hash, entry.time, entry.batch_ends
        return entry, leaf

    def _check_order(self, entry: Entry, number: int) -> None:
        if entry.sequence != self.size:
            if self.size == 0:
                raise AuditLogBroken(
                    Fault.HEAD_DROPPED,
                    f"The audit log begins with entry {entry.sequence}: what came before it was dropped.",
                )
            if entry.sequence > self.size:
                reason = f"entries {self.size} to {entry.sequence - 1} are missing"
            else:
                reason = "an entry was repeated or moved"
            raise AuditLogBroken(
                Fault.CHAIN_BROKEN,
                f"Line {number} of the audit log holds entry {entry.sequence} where {self.size} belongs: {reason}.",
            )
        if entry.previous != self.last_hash:
            before = f"entry {self.size - 1}" if self.size else "the start of a log"
            raise AuditLogBroken(
                Fault.CHAIN_BROKEN,
                f"Entry {entry.sequence} of the audit log does not follow {before}: one of the two was replaced.",
            )
        fits = entry.batch_ends >= entry.sequence if self.at_batch_end else entry.batch_ends == self.batch_ends
        if not fits:
            raise AuditLogBroken(
                Fault.CHAIN_BROKEN,
                f"Entry {entry.sequence} of the audit log claims a batch that ends with {entry.batch_ends}, "
                "which does not fit its neighbours.",
            )
