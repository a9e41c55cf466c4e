"""A round as the log recorded it. Amounts are integers in the minor unit of the round's currency."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from datetime import date

    from compliance.domain.cards import Card
    from compliance.domain.words import Decision, DecisionSource, Outcome, PlayerDealerKind, RoundStatus


@dataclass(frozen=True, slots=True)
class Source:
    """Where a round's bytes stand: digest of the file, line (from 1) and byte offset (from 0) in it."""

    file_sha256: str
    line: int
    byte_offset: int


@dataclass(frozen=True, slots=True)
class Wager:
    """One recorded line of settlement. ``net`` is the participant's change, stake excluded."""

    kind: str
    stake: int
    outcome: Outcome
    net: int
    placed_at: str | None = None


@dataclass(frozen=True, slots=True)
class Participant:
    """A person wagering at a seat; ``wagers`` in the order recorded."""

    participant_id: str
    decision: Decision | None
    decision_source: DecisionSource
    wagers: tuple[Wager, ...]
    collection: int | None = None

    def wager(self, kind: str) -> Wager | None:
        """Return the recorded wager of that kind, if any (a kind stands at most once)."""
        for wager in self.wagers:
            if wager.kind == kind:
                return wager
        return None


@dataclass(frozen=True, slots=True)
class Seat:
    """A betting position. ``cards`` is None where the hand was not shown."""

    seat: int
    cards: tuple[Card, ...] | None
    participants: tuple[Participant, ...]


@dataclass(frozen=True, slots=True)
class PlayerDealer:
    """The participant whose money answers the others. ``wager`` (the limit) is None where not recorded."""

    seat: int
    participant_id: str
    wager: int | None
    collection: int | None = None
    net: int | None = None
    kind: PlayerDealerKind | None = None
    declined_by: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class Progressive:
    """A progressive meter before and after the round."""

    meter_id: str
    before: int
    after: int | None


@dataclass(frozen=True, slots=True)
class Round:
    """One cycle of wagers, deal, decisions and settlement. Times are RFC 3339 text as recorded."""

    licensee_id: str
    round_id: str
    table_id: str
    gaming_date: date
    rule_sheet: str
    currency: str
    minor_digits: int
    status: RoundStatus
    started_at: str
    settled_at: str
    seats: tuple[Seat, ...]
    dealer_cards: tuple[Card, ...] | None
    source: Source
    sequence: int | None = None
    wagers_closed_at: str | None = None
    void_reason: str | None = None
    deck: str | None = None
    shuffler_id: str | None = None
    house_dealer_id: str | None = None
    shift: str | None = None
    session_id: str | None = None
    player_dealer: PlayerDealer | None = None
    action_card: Card | None = None
    action_seat: int | None = None
    progressive: Progressive | None = None
    extra: str | None = None
