"""Expected against recorded, and the search for another reading that explains the money."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.oracle.record import Found, found
from tests.oracle.settle import Key, Settled

if TYPE_CHECKING:
    from tests.oracle.lines import Line, Place

Settlement = dict[Key, Settled | None]
Reading = tuple[str, str, Settlement]


def _net(line: Line) -> int:
    """A line that the record does not hold counts as no money."""
    return 0 if line.net is None else line.net


def same_label(recorded: str | None, expected: str | None) -> bool:
    """Push and no action both hand the stake back and are one label."""
    back = ("push", "no_action")
    return recorded == expected or (recorded in back and expected in back)


def _explaining_reading(
    lines: list[tuple[Place, Line]], adopted: Settlement, others: list[Reading]
) -> tuple[Reading | None, list[Key]]:
    """The one reading that explains the round, and the keys it fits; among equals the first in the table."""
    best: Reading | None = None
    best_fits: list[Key] = []
    for reading in others:
        fits: list[Key] = []
        contradicted = False
        for _, line in lines:
            mine, theirs = adopted[line.key], reading[2][line.key]
            if mine is None:
                continue
            agrees = theirs is not None and theirs.net == _net(line)
            if mine.net == _net(line):
                contradicted = contradicted or not agrees
            elif agrees:
                fits.append(line.key)
        if not contradicted and len(fits) > len(best_fits):
            best, best_fits = reading, fits
    return best, best_fits


def compared(
    lines: list[tuple[Place, Line]], adopted: Settlement, others: list[Reading]
) -> tuple[list[Found], list[Found]]:
    """A row for every recorded line and every missing one, and the findings on them."""
    best, fits = _explaining_reading(lines, adopted, others)
    rows, findings = [], []
    for place, line in lines:
        mine, recorded = adopted[line.key], line.net is not None
        if mine is None:
            if recorded:
                rows.append(row(place, line, None, None, "undetermined", ["SETL-005"]))
                findings.append(found("SETL-005", "undetermined", place, line.kind, recorded_net=line.net))
            continue
        code, verdict = _judged(line, mine, line.key in fits)
        if recorded or code is not None:
            rows.append(row(place, line, mine.outcome, mine.net, verdict, [code] if code else []))
        if code is not None:
            variance = _net(line) - mine.net
            direction = None if variance == 0 else "overpaid" if variance > 0 else "underpaid"
            named: dict[str, Any] = {}
            if code == "SETL-004" and best is not None:
                named = {"interpretation": best[0], "reading": best[1]}
            findings.append(
                found(
                    code,
                    verdict,
                    place,
                    line.kind,
                    expected_net=mine.net,
                    recorded_net=line.net,
                    variance=variance,
                    direction=direction,
                    **named,
                )
            )
    return rows, findings


def _judged(line: Line, mine: Settled, explained: bool) -> tuple[str | None, str]:
    """Code and verdict of one line whose settlement is known."""
    if _net(line) == mine.net:
        if line.net is None or mine.outcome is None or same_label(line.outcome, mine.outcome):
            return None, "conforms"
        return "SETL-002", "review"
    if explained:
        return "SETL-004", "review"
    if line.net is None:
        return "SETL-003", "violation"
    if mine.outcome is None:
        return "SETL-006", "violation"
    if mine.before_limit == line.net:
        return "COVR-001", "violation"
    return "SETL-001", "violation"


def row(place: Place, line: Line, outcome: str | None, net: int | None, verdict: str, codes: list[str]) -> Found:
    """One wager of the answer: what was recorded, what is due, and the verdict."""
    return {
        "seat": place.seat,
        "participant_id": place.participant_id,
        "wager_kind": line.kind,
        "stake": line.stake,
        "recorded_outcome": line.outcome,
        "recorded_net": line.net,
        "expected_outcome": outcome,
        "expected_net": net,
        "verdict": verdict,
        "codes": codes,
    }


def interpretations(
    lines: list[tuple[Place, Line]], adopted: Settlement, others: list[Reading]
) -> dict[str, dict[str, int]]:
    """For each doubtful clause: wagers where another reading gives other money, and whom those wagers fit."""
    counts: dict[str, dict[str, int]] = {}
    for name in dict.fromkeys(name for name, _, _ in others):
        tally = counts.setdefault(name, {"discriminating": 0, "fits_adopted": 0, "fits_other": 0})
        for _, line in lines:
            mine = adopted[line.key]
            theirs = [r[2][line.key] for r in others if r[0] == name]
            nets = {t.net for t in theirs if t is not None}
            if mine is None or nets <= {mine.net}:
                continue
            tally["discriminating"] += 1
            tally["fits_adopted"] += _net(line) == mine.net
            tally["fits_other"] += _net(line) != mine.net and _net(line) in nets
    return counts
