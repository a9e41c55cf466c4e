"""Step 5: the derived settlement beside the record, tolerance zero.

What differs is tried against the other readings of the sheet's unclear clauses, each alone and over the whole
round, before it is called a fault.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from compliance.domain.results import Line, Touched
from compliance.domain.words import Verdict
from compliance.reference.lines import finding_of
from compliance.reference.settle import Settlement, settle_under

if TYPE_CHECKING:
    from collections.abc import Mapping

    from compliance.domain.results import Finding
    from compliance.domain.words import Outcome
    from compliance.reference.limit import Covered
    from compliance.reference.rules_in_use import OpenReading, RulesInUse
    from compliance.reference.table import Key


Nets = dict["Key", int | None]
"""The net of every wager under a reading; None where it cannot be derived."""


@dataclass(frozen=True, slots=True)
class Explained:
    """The one reading that explains a round's differences, and the wagers that it fits."""

    interpretation: str
    reading: str
    fits: frozenset[Key]
    also: tuple[str, ...]


def compare(
    rules: RulesInUse, positions: int | None, adopted: Settlement
) -> tuple[list[Line], list[Finding], list[Touched]]:
    """Judge every recorded line and every line that is due."""
    under: dict[OpenReading, Nets] = {}
    for reading in rules.readings:
        other = settle_under(reading, adopted, positions)
        if other is not adopted:
            under[reading] = {key: line.net for key, line in other.lines.items()}
    recorded = {key: _recorded_net(line) for key, line in adopted.lines.items()}
    explained = _explanation(recorded, adopted, under)
    lines = [_line(key, derived, explained) for key, derived in adopted.lines.items()]
    findings = [_finding(line, explained) for line in lines if line.codes]
    return lines, findings, _touched(recorded, adopted, under)


def _recorded_net(derived: Covered) -> int:
    """The recorded net; a missing line counts as 0."""
    return derived.full.recorded.net if derived.full.recorded else 0


def _explanation(
    recorded: Mapping[Key, int], adopted: Settlement, under: Mapping[OpenReading, Nets]
) -> Explained | None:
    """Find the reading that fits most of the differing wagers and contradicts none that equals the adopted result."""
    agreeing: set[Key] = set()
    differing: set[Key] = set()
    for key, line in adopted.lines.items():
        if line.net is not None:
            (agreeing if recorded[key] == line.net else differing).add(key)
    fitting: list[tuple[OpenReading, frozenset[Key]]] = []
    for reading, nets in under.items() if differing else ():
        # A line that is due under the other reading alone is not recorded either.
        due_there = any(net != 0 for key, net in nets.items() if key not in adopted.lines)
        contradicted = due_there or any(nets.get(key, 0) != recorded[key] for key in agreeing)
        fits = frozenset(key for key in differing if nets.get(key, 0) == recorded[key])
        if fits and not contradicted:
            fitting.append((reading, fits))
    if not fitting:
        return None
    most = max(len(fits) for _, fits in fitting)
    (first, fits), *others_as_good = [entry for entry in fitting if len(entry[1]) == most]
    also = tuple(f"{reading.interpretation} {reading.reading}" for reading, _ in others_as_good)
    return Explained(first.interpretation, first.reading, fits, also)


def _line(key: Key, derived: Covered, explained: Explained | None) -> Line:
    full, wager = derived.full, derived.full.recorded
    verdict, code = _judged(key, derived, explained)
    return Line(
        seat=key.seat,
        participant_index=key.participant_index,
        participant_id=full.participant_id,
        wager_index=full.wager_index,
        wager_kind=key.kind,
        stake=wager.stake if wager else 0,
        recorded_outcome=wager.outcome if wager else None,
        recorded_net=wager.net if wager else None,
        expected_outcome=derived.outcome,
        expected_net=derived.net,
        branch=derived.branch,
        verdict=verdict,
        codes=(code,) if code else (),
    )


def _judged(key: Key, derived: Covered, explained: Explained | None) -> tuple[Verdict, str | None]:
    if derived.net is None:
        return Verdict.UNDETERMINED, "SETL-005"
    wager = derived.full.recorded
    recorded = wager.net if wager else 0
    if recorded == derived.net:
        if wager and derived.outcome and not _same_label(wager.outcome, derived.outcome):
            return Verdict.REVIEW, "SETL-002"
        return Verdict.CONFORMS, None
    if explained and key in explained.fits:
        return Verdict.REVIEW, "SETL-004"
    if wager is None:
        return Verdict.VIOLATION, "SETL-003"
    if derived.outcome is None:
        return Verdict.VIOLATION, "SETL-006"
    if recorded == derived.full.net:
        return Verdict.VIOLATION, "COVR-001"
    return Verdict.VIOLATION, "SETL-001"


def _same_label(recorded: Outcome, expected: Outcome) -> bool:
    return recorded is expected or recorded.label == expected.label


def _finding(line: Line, explained: Explained | None) -> Finding:
    finding = finding_of(line)
    if finding.code == "SETL-004" and explained:
        return replace(
            finding,
            interpretation=explained.interpretation,
            reading=explained.reading,
            also_fits=explained.also,
        )
    return finding


def _touched(recorded: Mapping[Key, int], adopted: Settlement, under: Mapping[OpenReading, Nets]) -> list[Touched]:
    """Count, for each open interpretation, the wagers for which another of its readings gives other money."""
    touched = []
    for interpretation in dict.fromkeys(reading.interpretation for reading in under):
        readings = [nets for reading, nets in under.items() if reading.interpretation == interpretation]
        discriminating = fits_adopted = fits_other = 0
        for key in dict.fromkeys((*adopted.lines, *(key for nets in readings for key in nets))):
            derived = adopted.lines[key].net if key in adopted.lines else 0
            others = {nets.get(key, 0) for nets in readings} - {derived, None}
            if derived is None or not others:
                continue
            discriminating += 1
            fits_adopted += recorded.get(key, 0) == derived
            fits_other += recorded.get(key, 0) in others
        if discriminating:
            touched.append(Touched(interpretation, discriminating, fits_adopted, fits_other))
    return touched
