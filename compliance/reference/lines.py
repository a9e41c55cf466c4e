"""A recorded wager and its judgement as one line of the result."""

from __future__ import annotations

from typing import TYPE_CHECKING

from compliance.domain.results import Finding, Line
from compliance.domain.words import Branch, Direction, Outcome, Verdict
from compliance.reference.table import Key

if TYPE_CHECKING:
    from compliance.domain.rounds import Round, Wager


def recorded_wagers(round_: Round) -> dict[Key, Wager]:
    """Every recorded line by name, in the order recorded."""
    return {
        Key(seat.seat, place, wager.kind): wager
        for seat in round_.seats
        for place, participant in enumerate(seat.participants)
        for wager in participant.wagers
    }


def line_of(
    round_: Round,
    key: Key,
    wager: Wager | None,
    expected: tuple[Outcome | None, int | None],
    branch: Branch,
    verdict: Verdict,
    codes: tuple[str, ...],
) -> Line:
    """Put a record (None where a due line is missing) beside what is expected: outcome and net."""
    seat = next(seat for seat in round_.seats if seat.seat == key.seat)
    participant = seat.participants[key.participant_index]
    return Line(
        seat=key.seat,
        participant_index=key.participant_index,
        participant_id=participant.participant_id,
        wager_index=participant.wagers.index(wager) if wager else len(participant.wagers),
        wager_kind=key.kind,
        stake=wager.stake if wager else 0,
        recorded_outcome=wager.outcome if wager else None,
        recorded_net=wager.net if wager else None,
        expected_outcome=expected[0],
        expected_net=expected[1],
        branch=branch,
        verdict=verdict,
        codes=codes,
    )


def underivable(round_: Round, branch: Branch) -> list[Line]:
    """Every recorded line, undetermined without a finding of its own: the round's finding says why."""
    return [
        line_of(round_, key, wager, (None, None), branch, Verdict.UNDETERMINED, ())
        for key, wager in recorded_wagers(round_).items()
    ]


def void_lines(round_: Round) -> list[Line]:
    """Compare a void round: every outcome is void, every net 0."""
    lines = []
    codes: tuple[str, ...]
    for key, wager in recorded_wagers(round_).items():
        if wager.net != 0:
            verdict, codes = Verdict.VIOLATION, ("SETL-001",)
        elif wager.outcome is not Outcome.VOID:
            verdict, codes = Verdict.REVIEW, ("SETL-002",)
        else:
            verdict, codes = Verdict.CONFORMS, ()
        lines.append(line_of(round_, key, wager, (Outcome.VOID, 0), Branch.VOID, verdict, codes))
    return lines


def finding_of(line: Line) -> Finding:
    """Report a line under its code, with direction and amount where money differs."""
    (code,) = line.codes
    variance = line.variance
    direction = (Direction.OVERPAID if variance > 0 else Direction.UNDERPAID) if variance else None
    return Finding(
        code=code,
        verdict=line.verdict,
        seat=line.seat,
        participant_id=line.participant_id,
        wager_kind=line.wager_kind,
        expected_outcome=line.expected_outcome,
        expected_net=line.expected_net,
        recorded_outcome=line.recorded_outcome,
        recorded_net=line.recorded_net,
        variance=variance,
        direction=direction,
        branch=line.branch,
    )
