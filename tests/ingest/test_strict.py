"""The strict reader: each field, each reason, and what is wrong in the game and must be read all the same."""

from __future__ import annotations

import dataclasses
import json
from datetime import date
from typing import Any

import pytest

from compliance.domain.cards import hand
from compliance.domain.rounds import Participant, PlayerDealer, Progressive, Round, Seat, Source, Wager
from compliance.domain.words import Decision, DecisionSource, Outcome, PlayerDealerKind, RoundStatus
from compliance.ingest.faults import Reason, Unreadable
from compliance.ingest.strict import read_round
from tests.ingest import slow_reader
from tests.ingest.samples import a_round, line, plain, with_wager

SOURCE = Source("ab" * 32, 7, 1234)


def read(record: dict[str, Any] | bytes) -> Round:
    raw = record if isinstance(record, bytes) else line(record)
    return read_round(raw, source=SOURCE, default_licensee="room-1")


def fault(record: dict[str, Any] | bytes) -> tuple[Reason, str]:
    with pytest.raises(Unreadable) as caught:
        read(record)
    return caught.value.reason, caught.value.sentence


def changed(path: str, value: Any) -> dict[str, Any]:
    """The sample round with the value at a dotted path replaced."""
    record = a_round(progressive={"meter_id": "M1", "before": "100.00", "after": "101.00"})
    *way, last = [int(step) if step.isdigit() else step for step in path.split(".")]
    part: Any = record
    for step in way:
        part = part[step]
    part[last] = value
    return record


def without(path: str) -> dict[str, Any]:
    record = changed(path, None)
    part: Any = record
    *way, last = [int(step) if step.isdigit() else step for step in path.split(".")]
    for step in way:
        part = part[step]
    del part[last]
    return record


def test_every_field_of_a_round_is_read_to_its_type() -> None:
    record = a_round(
        licensee_id="room-9", shift="swing", session_id="S-3", void_reason="misdeal\nseen late",
        extra={"note": 1.50}, progressive={"meter_id": "M1", "before": 100, "after": "101.5"},
    )  # fmt: skip
    record["player_dealer"] |= {"kind": "proposition", "declined_by": ["P-1", "P-2"]}
    record["seats"] = record["seats"][:1]
    record["seats"][0]["participants"][0]["wagers"] = [
        {"kind": "ante", "stake": "25", "outcome": "push", "net": 0.00, "placed_at": "2026-11-28T19:04:20Z"}
    ]
    assert read(record) == Round(
        licensee_id="room-9",
        round_id="T07-20261128-000123",
        table_id="T07",
        gaming_date=date(2026, 11, 28),
        rule_sheet="gega-003666",
        currency="USD",
        minor_digits=2,
        status=RoundStatus.SETTLED,
        started_at="2026-11-28T19:04:11.250-08:00",
        settled_at="2026-11-28T19:05:40-08:00",
        seats=(
            Seat(
                1,
                hand("Ah Kh Qh"),
                (
                    Participant(
                        "P-1",
                        Decision.PLAY,
                        DecisionSource.PLAYER,
                        (Wager("ante", 2500, Outcome.PUSH, 0, "2026-11-28T19:04:20Z"),),
                        100,
                    ),
                ),
            ),
        ),
        dealer_cards=hand("Qd 7d 2c"),
        source=SOURCE,
        sequence=123,
        wagers_closed_at="2026-11-28T19:04:31-08:00",
        void_reason="misdeal\nseen late",
        deck="red",
        shuffler_id="S1",
        house_dealer_id="HD-114",
        shift="swing",
        session_id="S-3",
        player_dealer=PlayerDealer(4, "P-55", 150000, 200, -101500, PlayerDealerKind.PROPOSITION, ("P-1", "P-2")),
        action_card=hand("2c")[0],
        action_seat=2,
        progressive=Progressive("M1", 10000, 10150),
        extra='{"note": 1.5}',
    )


