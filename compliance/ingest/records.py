"""A round as the store stages it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from compliance.domain.words import WAGER_KINDS
from compliance.ingest.times import nanoseconds

if TYPE_CHECKING:
    from collections.abc import Sequence

    from compliance.domain.cards import Card
    from compliance.domain.rounds import Participant, Round, Seat, Wager
    from compliance.ingest.lines import Line


def staged_record(round_: Round, line: Line) -> str:
    """Return the round as the JSON text that ``compliance.store.staging.Staging.add`` takes."""
    banker = round_.player_dealer
    meter = round_.progressive
    record = {
        "line": line.number,
        "byte_offset": line.offset,
        "byte_length": line.length,
        "licensee_id": round_.licensee_id,
        "round_id": round_.round_id,
        "table_id": round_.table_id,
        "gaming_date": round_.gaming_date.isoformat(),
        "rule_sheet": round_.rule_sheet,
        "currency": round_.currency,
        "minor_digits": round_.minor_digits,
        "status": round_.status,
        "void_reason": round_.void_reason,
        "sequence": round_.sequence,
        "started_at": round_.started_at,
        "started_ns": nanoseconds(round_.started_at),
        "wagers_closed_at": round_.wagers_closed_at,
        "wagers_closed_ns": _instant(round_.wagers_closed_at),
        "settled_at": round_.settled_at,
        "settled_ns": nanoseconds(round_.settled_at),
        "deck": round_.deck,
        "shuffler_id": round_.shuffler_id,
        "house_dealer_id": round_.house_dealer_id,
        "shift": round_.shift,
        "session_id": round_.session_id,
        "dealer_cards": _cards(round_.dealer_cards),
        "action_card": None if round_.action_card is None else str(round_.action_card),
        "action_seat": round_.action_seat,
        "extra": round_.extra,
        "plain": all(map(_plain, round_.seats)),
        "sound": True,
        "seats": [_seat(seat) for seat in round_.seats],
    }
    if banker is not None:
        record |= {
            "pd_seat": banker.seat,
            "pd_participant_id": banker.participant_id,
            "pd_wager": banker.wager,
            "pd_collection": banker.collection,
            "pd_net": banker.net,
            "pd_kind": banker.kind,
            "pd_declined_by": banker.declined_by,
        }
    if meter is not None:
        record |= {"meter_id": meter.meter_id, "meter_before": meter.before, "meter_after": meter.after}
    return json.dumps(record)


def _instant(text: str | None) -> int | None:
    return None if text is None else nanoseconds(text)


def _cards(cards: Sequence[Card] | None) -> str | None:
    return None if cards is None else " ".join(map(str, cards))


def _plain(seat: Seat) -> bool:
    if not seat.participants:
        return seat.cards is None
    wagers = (wager for participant in seat.participants for wager in participant.wagers)
    return all(wager.kind in WAGER_KINDS and wager.placed_at is None for wager in wagers)


def _seat(seat: Seat) -> dict[str, Any]:
    return {
        "seat": seat.seat,
        "cards": _cards(seat.cards),
        "participants": [_participant(participant) for participant in seat.participants],
    }


def _participant(participant: Participant) -> dict[str, Any]:
    return {
        "participant_id": participant.participant_id,
        "decision": participant.decision,
        "decision_source": participant.decision_source,
        "collection": participant.collection,
        "wagers": [_wager(wager) for wager in participant.wagers],
    }


def _wager(wager: Wager) -> dict[str, Any]:
    return {
        "kind": wager.kind,
        "stake": wager.stake,
        "outcome": wager.outcome,
        "net": wager.net,
        "placed_at": wager.placed_at,
        "placed_ns": _instant(wager.placed_at),
    }
