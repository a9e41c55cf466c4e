"""The section that holds the log against the licensee's control totals, or says that there were none."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from compliance.reports.figures import NONE, counted
from compliance.reports.printable import shortened
from compliance.reports.tables import LISTED, Column, Table

if TYPE_CHECKING:
    from compliance.reports.audit_input import AuditInput
    from compliance.reports.follow_up import ControlTotal

TOTALS_CHECK = "RECO-001"
NO_TOTALS = (
    "No control totals of the licensee were compared with the log. Rounds missing at the end of a day would not show in"
    " this report."
)


@dataclass(frozen=True, slots=True)
class ControlTotalsView:
    """Figures of the manifest beside those of the log, and the manifests themselves."""

    statement: str
    manifests: Table | None
    totals: Table | None


def control_totals_view(data: AuditInput) -> ControlTotalsView:
    """Lay out the totals, those that differ first."""
    manifests = _manifests(data.manifests) if data.manifests else None
    if not data.control_totals:
        return ControlTotalsView(_of_check(data), manifests, None)
    ordered = sorted(data.control_totals, key=lambda each: each.agrees)
    wrong = sum(not each.agrees for each in ordered)
    result = f"{counted(wrong, 'differs', 'differ')} from the log." if wrong else "All agree with the log."
    statement = (
        f"{counted(len(ordered), 'control total')} of the licensee's manifest were held against the same figures of the"
        f" log. {result} Rounds of tables and gaming dates without a control total may be missing unnoticed."
    )
    return ControlTotalsView(statement, manifests, _totals(ordered))


def _of_check(data: AuditInput) -> str:
    check = next((each for each in data.checks if each.code == TOTALS_CHECK), None)
    if check is None or not check.examined:
        return NO_TOTALS
    return (
        f"The licensee's control totals were compared with the log: {counted(check.findings, 'difference')} in"
        f" {counted(check.examined, 'total')}."
    )


def _totals(ordered: list[ControlTotal]) -> Table:
    columns = (
        Column("table", "Table"),
        Column("date", "Gaming date"),
        Column("figure", "Figure"),
        Column("value", "Manifest", "number"),
        Column("value", "Log", "number"),
        Column("verdict", "Result"),
    )
    rows = tuple(
        (
            shortened(each.table_id, 40),
            each.gaming_date.isoformat() if each.gaming_date else NONE,
            each.figure,
            each.manifest_value or NONE,
            each.log_value or NONE,
            "agrees" if each.agrees else "differs",
        )
        for each in ordered[:LISTED]
    )
    left = len(ordered) - len(rows)
    agreeing = "agreeing " if all(each.agrees for each in ordered[LISTED:]) else ""
    note = f"{counted(left, f'more {agreeing}total')} in run.json." if left else None
    return Table("totals", "Control totals and the log", columns, rows, None, note)


def _manifests(manifests: tuple[tuple[str, str], ...]) -> Table:
    columns = (Column("path", "Manifest as received"), Column("digest", "SHA-256", "digest"))
    rows = tuple((shortened(path, 70), digest) for path, digest in manifests[:LISTED])
    left = len(manifests) - len(rows)
    note = f"{counted(left, 'more manifest')} in run.json." if left else None
    return Table("manifests", "Manifests received", columns, rows, None, note)
