"""Figures and sentences as a report prints them."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from compliance.domain.words import Verdict
from compliance.reports.audit_input import Derivation, TraceStep
from compliance.reports.derivation_view import Derivations
from compliance.reports.figures import gaming_dates, with_amounts
from compliance.reports.findings_view import said
from compliance.reports.pseudonyms import redacted
from tests.reports.sample import small, wager_finding


@pytest.mark.parametrize(
    ("sentence", "printed"),
    [
        ("due is win, 1000.00 USD: underpaid by 900.00 USD.", "due is win, 1,000.00 USD: underpaid by 900.00 USD."),
        ("the result is -2045.00 USD", "the result is −2,045.00 USD"),
        ("-1500 JPY is recorded", "−1,500 JPY is recorded"),
        ("Round T01-20261128-1000.50 names 1000.50 twice", "Round T01-20261128-1000.50 names 1000.50 twice"),
    ],
)
def test_amounts_of_a_sentence_are_told_from_names_by_their_currency(sentence: str, printed: str) -> None:
    assert with_amounts(sentence, in_currency=True) == printed


@pytest.mark.parametrize(
    ("step", "printed"),
    [
        ("win +2000.00", "win +2,000.00"),
        ("Ante -10.00; 12820.00 left", "Ante −10.00; 12,820.00 left"),
        (
            "Player-dealer's wager 1405.000, wagers to answer 2705.000",
            "Player-dealer's wager 1,405.000, wagers to answer 2,705.000",
        ),
        ("seat 1000", "seat 1000"),
    ],
)
def test_amounts_of_a_derivation_have_their_thousands_apart(step: str, printed: str) -> None:
    assert with_amounts(step, in_currency=False) == printed


def test_one_gaming_date_is_no_period() -> None:
    day = date(2026, 3, 2)
    assert gaming_dates(day, day) == "gaming date 2 March 2026"
    assert gaming_dates(day, date(2026, 3, 4)) == "gaming dates 2 March 2026 to 4 March 2026"


def test_a_reading_is_named_in_words() -> None:
    row = wager_finding(1, 100, 0, verdict=Verdict.REVIEW, code="SETL-004")
    row = replace(
        row, reading="running_net", message="overpaid by 1.00 USD, which is what reading running_net of C1 gives."
    )
    assert said(row) == "overpaid by 1.00 USD, which is what reading running net of C1 gives."


def shared_seat(*people: str) -> Derivation:
    steps = [TraceStep("3 full settlement, seat 1", "win.2", "Ante, stake 25.00", "win +25.00", who) for who in people]
    first = TraceStep("1 hands, seat 1", "ranks.2", "Hand Kd Qs 9h", "high card")
    return Derivation("licensee", "round", None, (first, *steps))


def test_steps_at_a_shared_seat_name_their_participant() -> None:
    row = wager_finding(1, 100, 0)
    held = replace(
        shared_seat("PL1", "PL2"), licensee_id=row.licensee_id, round_id=row.round_id, finding_id=row.finding_id
    )
    (shown,) = Derivations((held,)).of((row,))
    assert [step.participant_id for step in shown.steps] == [None, "PL1", "PL2"]
    (alone,) = Derivations((replace(held, steps=held.steps[:2]),)).of((row,))
    assert [step.participant_id for step in alone.steps] == [None, None]


def test_participants_of_a_derivation_are_pseudonyms_too() -> None:
    data = redacted(small((), derivations=(shared_seat("PL1", "PL2"),)))
    (derivation,) = data.derivations
    none, first, second = (step.participant_id for step in derivation.steps)
    assert none is None
    assert first is not None
    assert second is not None
    assert first.startswith("P-")
    assert first != second
