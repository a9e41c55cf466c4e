"""WAGR-003: every wager is of a kind that the sheet offers."""

from compliance.reference.checks.facts import Examined, Facts, fault_at

CODE = "WAGR-003"


def examine(facts: Facts) -> Examined:
    """Look up the kind of every recorded line."""
    lines = [(seat, participant, wager) for seat, participant in facts.participants() for wager in participant.wagers]
    findings = [
        fault_at(CODE, seat, participant, wager.kind)
        for seat, participant, wager in lines
        if wager.kind not in facts.sheet.wagers
    ]
    return Examined(len(lines), tuple(findings))
