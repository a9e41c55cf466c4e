"""The section on checks: what each examined, found and says, with room for the reviewer's initials."""

from __future__ import annotations

from typing import TYPE_CHECKING

from compliance.reports.figures import NONE, count, sentence_case
from compliance.reports.tables import Column, Table

if TYPE_CHECKING:
    from compliance.reports.audit_input import AuditInput, CheckResult

PASS = "pass"  # noqa: S105 - a verdict, not a secret
FAIL = "fail"
NOT_EXAMINED = "not examined"


def check_verdict(check: CheckResult) -> str:
    """Return ``pass``, ``fail`` or ``not examined``: a check that examined nothing has not passed."""
    if not check.examined:
        return NOT_EXAMINED
    return FAIL if check.findings else PASS


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
    rows = tuple(_row(check) for check in sorted(data.checks, key=lambda check: check.code))
    return Table("checks", "Checks performed", columns, rows)


def _row(check: CheckResult) -> tuple[str, ...]:
    title = sentence_case(check.title)
    if not check.examined:
        return (check.code, f"{title}. {sentence_case(check.reason or '')}.", NONE, check.unit, NONE, NOT_EXAMINED, "")
    return (check.code, title, count(check.examined), check.unit, count(check.findings), check_verdict(check), "")