OPTIONAL = (
    "licensee_id", "sequence", "wagers_closed_at", "void_reason", "deck", "shuffler_id", "house_dealer_id", "shift",
    "session_id", "dealer_cards", "player_dealer", "action_card", "action_seat", "progressive", "extra",
    "player_dealer.wager", "player_dealer.collection", "player_dealer.net", "player_dealer.kind",
    "player_dealer.declined_by", "progressive.after", "seats.0.cards", "seats.0.participants.0.decision",
    "seats.0.participants.0.decision_source", "seats.0.participants.0.collection",
    "seats.0.participants.0.wagers.0.placed_at",
)  # fmt: skip
REQUIRED = (
    "round_id", "table_id", "gaming_date", "currency", "status", "rule_sheet", "started_at", "settled_at", "seats",
    "player_dealer.seat", "player_dealer.participant_id", "progressive.meter_id", "progressive.before",
    "seats.0.seat", "seats.0.participants", "seats.0.participants.0.participant_id",
    "seats.0.participants.0.wagers", "seats.0.participants.0.wagers.0.kind",
    "seats.0.participants.0.wagers.0.stake", "seats.0.participants.0.wagers.0.outcome",
    "seats.0.participants.0.wagers.0.net",
)  # fmt: skip


@pytest.mark.parametrize("path", OPTIONAL)
def test_absent_and_null_are_the_same_where_null_is_allowed(path: str) -> None:
    assert read(changed(path, None)) == read(without(path))


@pytest.mark.parametrize("path", REQUIRED)
def test_a_required_field_that_is_absent_or_null_is_missing(path: str) -> None:
    for record in (changed(path, None), without(path)):
        reason, sentence = fault(record)
        assert reason == Reason.MISSING_FIELD
        assert path.split(".")[-1] in sentence


@pytest.mark.parametrize(
    "path",
    [
        "comment", "Round_id", "seats.0.note", "seats.0.participants.0.name", "seats.0.participants.0.wagers.0.payout",
        "player_dealer.limit", "progressive.share",
    ],
)  # fmt: skip
def test_an_unknown_key_is_a_fault_even_when_null(path: str) -> None:
    assert fault(changed(path, None))[0] == Reason.UNKNOWN_FIELD
    assert fault(changed(path, {"a": 1}))[0] == Reason.UNKNOWN_FIELD


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("round_id", ""), ("round_id", "x" * 129), ("round_id", 5), ("round_id", "a\nb"), ("round_id", "a\u200bb"),
        ("table_id", "a\u202eb"), ("table_id", "\x00"), ("table_id", "a\x85b"), ("table_id", ["T"]),
        ("round_id", "\ufeffa"), ("table_id", "\ufeffT07"), ("deck", "a\ufeffb"),
        ("licensee_id", ""), ("rule_sheet", True), ("deck", "a\u2066b"), ("shuffler_id", "\u061c"),
        ("house_dealer_id", "\u2028"), ("shift", 1), ("session_id", {}),
        ("gaming_date", "2026-11-31"), ("gaming_date", "28.11.2026"), ("gaming_date", 20261128),
        ("currency", "usd"), ("currency", "XAU"), ("currency", "ZZQ"), ("currency", 840),
        ("status", "SETTLED"), ("status", "resolved"), ("status", True), ("void_reason", 5),
        ("sequence", "123"), ("sequence", 1.0), ("sequence", 10**16), ("sequence", True),
        ("seats", {}), ("seats.0", 5), ("seats.0.seat", 0), ("seats.0.seat", -1), ("seats.0.seat", 2.0),
        ("seats.0.seat", "2"), ("seats.0.seat", 2**31), ("seats.0.cards", "Ah Kh Qh"), ("seats.0.participants", {}),
        ("seats.0.participants.0", []), ("seats.0.participants.0.participant_id", ""),
        ("seats.0.participants.0.decision", "Play"), ("seats.0.participants.0.decision", False),
        ("seats.0.participants.0.decision_source", "robot"), ("seats.0.participants.0.wagers", "none"),
        ("seats.0.participants.0.wagers.0", None), ("seats.0.participants.0.wagers.0.kind", "Ante"),
        ("seats.0.participants.0.wagers.0.kind", ""), ("seats.0.participants.0.wagers.0.kind", "a" * 65),
        ("seats.0.participants.0.wagers.0.outcome", "WIN"), ("seats.0.participants.0.wagers.0.outcome", ["win"]),
        ("player_dealer", 4), ("player_dealer.seat", 0), ("player_dealer.kind", "bank"),
        ("player_dealer.declined_by", "P-1"), ("player_dealer.declined_by", [""]), ("player_dealer.declined_by", [5]),
        ("player_dealer.declined_by", [None]), ("action_seat", "2"), ("action_seat", 2**31),
        ("progressive", []), ("progressive.meter_id", 7), ("extra", []), ("extra", "x"), ("extra", 0),
        ("started_at", "yesterday"), ("settled_at", 1795921451), ("settled_at", "2026-11-28T19:04:61-08:00"),
        ("dealer_cards", "Qd 7d 2c"),
    ],
)  # fmt: skip
def test_a_value_that_its_field_cannot_take_is_bad(path: str, value: Any) -> None:
    assert fault(changed(path, value))[0] == Reason.BAD_VALUE


