"""What a licensee's file says of a table on a gaming date, and the faults it is refused for."""

from __future__ import annotations

import tomllib
from datetime import date, time
from pathlib import Path
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

import pytest

from compliance.rules.errors import RulesError
from compliance.rules.loader import load_licensee

if TYPE_CHECKING:
    from compliance.rules.licensee import Licensee

PATH = Path(__file__).with_name("licensee.toml")
TEXT = PATH.read_text()


@pytest.fixture
def room() -> Licensee:
    return load_licensee(PATH).licensee


def changed(tmp_path: Path, old: str, new: str) -> Path:
    assert TEXT.count(old) >= 1
    path = tmp_path / "licensee.toml"
    path.write_text(TEXT.replace(old, new, 1))
    return path


def test_the_sheet_in_force_at_a_table(room: Licensee) -> None:
    played = {
        day: play.sheet if (play := room.plays("T1", day)) else None
        for day in (date(2025, 12, 31), date(2026, 1, 1), date(2026, 5, 31), date(2026, 6, 1), date(2030, 1, 1))
    }
    assert list(played.values()) == [None, "gega-003666", "gega-003666", "gega-004246", "gega-004246"]
    assert room.plays("T9", date(2026, 6, 1)) is None


def test_an_open_ended_period_ends_where_the_next_begins(tmp_path: Path) -> None:
    room = load_licensee(changed(tmp_path, "until = 2026-05-31\n", "")).licensee
    play = room.plays("T1", date(2026, 6, 1))
    assert play is not None
    assert play.sheet == "gega-004246"
    assert play.postings == ("one-dollar-progressive", "example-pair-plus")


def test_positions_and_defaults(room: Licensee) -> None:
    assert [room.positions(table) for table in ("T1", "T2", "T9")] == [7, None, None]
    assert [room.currency_of(table) for table in ("T1", "T2", "T9")] == ["USD", "JPY", "USD"]
    assert [room.time_zone_of(table) for table in ("T1", "T2")] == [
        ZoneInfo("America/Los_Angeles"),
        ZoneInfo("Asia/Tokyo"),
    ]
    assert [room.day_starts_at_of(table) for table in ("T1", "T2")] == [time(6), time(0)]


def test_limits_change_with_the_date(room: Licensee) -> None:
    bounds = [room.limits("T1", day)["ante"].bounds(2) for day in (date(2026, 5, 31), date(2026, 6, 1))]
    assert bounds == [(500, 30000), (1000, None)]
    assert room.limits("T1", date(2026, 6, 1)).keys() == {"ante"}
    assert room.limits("T2", date(2026, 6, 1)) == room.limits("T9", date(2026, 6, 1)) == {}


def test_collections(room: Licensee) -> None:
    schedule = room.collections("T1", date(2026, 6, 1))
    assert schedule is not None
    assert [(rate.payer, rate.fee) for rate in schedule.rate] == [
        ("participant", "1.00"),
        ("player_dealer", "2.00"),
        ("player_dealer", "4.00"),
    ]
    assert room.collections("T2", date(2026, 6, 1)) is None


def test_rulings_by_date(room: Licensee) -> None:
    assert [ruling.reading for ruling in room.rulings("gega-003666")] == ["running_net"]
    assert room.rulings("gega-003666", date(2026, 3, 1)) == ()
    assert [ruling.ruling_ref for ruling in room.rulings("gega-003666", date(2026, 3, 2))] == ["letter of 2 March 2026"]
    assert room.rulings("gega-004246") == ()


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("until = 2026-05-31", "until = 2026-05-29", "plays no sheet from 2026-05-30 to 2026-05-31; close the gap"),
        ("until = 2026-05-31", "until = 2026-06-01", "table T1 has two sheets at once"),
        ("until = 2026-05-31", "until = 2025-05-31", "'until' 2025-05-31 is before 'since' 2026-01-01"),
        ("since = 2026-06-01", "since = 2026-01-01", "has two sheets at once"),
        ('least = "5.00"\ngreatest = "300.00"', 'since = 2026-06-01\nleast = "5.00"', "has two ante limits at once"),
        ('id = "T2"', 'id = "T1"', "the table T1 stands twice"),
        ('time_zone = "America/Los_Angeles"', 'time_zone = "Los Angeles"', "is not a time zone of the IANA list"),
        ('time_zone = "America/Los_Angeles"', 'time_zone = "../etc"', "is not a time zone of the IANA list"),
        ('day_starts_at = "06:00"', 'day_starts_at = "6am"', "day_starts_at"),
        ('currency = "USD"', 'currency = "usd"', "is not an ISO 4217 currency code"),
        ("positions = 7", "position = 7", "table no. 1, position: unknown key"),
        ("positions = 7", 'positions = "7"', "table no. 1, positions"),
        ("since = 2026-01-01\n", "", "table no. 1, play no. 1, since: missing; add it"),
        ('ruling_ref = "letter of 2 March 2026"\n', "", "ruling no. 1, ruling_ref: missing; add it"),
        ('basis = "seat"', 'basis = "seat", action_to = "1.00"', "belong to a fee on the basis of 'table_action'"),
        ('fee = "1.00"', "fee = 1.00", "table no. 1, collection no. 1, rate no. 1, fee"),
        ('id = "T1"', 'id = "T1"\nid = "T1"', "is not TOML"),
    ],
)
def test_faults_are_refused_in_a_sentence(tmp_path: Path, old: str, new: str, words: str) -> None:
    path = changed(tmp_path, old, new)
    with pytest.raises(RulesError) as refused:
        load_licensee(path)
    message = str(refused.value)
    assert words in message
    assert message.startswith(f"licensee file {path}")
    assert "\n" not in message


def test_the_file_is_plain_toml() -> None:
    assert tomllib.loads(TEXT)["table"][0]["play"][0]["since"] == date(2026, 1, 1)
