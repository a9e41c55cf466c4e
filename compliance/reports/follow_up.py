"""What comes to a run from outside its log, as a report takes it: dispositions, earlier runs, planted faults, totals.

Filled by whoever gathers an audit's input; a report prints them and works nothing out about them but sums.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from datetime import date

DispositionStatus = Literal["accepted", "explained", "dismissed"]
FindingState = Literal["new", "still open", "gone"]


@dataclass(frozen=True, slots=True)
class Disposition:
    """What a person decided about a finding: who, when (RFC 3339), and why.

    Of several on one finding the last in ``AuditInput.dispositions`` stands; those before it are its history.
    """

    finding_id: str
    status: DispositionStatus
    by: str
    reason: str
    at: str


@dataclass(frozen=True, slots=True)
class StateOfFinding:
    """How a finding stands to the run before over the same rounds.

    ``new``: this run is the first to raise it. ``still open``: an earlier run raised it too, ``since`` then. ``gone``:
    an earlier run raised it and this one does not; it is not among ``AuditInput.findings``, so that ``code``,
    ``table_id``, ``gaming_date`` and ``round_id`` are all that is printed of it. ``since`` is the RFC 3339 time of
    the first run that raised it.
    """

    finding_id: str
    state: FindingState
    code: str
    table_id: str
    gaming_date: date
    round_id: str
    since: str | None = None


@dataclass(frozen=True, slots=True)
class FaultsPlanted:
    """One kind of fault planted in a copy of the rounds, and how many of them were detected, under which codes."""

    kind: str
    planted: int
    detected: int
    codes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ControlTotal:
    """A figure of the licensee's manifest beside the same figure of the log.

    ``figure`` says what is counted or summed ("rounds", "sum of stakes"). Both values are text as printed (money as
    decimal text with its currency), formed alike, so that they are equal exactly when the figures are; None where
    the manifest or the log gives none. A total of no single date has ``gaming_date`` None.
    """

    table_id: str
    gaming_date: date | None
    figure: str
    manifest_value: str | None
    log_value: str | None

    @property
    def agrees(self) -> bool:
        """Whether the manifest and the log give the same figure."""
        return self.manifest_value == self.log_value
