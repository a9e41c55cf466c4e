"""Recorded times as instants that compare: RFC 3339 text to nanoseconds since 1970 UTC, exactly."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from functools import lru_cache

_FORM = re.compile(r"(.{19})(?:\.([0-9]{1,9}))?(?:Z|([+-])([0-9]{2}):([0-9]{2}))", re.IGNORECASE)
_EPOCH = datetime(1970, 1, 1)  # noqa: DTZ001 - what is subtracted from it has had its offset taken off
SECOND = 10**9


@lru_cache(maxsize=65536)
def instant(text: str) -> int:
    """Return the nanoseconds since 1970 UTC of a time as the log format writes it.

    Raises:
        ValueError: the text is no such time.
    """
    form = _FORM.fullmatch(text)
    if form is None:
        raise ValueError(f"{text!r} is not a time with an offset")
    whole, decimals, sign, hours, minutes = form.groups()
    offset = timedelta(hours=int(hours or 0), minutes=int(minutes or 0))
    since = datetime.fromisoformat(whole) - _EPOCH - (-offset if sign == "-" else offset)
    return _whole(since) + int((decimals or "").ljust(9, "0"))


def of(moment: datetime) -> int:
    """Return the nanoseconds since 1970 UTC of a moment with an offset, to the second."""
    return _whole(moment.replace(tzinfo=None) - _EPOCH - (moment.utcoffset() or timedelta()))


def _whole(since: timedelta) -> int:
    return (since.days * 86400 + since.seconds) * SECOND
