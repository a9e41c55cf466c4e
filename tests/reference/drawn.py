"""Rounds for Hypothesis to draw: settled, of possible cards, with nothing recorded of what became of the wagers."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING

from hypothesis import strategies as st

from compliance.domain.cards import DECK
from compliance.domain.rounds import Participant, PlayerDealer, Progressive, Round, Seat, Source, Wager
from compliance.domain.words import ANTE, ANTE_BONUS, PLAY, PROGRESSIVE, Decision, DecisionSource, Outcome, RoundStatus
from compliance.reference.settle import settle
from tests.reference.judged import SHEETS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from compliance.reference.settle import Settlement

POSITIONS = 7
BANKED = tuple(name for name, sheet in SHEETS.items() if sheet.bank is not None)
SIDE_WAGERS = ("pair_plus", "six_card_bonus", PROGRESSIVE)
STAKES = st.integers(1, 50_00)
"""In cents. Even a mini royal on a doubled stake stays below any cap of the five sheets."""


@st.composite
def rounds(draw: st.DrawFn, sheet_ids: Iterable[str] = tuple(SHEETS)) -> Round:
    """A round under one of the sheets, with up to five hands; the player-dealer sits at position 7."""
    sheet_id = draw(st.sampled_from(tuple(sheet_ids)))
    banked = SHEETS[sheet_id].bank is not None
    numbers = draw(st.lists(st.integers(1, 6), min_size=1, max_size=5, unique=True)) if banked else [1]
    cards = draw(
        st.lists(st.sampled_from(DECK), min_size=3 * len(numbers) + 3, max_size=3 * len(numbers) + 3, unique=True)
    )
    seats = []
    for place, number in enumerate(numbers):
        people = draw(st.integers(1, 3 if not banked else 2))
        names = [f"P-{number}-{person}" for person in range(people)]
        participants = tuple(draw(participants_at(sheet_id, name)) for name in names)
        seats.append(Seat(number, tuple(cards[3 + 3 * place : 6 + 3 * place]), participants))
    return Round(
        licensee_id="default",
        round_id="R1",
        table_id="T01",
        gaming_date=date(2026, 11, 28),
        rule_sheet=sheet_id,
        currency="USD",
        minor_digits=2,
        status=RoundStatus.SETTLED,
        started_at="2026-11-28T19:04:11-08:00",
        settled_at="2026-11-28T19:05:40-08:00",
        seats=tuple(seats),
        dealer_cards=tuple(cards[:3]),
        source=Source("0" * 64, 1, 0),
        player_dealer=PlayerDealer(7, "P-bank", draw(st.integers(0, 300_00))) if banked else None,
        action_seat=draw(st.integers(1, 6)) if banked else None,
        progressive=Progressive("M1", 10_000_00, None),
    )


@st.composite
def participants_at(draw: st.DrawFn, sheet_id: str, name: str) -> Participant:
    """Somebody with an Ante, decided, or with bonus wagers alone where the sheet lets them stand alone."""
    offered = SHEETS[sheet_id].wagers
    decision = draw(st.sampled_from([Decision.PLAY, Decision.PLAY, Decision.FOLD, None]))
    stakes: dict[str, int] = {}
    if decision is not None:
        stakes[ANTE] = draw(STAKES)
        if decision is Decision.PLAY:
            stakes[PLAY] = stakes[ANTE]
    for kind in SIDE_WAGERS:
        if kind in offered and (decision is not None or not offered[kind].needs_ante) and draw(st.booleans()):
            stakes[kind] = draw(STAKES)
    kinds = draw(st.permutations(list(stakes)))
    source = draw(st.sampled_from([DecisionSource.PLAYER, DecisionSource.DISCONNECT]))
    return Participant(name, decision, source, tuple(Wager(kind, stakes[kind], Outcome.PUSH, 0) for kind in kinds))


def settled(round_: Round, **readings: str) -> Settlement:
    """Settle a round under its sheet, with another reading of some interpretations."""
    sheet = SHEETS[round_.rule_sheet]
    for interpretation, reading in readings.items():
        sheet = sheet.under(interpretation, reading)
    return settle(round_, sheet, POSITIONS)


def changed(round_: Round, change: Callable[[int, Participant], Participant | None]) -> Round:
    """Change participants, given the number of the seat; None takes one away."""
    seats = []
    for seat in round_.seats:
        people = [change(seat.seat, participant) for participant in seat.participants]
        seats.append(replace(seat, participants=tuple(person for person in people if person is not None)))
    return replace(round_, seats=tuple(seats))


def as_due(round_: Round) -> Round:
    """Record what is due: outcomes and nets of every wager that can be derived, and every Ante bonus."""
    settlement = settled(round_)
    due = {(key.seat, line.full.participant_id, key.kind): line for key, line in settlement.lines.items()}

    def recorded(seat: int, participant: Participant) -> Participant:
        wagers = []
        for wager in participant.wagers:
            line = due[seat, participant.participant_id, wager.kind]
            if line.net is not None and line.outcome is not None:
                wager = replace(wager, outcome=line.outcome, net=line.net)
            wagers.append(wager)
        bonus = due.get((seat, participant.participant_id, ANTE_BONUS))
        if bonus is not None and bonus.net is not None:
            wagers.append(Wager(ANTE_BONUS, 0, Outcome.WIN, bonus.net))
        return replace(participant, wagers=tuple(wagers))

    return changed(round_, recorded)
