"""Step 5: the derived settlement beside the record, tolerance zero.

What differs is tried against the other readings of the sheet's unclear clauses, each alone and over the whole
round, before it is called a fault.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from compliance.domain.results import Touched
from compliance.domain.words import Verdict
from compliance.reference.lines import finding_of, line_of, recorded_wagers
from compliance.reference.settle import Settlement, settle

if TYPE_CHECKING:
    from collections.abc import Mapping

    from compliance.domain.results import Finding, Line
    from compliance.domain.rounds import Round, Wager
    from compliance.reference.rules_in_use import OpenReading, RulesInUse
    from compliance.reference.table import Key


@dataclass(frozen=True, slots=True)
class Explained:
    """The one reading that explains a round's differences, and the wagers that it fits."""

    interpretation: str
    reading: str
    fits: frozenset[Key]
    also: tuple[str, ...]


def compare(
    round_: Round, rules: RulesInUse, positions: int | None, adopted: Settlement
) -> tuple[list[Line], list[Finding], list[Touched]]:
    """Judge every recorded line and every line that is due."""
    record = recorded_wagers(round_)
    under = {
        reading: {key: line.net for key, line in settle(round_, reading.sheet, positions, adopted.table).lines.items()}
        for reading in rules.readings
        if adopted.binds or not reading.limit_only
    }
    explained = _explanation(record, adopted, under)
    lines = [_line(key, record, adopted, explained) for key in adopted.lines]
    findings = [_finding(line, explained) for line in lines if line.codes]
    return lines, findings, _touched(record, adopted, under)


def _recorded_net(record: Mapping[Key, Wager], key: Key) -> int:
    """The recorded net; a missing line counts as 0."""
    return record[key].net if key in record else 0


def _explanation(
    record: Mapping[Key, Wager], adopted: Settlement, under: Mapping[OpenReading, Mapping[Key, int | None]]
) -> Explained | None:
    """Find the reading that fits most of the differing wagers and contradicts none that equals the adopted result."""
    agreeing: set[Key] = set()
    differing: set[Key] = set()
    for key, line in adopted.lines.items():
        if line.net is not None:
            (agreeing if _recorded_net(record, key) == line.net else differing).add(key)
    fitting: list[tuple[OpenReading, frozenset[Key]]] = []
    for reading, nets in under.items() if differing else ():
        others = set(nets) - set(adopted.lines)
        contradicted = any(nets.get(key, 0) != _recorded_net(record, key) for key in agreeing | others)
        fits = frozenset(key for key in differing if nets.get(key, 0) == _recorded_net(record, key))
        if fits and not contradicted:
            fitting.append((reading, fits))
    if not fitting:
        return None
    most = max(len(fits) for _, fits in fitting)
    (first, fits), *others_as_good = [entry for entry in fitting if len(entry[1]) == most]
    also = tuple(f"{reading.interpretation} {reading.reading}" for reading, _ in others_as_good)
    return Explained(first.interpretation, first.reading, fits, also)


def _line(key: Key, record: Mapping[Key, Wager], adopted: Settlement, explained: Explained | None) -> Line:
    derived = adopted.lines[key]
    wager = record.get(key)
    verdict, code = _judged(key, wager, adopted, explained)
    return line_of(
        adopted.table.round,
        key,
        wager,
        (derived.outcome, derived.net),
        derived.branch,
        verdict,
        (code,) if code else (),
    )


def _judged(
    key: Key, wager: Wager | None, adopted: Settlement, explained: Explained | None
) -> tuple[Verdict, str | None]:
    derived = adopted.lines[key]
    if derived.net is None:
        return Verdict.UNDETERMINED, "SETL-005"
    recorded = wager.net if wager else 0
    if recorded == derived.net:
        if wager and derived.outcome and wager.outcome.label != derived.outcome.label:
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


def _touched(
    record: Mapping[Key, Wager], adopted: Settlement, under: Mapping[OpenReading, Mapping[Key, int | None]]
) -> list[Touched]:
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
            fits_adopted += _recorded_net(record, key) == derived
            fits_other += _recorded_net(record, key) in others
        if discriminating:
            touched.append(Touched(interpretation, discriminating, fits_adopted, fits_other))
    return touched
