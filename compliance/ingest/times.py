"""Times of the log: RFC 3339 text and the instant it names."""

from __future__ import annotations

import re
from datetime import date

_STAMP = re.compile(
    r"([0-9]{4})-([0-9]{2})-([0-9]{2})T([01][0-9]|2[0-3]):([0-5][0-9]):([0-5][0-9])"
    r"(?:\.([0-9]{1,9}))?(?:Z|([+-])([01][0-9]|2[0-3]):([0-5][0-9]))?"
)
_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_EPOCH = date(1970, 1, 1).toordinal()


class NaiveTimeError(ValueError):
    """A time without an offset: it names no instant."""


def nanoseconds(text: str) -> int:
    """Return the instant that RFC 3339 text names, in nanoseconds since 1970-01-01 UTC.

    Read: ``T`` between date and time, an offset or ``Z``, at most nine decimals, seconds below 60.

    Raises:
        NaiveTimeError: the offset is missing.
        ValueError: another form, a day or hour that does not exist, or an instant that 64 bits of
            nanoseconds cannot hold (before 1678 or after 2261).
    """
    stamp = _STAMP.fullmatch(text)
    if stamp is None:
        raise ValueError(f"{text[:40]!r} is not a time of RFC 3339, such as 2026-11-28T19:04:11-08:00")
    year, month, day, hour, minute, second, decimals, sign, offset_hour, offset_minute = stamp.groups()
    if not text.endswith("Z") and sign is None:
        raise NaiveTimeError(f"{text!r} has no offset, so it names no instant; write Z or an offset such as -08:00")
    try:
        days = date(int(year), int(month), int(day)).toordinal() - _EPOCH
    except ValueError:
        raise ValueError(f"{text!r} names a day that does not exist") from None
    seconds = days * 86_400 + int(hour) * 3_600 + int(minute) * 60 + int(second)
    if sign is not None:
        shift = int(offset_hour) * 3_600 + int(offset_minute) * 60
        seconds += shift if sign == "-" else -shift
    instant = seconds * 1_000_000_000 + int((decimals or "").ljust(9, "0"))
    if not -(2**63) <= instant < 2**63:
        raise ValueError(f"{text!r} is outside the years 1678 to 2261")
    return instant


def day(text: str) -> date:
    """Return the date that ``YYYY-MM-DD`` names.

    Raises:
        ValueError: another form, or a day that does not exist.
    """
    if not _DATE.fullmatch(text):
        raise ValueError(f"{text[:40]!r} is not a date such as 2026-11-28")
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise ValueError(f"{text!r} names a day that does not exist") from None
