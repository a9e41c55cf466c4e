"""The reference against every hand-worked case."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from compliance.domain.money import decimal_text, minor_digits
from tests.cases.load import Case, ExpectedFinding, ExpectedLine, all_cases
from tests.reference.judged import judge

if TYPE_CHECKING:
    from compliance.domain.results import Finding, Line

CASES = all_cases()
SPOKEN_OF = {code for case in CASES for code in case.codes}
"""The cases say of each of these codes, by naming it or not, whether a round raises it; of no other."""


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_the_reference_gives_what_was_worked_by_hand(case: Case) -> None:
    result = judge(case.round, case.positions, case.rulings).result
    digits = minor_digits(case.round["currency"])

    def shown(line: Line) -> tuple[Any, ...]:
        return (
            line.seat,
            line.participant_id,
            line.wager_kind,
            line.recorded_net is not None,
            line.expected_outcome,
            _amount(line.expected_net, digits),
            line.verdict,
            line.codes,
        )

    assert sorted(map(shown, result.lines), key=repr) == sorted(map(_wanted, case.lines), key=repr)
    assert sorted(found.code for found in result.findings if found.code in SPOKEN_OF) == case.codes
    for line in (line for line in case.lines if line.code):
        (found,) = [found for found in result.findings if _is_about(found, line)]
        _assert_finding(found, line, digits)
    for also in case.also:
        assert any(_answers(found, also) for found in result.findings), also
    touched = {
        entry.interpretation: (entry.discriminating, entry.fits_adopted, entry.fits_other)
        for entry in result.interpretations
    }
    for interpretation, counts in case.decides.items():
        assert touched.get(interpretation, (0, 0, 0)) == counts


def _amount(value: int | None, digits: int) -> str | None:
    return None if value is None else decimal_text(value, digits)


def _wanted(line: ExpectedLine) -> tuple[Any, ...]:
    return (
        line.seat,
        line.participant_id,
        line.wager_kind,
        line.recorded,
        line.expected_outcome,
        line.expected_net,
        line.verdict,
        (line.code,) if line.code else (),
    )


def _is_about(found: Finding, line: ExpectedLine) -> bool:
    return (found.code, found.seat, found.participant_id, found.wager_kind) == (
        line.code,
        line.seat,
        line.participant_id,
        line.wager_kind,
    )


def _assert_finding(found: Finding, line: ExpectedLine, digits: int) -> None:
    assert (found.verdict, found.interpretation, found.reading, found.direction) == (
        line.verdict,
        line.interpretation,
        line.reading,
        line.direction,
    )
    assert (found.expected_outcome, _amount(found.expected_net, digits)) == (line.expected_outcome, line.expected_net)
    if line.variance is not None:
        assert _amount(found.variance, digits) == line.variance


def _answers(found: Finding, also: ExpectedFinding) -> bool:
    if (found.code, found.verdict) != (also.code, also.verdict):
        return False
    said = (also.seat, also.participant_id, also.wager_kind, also.interpretation, also.reading)
    have = (found.seat, found.participant_id, found.wager_kind, found.interpretation, found.reading)
    return all(wanted in (None, value) for wanted, value in zip(said, have, strict=True))
