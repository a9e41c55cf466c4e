"""Who is settled first: the action button, and the walk round the table from it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.oracle.cards import card
from tests.oracle.sheets import FOUR_KINDS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tests.oracle.lines import Place

# GEGA-003666, 'Action Button Utilized'; card room, THE ACTION BUTTON (the ten has its face value there).
BUTTON_VALUES = {"A": 1, "T": 10, "J": 11, "Q": 12, "K": 13, **{str(n): n for n in range(2, 10)}}


def bank_seat(round_: dict[str, Any]) -> int | None:
    """The seat of the player-dealer, or None when no participant is recorded as banking."""
    bank = round_.get("player_dealer")
    return None if bank is None else bank["seat"]


def occupied_seats(round_: dict[str, Any]) -> list[int]:
    """Seats with a participant, the player-dealer's aside, in seat order."""
    return sorted(s["seat"] for s in round_["seats"] if s["participants"] and s["seat"] != bank_seat(round_))


def first_occupied_from(seat: int, occupied: list[int]) -> int | None:
    """The first seat with a participant at or after `seat`, going round."""
    return next(iter([s for s in occupied if s >= seat] + occupied), None)


def button_position(round_: dict[str, Any], reading: str, positions: int | None) -> int | None:
    """The position that the action card gives, by counting one at a time; None when it cannot be counted."""
    banking, shown = bank_seat(round_), round_.get("action_card")
    if positions is None or banking is None or shown is None:
        return None
    counted = [n for n in range(1, positions + 1) if n != banking]
    if reading == "occupied_only":
        counted = [n for n in counted if n in occupied_seats(round_)]
    if not counted:
        return None
    place = -1
    for _ in range(BUTTON_VALUES[card(shown)[0]]):
        place = (place + 1) % len(counted)
    return counted[place]


def first_action(round_: dict[str, Any], sheet: dict[str, Any], reading: str, positions: int | None) -> int | None:
    """The seat from which wagers are settled: as recorded, else derived where the sheet has a button rule."""
    if round_.get("action_seat") is not None:
        return int(round_["action_seat"])
    if not sheet["button_rule"]:
        return None
    return button_position(round_, reading, positions)


def settlement_order(
    places: Iterable[Place],
    start: int | None,
    banking: int | None,
    layout: str,
    lost_by_folding: set[tuple[int, str, str]],
    forfeits_first: bool,
) -> list[tuple[int, str, str]]:
    """Keys of the four kinds' wagers in the order in which the bank answers them."""
    begin = 1 if start is None else start
    by_seat = sorted(places, key=lambda p: p.seat)
    elsewhere = [p for p in by_seat if p.seat != banking]
    walk = [p for p in elsewhere if p.seat >= begin] + [p for p in elsewhere if p.seat < begin]
    ordered: list[tuple[int, str, str]] = []
    for group in (walk, [p for p in by_seat if p.seat == banking]):
        if layout == "seat_major":
            keys = [(p.seat, p.participant_id, kind) for p in group for kind in FOUR_KINDS if p.line(kind)]
        else:
            keys = [(p.seat, p.participant_id, kind) for kind in FOUR_KINDS for p in group if p.line(kind)]
        if forfeits_first:
            keys = [k for k in keys if k in lost_by_folding] + [k for k in keys if k not in lost_by_folding]
        ordered += keys
    return ordered
