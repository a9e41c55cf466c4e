"""WAGR-002: what a participant decided and what was wagered say the same."""

from compliance.domain.words import ANTE, PLAY, Decision
from compliance.reference.checks.facts import Examined, Facts, fault_at

CODE = "WAGR-002"


def examine(facts: Facts) -> Examined:
    """Find a play without a Play wager, a fold with one, and an Ante without a decision."""
    count, findings = 0, []
    for seat, participant in facts.participants():
        has_ante, has_play = participant.wager(ANTE) is not None, participant.wager(PLAY) is not None
        decision = participant.decision
        if not (has_ante or has_play or decision):
            continue
        count += 1
        disagree = (
            (decision is Decision.PLAY and not has_play)
            or (decision is Decision.FOLD and has_play)
            or (decision is None and has_ante)
        )
        if disagree:
            findings.append(fault_at(CODE, seat, participant))
    return Examined(count, tuple(findings))
