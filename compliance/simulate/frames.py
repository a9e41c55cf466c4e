"""A table through the night: clock, decks, house dealers, who sits where and who banks. No cards, no wagers."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from compliance.rules.sheet import RuleSheet
    from compliance.simulate.habits import Habits, TableTerms

ROUNDS_BETWEEN_OFFERS = 2
"""Rounds after which the bank is offered on where the sheet does not say: as in the sheets that do."""

DECKS = ("red", "blue")


@dataclass(frozen=True, slots=True)
class Frame:
    """What stands around one round. Times are RFC 3339 text with the table's offset.

    ``occupants`` are the seats that wager, each with its participants; the banking seat is not among them.
    ``declined_by`` names those who were offered the bank before this round and declined. ``void``: the house
    will call the round void.
    """

    table_id: str
    round_id: str
    sequence: int
    gaming_date: date
    started_at: str
    wagers_closed_at: str
    settled_at: str
    deck: str
    shuffler_id: str
    house_dealer_id: str
    occupants: tuple[tuple[int, tuple[str, ...]], ...]
    bank_seat: int | None
    bank_id: str | None
    declined_by: tuple[str, ...]
    void: bool


class _Clock:
    """Successive rounds that never overlap; every instant is kept in UTC and written in the table's zone."""

    def __init__(self, start: datetime, rng: Random) -> None:
        self.zone = start.tzinfo
        self.now = start.astimezone(UTC)
        self.rng = rng

    def advance(self, least_ms: int, most_ms: int) -> datetime:
        self.now += timedelta(milliseconds=self.rng.randint(least_ms, most_ms))
        return self.now.astimezone(self.zone)


class _Room:
    """The people at a player-banked table. A participant may hold a second seat where the sheet allows it."""

    def __init__(self, sheet: RuleSheet, terms: TableTerms, habits: Habits, rng: Random) -> None:
        self.rng, self.habits, self.table_id = rng, habits, terms.table_id
        self.places = range(1, terms.positions + 1)
        self.several = bool(sheet.table.several_seats)
        self.allowed = (sheet.bank.consecutive_rounds if sheet.bank else None) or ROUNDS_BETWEEN_OFFERS
        self.seated: dict[int, str] = {}
        self.known = 0
        self.bank_seat = 0
        self.banked = 0
        least, most = habits.wagering_seats
        self.least, self.most = min(least, terms.positions - 1), min(most, terms.positions - 1)
        wagering = rng.randint(self.least, self.most)
        while len(self.seated) <= wagering:
            self._arrive()
        self.bank_seat = next(seat for seat in sorted(self.seated) if self._holds_one(seat))

    def _holds_one(self, seat: int) -> bool:
        return list(self.seated.values()).count(self.seated[seat]) == 1

    def _arrive(self) -> None:
        rng = self.rng
        seat = rng.choice([place for place in self.places if place not in self.seated])
        hosts = [held for held in sorted(self.seated) if held != self.bank_seat and self._holds_one(held)]
        # The bank needs someone with one seat, so the first two to come are different people.
        if self.several and len(hosts) > 1 and rng.random() < self.habits.second_seat:
            self.seated[seat] = self.seated[rng.choice(hosts)]
            return
        self.known += 1
        self.seated[seat] = f"P-{self.table_id}-{self.known:04d}"

    def move(self) -> None:
        """Let people come and go between two rounds."""
        rng = self.rng
        wagering = len(self.seated) - 1
        if wagering > self.least and rng.random() < 0.06:
            others = [seat for seat in sorted(self.seated) if seat != self.bank_seat]
            del self.seated[rng.choice(others)]
        elif wagering < self.most and rng.random() < (0.3 if wagering < 3 else 0.09):
            self._arrive()

    def offer_bank(self, last_was_void: bool) -> tuple[str, ...]:
        """Pass the bank on clockwise once its rounds are over; return who declined it."""
        if not last_was_void:
            self.banked += 1
        if self.banked < self.allowed:
            return ()
        declined = []
        upward = [seat for seat in sorted(self.seated) if seat > self.bank_seat]
        round_the_table = upward + [seat for seat in sorted(self.seated) if seat < self.bank_seat]
        for seat in round_the_table:
            if not self._holds_one(seat) or self.rng.random() < 0.3:
                declined.append(self.seated[seat])
                continue
            self.bank_seat, self.banked = seat, 0
            return tuple(dict.fromkeys(declined))
        return tuple(dict.fromkeys(declined))

    def occupants(self) -> tuple[tuple[int, tuple[str, ...]], ...]:
        """The seats that wager this round."""
        return tuple((seat, (self.seated[seat],)) for seat in sorted(self.seated) if seat != self.bank_seat)


