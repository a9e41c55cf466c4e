"""What an audit report is made from: plain records, filled by whoever ran the audit.

Amounts are integers in the minor unit of the currency beside them. Dates of a run are RFC 3339 text in UTC,
as the run's record keeps them. Nothing here is read from the clock or the database.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from datetime import date

    from compliance.domain.words import Direction, Outcome, Verdict
    from compliance.reports.follow_up import ControlTotal, Disposition, FaultsPlanted, StateOfFinding


@dataclass(frozen=True, slots=True)
class FileReceived:
    """One file of logs with its counts in lines: read = loaded + duplicate + quarantined."""

    path: str
    sha256: str
    read: int
    loaded: int
    duplicate: int
    quarantined: int
    size_bytes: int | None = None
    received_from: str | None = None
    medium: str | None = None


@dataclass(frozen=True, slots=True)
class WagerCounts:
    """Wagers by verdict: examined = conforms + violation + review + undetermined."""

    examined: int
    conforms: int
    violation: int
    review: int
    undetermined: int


@dataclass(frozen=True, slots=True)
class FindingRow:
    """One finding, as the store keeps it. ``cards`` and ``dealer_cards`` are canonical text, where shown.

    ``player_dealer_id`` is the participant who banked the round, None where nobody is recorded to have.
    """

    finding_id: str
    code: str
    verdict: Verdict
    licensee_id: str
    round_id: str
    table_id: str
    gaming_date: date
    sequence: int | None
    rule_sheet: str
    house_dealer_id: str | None
    currency: str
    minor_digits: int
    seat: int | None
    participant_id: str | None
    participant_index: int | None
    wager_kind: str | None
    expected_outcome: Outcome | None
    expected_net: int | None
    recorded_outcome: Outcome | None
    recorded_net: int | None
    variance: int | None
    direction: Direction | None
    branch: str | None
    clauses: tuple[str, ...]
    interpretation: str | None
    reading: str | None
    also_fits: tuple[str, ...]
    detail: str | None
    message: str
    file_sha256: str
    line: int
    byte_offset: int
    place: int
    cards: str | None = None
    dealer_cards: str | None = None
    player_dealer_id: str | None = None


@dataclass(frozen=True, slots=True)
class MoneyTotal:
    """Money of one currency and verdict over the whole run, seen from the participant; both are positive."""

    currency: str
    minor_digits: int
    verdict: Verdict
    overpaid: int
    underpaid: int


@dataclass(frozen=True, slots=True)
class CheckResult:
    """What one check examined; examined + ``skipped`` is everything that came under it.

    ``reason`` says why nothing was examined, or why some were skipped; ``unit`` names what it counts.
    """

    code: str
    title: str
    examined: int
    findings: int
    reason: str | None = None
    unit: str = "wagers"
    skipped: int = 0


@dataclass(frozen=True, slots=True)
class InterpretationTouched:
    """An interpretation of a sheet in force, and how the record bears on it, in wagers.

    ``discriminating``: another reading gives other money; of these ``fits_adopted`` show the adopted
    reading's net and ``fits_other`` that of another. ``ruling`` is the regulator's letter, if there is one.
    ``touched``: every wager whose settlement asked the question, whatever the money; None where not counted.
    ``authority``: what the adopted reading rests on outside the document.
    """

    rule_sheet: str
    id: str
    question: str
    adopted: str
    adopted_says: str
    why: str
    others: tuple[str, ...]
    clauses: tuple[str, ...]
    discriminating: int
    fits_adopted: int
    fits_other: int
    ruling: str | None = None
    touched: int | None = None
    authority: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Parity:
    """The comparison of the two evaluators: rounds compared whole, and how many differed."""

    compared: int
    disagreements: int
    mode: str


@dataclass(frozen=True, slots=True)
class QuarantinedLine:
    """A line that was not loaded. ``raw`` are its bytes as received, None where they are withheld."""

    file_sha256: str
    line: int
    byte_offset: int
    reason: str
    message: str
    raw: bytes | None
    licensee_id: str | None = None
    round_id: str | None = None


@dataclass(frozen=True, slots=True)
class ClauseText:
    """A clause as the report quotes it: id, place in the document, content in the sheet's own data."""

    id: str
    citation: str
    says: str


@dataclass(frozen=True, slots=True)
class SheetUsed:
    """A rule sheet that rounds of the run were settled by."""

    id: str
    title: str
    sha256: str
    standing: str
    banked_by: str
    document: str
    document_sha256: str
    rounds: int
    answered_by_player_dealer: tuple[str, ...] = ()
    clauses: tuple[ClauseText, ...] = ()


@dataclass(frozen=True, slots=True)
class TraceStep:
    """One step of a derivation: number, clause it rests on, what was established, and the value.

    ``participant_id`` None: it concerns the whole seat or round.
    """

    step: str
    clause: str
    statement: str
    value: str
    participant_id: str | None = None


@dataclass(frozen=True, slots=True)
class Derivation:
    """The derivation of one round, or of one seat of it; with ``finding_id``, of what one finding is about."""

    licensee_id: str
    round_id: str
    seat: int | None
    steps: tuple[TraceStep, ...]
    finding_id: str | None = None


@dataclass(frozen=True, slots=True)
class AuditInput:
    """One run, whole.

    ``findings`` in export order. ``quarantined`` holds every quarantined line of ``files``. ``checkpoint`` is
    the audit log's signed note, None where the log has none. ``pseudonym_key`` (16 bytes or more) belongs to
    the licensee and never leaves the machine. ``participants`` and ``house_dealers`` are identifiers, beyond
    those of the findings, that may stand in sentences of findings or derivations. ``dispositions`` are in the order
    in which they were made. ``control_totals`` None: no manifest was received. ``manifests`` name those received,
    each as its path and SHA-256. ``assurance`` None: no faults were planted; ``assurance_basis`` says in a sentence
    what they were planted in. ``compared_with`` is the run that ``states`` look back to, None for a first run.
    """

    run_id: str
    started_at: str
    finished_at: str
    program_version: str
    licensee_id: str
    licensee_name: str
    period_from: date
    period_to: date
    verdict: Verdict
    files: tuple[FileReceived, ...]
    rounds_settled: int
    rounds_void: int
    wagers: WagerCounts
    findings: tuple[FindingRow, ...]
    money: tuple[MoneyTotal, ...]
    checks: tuple[CheckResult, ...]
    interpretations: tuple[InterpretationTouched, ...]
    parity: Parity
    quarantined: tuple[QuarantinedLine, ...]
    sheets: tuple[SheetUsed, ...]
    derivations: tuple[Derivation, ...] = ()
    checkpoint: str | None = None
    not_received: tuple[str, ...] = ()
    scope: str | None = None
    versions: tuple[tuple[str, str], ...] = ()
    participants: tuple[str, ...] = ()
    house_dealers: tuple[str, ...] = ()
    pseudonym_key: bytes = field(default=b"", repr=False)
    dispositions: tuple[Disposition, ...] = ()
    states: tuple[StateOfFinding, ...] = ()
    compared_with: str | None = None
    assurance: tuple[FaultsPlanted, ...] | None = None
    assurance_basis: str | None = None
    control_totals: tuple[ControlTotal, ...] | None = None
    manifests: tuple[tuple[str, str], ...] = ()
