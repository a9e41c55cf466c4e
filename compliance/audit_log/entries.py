"""One entry of the log: a line of canonical JSON, sealed by its own hash and tied to the entry before it.

The line's keys, in canonical order: `batch_ends` (sequence of the last entry written together with this one),
`body`, `hash` (SHA-256 of the line's object without `hash`), `kind`, `previous` (the hash of the entry
before, or 64 zeros), `sequence` (from 0, equal to the leaf's place in the tree), `time` (UTC).
"""

from __future__ import annotations

import re
from datetime import UTC, datetime
from hashlib import sha256
from typing import TYPE_CHECKING, NamedTuple, cast

from compliance.audit_log.canonical import Json, canonical_bytes, parse_canonical
from compliance.audit_log.errors import EntryRefused

if TYPE_CHECKING:
    from collections.abc import Mapping

FIRST_PREVIOUS = "0" * 64
LONGEST_LINE = 16 * 1024 * 1024
RECOVERY_KIND = "log_recovered"

_KIND = re.compile(r"[a-z][a-z0-9_]{0,63}")
_NUMBER = rb"(0|[1-9][0-9]{0,14})"
_TIME = rb"([0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{6}Z)"
# Everything after the body has a fixed form, so however the body reads, only one split of a line can match.
_LINE = re.compile(
    rb'\{"batch_ends":' + _NUMBER + rb',"body":(\{.*\})(,"hash":"([0-9a-f]{64})"),"kind":"([a-z][a-z0-9_]{0,63})"'
    rb',"previous":"([0-9a-f]{64})","sequence":' + _NUMBER + rb',"time":"' + _TIME + rb'"\}'
)


class Entry(NamedTuple):
    """An entry as it stands in the log; `line` is its bytes without the newline, the leaf of the tree."""

    sequence: int
    time: str
    kind: str
    body: Mapping[str, Json]
    previous: str
    hash: str
    batch_ends: int
    line: bytes

    @property
    def at(self) -> datetime:
        """The entry's time, aware, in UTC."""
        return datetime.fromisoformat(self.time)


def make_entry(
    sequence: int, time: str, kind: str, body: Mapping[str, Json], *, previous: str, batch_ends: int
) -> Entry:
    """Seal one entry; `time` is `utc_text`'s.

    Raises EntryRefused for a kind that is not `[a-z][a-z0-9_]*` of at most 64 characters, for a body that
    canonical JSON cannot hold, floats included, and for a line beyond 16 MiB.
    """
    if not _KIND.fullmatch(kind):
        raise EntryRefused(f"{kind!r} is no kind of entry; use up to 64 of a-z, 0-9 and _, a letter first.")
    # Only the body needs an encoder: all else is digits, hex and plain letters, which have one spelling.
    head = b'{"batch_ends":%d,"body":%b' % (batch_ends, canonical_bytes(body, what=f"The {kind} entry's body"))
    tail = f',"kind":"{kind}","previous":"{previous}","sequence":{sequence},"time":"{time}"}}'.encode()
    own_hash = sha256(head + tail).hexdigest()
    line = head + f',"hash":"{own_hash}"'.encode() + tail
    if len(line) > LONGEST_LINE:
        raise EntryRefused(f"The {kind} entry is {len(line)} bytes long; log a digest of so much, not all of it.")
    return Entry(sequence, time, kind, body, previous, own_hash, batch_ends, line)


def parse_entry(line: bytes) -> Entry:
    """Read one line (without its newline), checking its form, its canonical spelling and its own hash.

    Raises ValueError, with the rest of a sentence, for anything that `make_entry` would not have written.
    """
    match = _LINE.fullmatch(line)
    if match is None:
        raise ValueError("is not a log entry")
    batch_ends, body, _, own_hash, kind, previous, sequence, time = match.groups()
    without_hash = line[: match.start(3)] + line[match.end(3) :]
    if sha256(without_hash).hexdigest().encode() != own_hash:
        raise ValueError("was changed: its hash does not fit what it says")
    parsed = cast("Mapping[str, Json]", parse_canonical(body))  # the pattern lets only an object through
    return Entry(
        int(sequence),
        time.decode(),
        kind.decode(),
        parsed,
        previous.decode(),
        own_hash.decode(),
        int(batch_ends),
        line,
    )


def utc_text(time: datetime) -> str:
    """RFC 3339 in UTC with six decimals, so that times sort as text.

    Raises EntryRefused for a time without an offset.
    """
    if time.utcoffset() is None:
        raise EntryRefused(f"The time {time.isoformat()} has no offset; give one in UTC.")
    return time.astimezone(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")