AMOUNTS = (
    "seats.0.participants.0.wagers.0.stake", "seats.0.participants.0.wagers.0.net",
    "seats.0.participants.0.collection", "player_dealer.wager", "player_dealer.collection", "player_dealer.net",
    "progressive.before", "progressive.after",
)  # fmt: skip


@pytest.mark.parametrize("path", AMOUNTS)
@pytest.mark.parametrize(
    "value",
    [
        "1'000.00", "1,000.00", "25,00", "+25.00", " 25.00", "25.00 ", "25.", ".50", "", "1e2", "0x10", "NaN",
        "--5", "٢٥", "25.00\n", True, [], {}, "10000000000000.01", "9" * 50,
    ],
)  # fmt: skip
def test_an_amount_in_any_other_writing_is_bad(path: str, value: Any) -> None:
    assert fault(changed(path, value))[0] == Reason.BAD_VALUE


@pytest.mark.parametrize("path", AMOUNTS)
@pytest.mark.parametrize("number", ["1e2", "2.5E1", "25e-1", "1E400", "-1e0", "9" * 400])
def test_an_exponent_or_a_monstrous_number_is_no_amount(path: str, number: str) -> None:
    raw = line(changed(path, "@@")).replace(b'"@@"', number.encode())
    assert fault(raw)[0] == Reason.BAD_VALUE


@pytest.mark.parametrize("path", AMOUNTS)
@pytest.mark.parametrize("number", ['"10.005"', "10.005", '"10.000"', "0.0000000000000000000001", '"-1.999"'])
def test_more_decimals_than_the_currency_has_are_not_rounded(path: str, number: str) -> None:
    raw = line(changed(path, "@@")).replace(b'"@@"', number.encode())
    assert fault(raw)[0] == Reason.MONEY_PRECISION


@pytest.mark.parametrize(
    ("currency", "text", "units"),
    [
        ("USD", '"25.00"', 2500), ("USD", '"25"', 2500), ("USD", "25", 2500), ("USD", "25.0", 2500),
        ("USD", '"25.5"', 2550), ("USD", '"-0.05"', -5), ("USD", '"-0"', 0), ("USD", '"007.10"', 710),
        ("JPY", '"2500"', 2500), ("JPY", "2500", 2500), ("KWD", '"2.500"', 2500), ("KWD", "2.5", 2500),
        ("USD", "90071992547409.93", None), ("USD", '"10000000000000.00"', 10**15), ("USD", "0.07", 7),
        ("USD", "1.15", 115), ("USD", "4.35", 435), ("USD", '"-10.01"', -1001),
    ],
)  # fmt: skip
def test_an_amount_is_exactly_what_its_text_says(currency: str, text: str, units: int | None) -> None:
    raw = line(with_wager(stake="@@") | {"currency": currency}).replace(b'"@@"', text.encode())
    if currency != "USD":
        raw = raw.replace(b'.00"', b'"')
    if units is None:
        assert fault(raw)[0] == Reason.BAD_VALUE
    else:
        assert read(raw).seats[0].participants[0].wagers[0].stake == units


@pytest.mark.parametrize("currency", ["JPY", "KRW"])
def test_a_currency_without_minor_units_takes_no_decimals(currency: str) -> None:
    assert fault(a_round(currency=currency))[0] == Reason.MONEY_PRECISION


@pytest.mark.parametrize(
    "spelling", ["Th", "th", "TH", "tH", "10h", "10H", "T♥", "10♥", "t♥", "h-T", "H_10", "h_t", "H-10"]
)
def test_a_card_is_read_in_each_spelling(spelling: str) -> None:
    assert read(changed("action_card", spelling)).action_card == hand("Th")[0]


