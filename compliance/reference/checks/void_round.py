"""RECD-005: a void round says why, and moves no money."""

from compliance.domain.rounds import Round
from compliance.reference.checks.facts import Examined, fault

CODE = "RECD-005"


def examine(round_: Round) -> Examined:
    """Look for a reason, and for any wager or player-dealer net other than 0. Needs no rule sheet."""
    faults = []
    if not (round_.void_reason or "").strip():
        faults.append("no reason")
    player_dealer_net = round_.player_dealer.net if round_.player_dealer else None
    nets = [wager.net for seat in round_.seats for participant in seat.participants for wager in participant.wagers]
    if player_dealer_net or any(nets):
        faults.append("money moved")
    return Examined(1, (fault(CODE, ", ".join(faults)),) if faults else ())
