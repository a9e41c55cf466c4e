"""Where action starts, and who comes after whom."""

from __future__ import annotations

from itertools import product

import pytest

from compliance.reference.full import full_settlements
from compliance.reference.limit import under_caps
from compliance.reference.order import action_start, settlement_order
from compliance.reference.table import Table
from tests.reference.judged import SHEETS, read
from tests.reference.records import Record, bank_of, participant_of, record_of, seat_of

PLAYED = participant_of("play", "ante 10.00 push 0.00", "play 10.00 push 0.00", "pair_plus 5.00 push 0.00")
FOLDED = participant_of("fold", "ante 10.00 push 0.00", "pair_plus 5.00 push 0.00")


def visited(record: Record, start: int, **bank: str) -> list[tuple[int, str]]:
    changes = {f"bank.{key}": value for key, value in bank.items()}
    sheet = SHEETS["card-room-three-card-poker"].replacing(changes)
    round_ = read(record)
    in_order = settlement_order(start, round_, sheet)
    return [full.key[::2] for full in sorted(full_settlements(Table(round_, sheet)), key=in_order)]  # type: ignore[misc]


RECORD = record_of(
    "card-room-three-card-poker",
    "Qd 7d 2c",
    seat_of(5, "Kh 9s 4c", PLAYED),
    seat_of(2, "Th 8s 3c", FOLDED),
    seat_of(4, "Jh 8d 5c", FOLDED),
    player_dealer=bank_of("100.00", seat=4),
)
"""Seats 5 and 2, and seat 4, which banks. At the card room a fold forfeits Pair Plus too."""


@pytest.mark.parametrize(
    ("order", "forfeits", "expected"),
    [
        (
            "seat_major",
            "in_turn",
            [(5, "ante"), (5, "play"), (5, "pair_plus"), (2, "ante"), (2, "pair_plus")],
        ),
        (
            "wager_major",
            "in_turn",
            [(5, "ante"), (2, "ante"), (5, "play"), (5, "pair_plus"), (2, "pair_plus")],
        ),
        (
            "seat_major",
            "forfeits_first",
            [(2, "ante"), (2, "pair_plus"), (5, "ante"), (5, "play"), (5, "pair_plus")],
        ),
        (
            "wager_major",
            "forfeits_first",
            [(2, "ante"), (2, "pair_plus"), (5, "ante"), (5, "play"), (5, "pair_plus")],
        ),
    ],
)
def test_from_seat_3_the_walk_meets_5_then_2_and_the_banking_seat_last(
    order: str, forfeits: str, expected: list[tuple[int, str]]
) -> None:
    assert visited(RECORD, 3, order=order, forfeits=forfeits) == [*expected, (4, "ante"), (4, "pair_plus")]


def test_the_recorded_action_seat_goes_before_the_card() -> None:
    """A king counts 13 over six positions: the first. Recorded, seat 5 is where action starts."""
    sheet = SHEETS["gega-003666"]
    card = record_of("gega-003666", "Qd 7d 2c", SEAT, player_dealer=bank_of("100.00"), action_card="Kd")
    assert action_start(read(card), sheet, 7) == 1
    assert action_start(read({**card, "action_seat": 5}), sheet, 7) == 5
    assert action_start(read({**card, "action_card": None}), sheet, 7) is None
    assert action_start(read(card), SHEETS["bicycle-three-card-poker"], 8) is None


SEAT = seat_of(2, "Kh 9s 4c", PLAYED)

CAP = 30_000_00


@pytest.mark.parametrize(("stake", "paid"), [(CAP - 1, CAP - 1), (CAP, CAP), (CAP + 1, CAP)])
def test_a_cap_takes_what_is_above_it_to_the_cent(stake: int, paid: int) -> None:
    """A pair pays its stake; 30,000.00 is the most that a bonus of Bicycle wins."""
    amount = f"{stake // 100}.{stake % 100:02d}"
    seat = seat_of(1, "9c 9d 4h", participant_of("play", f"ante {amount} push 0.00", f"pair_plus {amount} push 0.00"))
    sheet = SHEETS["bicycle-three-card-poker"]
    round_ = read(record_of(sheet.id, "Qd 7d 2c", seat))
    (won,) = [
        full.net
        for full in under_caps(full_settlements(Table(round_, sheet)), round_, sheet, None)
        if full.key.kind == "pair_plus"
    ]
    assert won == paid


@pytest.mark.parametrize(
    ("scope", "start", "paid"),
    [
        ("per_wager", 1, (20_000, 20_000, 20_000)),
        ("per_participant_round", 1, (20_000, 20_000, 10_000)),
        ("per_participant_round", 3, (10_000, 20_000, 20_000)),
        ("per_round", 1, (20_000, 10_000, 0)),
        ("per_round", 2, (0, 20_000, 10_000)),
        ("per_round", 3, (10_000, 0, 20_000)),
    ],
)
def test_a_cap_that_wagers_share_goes_to_those_settled_first(scope: str, start: int, paid: tuple[int, ...]) -> None:
    """Pairs of 20,000 at seats 1, 2 and 3, the first and the last one person's; in dollars."""
    wagers = participant_of("play", "ante 20000.00 push 0.00", "pair_plus 20000.00 push 0.00")
    hands = ("9c 9d 4h", "8c 8d 4s", "6c 6d 4c")
    seats = [
        seat_of(number, cards, {**wagers, "participant_id": name})
        for number, (cards, name) in enumerate(zip(hands, ("P-a", "P-b", "P-a"), strict=True), start=1)
    ]
    sheet = SHEETS["bicycle-three-card-poker"].under("B4", scope)
    round_ = read(record_of(sheet.id, "Qd 7d 2c", *seats))
    capped = under_caps(full_settlements(Table(round_, sheet)), round_, sheet, start)
    won = {full.key.seat: (full.outcome, (full.net or 0) // 100) for full in capped if full.key.kind == "pair_plus"}
    assert won == {number: ("win", amount) for number, amount in enumerate(paid, start=1)}


def test_every_order_visits_every_wager_once() -> None:
    for start, order, forfeits in product(range(1, 8), ("seat_major", "wager_major"), ("forfeits_first", "in_turn")):
        spots = visited(RECORD, start, order=order, forfeits=forfeits)
        assert len(spots) == len(set(spots)) == 7
