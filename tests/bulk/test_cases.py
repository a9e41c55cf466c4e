"""Every hand-worked case, settled in SQL."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from compliance.bulk.prepare import prepare
from compliance.bulk.results import results
from compliance.domain.money import decimal_text
from tests.bulk.tables import Rules, database
from tests.cases.load import Case, all_cases

if TYPE_CHECKING:
    from pathlib import Path

    from compliance.domain.results import RoundResult

CASES = all_cases()


@pytest.fixture(scope="module")
def derived(tmp_path_factory: pytest.TempPathFactory) -> dict[str, RoundResult]:
    """The result of every case, by its id; cases under the same rulings and positions are settled together."""
    found: dict[str, RoundResult] = {}
    groups: dict[tuple[int | None, tuple[tuple[str, str], ...]], list[Case]] = {}
    for case in CASES:
        groups.setdefault((case.positions, tuple(sorted(case.rulings.items()))), []).append(case)
    for (places, rulings), cases in groups.items():
        folder: Path = tmp_path_factory.mktemp("cases")
        rounds = [{**case.round, "round_id": f"case-{number}"} for number, case in enumerate(cases)]
        with database(folder, rounds) as db:
            prepare(db.connection, Rules(rulings=dict(rulings), places=places))
            for key, result in results(db.connection, range(1, len(cases) + 1)):
                found[cases[key - 1].id] = result
    return found


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_the_lines_of_the_case(case: Case, derived: dict[str, RoundResult]) -> None:
    digits = {"JPY": 0, "KWD": 3}.get(case.round["currency"], 2)
    findings = {(f.code, f.seat, f.participant_id, f.wager_kind): f for f in derived[case.id].findings}
    seen = []
    for line in derived[case.id].lines:
        code = line.codes[0] if line.codes else None
        found = findings.get((code or "", line.seat, line.participant_id, line.wager_kind))
        variance = found.variance if found and found.direction else None
        seen.append(
            (
                line.seat,
                line.participant_id,
                line.wager_kind,
                line.recorded_net is not None,
                line.expected_outcome and line.expected_outcome.value,
                None if line.expected_net is None else decimal_text(line.expected_net, digits),
                line.verdict.value,
                code,
                found and found.interpretation,
                found and found.reading,
                found and found.direction and found.direction.value,
                None if variance is None else decimal_text(abs(variance), digits),
            )
        )
    due = [
        (
            *(line.seat, line.participant_id, line.wager_kind, line.recorded, line.expected_outcome),
            *(line.expected_net, line.verdict, line.code, line.interpretation, line.reading, line.direction),
            line.variance and line.variance.removeprefix("-"),
        )
        for line in case.lines
    ]
    assert sorted(seen, key=repr) == sorted(due, key=repr)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_the_findings_of_the_case(case: Case, derived: dict[str, RoundResult]) -> None:
    result = derived[case.id]
    assert sorted(found.code for found in result.findings) == case.codes
    for expected in case.also:
        assert any(
            found.code == expected.code
            and found.verdict.value == expected.verdict
            and expected.seat in (None, found.seat)
            and expected.participant_id in (None, found.participant_id)
            and expected.wager_kind in (None, found.wager_kind)
            and (expected.interpretation, expected.reading) == (found.interpretation, found.reading)
            for found in result.findings
        ), expected


@pytest.mark.parametrize("case", [case for case in CASES if case.decides], ids=lambda case: case.id)
def test_what_the_doubtful_clauses_of_the_case_decide(case: Case, derived: dict[str, RoundResult]) -> None:
    counts = {
        touched.interpretation: (touched.discriminating, touched.fits_adopted, touched.fits_other)
        for touched in derived[case.id].interpretations
    }
    assert {name: counts.get(name, (0, 0, 0)) for name in case.decides} == case.decides
