"""The player-dealer's limit as people at a table would settle it: chip by chip, hand by hand, round the table.

It knows no amounts, only single chips that lie somewhere and are moved; a rule is the question whether the next chip
may be moved. Nothing of the evaluators is used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

KINDS = ("ante", "play", "pair_plus", "six_card_bonus")


class Spot(NamedTuple):
    """Where a wager lies: its seat and kind, and whether it was lost by folding."""

    seat: int
    kind: str
    folded: bool = False


def visits(wagers: Sequence[Spot], start: int, seats: int, layout: str, forfeits: str) -> list[Spot]:
    """The order in which the house dealer comes to the wagers, walking from seat to seat."""
    walk = []
    seat = start
    for _ in range(seats):
        walk.append(seat)
        seat = seat + 1 if seat < seats else 1
    if layout == "seat_major":
        stops = [(seat, kind) for seat in walk for kind in KINDS]
    else:
        stops = [(seat, kind) for kind in KINDS for seat in walk]
    rounds = [lambda wager: wager.folded, lambda wager: not wager.folded]
    if forfeits == "in_turn":
        rounds = [lambda wager: True]
    return [
        wager for now in rounds for stop in stops for wager in wagers if (wager.seat, wager.kind) == stop and now(wager)
    ]


def chips_moved(policy: str, put_up: int, due: list[int]) -> list[int]:
    """Chips that each wager receives (negative: gives), given those due to it (negative: owed), as they are visited."""
    if policy == "gross_consumed":
        return _until_the_pile_is_used(put_up, due)
    if policy == "running_net":
        return _from_one_tray(put_up, due)
    if policy == "separate_caps":
        return _with_two_counts(put_up, due)
    if policy == "collect_then_pay":
        return _collecting_first(put_up, due)
    raise ValueError(f"no policy is called {policy}")


def _until_the_pile_is_used(put_up: int, due: list[int]) -> list[int]:
    """Every chip paid or taken turns one chip of the pile over; when all are turned, nothing moves any more."""
    pile = ["fresh"] * put_up
    moved = [0] * len(due)
    for place, chips in enumerate(due):
        for _ in range(abs(chips)):
            if "fresh" in pile:
                pile[pile.index("fresh")] = "turned"
                moved[place] += 1 if chips > 0 else -1
    return moved


def _from_one_tray(put_up: int, due: list[int]) -> list[int]:
    """The tray holds what was put up; it can be emptied, and it can double: more is neither lost nor won."""
    tray = ["chip"] * put_up
    moved = [0] * len(due)
    for place, chips in enumerate(due):
        for _ in range(abs(chips)):
            if chips > 0 and tray:
                tray.pop()
                moved[place] += 1
            elif chips < 0 and len(tray) < 2 * put_up:
                tray.append("chip")
                moved[place] -= 1
    return moved


def _with_two_counts(put_up: int, due: list[int]) -> list[int]:
    """What is paid lies in one stack and what is taken in another; neither grows above what was put up."""
    paid: list[str] = []
    taken: list[str] = []
    moved = [0] * len(due)
    for place, chips in enumerate(due):
        for _ in range(abs(chips)):
            stack = paid if chips > 0 else taken
            if len(stack) < put_up:
                stack.append("chip")
                moved[place] += 1 if chips > 0 else -1
    return moved


def _collecting_first(put_up: int, due: list[int]) -> list[int]:
    """First all losers give into the tray, as many as were put up in all; then the tray pays while it lasts."""
    tray = ["chip"] * put_up
    moved = [0] * len(due)
    for place, chips in enumerate(due):
        for _ in range(-chips):
            if len(tray) < 2 * put_up:
                tray.append("chip")
                moved[place] -= 1
    for place, chips in enumerate(due):
        for _ in range(chips):
            if tray:
                tray.pop()
                moved[place] += 1
    return moved
