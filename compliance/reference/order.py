"""Step 3: where action starts and the order in which wagers are settled."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from compliance.domain.cards import RANKS

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from compliance.domain.rounds import Round
    from compliance.reference.full import Full
    from compliance.reference.table import Key
    from compliance.rules.sections import Button
    from compliance.rules.sheet import RuleSheet


@dataclass(frozen=True, slots=True)
class ButtonPlace:
    """What the action card gives: the position counted to, and the first occupied seat from there."""

    position: int
    first_occupied: int | None

    @property
    def accepted(self) -> tuple[int, ...]:
        """Action seats that a log may record for it: the order of settlement is the same."""
        if self.first_occupied is None or self.first_occupied == self.position:
            return (self.position,)
        return (self.position, self.first_occupied)


def button_place(round_: Round, button: Button | None, positions: int | None) -> ButtonPlace | None:
    """Count the action card's value round the table, the player-dealer's position left out.

    None where the sheet has no button rule, the positions are unknown, or the round names no player-dealer
    or action card.
    """
    if button is None or positions is None or round_.player_dealer is None or round_.action_card is None:
        return None
    banking_seat = round_.player_dealer.seat
    occupied = sorted(seat.seat for seat in round_.seats if seat.participants and seat.seat != banking_seat)
    counted = [position for position in range(1, positions + 1) if position != banking_seat]
    if button.counted == "occupied_only":
        counted = [position for position in counted if position in occupied]
    if not counted:
        return None
    value = button.values[RANKS[round_.action_card.rank - 2]]  # type: ignore[index]
    position = counted[(value - 1) % len(counted)]
    upward = [seat for seat in occupied if seat >= position] or occupied
    return ButtonPlace(position, upward[0] if upward else None)


def action_start(round_: Round, sheet: RuleSheet, positions: int | None) -> int | None:
    """Return the seat where settlement starts: the recorded one, else the one derived; None where neither is known."""
    if round_.action_seat is not None:
        return round_.action_seat
    place = button_place(round_, sheet.button, positions)
    return place.position if place else None


def settlement_order(start: int, round_: Round, sheet: RuleSheet) -> Callable[[Full], tuple[int, ...]]:
    """Return the sort key that puts wagers in order of settlement.

    Seats run upward from ``start`` and wrap; at a seat participants stand as recorded, and for each the
    sheet's order of wagers. ``wager_major`` takes one kind round the whole table before the next;
    ``forfeits_first`` puts wagers lost by folding before all others. Wagers at the banking seat come last.
    """
    bank = sheet.bank
    kinds: Sequence[str] = bank.answers if bank else ()
    places = {kind: place for place, kind in enumerate((*kinds, *(k for k in sheet.wagers if k not in kinds)))}
    banking_seat = round_.player_dealer.seat if bank and round_.player_dealer else None

    def position(full: Full) -> tuple[int, ...]:
        key: Key = full.key
        kind = places.get(key.kind, len(places))
        round_the_table = (key.seat < start, key.seat, key.participant_index)
        in_turn = not (bank and bank.forfeits == "forfeits_first" and full.by_folding)
        if bank and bank.order == "wager_major":
            return (key.seat == banking_seat, in_turn, kind, *round_the_table)
        return (key.seat == banking_seat, in_turn, *round_the_table, kind)

    return position
