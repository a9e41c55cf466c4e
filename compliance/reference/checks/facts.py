"""What every per-round check is given, and what it gives back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, Protocol

from compliance.domain.catalogue import CHECKS
from compliance.domain.results import Finding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from compliance.domain.rounds import Participant, Round, Seat
    from compliance.reference.rules_in_use import RulesInUse
    from compliance.rules.sheet import RuleSheet


@dataclass(frozen=True, slots=True)
class Facts:
    """A round, the rules in use for it, and the number of positions at its table (None where unknown)."""

    round: Round
    rules: RulesInUse
    positions: int | None

    @property
    def sheet(self) -> RuleSheet:
        """The sheet with its adopted readings."""
        return self.rules.sheet

    def participants(self) -> Iterator[tuple[Seat, Participant]]:
        """Every participant with the seat, as recorded."""
        for seat in self.round.seats:
            for participant in seat.participants:
                yield seat, participant


class Examined(NamedTuple):
    """How many things a check looked at, and the faults among them."""

    number: int
    findings: tuple[Finding, ...] = ()


class RoundCheck(Protocol):
    """A module that holds one check."""

    CODE: str

    def examine(self, facts: Facts) -> Examined:
        """Say how much of the round the check looked at, and the faults."""
        ...


def fault(code: str, detail: str | None = None) -> Finding:
    """A finding about the round as a whole."""
    return Finding(code, CHECKS[code].verdict, detail=detail)


def fault_at(
    code: str, seat: Seat, participant: Participant, kind: str | None = None, detail: str | None = None
) -> Finding:
    """A finding about a participant, or about one of the participant's wagers."""
    return Finding(code, CHECKS[code].verdict, seat.seat, participant.participant_id, kind, detail=detail)
