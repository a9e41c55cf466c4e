"""A round that can still be changed, and its two final shapes: the domain's record and a line of a log.

Amounts are in minor units. ``shown`` and ``dealer_shown`` say whether the log gives the cards; settlement is
drawn up with the cards as dealt.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any

from compliance.domain.money import decimal_text
from compliance.domain.rounds import Participant, PlayerDealer, Progressive, Round, Seat, Source, Wager
from compliance.domain.words import DecisionSource, Outcome, RoundStatus

if TYPE_CHECKING:
    from collections.abc import Iterator

    from compliance.domain.cards import Card
    from compliance.domain.words import Decision, PlayerDealerKind
    from compliance.simulate.frames import Frame

_SOURCE = Source("", 1, 0)
_money = cache(decimal_text)


@dataclass(slots=True)
class WagerDraft:
    """One line of settlement."""

    kind: str
    stake: int
    outcome: Outcome = Outcome.PUSH
    net: int = 0
    placed_at: str | None = None


@dataclass(slots=True)
class ParticipantDraft:
    """A person wagering at a seat."""

    participant_id: str
    decision: Decision | None
    source: DecisionSource
    wagers: list[WagerDraft]
    collection: int | None = None

    def wager(self, kind: str) -> WagerDraft | None:
        """Return the wager of that kind, if any."""
        return next((wager for wager in self.wagers if wager.kind == kind), None)


@dataclass(slots=True)
class SeatDraft:
    """A betting position and the hand dealt to it."""

    seat: int
    cards: tuple[Card, ...]
    participants: list[ParticipantDraft]
    shown: bool = True


@dataclass(slots=True)
class BankDraft:
    """The player-dealer."""

    seat: int
    participant_id: str
    wager: int | None
    collection: int | None
    net: int | None = None
    kind: PlayerDealerKind | None = None
    declined_by: tuple[str, ...] = ()


@dataclass(slots=True)
class RoundDraft:
    """One round in the making."""

    frame: Frame
    rule_sheet: str
    currency: str
    digits: int
    dealer_cards: tuple[Card, ...]
    seats: list[SeatDraft]
    bank: BankDraft | None = None
    status: RoundStatus = RoundStatus.SETTLED
    void_reason: str | None = None
    dealer_shown: bool = True
    action_card: Card | None = None
    action_seat: int | None = None
    progressive: Progressive | None = None
    extra: dict[str, Any] = field(default_factory=dict)

    def everyone(self) -> Iterator[tuple[SeatDraft, int, ParticipantDraft]]:
        """Every participant with the seat and the place at it."""
        for seat in self.seats:
            for place, participant in enumerate(seat.participants):
                yield seat, place, participant

    def as_round(self) -> Round:
        """The round as the domain has it, with every card as dealt."""
        bank = self.bank
        frame = self.frame
        return Round(
            licensee_id="default",
            round_id=frame.round_id,
            table_id=frame.table_id,
            gaming_date=frame.gaming_date,
            rule_sheet=self.rule_sheet,
            currency=self.currency,
            minor_digits=self.digits,
            status=self.status,
            started_at=frame.started_at,
            settled_at=frame.settled_at,
            seats=tuple(
                Seat(
                    seat.seat,
                    seat.cards,
                    tuple(
                        Participant(
                            who.participant_id,
                            who.decision,
                            who.source,
                            tuple(
                                Wager(wager.kind, wager.stake, wager.outcome, wager.net, wager.placed_at)
                                for wager in who.wagers
                            ),
                        )
                        for who in seat.participants
                    ),
                )
                for seat in self.seats
            ),
            dealer_cards=self.dealer_cards,
            source=_SOURCE,
            player_dealer=PlayerDealer(bank.seat, bank.participant_id, bank.wager) if bank else None,
            action_card=self.action_card,
            action_seat=self.action_seat,
            progressive=self.progressive,
        )

    def as_json(self) -> str:
        """The round as one line of a hand-history log, format 1, without the line's end."""
        return json.dumps(self._line(), separators=(",", ":"))

    def _line(self) -> dict[str, Any]:
        frame = self.frame
        line: dict[str, Any] = {
            "round_id": frame.round_id,
            "table_id": frame.table_id,
            "sequence": frame.sequence,
            "rule_sheet": self.rule_sheet,
            "gaming_date": frame.gaming_date.isoformat(),
            "started_at": frame.started_at,
            "wagers_closed_at": frame.wagers_closed_at,
            "settled_at": frame.settled_at,
            "currency": self.currency,
            "status": self.status.value,
            "void_reason": self.void_reason,
            "deck": frame.deck,
            "shuffler_id": frame.shuffler_id,
            "house_dealer_id": frame.house_dealer_id,
            "dealer_cards": [str(card) for card in self.dealer_cards] if self.dealer_shown else None,
        }
        if self.bank is not None:
            line["player_dealer"] = self._bank(self.bank)
        if self.action_card is not None:
            line["action_card"] = str(self.action_card)
        if self.action_seat is not None:
            line["action_seat"] = self.action_seat
        if self.progressive is not None:
            line["progressive"] = {
                "meter_id": self.progressive.meter_id,
                "before": _money(self.progressive.before, self.digits),
                "after": _money(self.progressive.after or 0, self.digits),
            }
        line["seats"] = [self._seat(seat) for seat in self.seats]
        if self.extra:
            line["extra"] = self.extra
        return line

    def _bank(self, bank: BankDraft) -> dict[str, Any]:
        digits = self.digits
        line: dict[str, Any] = {"seat": bank.seat, "participant_id": bank.participant_id}
        for name, amount in (("wager", bank.wager), ("collection", bank.collection), ("net", bank.net)):
            if amount is not None:
                line[name] = _money(amount, digits)
        if bank.kind is not None:
            line["kind"] = bank.kind.value
        if bank.declined_by:
            line["declined_by"] = list(bank.declined_by)
        return line

    def _seat(self, seat: SeatDraft) -> dict[str, Any]:
        return {
            "seat": seat.seat,
            "cards": [str(card) for card in seat.cards] if seat.shown else None,
            "participants": [self._participant(who) for who in seat.participants],
        }

    def _participant(self, who: ParticipantDraft) -> dict[str, Any]:
        digits = self.digits
        line: dict[str, Any] = {"participant_id": who.participant_id, "decision": who.decision}
        if who.source is not DecisionSource.PLAYER:
            line["decision_source"] = who.source.value
        if who.collection is not None:
            line["collection"] = _money(who.collection, digits)
        line["wagers"] = [self._wager(wager) for wager in who.wagers]
        return line

    def _wager(self, wager: WagerDraft) -> dict[str, Any]:
        line = {
            "kind": wager.kind,
            "stake": _money(wager.stake, self.digits),
            "outcome": wager.outcome.value,
            "net": _money(wager.net, self.digits),
        }
        return line if wager.placed_at is None else line | {"placed_at": wager.placed_at}
