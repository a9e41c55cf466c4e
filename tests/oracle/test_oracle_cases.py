"""The oracle against every hand-worked case."""

from collections import Counter

import pytest

from tests.cases.load import Case, all_cases
from tests.oracle.audit import COVERED_CODES, audit_round

CASES = all_cases()
UNDER_REVIEW = {"SETL-002", "SETL-004"}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_the_oracle_gives_what_was_worked_by_hand(case: Case):
    result = audit_round(case.round, positions=case.positions, rulings=case.rulings)
    assert [_shown(line) for line in result["lines"]] == [_wanted(line) for line in case.lines]
    assert sorted(f["code"] for f in result["findings"]) == case.codes
    for wanted in (line for line in case.lines if line.code):
        (found,) = [
            f
            for f in result["findings"]
            if (f["seat"], f["participant_id"], f["wager_kind"], f["code"])
            == (wanted.seat, wanted.participant_id, wanted.wager_kind, wanted.code)
        ]
        assert (found["verdict"], found["interpretation"], found["reading"], found["direction"]) == (
            wanted.verdict,
            wanted.interpretation,
            wanted.reading,
            wanted.direction,
        )
        assert wanted.variance is None or found["variance"] == wanted.variance
    for also in case.also:
        assert any(_answers(found, also) for found in result["findings"]), also
    for name, (discriminating, adopted, other) in case.decides.items():
        assert result["interpretations"][name] == {
            "discriminating": discriminating,
            "fits_adopted": adopted,
            "fits_other": other,
        }


def _shown(line):
    return (
        line["seat"],
        line["participant_id"],
        line["wager_kind"],
        line["recorded_net"] is not None,
        line["expected_outcome"],
        line["expected_net"],
        line["verdict"],
        line["codes"],
    )


def _wanted(line):
    return (
        line.seat,
        line.participant_id,
        line.wager_kind,
        line.recorded,
        line.expected_outcome,
        line.expected_net,
        line.verdict,
        [line.code] if line.code else [],
    )


def _answers(found, also):
    asked = {
        "seat": also.seat,
        "participant_id": also.participant_id,
        "wager_kind": also.wager_kind,
        "interpretation": also.interpretation,
        "reading": also.reading,
    }
    if found["code"] != also.code or found["verdict"] != also.verdict:
        return False
    return all(found[field] == value for field, value in asked.items() if value is not None)


def test_case_names_are_unique():
    assert [name for name, count in Counter(case.id for case in CASES).items() if count > 1] == []


def test_every_code_has_a_case_that_raises_it():
    raised = {code for case in CASES for code in case.codes}
    assert raised == COVERED_CODES