class _SharedHand:
    """The participants on the one hand of a live table."""

    def __init__(self, terms: TableTerms, habits: Habits, rng: Random) -> None:
        self.rng, self.table_id = rng, terms.table_id
        self.least, self.most = habits.shared_hand
        self.known = 0
        self.present: list[str] = []
        for _ in range(rng.randint(self.least, self.most)):
            self._arrive()

    def _arrive(self) -> None:
        self.known += 1
        self.present.append(f"L-{self.table_id}-{self.known:05d}")

    def move(self) -> None:
        """Let people come and go between two rounds."""
        for _ in range(self.rng.randint(0, 3)):
            if len(self.present) > self.least:
                self.present.pop(self.rng.randrange(len(self.present)))
        for _ in range(self.rng.randint(0, 3)):
            if len(self.present) < self.most:
                self._arrive()

    def occupants(self) -> tuple[tuple[int, tuple[str, ...]], ...]:
        """One seat with everyone on it."""
        return ((1, tuple(self.present)),)


def frames(
    sheet: RuleSheet, terms: TableTerms, habits: Habits, start: datetime, first_sequence: int, rng: Random
) -> Iterator[Frame]:
    """Yield frame after frame of one table, without end. ``start`` must carry its offset or time zone."""
    clock = _Clock(start, rng)
    room = None if sheet.bank is None else _Room(sheet, terms, habits, rng)
    crowd = _SharedHand(terms, habits, rng) if room is None else None
    roster = [f"HD-{number}" for number in rng.sample(range(101, 200), 6)]
    dealing, until = 0, clock.now + timedelta(minutes=30)
    declined: tuple[str, ...] = ()
    sequence = first_sequence
    while True:
        started = clock.advance(3_000, 9_000)
        closed = clock.advance(12_000, 20_000)
        settled = clock.advance(35_000, 75_000)
        if clock.now > until:
            dealing, until = (dealing + 1) % len(roster), until + timedelta(minutes=30)
        gaming_date = (started - timedelta(hours=terms.day_starts_at)).date()
        void = sheet.voids is not None and rng.random() < habits.void_round
        yield Frame(
            table_id=terms.table_id,
            round_id=f"{terms.table_id}-{gaming_date:%Y%m%d}-{sequence:06d}",
            sequence=sequence,
            gaming_date=gaming_date,
            started_at=started.isoformat(timespec="milliseconds"),
            wagers_closed_at=closed.isoformat(timespec="milliseconds"),
            settled_at=settled.isoformat(timespec="milliseconds"),
            deck=DECKS[sequence % len(DECKS)] if sheet.deck.alternate else DECKS[0],
            shuffler_id=f"S-{terms.table_id}",
            house_dealer_id=roster[dealing],
            occupants=room.occupants() if room else crowd.occupants() if crowd else (),
            bank_seat=room.bank_seat if room else None,
            bank_id=room.seated[room.bank_seat] if room else None,
            declined_by=declined,
            void=void,
        )
        sequence += 1
        declined = ()
        if room:
            declined = room.offer_bank(void)
            room.move()
        elif crowd:
            crowd.move()