@pytest.mark.parametrize(
    "spelling",
    ["", "h", "1h", "0h", "11h", "Dh", "Tx", "T h", "T-h", "hT", "Th ", "T♡", "Joker", 5, None, ["Th"], True],
)
def test_anything_else_is_no_card(spelling: Any) -> None:
    for path in ("dealer_cards.1", "seats.0.cards.0"):
        assert fault(changed(path, spelling))[0] == Reason.BAD_CARD


def test_the_ten_written_with_two_digits_is_not_an_ace() -> None:
    assert read(changed("dealer_cards", ["10s", "Js", "1c".replace("1c", "As")])).dealer_cards == hand("Ts Js As")


@pytest.mark.parametrize(
    "path", ["started_at", "settled_at", "wagers_closed_at", "seats.0.participants.0.wagers.0.placed_at"]
)
def test_a_time_without_an_offset_is_refused(path: str) -> None:
    assert fault(changed(path, "2026-11-28T19:04:11"))[0] == Reason.NAIVE_TIMESTAMP


def test_seats_participants_and_kinds_stand_once() -> None:
    twice = a_round()
    twice["seats"][1]["seat"] = 1
    same_person, same_kind = a_round(), a_round()
    same_person["seats"][0]["participants"] *= 2
    same_kind["seats"][0]["participants"][0]["wagers"] *= 2
    for record in (twice, same_person, same_kind):
        reason, sentence = fault(record)
        assert reason == Reason.BAD_VALUE
        assert "twice" in sentence


def test_one_person_may_hold_several_seats_and_dozens_may_share_one() -> None:
    record = a_round()
    crowd = [{"participant_id": f"P-{n}", "wagers": []} for n in range(60)]
    record["seats"] = [{"seat": 1, "participants": crowd}, {"seat": 2, "participants": crowd[:1]}]
    round_ = read(record)
    assert [len(seat.participants) for seat in round_.seats] == [60, 1]
    assert round_.seats[0].cards is None


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("dealer_cards", ["Qd", "Qd", "2c"]), ("seats.0.cards", ["Ah", "Kh", "Qh", "Jh"]), ("seats.0.cards", []),
        ("dealer_cards", None), ("dealer_cards", ["2c"]), ("seats.0.seat", 9), ("player_dealer.seat", 1),
        ("seats.0.participants.0.wagers.1.stake", "30.00"), ("seats.0.participants.0.wagers.0.stake", "0"),
        ("seats.0.participants.0.wagers.0.stake", "-25.00"), ("seats.0.participants.0.wagers.0.kind", "lucky_7"),
        ("seats.0.participants.0.collection", "-1.00"), ("player_dealer.wager", None), ("player_dealer", None),
        ("sequence", -4), ("action_seat", 0), ("seats", []), ("rule_sheet", "no-such-sheet"), ("void_reason", ""),
        ("settled_at", "2026-11-28T00:00:00-08:00"), ("gaming_date", "1999-01-01"),
    ],
)  # fmt: skip
def test_what_is_wrong_in_the_game_is_read_as_it_stands(path: str, value: Any) -> None:
    record = changed(path, value)
    assert plain(read(record)) == slow_reader.read(line(record)) | {"licensee_id": "room-1"}


def test_a_round_without_a_licensee_is_the_defaults() -> None:
    assert read(a_round()).licensee_id == "room-1"
    assert read(a_round(licensee_id="room-2")).licensee_id == "room-2"


def test_extra_is_kept_as_it_came() -> None:
    raw = line(a_round(extra="@@")).replace(b'"@@"', b'{ "b" : 1.50,"a":[1e400, NULL]}'.replace(b"NULL", b"null"))
    assert read(raw).extra == '{ "b" : 1.50,"a":[1e400, null]}'


def test_key_order_and_white_space_change_nothing() -> None:
    record = a_round()
    shuffled = json.dumps(dict(reversed(record.items())), indent=2).replace("\n", "\r").encode()
    assert read(shuffled) == read(record)


def test_the_sentence_says_where() -> None:
    reason, sentence = fault(changed("seats.1.participants.0.wagers.0.net", "10.005"))
    assert reason == Reason.MONEY_PRECISION
    assert sentence.startswith("seats[1].participants[0].wagers[0].net: ")
    assert fault(changed("seats.1", 7))[1].startswith("seats[1]: ")


def test_a_round_that_was_read_cannot_be_changed() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        read(a_round()).table_id = "T08"  # type: ignore[misc]
