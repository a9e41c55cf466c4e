"""A recorded wager and its judgement as one line of the result."""

from __future__ import annotations

from typing import TYPE_CHECKING

from compliance.domain.results import Finding, Line
from compliance.domain.words import Branch, Direction, Outcome, Verdict

if TYPE_CHECKING:
    from collections.abc import Callable

    from compliance.domain.rounds import Round, Wager

Judged = tuple[Verdict, tuple[str, ...]]


def recorded_lines(
    round_: Round, judged: Callable[[Wager], Judged], expected: tuple[Outcome | None, int | None], branch: Branch
) -> list[Line]:
    """Every recorded wager beside what is expected of all alike (outcome and net), judged one by one."""
    lines = []
    for seat in round_.seats:
        for participant_index, participant in enumerate(seat.participants):
            for wager_index, wager in enumerate(participant.wagers):
                verdict, codes = judged(wager)
                lines.append(
                    Line(
                        seat=seat.seat,
                        participant_index=participant_index,
                        participant_id=participant.participant_id,
                        wager_index=wager_index,
                        wager_kind=wager.kind,
                        stake=wager.stake,
                        recorded_outcome=wager.outcome,
                        recorded_net=wager.net,
                        expected_outcome=expected[0],
                        expected_net=expected[1],
                        branch=branch,
                        verdict=verdict,
                        codes=codes,
                    )
                )
    return lines


def underivable(round_: Round, branch: Branch) -> list[Line]:
    """Every recorded line, undetermined without a finding of its own: the round's finding says why."""
    return recorded_lines(round_, lambda _: (Verdict.UNDETERMINED, ()), (None, None), branch)


def void_lines(round_: Round) -> list[Line]:
    """Compare a void round: every outcome is void, every net 0."""
    return recorded_lines(round_, _judged_void, (Outcome.VOID, 0), Branch.VOID)


def _judged_void(wager: Wager) -> Judged:
    if wager.net != 0:
        return Verdict.VIOLATION, ("SETL-001",)
    if wager.outcome is not Outcome.VOID:
        return Verdict.REVIEW, ("SETL-002",)
    return Verdict.CONFORMS, ()


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
