from __future__ import annotations

from datetime import UTC, date, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from compliance.ingest.times import NaiveTimeError, day, nanoseconds


@pytest.mark.parametrize(
    ("text", "instant"),
    [
        ("1970-01-01T00:00:00Z", 0),
        ("1970-01-01T00:00:00.000000001Z", 1),
        ("1969-12-31T23:59:59.9Z", -100_000_000),
        ("2026-11-28T19:04:11.250-08:00", 1_795_921_451_250_000_000),
        ("2026-11-29T03:04:11.25Z", 1_795_921_451_250_000_000),
        ("2026-11-29T08:49:11.25+05:45", 1_795_921_451_250_000_000),
        ("2028-02-29T00:00:00-00:00", 1_835_395_200_000_000_000),
    ],
)
def test_the_instant_of_a_time(text: str, instant: int) -> None:
    assert nanoseconds(text) == instant


def test_the_hour_that_comes_twice_in_autumn_is_told_apart_by_its_offset() -> None:
    first, second = nanoseconds("2026-11-01T01:30:00-07:00"), nanoseconds("2026-11-01T01:30:00-08:00")
    assert second - first == 3_600_000_000_000


@pytest.mark.parametrize("text", ["2026-11-28T19:04:11", "2026-11-28T19:04:11.5"])
def test_a_time_without_an_offset_names_no_instant(text: str) -> None:
    with pytest.raises(NaiveTimeError):
        nanoseconds(text)


@pytest.mark.parametrize(
    "text",
    [
        "2026-02-29T00:00:00Z", "2026-13-01T00:00:00Z", "2026-00-01T00:00:00Z", "0000-01-01T00:00:00Z",
        "2026-11-28T24:00:00Z", "2026-11-28T23:60:00Z", "2026-11-28T23:59:60Z", "2026-11-28T23:59:59.1234567890Z",
        "2026-11-28T23:59:59.Z", "2026-11-28t23:59:59z", "2026-11-28 23:59:59Z", "2026-11-28T23:59:59+0800",
        "2026-11-28T23:59:59+08", "2026-11-28T23:59:59+24:00", "2026-11-28T23:59:59+08:60", "2026-11-28T23:59Z",
        "2026-11-28T23:59:59Z\n", " 2026-11-28T23:59:59Z", "26-11-28T23:59:59Z", "٢٠٢٦-11-28T23:59:59Z", "",
        "1677-09-21T00:12:43Z", "2262-04-11T23:47:17Z", "9999-12-31T23:59:59Z",
    ],
)  # fmt: skip
def test_other_forms_and_days_that_do_not_exist_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"RFC 3339|does not exist|outside the years") as caught:
        nanoseconds(text)
    assert not isinstance(caught.value, NaiveTimeError)


@given(
    st.datetimes(datetime.fromisoformat("1700-01-01"), datetime.fromisoformat("2200-01-01")),
    st.integers(-23 * 60, 23 * 60).map(lambda minutes: timezone(timedelta(minutes=minutes))),
)
def test_it_agrees_with_the_calendar_of_the_standard_library(clock: datetime, zone: timezone) -> None:
    stamp = clock.replace(tzinfo=zone)
    expected = (stamp - datetime(1970, 1, 1, tzinfo=UTC)) // timedelta(microseconds=1) * 1000
    assert nanoseconds(stamp.isoformat()) == expected


def test_a_day_is_read_in_one_form_only() -> None:
    assert day("2028-02-29") == date(2028, 2, 29)
    for text in ("20280229", "2028-W09-2", "2027-02-29", "2028-2-29", "0000-01-01", "2028-02-29T00:00:00Z", ""):
        with pytest.raises(ValueError, match=r"date|exist"):
            day(text)
