"""The strict reader: one line of a log in format 1 → a round, or the reason why it is none.

Everybody who needs a round from its raw bytes reads it here. What is wrong in the game (a card twice, a seat
that the table does not have, a Play wager unlike the Ante) is read as it stands: it is for the checks to find.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from compliance.domain.money import MoneyError, minor_digits
from compliance.domain.rounds import Participant, PlayerDealer, Progressive, Round, Seat, Source, Wager
from compliance.domain.words import Decision, DecisionSource, Outcome, PlayerDealerKind, RoundStatus
from compliance.ingest import fields
from compliance.ingest.faults import Unreadable
from compliance.ingest.fields import array, known_keys, members, optional, required
from compliance.ingest.strict_json import member_text, parse

if TYPE_CHECKING:
    from collections.abc import Callable

ROUND_KEYS = (
    "round_id", "licensee_id", "table_id", "sequence", "rule_sheet", "gaming_date", "started_at",
    "wagers_closed_at", "settled_at", "currency", "status", "void_reason", "deck", "shuffler_id",
    "house_dealer_id", "shift", "session_id", "dealer_cards", "player_dealer", "action_card", "action_seat",
    "progressive", "seats", "extra",
)  # fmt: skip
PLAYER_DEALER_KEYS = ("seat", "participant_id", "wager", "collection", "net", "kind", "declined_by")
PROGRESSIVE_KEYS = ("meter_id", "before", "after")
SEAT_KEYS = ("seat", "cards", "participants")
PARTICIPANT_KEYS = ("participant_id", "decision", "decision_source", "collection", "wagers")
WAGER_KEYS = ("kind", "stake", "outcome", "net", "placed_at")

_ROUND, _PLAYER_DEALER, _PROGRESSIVE, _SEAT, _PARTICIPANT, _WAGER = map(
    frozenset, (ROUND_KEYS, PLAYER_DEALER_KEYS, PROGRESSIVE_KEYS, SEAT_KEYS, PARTICIPANT_KEYS, WAGER_KEYS)
)

_outcome = partial(fields.word, vocabulary={str(word): word for word in Outcome})
_status = partial(fields.word, vocabulary={str(word): word for word in RoundStatus})
_decision = partial(fields.word, vocabulary={str(word): word for word in Decision})
_decision_source = partial(fields.word, vocabulary={str(word): word for word in DecisionSource})
_banker_kind = partial(fields.word, vocabulary={str(word): word for word in PlayerDealerKind})


def read_round(raw: bytes, *, source: Source, default_licensee: str) -> Round:
    """Read one line, without its line end, as a round; ``default_licensee`` is whose it is if it does not say.

    Raises:
        Unreadable: the line is not a round of the format; its reason code and sentence go to quarantine.
    """
    record, line = parse(raw)
    return round_of(record, line, source=source, default_licensee=default_licensee)


def round_of(record: fields.Members, line: str, *, source: Source, default_licensee: str) -> Round:
    """Read a parsed line as a round; ``line`` is the text it was parsed from.

    Raises:
        Unreadable: as ``read_round``.
    """
    known_keys(record, _ROUND)
    currency = required(record, "currency", fields.text)
    try:
        digits = minor_digits(currency)
    except MoneyError as error:
        raise fields.bad_value("currency", str(error)) from None
    money = partial(fields.money, digits=digits)
    player_dealer = optional(record, "player_dealer", members)
    progressive = optional(record, "progressive", members)
    extra = optional(record, "extra", members)
    return Round(
        licensee_id=optional(record, "licensee_id", fields.identifier) or default_licensee,
        round_id=required(record, "round_id", fields.printable),
        table_id=required(record, "table_id", fields.identifier),
        gaming_date=required(record, "gaming_date", fields.calendar_day),
        rule_sheet=required(record, "rule_sheet", fields.identifier),
        currency=currency,
        minor_digits=digits,
        status=required(record, "status", _status),
        started_at=required(record, "started_at", fields.instant),
        settled_at=required(record, "settled_at", fields.instant),
        seats=_seats(required(record, "seats", array), money),
        dealer_cards=optional(record, "dealer_cards", fields.cards),
        source=source,
        sequence=optional(record, "sequence", fields.count),
        wagers_closed_at=optional(record, "wagers_closed_at", fields.instant),
        void_reason=optional(record, "void_reason", fields.text),
        deck=optional(record, "deck", fields.identifier),
        shuffler_id=optional(record, "shuffler_id", fields.identifier),
        house_dealer_id=optional(record, "house_dealer_id", fields.identifier),
        shift=optional(record, "shift", fields.identifier),
        session_id=optional(record, "session_id", fields.identifier),
        player_dealer=None if player_dealer is None else _player_dealer(player_dealer, money),
        action_card=optional(record, "action_card", fields.card),
        action_seat=optional(record, "action_seat", fields.position),
        progressive=None if progressive is None else _progressive(progressive, money),
        extra=None if extra is None else member_text(line, "extra"),
    )


def _player_dealer(record: fields.Members, money: Callable[[Any, str], int]) -> PlayerDealer:
    try:
        known_keys(record, _PLAYER_DEALER)
        return PlayerDealer(
            seat=required(record, "seat", fields.seat_number),
            participant_id=required(record, "participant_id", fields.identifier),
            wager=optional(record, "wager", money),
            collection=optional(record, "collection", money),
            net=optional(record, "net", money),
            kind=optional(record, "kind", _banker_kind),
            declined_by=optional(record, "declined_by", fields.identifiers),
        )
    except Unreadable as fault:
        raise fault.within("player_dealer") from None


def _progressive(record: fields.Members, money: Callable[[Any, str], int]) -> Progressive:
    try:
        known_keys(record, _PROGRESSIVE)
        return Progressive(
            meter_id=required(record, "meter_id", fields.identifier),
            before=required(record, "before", money),
            after=optional(record, "after", money),
        )
    except Unreadable as fault:
        raise fault.within("progressive") from None


def _seats(records: list[Any], money: Callable[[Any, str], int]) -> tuple[Seat, ...]:
    seats = []
    taken = set()
    for index, part in enumerate(records):
        record = members(part, f"seats[{index}]")
        try:
            known_keys(record, _SEAT)
            seat = Seat(
                seat=required(record, "seat", fields.seat_number),
                cards=optional(record, "cards", fields.cards),
                participants=_participants(required(record, "participants", array), money),
            )
            if seat.seat in taken:
                raise fields.bad_value("seat", f"seat {seat.seat} stands twice in the round")
        except Unreadable as fault:
            raise fault.within(f"seats[{index}]") from None
        taken.add(seat.seat)
        seats.append(seat)
    return tuple(seats)


def _participants(records: list[Any], money: Callable[[Any, str], int]) -> tuple[Participant, ...]:
    participants = []
    known = set()
    for index, part in enumerate(records):
        record = members(part, f"participants[{index}]")
        try:
            known_keys(record, _PARTICIPANT)
            participant = Participant(
                participant_id=required(record, "participant_id", fields.identifier),
                decision=optional(record, "decision", _decision),
                decision_source=optional(record, "decision_source", _decision_source) or DecisionSource.PLAYER,
                wagers=_wagers(required(record, "wagers", array), money),
                collection=optional(record, "collection", money),
            )
            if participant.participant_id in known:
                raise fields.bad_value("participant_id", f"{participant.participant_id!r} stands twice at the seat")
        except Unreadable as fault:
            raise fault.within(f"participants[{index}]") from None
        known.add(participant.participant_id)
        participants.append(participant)
    return tuple(participants)


def _wagers(records: list[Any], money: Callable[[Any, str], int]) -> tuple[Wager, ...]:
    wagers = []
    kinds = set()
    for index, part in enumerate(records):
        record = members(part, f"wagers[{index}]")
        try:
            known_keys(record, _WAGER)
            wager = Wager(
                kind=required(record, "kind", fields.kind),
                stake=required(record, "stake", money),
                outcome=required(record, "outcome", _outcome),
                net=required(record, "net", money),
                placed_at=optional(record, "placed_at", fields.instant),
            )
            if wager.kind in kinds:
                raise fields.bad_value("kind", f"{wager.kind} stands twice for the participant")
        except Unreadable as fault:
            raise fault.within(f"wagers[{index}]") from None
        kinds.add(wager.kind)
        wagers.append(wager)
    return tuple(wagers)
