"""Source profiles: an operator's own files say the same as the format, exactly, or are set aside with a sentence."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from compliance.ingest.faults import IngestError, Unreadable
from compliance.ingest.profiles import load_profile, parsed_profile, profile_text
from compliance.ingest.profiles.amounts import as_net, plain_amount
from compliance.ingest.profiles.local_times import gaming_date, with_offset
from compliance.ingest.profiles.mapping import ColumnMapping
from compliance.ingest.profiles.profile import GamingDay, MoneyForm, TimeForm
from compliance.ingest.rereading import lines_from_kept
from compliance.ingest.times import nanoseconds
from compliance.store import open_database
from tests.ingest.samples import reasons, take_in

if TYPE_CHECKING:
    from compliance.store import Database

EXAMPLES = Path(__file__).parents[2] / "examples"
OPERATOR = EXAMPLES / "operator-csv"
HEAD = 'name = "x"\nsays = "x"\n[readers]\n".csv" = "csv"\n'


def test_the_operators_csv_says_what_the_format_says(db: Database, tmp_path: Path) -> None:
    (report,) = take_in(db, OPERATOR, profile=str(OPERATOR / "profile.toml"), default_licensee="example-room")
    assert (report.read, report.loaded) == (460, 460)
    with open_database(tmp_path / "json.duckdb") as other:
        take_in(other, EXAMPLES / "logs" / "T01.jsonl.gz", default_licensee="example-room")
        ids = {round_id for (round_id,) in db.rows("SELECT round_id FROM rounds")}
        assert len(ids) == 29
        wanted = {round_.round_id: round_ for _, round_, _ in lines_from_kept(other) if round_.round_id in ids}
    for _, found, _ in lines_from_kept(db):
        want = wanted[found.round_id]
        for name in ("seats", "player_dealer", "dealer_cards", "action_card", "action_seat", "status", "currency",
                     "table_id", "sequence", "gaming_date", "rule_sheet", "house_dealer_id", "deck"):  # fmt: skip
            assert getattr(found, name) == getattr(want, name), (found.round_id, name)
        for name in ("started_at", "wagers_closed_at", "settled_at"):
            assert nanoseconds(getattr(found, name)) == nanoseconds(getattr(want, name))


LOS_ANGELES = TimeForm(zone="America/Los_Angeles")


@pytest.mark.parametrize(
    ("text", "form", "found"),
    [
        ("2026-11-28T19:04:11", LOS_ANGELES, "2026-11-28T19:04:11-08:00"),
        ("2026-07-28 19:04:11.123456789", LOS_ANGELES, "2026-07-28T19:04:11.123456789-07:00"),
        ("2026-07-28T19:04:11.5Z", LOS_ANGELES, "2026-07-28T19:04:11.5Z"),
        # The clocks go back at 02:00 on 2026-11-01, and forward at 02:00 on 2026-03-08.
        ("2026-11-01T00:59:59", LOS_ANGELES, "2026-11-01T00:59:59-07:00"),
        ("2026-11-01T02:00:00", LOS_ANGELES, "2026-11-01T02:00:00-08:00"),
        ("2026-11-01T01:30:00", TimeForm(zone="America/Los_Angeles", ambiguous="earlier"), "2026-11-01T01:30:00-07:00"),
        ("2026-11-01T01:30:00", TimeForm(zone="America/Los_Angeles", ambiguous="later"), "2026-11-01T01:30:00-08:00"),
        ("2026-03-08T01:59:59", LOS_ANGELES, "2026-03-08T01:59:59-08:00"),
        ("2026-03-08T03:00:00", LOS_ANGELES, "2026-03-08T03:00:00-07:00"),
        ("2026-03-08T02:30:00", TimeForm(zone="America/Los_Angeles", skipped="before"), "2026-03-08T02:30:00-08:00"),
        ("2026-03-08T02:30:00", TimeForm(zone="America/Los_Angeles", skipped="after"), "2026-03-08T02:30:00-07:00"),
        # Half an hour at Lord Howe, and a zone without summer time.
        ("2026-04-05T01:45:00", TimeForm(zone="Australia/Lord_Howe", ambiguous="later"), "2026-04-05T01:45:00+10:30"),
        ("2026-11-01T01:30:00", TimeForm(zone="Asia/Macau"), "2026-11-01T01:30:00+08:00"),
        ("28.11.2026 19:04", TimeForm(zone="Europe/Riga", form="%d.%m.%Y %H:%M"), "2026-11-28T19:04:00+02:00"),
        ("28/11/2026 19:04 +0200", TimeForm(form="%d/%m/%Y %H:%M %z"), "2026-11-28T19:04:00+02:00"),
        ("1795921451250", TimeForm(form="milliseconds"), "2026-11-29T03:04:11.250Z"),
        # What the profile has nothing to say of is left to the strict reader.
        ("2026-11-28T19:04:11", TimeForm(), "2026-11-28T19:04:11"),
        ("yesterday", LOS_ANGELES, "yesterday"),
    ],
)  # fmt: skip
def test_a_local_time_gets_the_offset_of_its_zone(text: str, form: TimeForm, found: str) -> None:
    assert with_offset(text, "started_at", form) == found


@pytest.mark.parametrize(
    ("text", "form", "why"),
    [
        ("2026-11-01T01:30:00", LOS_ANGELES, "shown twice"),
        ("2026-03-08T02:30:00", LOS_ANGELES, "never shown"),
        ("2026-02-30T02:30:00", LOS_ANGELES, "does not exist"),
        ("19:04", TimeForm(zone="Europe/Riga", form="%d.%m.%Y %H:%M"), "not a time of the form"),
        ("28.11.2026 19:04", TimeForm(form="%d.%m.%Y %H:%M"), "no zone"),
        ("-1", TimeForm(form="milliseconds"), "milliseconds"),
        ("253402300800000", TimeForm(form="milliseconds"), "beyond any year"),
        ("999999999999999", TimeForm(form="milliseconds"), "beyond any year"),
    ],
)
def test_a_time_that_names_no_instant_is_refused_with_a_sentence(text: str, form: TimeForm, why: str) -> None:
    with pytest.raises(Unreadable, match=why) as caught:
        with_offset(text, "started_at", form)
    assert caught.value.sentence.startswith("started_at: ")


def test_a_gaming_day_may_end_after_midnight() -> None:
    day = GamingDay(zone="America/Los_Angeles", starts_at="06:00")
    assert gaming_date("2026-11-29T05:59:59-08:00", day) == "2026-11-28"
    assert gaming_date("2026-11-29T14:00:00Z", day) == "2026-11-29"


@pytest.mark.parametrize(
    ("text", "form", "currency", "found"),
    [
        ("1500", MoneyForm(unit="minor"), "USD", "15.00"),
        ("-5", MoneyForm(unit="minor"), "USD", "-0.05"),
        ("1500", MoneyForm(unit="minor"), "JPY", "1500"),
        ("1500", MoneyForm(unit="minor"), "KWD", "1.500"),
        ("1'000", MoneyForm(thousands="'"), "USD", "1000"),
        ("1.234.567,89", MoneyForm(decimal=",", thousands="."), "EUR", "1234567.89"),
        ("0,5", MoneyForm(decimal=","), "EUR", "0.5"),
        # More decimals than the currency has are the strict reader's to refuse: nothing is rounded here.
        ("10,005", MoneyForm(decimal=","), "EUR", "10.005"),
    ],
)
def test_an_amount_is_rewritten_digit_by_digit(text: str, form: MoneyForm, currency: str, found: str) -> None:
    assert plain_amount(text, "stake", currency, form) == found


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("15.00", MoneyForm(unit="minor")),
        ("1'00", MoneyForm(thousands="'")),
        ("1000.50", MoneyForm(decimal=",")),
        ("1.50", MoneyForm(decimal=",", thousands=".")),
        ("12", MoneyForm(unit="minor")),
    ],
)
def test_an_amount_not_written_as_the_profile_says_is_refused(text: str, form: MoneyForm) -> None:
    with pytest.raises(Unreadable):
        plain_amount(text, "stake", None if text == "12" else "USD", form)


@pytest.mark.parametrize(
    ("means", "amount", "outcome", "found"),
    [
        ("gross_return", "75.00", None, ("win", "50.00")),
        ("gross_return", "25.00", None, ("push", "0.00")),
        ("gross_return", "0", None, ("lose", "-25.00")),
        ("gross_return", "5.00", "lose", ("lose", "-20.00")),
        ("winnings", "50.00", "win", ("win", "50.00")),
        ("winnings", "0.00", "lose", ("lose", "-25.00")),
        ("winnings", "0", "push", ("push", "0.00")),
        ("gross_return", "5.00", None, None),
        ("winnings", "5.00", "lose", None),
        ("winnings", "5.00", None, None),
        ("gross_return", "5.001", None, None),
    ],
)
def test_what_the_amount_means_gives_the_net(means: Any, amount: str, outcome: str | None, found: Any) -> None:
    cells = {"currency": "USD", "stake": "25.00", "net": amount} | ({"outcome": outcome} if outcome else {})
    if found is None:
        with pytest.raises(Unreadable):
            as_net(cells, MoneyForm(net_is=means))
    else:
        got = as_net(cells, MoneyForm(net_is=means))
        assert (got["outcome"], got["net"]) == found


@pytest.mark.parametrize(
    ("cards", "text", "found"),
    [
        ('suit_first = true\nbetween = "-"\nranks = { "12" = "Q", "1" = "A" }\nsuits = { H = "h", S = "s" }',
         "H12-S1-H7", "Qh As 7h"),
        ('suits = { "\u2665" = "h", "\u2660" = "s" }\nbetween = ","', "Q\u2665,10\u2660", "Qh 10s"),
        ('[cards.spellings]\nQOH = "Qh"\nTOS = "Ts"', "QOH TOS Kd", "Qh Ts Kd"),
        ('suit_first = true', "h_Q xx", "Qh xx"),
    ],
)  # fmt: skip
def test_cards_in_an_operators_style(cards: str, text: str, found: str) -> None:
    section = cards if cards.startswith("[") else f"[cards]\n{cards}"
    mapping = ColumnMapping(parsed_profile(f"{HEAD}{section}\n", "x"))
    assert mapping.canonical({"cards": text}) == {"cards": found}


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("name = ", "not TOML"),
        ("name = " + "[" * 100_000, "nested too deep"),
        ("name = " + "9" * 5000, "too many digits"),
        ('name = "x"', "says"),
        (HEAD + '[column]\na = "stake"\n', "column: Extra inputs"),
        (HEAD + '[columns]\na = "steak"\n', "'steak' is no column"),
        (HEAD + '[columns]\na = "stake"\nb = "stake"\n', "two columns are called stake"),
        (HEAD + '[times]\nzone = "Los Angeles"\n', "no time zone"),
        (HEAD + '[times]\nzone = "../../etc/passwd"\n', "no time zone"),
        (HEAD + '[money]\nthousands = "."\n', "thousands mark"),
        (HEAD + '[times]\nzone = "UTC"\nform = "%H:%M"\n', "year, month and day"),
        (HEAD + '[times]\nzone = "UTC"\nform = "%d.%m. %H:%M"\n', "year, month and day"),
        (HEAD + '[times]\nzone = "UTC"\nform = "%Y-%m-%d %I:%M"\n', "does not say the hour"),
        (HEAD + '[times]\nzone = "UTC"\nform = "%Y-%m-%d %%H:%M"\n', "does not say the hour"),
        (HEAD + '[dates]\nform = "%m/%d"\n', "year, month and day"),
        (HEAD + '[gaming_day]\nzone = "UTC"\nstarts_at = "6"\n', "no time of day"),
        (HEAD.replace('"csv"', '"xml"'), "readers"),
        (HEAD.replace('".csv" = "csv"', '".jsonl" = "json_lines"') + '[money]\nunit = "minor"\n', "json_lines"),
        (HEAD.replace('"csv"', '"feed"'), "section feed"),
    ],
)
def test_a_faulty_profile_is_one_sentence(db: Database, tmp_path: Path, text: str, why: str) -> None:
    path = tmp_path / "own.toml"
    path.write_text(text)
    (tmp_path / "a.csv").write_text("x")
    with pytest.raises(IngestError, match=why) as caught:
        take_in(db, tmp_path / "a.csv", profile=str(path))
    assert "\n" not in str(caught.value)
    assert str(path) in str(caught.value)


def test_a_profile_that_is_not_there_names_those_that_are(db: Database, tmp_path: Path) -> None:
    with pytest.raises(IngestError, match="canonical, live-feed"):
        take_in(db, tmp_path, profile="nowhere")
    assert {load_profile(name).name for name in ("canonical", "live-feed")} == {"canonical", "live-feed"}


def a_game(name: str, **changes: Any) -> dict[str, Any]:
    """A game as a live studio hands it out, payouts with the stake in them."""
    return {
        "id": name, "startedAt": "2026-11-28T19:04:11.250Z", "settledAt": "2026-11-28T19:05:11Z", "status": "Resolved",
        "gameType": "tcp", "table": {"id": "tb1"}, "dealer": {"uid": "d1"}, "currency": "EUR",
        "wager": 21, "payout": 40,
        "participants": [
            {"playerId": "p1", "currency": "USD", "decisions": [{"type": "Call"}], "bets": [
                {"code": "TCP_Ante", "stake": 10, "payout": 20.00, "placedOn": "2026-11-28T19:04:20Z"},
                {"code": "TCP_Call", "stake": 10.00, "payout": 10},
                {"code": "TCP_PairPlus", "stake": 0.10, "payout": 0}]},
            {"playerId": "p2", "currency": "USD", "decisions": [], "bets": []}],
        "result": {"dealerHand": {"cards": ["QD", "7D", "2C"]}, "playerHand": {"cards": ["S_K", "C_10", "H_2"]}},
    } | changes  # fmt: skip


@pytest.mark.parametrize("form", ["page.json", "pages.jsonl", "games.jsonl"])
def test_a_live_feed_is_read_from_gross_returns(db: Database, tmp_path: Path, form: str) -> None:
    games = [a_game("g\u00e91"), a_game("g2", status="Cancelled")]
    games[1]["participants"][0]["bets"] = [{"code": "TCP_Ante", "stake": 10, "payout": 10}]
    pages = [{"uuid": "u", "data": [{"date": "2026-11-28", "games": games}, {"date": "x", "games": games[:1]}]}]
    path = tmp_path / form
    if form == "page.json":
        path.write_text(json.dumps(pages[0], indent=1, ensure_ascii=False), encoding="utf-8")
    else:
        parts = pages if form == "pages.jsonl" else [*games, games[0]]
        path.write_text("\n".join(json.dumps(part, ensure_ascii=False) for part in parts), encoding="utf-8")
    (report,) = take_in(db, path, profile="live-feed")
    assert (report.read, report.loaded, report.duplicate, report.quarantined) == (3, 2, 1, 0)
    text = path.read_bytes()
    for _, round_, (line,) in lines_from_kept(db):
        assert text[line.byte_offset :].startswith(line.raw)
        assert json.loads(line.raw)["id"] == round_.round_id
        assert round_.currency == "USD"
    first, second = (round_ for _, round_, _ in lines_from_kept(db))
    assert [(w.kind, w.stake, str(w.outcome), w.net) for w in first.seats[0].participants[0].wagers] == [
        ("ante", 1000, "win", 1000), ("play", 1000, "push", 0), ("pair_plus", 10, "lose", -10),
    ]  # fmt: skip
    assert [str(card) for card in first.seats[0].cards or ()] == ["Ks", "Tc", "2h"]
    assert (str(second.status), str(second.seats[0].participants[0].wagers[0].outcome)) == ("void", "void")


def test_a_list_in_a_feed_is_read_of_cards_and_names_only(db: Database, tmp_path: Path) -> None:
    """A part of a list that a cell cannot hold must not vanish, nor two names become one."""
    own = tmp_path / "own.toml"
    own.write_text(
        profile_text("live-feed").replace(
            "[feed.participant]",
            'player_dealer_seat = "bank.seat"\nplayer_dealer_participant_id = "bank.id"\n'
            'player_dealer_declined_by = "bank.declined"\n[feed.participant]',
        )
    )
    bank = {"seat": 4, "id": "p9"}
    hand = {"playerHand": {"cards": ["S_K", "", "H_2"]}}
    games = [
        a_game("g1", bank=bank | {"declined": ["p1", "p 2"]}), a_game("g2", bank=bank | {"declined": ["p1;p2", "p3"]}),
        a_game("g3", bank=bank | {"declined": ["p1", ""]}), a_game("g4", table={"id": ["t", "u"]}),
        a_game("g5", result=hand), a_game("g6", result={"playerHand": {"cards": ["S_K", None]}}),
    ]  # fmt: skip
    (tmp_path / "a.jsonl").write_text("\n".join(map(json.dumps, games)))
    take_in(db, tmp_path / "a.jsonl", profile=str(own))
    assert db.rows("SELECT round_id, pd_declined_by FROM rounds") == [("g1", ["p1", "p 2"])]
    assert reasons(db) == [(line, "bad_value") for line in range(2, 7)]


def test_games_of_a_feed_that_are_no_rounds_are_set_aside_one_by_one(db: Database, tmp_path: Path) -> None:
    two_currencies = a_game("g3")
    two_currencies["participants"][1]["currency"] = "EUR"
    twice = a_game("g4")
    twice["participants"][0]["bets"].append(twice["participants"][0]["bets"][0])
    part = a_game("g5")
    part["participants"][0]["bets"][0]["payout"] = 5
    games = [a_game("g1"), a_game("g2", gameType="trp"), two_currencies, twice, part, a_game("g6", participants={})]
    path = tmp_path / "a.jsonl"
    path.write_text("\n".join([*(json.dumps(game) for game in games), "{"]))
    (report,) = take_in(db, path, profile="live-feed")
    assert (report.read, report.loaded, report.quarantined) == (7, 1, 6)
    assert reasons(db) == [
        (2, "bad_value"), (3, "incomplete_round"), (4, "bad_value"), (5, "bad_value"), (6, "bad_value"),
        (7, "malformed_json"),
    ]  # fmt: skip
