"""The section on checks: what each examined, found and says, with room for the reviewer's initials."""

from __future__ import annotations

from typing import TYPE_CHECKING

from compliance.domain.words import Verdict
from compliance.reports.figures import NONE, count, counted, sentence_case
from compliance.reports.tables import Column, Table

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from compliance.reports.audit_input import AuditInput, CheckResult, FindingRow

PASS = "pass"  # noqa: S105 - a verdict, not a secret
FAIL = "fail"
REVIEW = "review"
UNDETERMINED = "undetermined"
NOT_EXAMINED = "not examined"

_OF_FINDINGS = {Verdict.VIOLATION: FAIL, Verdict.REVIEW: REVIEW, Verdict.UNDETERMINED: UNDETERMINED}

Worst = dict[str, Verdict]
"""The gravest verdict among a check's findings, by code."""


def worst_by_code(findings: Iterable[FindingRow]) -> Worst:
    """Return the gravest verdict of every code that has findings."""
    worst: Worst = {}
    for row in findings:
        held = worst.get(row.code)
        if held is None or row.verdict.severity > held.severity:
            worst[row.code] = row.verdict
    return worst


def check_verdict(check: CheckResult, worst: Mapping[str, Verdict]) -> str:
    """Return ``pass``, ``fail``, ``review``, ``undetermined`` or ``not examined``.

    A check fails by a violation alone. One that found only doubts is for review, one that could only not decide is
    undetermined, and one that examined nothing has not passed.
    """
    if not check.examined:
        return NOT_EXAMINED
    return _OF_FINDINGS[worst[check.code]] if check.code in worst else PASS


def checks_table(data: AuditInput) -> Table:
    """Lay out the checks by code."""
    columns = (
        Column("code", "Code", "code"),
        Column("title", "Check"),
        Column("examined", "Examined", "number"),
        Column("unit", "What was examined"),
        Column("findings", "Findings", "number"),
        Column("verdict", "Verdict"),
        Column("initials", "Initials", "blank"),
    )
    worst = worst_by_code(data.findings)
    rows = tuple(_row(check, worst) for check in sorted(data.checks, key=lambda check: check.code))
    return Table("checks", "Checks performed", columns, rows)


def _row(check: CheckResult, worst: Worst) -> tuple[str, ...]:
    title = sentence_case(check.title)
    if not check.examined:
        return (check.code, f"{title}. {sentence_case(check.reason or '')}.", NONE, check.unit, NONE, NOT_EXAMINED, "")
    if check.skipped:
        why = f": {check.reason}" if check.reason else ""
        title = f"{title}. {counted(check.skipped, 'more was', 'more were')} not examined{why}."
    verdict = check_verdict(check, worst)
    return (check.code, title, count(check.examined), check.unit, count(check.findings), verdict, "")
