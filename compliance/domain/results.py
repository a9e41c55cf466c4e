"""What an evaluator says of a round: lines, findings, and what the open interpretations touched.

Both evaluators fill these records, and parity compares them whole. A result carries no prose: the words of
a finding are made from its fields by ``compliance.domain.catalogue``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from compliance.domain.words import Branch, Direction, Outcome, Verdict


@dataclass(frozen=True, slots=True)
class Line:
    """One wager's record beside what the sheet derives.

    ``wager_index`` is the place among the participant's recorded wagers; a line that is due but not recorded
    follows them, with stake 0 and recorded fields None. Expected fields are None where undetermined; a line
    that is not due has expected outcome None and expected net 0. ``codes`` holds SETL codes and COVR-001.
    """

    seat: int
    participant_index: int
    participant_id: str
    wager_index: int
    wager_kind: str
    stake: int
    recorded_outcome: Outcome | None
    recorded_net: int | None
    expected_outcome: Outcome | None
    expected_net: int | None
    branch: Branch
    verdict: Verdict
    codes: tuple[str, ...]

    @property
    def variance(self) -> int | None:
        """Recorded net − expected net, a missing record counting as 0; None where undetermined."""
        return None if self.expected_net is None else (self.recorded_net or 0) - self.expected_net


@dataclass(frozen=True, slots=True)
class Finding:
    """One fault or doubt. Fields that do not apply are None; a round-level finding has no seat.

    ``detail`` is what the sentence needs beyond the fields (the repeated card, the seat the action card
    gives); ``also_fits`` lists other readings that explain as many wagers, as ``"C1 running_net"``.
    """

    code: str
    verdict: Verdict
    seat: int | None = None
    participant_id: str | None = None
    wager_kind: str | None = None
    expected_outcome: Outcome | None = None
    expected_net: int | None = None
    recorded_outcome: Outcome | None = None
    recorded_net: int | None = None
    variance: int | None = None
    direction: Direction | None = None
    branch: Branch | None = None
    interpretation: str | None = None
    reading: str | None = None
    also_fits: tuple[str, ...] = ()
    detail: str | None = None


@dataclass(frozen=True, slots=True)
class Touched:
    """How an open interpretation bore on a round, in wagers.

    ``discriminating`` wagers are those where another reading gives other money; of these some fit the
    adopted reading and some another.
    """

    interpretation: str
    discriminating: int
    fits_adopted: int
    fits_other: int


@dataclass(frozen=True, slots=True)
class RoundResult:
    """Everything an evaluator says of one round, in export order (seat, participant, wager)."""

    licensee_id: str
    round_id: str
    lines: tuple[Line, ...]
    findings: tuple[Finding, ...]
    interpretations: tuple[Touched, ...]
