"""An honest round with all that is known about it, ready for one named edit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from compliance.domain.words import RoundStatus, Verdict
from compliance.reference.table import Key

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from random import Random

    from compliance.domain.words import Outcome
    from compliance.reference.limit import Covered
    from compliance.reference.settle import Settlement
    from compliance.simulate.draft import ParticipantDraft, RoundDraft, SeatDraft, WagerDraft
    from compliance.simulate.house import House


@dataclass(frozen=True, slots=True)
class Truth:
    """One finding that a planted fault must bring, known from the edit itself.

    ``variance`` is recorded − honest net in minor units of ``currency``, None where the finding is not about a
    derived net.
    Fields that do not apply are None, as in a finding.
    """

    round_id: str
    table_id: str
    currency: str
    name: str
    code: str
    verdict: Verdict
    seat: int | None = None
    participant_id: str | None = None
    wager_kind: str | None = None
    variance: int | None = None
    interpretation: str | None = None
    reading: str | None = None


@dataclass(frozen=True, slots=True)
class Found:
    """A finding that an edit brings, before it is known under which name and in which round."""

    code: str
    verdict: Verdict = Verdict.VIOLATION
    seat: int | None = None
    participant_id: str | None = None
    wager_kind: str | None = None
    variance: int | None = None
    interpretation: str | None = None
    reading: str | None = None


@dataclass(frozen=True, slots=True)
class Spot:
    """One recorded wager of a scene, with its honest settlement."""

    seat: SeatDraft
    place: int
    who: ParticipantDraft
    wager: WagerDraft
    line: Covered

    @property
    def key(self) -> Key:
        """The wager's name in the settlement."""
        return Key(self.seat.seat, self.place, self.wager.kind)

    def found(self, code: str, verdict: Verdict = Verdict.VIOLATION, variance: int | None = None) -> Found:
        """A finding about this wager."""
        return Found(code, verdict, self.seat.seat, self.who.participant_id, self.wager.kind, variance)


class Scene:
    """An honest round: the draft as recorded, and the settlement it was recorded from (None for a void round).

    ``before`` is the round before it at the table, and ``in_a_row`` counts the settled rounds up to that one which its
    player-dealer had banked.
    """

    def __init__(
        self,
        house: House,
        draft: RoundDraft,
        settlement: Settlement | None,
        rng: Random,
        before: RoundDraft | None = None,
        in_a_row: int = 0,
    ) -> None:
        self.house, self.draft, self.rng = house, draft, rng
        self.before, self.in_a_row = before, in_a_row
        self._settlement = settlement

    @property
    def void(self) -> bool:
        """Whether the round was declared void."""
        return self.draft.status is RoundStatus.VOID

    @property
    def settlement(self) -> Settlement:
        """The honest settlement.

        Raises:
            ValueError: the round is void.
        """
        if self._settlement is None:
            raise ValueError("a void round has no settlement")
        return self._settlement

    @property
    def binds(self) -> bool:
        """Whether the player-dealer's wager was too small to answer everything."""
        return self._settlement is not None and self._settlement.binds

    def participants(self) -> list[tuple[SeatDraft, int, ParticipantDraft]]:
        """Every participant, in an order drawn from the scene's generator."""
        everyone = list(self.draft.everyone())
        self.rng.shuffle(everyone)
        return everyone

    def spots(self, *kinds: str) -> Iterator[Spot]:
        """Every recorded wager of these kinds (of all where none is named), in an order drawn at random."""
        for seat, place, who in self.participants():
            for wager in who.wagers:
                if not kinds or wager.kind in kinds:
                    yield Spot(seat, place, who, wager, self.settlement.lines[Key(seat.seat, place, wager.kind)])

    def beside(self, spot: Spot, kind: str) -> Spot | None:
        """The same participant's wager of another kind."""
        wager = spot.who.wager(kind)
        if wager is None:
            return None
        return Spot(
            spot.seat, spot.place, spot.who, wager, self.settlement.lines[Key(spot.seat.seat, spot.place, kind)]
        )

    def balance(self) -> None:
        """Let the player-dealer's recorded net follow from the recorded wagers."""
        if self.draft.bank is not None:
            self.draft.bank.net = self.house.bank_result(self.draft)

    def resettle(self) -> None:
        """Settle the changed round honestly: by the sheet, with the wagers as they now stand."""
        self._settlement = self.house.settle(self.draft)
        self.house.record(self.draft, self.settlement)

    def beyond_limit(self) -> bool:
        """Whether the recorded nets take the player-dealer beyond the wager put up."""
        bank = self.draft.bank
        if self.void or bank is None or bank.wager is None:
            return False
        return abs(self.house.bank_result(self.draft)) > bank.wager

    def pay(self, changes: Sequence[tuple[Spot, Outcome, int]], code: str = "SETL-001") -> tuple[Found, ...] | None:
        """Record other results, each a finding under ``code``; None where some would not be that finding.

        A result that is the honest one, that is the full settlement of a limited wager (COVR-001 is for that),
        or that an open reading would explain, is another finding or none.
        """
        found = []
        for spot, outcome, net in changes:
            full = spot.line.full.net
            if spot.line.net is None or net == spot.line.net or (net == full) != (code == "COVR-001"):
                return None
            spot.wager.outcome, spot.wager.net = outcome, net
            found.append(spot.found(code, variance=net - spot.line.net))
        if self.house.explanations(self.draft):
            return None
        self.balance()
        return tuple(found)
