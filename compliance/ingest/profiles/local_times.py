"""Times as an operator writes them → RFC 3339 with an offset."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta, timezone
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from compliance.ingest.faults import Reason, Unreadable
from compliance.ingest.profiles.profile import MILLISECONDS

if TYPE_CHECKING:
    from compliance.ingest.profiles.profile import GamingDay, TimeForm

_NAIVE = re.compile(
    r"([0-9]{4}-[0-9]{2}-[0-9]{2})[T ]([0-9]{2}:[0-9]{2}:[0-9]{2})(\.[0-9]{1,9})?(Z|[+-][0-9]{2}:[0-9]{2})?"
)
_WHOLE = re.compile(r"[0-9]{1,15}")


def with_offset(text: str, column: str, form: TimeForm) -> str:
    """Return a time in RFC 3339, its decimals kept. One that needs no change is returned as it is.

    Raises:
        Unreadable: another form, no zone for a time without an offset, or a local time that was twice or never.
    """
    if form.form == MILLISECONDS:
        if not _WHOLE.fullmatch(text):
            raise Unreadable(Reason.BAD_VALUE, f"{column}: {text[:40]!r} is not a number of milliseconds since 1970")
        try:
            moment = datetime(1970, 1, 1, tzinfo=UTC) + timedelta(milliseconds=int(text))
        except OverflowError:
            raise Unreadable(
                Reason.BAD_VALUE, f"{column}: {text} milliseconds since 1970 are beyond any year"
            ) from None
        return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")
    if form.form is not None:
        try:
            moment = datetime.strptime(text, form.form)  # noqa: DTZ007 - the zone is added below
        except ValueError:
            raise Unreadable(
                Reason.BAD_VALUE, f"{column}: {text[:40]!r} is not a time of the form {form.form}"
            ) from None
        return moment.isoformat() if moment.tzinfo else _placed(moment, text, column, form).isoformat()
    found = _NAIVE.fullmatch(text)
    if found is None or form.zone is None:
        # The strict reader says what is wrong with it.
        return text
    day, clock, decimals, offset = found.groups()
    if offset is not None:
        return f"{day}T{clock}{decimals or ''}{offset}"
    try:
        moment = datetime.fromisoformat(f"{day}T{clock}")
    except ValueError:
        raise Unreadable(Reason.BAD_VALUE, f"{column}: {text!r} names a day or hour that does not exist") from None
    placed = _placed(moment, text, column, form).isoformat()
    return f"{placed[:19]}{decimals or ''}{placed[19:]}"


def _placed(moment: datetime, text: str, column: str, form: TimeForm) -> datetime:
    if form.zone is None:
        raise Unreadable(
            Reason.NAIVE_TIMESTAMP, f"{column}: {text!r} has no offset, and the profile names no zone for such times"
        )
    zone = ZoneInfo(form.zone)
    first, second = moment.replace(tzinfo=zone, fold=0), moment.replace(tzinfo=zone, fold=1)
    if first.utcoffset() == second.utcoffset():
        return first
    exists = first.astimezone(UTC).astimezone(zone).replace(tzinfo=None) == moment
    choice = form.ambiguous if exists else form.skipped
    if choice == "refuse":
        what = "was shown twice" if exists else "was never shown"
        key = "times.ambiguous" if exists else "times.skipped"
        raise Unreadable(
            Reason.NAIVE_TIMESTAMP,
            f"{column}: {text!r} {what} by the clocks of {form.zone}; have the offset recorded, or decide with {key}",
        )
    chosen = first if choice in ("earlier", "before") else second
    # The offset is stated; the text of the time stays what the log says.
    return moment.replace(tzinfo=_fixed(chosen))


def _fixed(moment: datetime) -> timezone:
    return timezone(moment.utcoffset() or timedelta())


def gaming_date(started_at: str, day: GamingDay) -> str:
    """Return the gaming date that a round belongs to which started at a time of RFC 3339.

    Raises:
        ValueError: the text is no such time.
    """
    hour, minute = day.starts_at.split(":")
    local = datetime.fromisoformat(started_at).astimezone(ZoneInfo(day.zone))
    return (local - timedelta(hours=int(hour), minutes=int(minute))).date().isoformat()
