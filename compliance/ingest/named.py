"""What a line that cannot be read says of itself, so that a corrected one can be told to take its place."""

from __future__ import annotations

import re

_ROUND_ID, _LICENSEE = (
    re.compile(rb'"%s"[ \t\r]*:[ \t\r]*"([^"\\\x00-\x1f]{1,128})"' % key) for key in (b"round_id", b"licensee_id")
)
_LOOKED_AT = 1 << 20


def named_by(raw: bytes) -> tuple[str | None, str | None]:
    """Return the licensee and the round id that the line names, each if just once, and in readable characters."""
    return _only(_LICENSEE, raw), _only(_ROUND_ID, raw)


def _only(pattern: re.Pattern[bytes], raw: bytes) -> str | None:
    found = set(pattern.findall(raw[:_LOOKED_AT]))
    try:
        return found.pop().decode() if len(found) == 1 else None
    except UnicodeDecodeError:
        return None
