"""Counts that do not balance refuse the report, and the sentence says which."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from compliance.domain.words import Verdict
from compliance.reports.audit_input import AuditInput, CheckResult, WagerCounts
from compliance.reports.audit_report import write_audit_report
from compliance.reports.balance import require_balance
from compliance.reports.errors import ReportError
from compliance.reports.money_sums import money_sums
from tests.reports.sample import (
    checks_of,
    files,
    finding,
    interpretations,
    money_of,
    night,
    night_findings,
    quarantined,
)

if TYPE_CHECKING:
    from pathlib import Path


def refusal(data: AuditInput) -> str:
    with pytest.raises(ReportError) as refused:
        require_balance(data, money_sums(data.findings, data.sheets))
    return str(refused.value)


def test_the_night_balances() -> None:
    data = night()
    require_balance(data, money_sums(data.findings, data.sheets))
    assert sum(file.read for file in data.files) == 3_158


def test_lines_read_must_be_loaded_duplicate_or_quarantined() -> None:
    first, *others = files()
    said = refusal(night(files=(replace(first, loaded=first.loaded - 1), *others)))
    assert "2026-03-02/tcp-01.jsonl has 612 lines read, but 607 loaded + 3 duplicate + 1 quarantined make 611" in said


def test_files_that_are_wrong_singly_but_right_in_total_are_refused() -> None:
    first, second, *others = files()
    crossed = (replace(first, loaded=first.loaded - 1), replace(second, loaded=second.loaded + 1), *others)
    assert "tcp-01.jsonl has 612 lines read" in refusal(night(files=crossed))


def test_every_quarantined_line_must_be_listed() -> None:
    assert "tcp-01.jsonl has 1 lines quarantined, but 0 are listed" in refusal(night(quarantined=quarantined()[1:]))


def test_a_quarantined_line_must_belong_to_a_file() -> None:
    stray = replace(quarantined()[0], file_sha256="0" * 64)
    assert "not among the files" in refusal(night(quarantined=(*quarantined(), stray)))


def test_a_file_listed_twice_is_refused() -> None:
    assert "is listed twice" in refusal(night(files=(*files(), files()[4])))


def test_a_count_below_zero_is_refused() -> None:
    last = files()[4]
    wrong = replace(last, duplicate=-1, loaded=last.loaded + 1)
    assert "tcp-05.jsonl has a count below zero" in refusal(night(files=(*files()[:4], wrong)))


def test_wagers_examined_must_be_the_four_verdicts() -> None:
    said = refusal(night(wagers=WagerCounts(12_480, 12_444, 23, 8, 4)))
    assert (
        "12,480 wagers were examined, but 12,444 conforming + 23 in violation + 8 for review + 4 undetermined" in said
    )
    assert "make 12,479" in said


def test_a_check_must_report_the_findings_that_are_listed() -> None:
    checks = tuple(replace(each, findings=11) if each.code == "SETL-001" else each for each in night().checks)
    assert "check SETL-001 reports 11 findings, but 12 are listed" in refusal(night(checks=checks))


def test_a_finding_must_belong_to_a_check_and_a_check_stand_once() -> None:
    checks = night().checks
    assert "SETL-006, which is not among the checks" in refusal(
        night(checks=tuple(each for each in checks if each.code != "SETL-006"))
    )
    assert "check COLL-001 is reported twice" in refusal(night(checks=(checks[0], *checks)))


def test_a_check_that_examined_nothing_has_a_reason_and_no_findings() -> None:
    without = CheckResult("STAT-001", "card frequencies", 0, 0)
    assert "STAT-001 examined nothing and gives no reason" in refusal(night(checks=(*night().checks, without)))
    rows = (finding(1, "SETL-001", Verdict.VIOLATION),)
    checks = tuple(replace(each, examined=0) if each.code == "SETL-001" else each for each in checks_of(rows))
    said = refusal(night(findings=rows, checks=checks, money=()))
    assert "SETL-001 has findings, but examined nothing" in said


def test_money_stated_must_be_the_sum_of_its_findings() -> None:
    first, *others = money_of(night_findings())
    said = refusal(night(money=(replace(first, overpaid=first.overpaid + 1), *others)))
    assert "410.01 overpaid" in said
    assert "its findings sum to 410.00" in said
    assert "USD" in refusal(night(money=()))


def test_a_reading_cannot_be_fitted_by_more_wagers_than_it_tells_apart() -> None:
    first, *others = interpretations()
    said = refusal(night(interpretations=(replace(first, fits_other=20), *others)))
    assert "C1 of gega-003666 tells 61 wagers apart, but 47 fit the adopted reading and 20 another" in said


@pytest.mark.parametrize("claimed", [Verdict.CONFORMS, Verdict.UNDETERMINED, Verdict.REVIEW])
def test_the_verdict_must_be_the_gravest_of_what_was_found(claimed: Verdict) -> None:
    assert f"verdict is {claimed}, but what it found gives violation" in refusal(night(verdict=claimed))


def test_a_run_that_examined_nothing_is_undetermined() -> None:
    nothing = {"findings": (), "money": (), "wagers": WagerCounts(0, 0, 0, 0, 0), "checks": ()}
    assert "gives undetermined" in refusal(night(**nothing, verdict=Verdict.CONFORMS))
    data = night(**nothing, verdict=Verdict.UNDETERMINED)
    require_balance(data, ())


def test_nothing_is_written_when_the_report_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ReportError, match="do not balance"):
        write_audit_report(night(verdict=Verdict.REVIEW), tmp_path / "out", formats={"html"})
    assert not (tmp_path / "out").exists()
