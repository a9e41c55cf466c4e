"""What a line that cannot be read says of itself, so that a corrected one can be told to take its place."""

from __future__ import annotations

import re

from compliance.ingest.fields import HIDDEN, LONGEST_IDENTIFIER

_ROUND_ID, _LICENSEE = (
    re.compile(rb'"%s"[ \t\r]*:[ \t\r]*"([^"\\\x00-\x1f]{1,128})"' % key) for key in (b"round_id", b"licensee_id")
)
_SAYS_LICENSEE = re.compile(rb'"licensee_id"[ \t\r]*:[ \t\r]*(?!null\b)[^ \t\r]')
_LOOKED_AT = 1 << 20


def named_by(raw: bytes) -> tuple[str | None, str | None]:
    """Return the licensee and the round id that the line names, each if just once, and in readable characters.

    Of a line that names a licensee who cannot be told, neither: the round is not one of anybody else's.
    """
    licensee = _only(_LICENSEE, raw)
    if licensee is None and _SAYS_LICENSEE.search(raw[:_LOOKED_AT]):
        return None, None
    return licensee, _only(_ROUND_ID, raw)


def legible(name: str | None) -> str | None:
    """Return a name that a line may be filed under, None for any other."""
    return name if name and len(name) <= LONGEST_IDENTIFIER and not HIDDEN.search(name) else None


def _only(pattern: re.Pattern[bytes], raw: bytes) -> str | None:
    found = set(pattern.findall(raw[:_LOOKED_AT]))
    try:
        return legible(found.pop().decode()) if len(found) == 1 else None
    except UnicodeDecodeError:
        return None
