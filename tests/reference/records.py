"""Rounds of format 1 written down in a few words. Amounts are decimal text, cards are words: ``"Qd 7d 2c"``."""

from __future__ import annotations

from typing import Any

Record = dict[str, Any]


def record_of(sheet_id: str, dealer: str | None, *seats: Record, **more: Any) -> Record:
    """A settled round in US dollars; ``more`` adds members or replaces them."""
    return {
        "round_id": "R1",
        "table_id": "T01",
        "rule_sheet": sheet_id,
        "gaming_date": "2026-11-28",
        "started_at": "2026-11-28T19:04:11-08:00",
        "settled_at": "2026-11-28T19:05:40-08:00",
        "currency": "USD",
        "status": "settled",
        "dealer_cards": None if dealer is None else dealer.split(),
        "seats": list(seats),
        **more,
    }


def seat_of(number: int, cards: str | None, *participants: Record) -> Record:
    """A seat with its hand; a participant without a name is P and the seat's number."""
    named = [{"participant_id": f"P-{number}", **participant} for participant in participants]
    return {"seat": number, "cards": None if cards is None else cards.split(), "participants": named}


def participant_of(decision: str | None, *wagers: str, **more: Any) -> Record:
    """A participant; a wager reads ``"ante 100.00 win 100.00"``: kind, stake, and outcome and net as recorded."""
    keys = ("kind", "stake", "outcome", "net")
    return {"decision": decision, "wagers": [dict(zip(keys, text.split(), strict=True)) for text in wagers], **more}


def bank_of(wager: str | None, net: str | None = None, seat: int = 7) -> Record:
    """The player-dealer of a round."""
    return {"seat": seat, "participant_id": "P-bank", "wager": wager, "net": net}
