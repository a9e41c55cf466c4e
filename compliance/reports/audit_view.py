"""The whole audit report as a view: everything a template shows is decided here and in the sections' views."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from compliance.reports.assurance_view import AssuranceView, assurance_view
from compliance.reports.balance import require_balance
from compliance.reports.checks_view import checks_table
from compliance.reports.clause_heat import HeatMap, clause_heat
from compliance.reports.control_totals_view import ControlTotalsView, control_totals_view
from compliance.reports.cover_view import CoverView, cover_view
from compliance.reports.dispositions_view import DispositionsView, dispositions_view
from compliance.reports.figures import count, counted, moment, period
from compliance.reports.findings_view import FindingsView, findings_view
from compliance.reports.full_listing import FullListing, full_listing
from compliance.reports.money_view import MoneyView, money_view
from compliance.reports.owed_view import OwedView, owed_view
from compliance.reports.printable import shortened
from compliance.reports.quarantine_view import QuarantineView, quarantine_view
from compliance.reports.readings_view import ReadingsView, readings_view
from compliance.reports.sections import HEADINGS, LISTING, Heading
from compliance.reports.sheets_view import SheetView, sheet_views
from compliance.reports.sources_view import SourcesView, sources_view
from compliance.reports.summary_view import SummaryView, summary_view
from compliance.reports.tables import Column, Fact, Table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from compliance.reports.audit_input import AuditInput
    from compliance.reports.evidence_files import EvidenceFile
    from compliance.reports.money_sums import MoneySum
    from compliance.reports.owed_view import Debt


@dataclass(frozen=True, slots=True)
class PageFurniture:
    """What stands in the document's metadata and at the edge of every page."""

    language: str
    title: str
    author: str
    created: str
    left: str
    right: str


@dataclass(frozen=True, slots=True)
class AuditView:
    """A report, section by section, in the order it is read."""

    page: PageFurniture
    cover: CoverView
    headings: dict[str, Heading]
    summary: SummaryView
    sources: SourcesView
    money: MoneyView
    totals: ControlTotalsView
    checks: Table
    findings: FindingsView
    readings: ReadingsView
    parity: str
    quarantine: QuarantineView
    heat: HeatMap
    assurance: AssuranceView
    owed: OwedView
    dispositions: DispositionsView
    sheets: tuple[SheetView, ...]
    versions: tuple[Fact, ...]
    evidence: Table
    listing: FullListing | None


def audit_view(
    data: AuditInput,
    sums: Sequence[MoneySum],
    owed: Sequence[Debt],
    files: Sequence[EvidenceFile],
    *,
    pseudonyms: bool,
    listing: bool = False,
) -> AuditView:
    """Decide everything that the report on a run shows; ``data`` is already redacted where it is to be.

    ``listing`` adds every finding on a line of its own.

    Raises:
        ReportError: counts that do not balance, a time in the run's record that cannot be read, or too many findings
            for a full listing.
    """
    require_balance(data, sums)
    labels = {each.sha256: f"F{place}" for place, each in enumerate(data.files, start=1)}
    return AuditView(
        page=_page(data),
        cover=cover_view(data, pseudonyms=pseudonyms),
        headings=HEADINGS | ({LISTING.anchor: LISTING} if listing else {}),
        summary=summary_view(data, sums),
        sources=sources_view(data, labels),
        money=money_view(sums),
        totals=control_totals_view(data),
        checks=checks_table(data),
        findings=findings_view(data, labels, HEADINGS["findings"].number),
        readings=readings_view(data),
        parity=_parity(data),
        quarantine=quarantine_view(data, labels),
        heat=clause_heat(data),
        assurance=assurance_view(data),
        owed=owed_view(owed),
        dispositions=dispositions_view(data),
        sheets=sheet_views(data.sheets),
        versions=tuple(Fact(*pair) for pair in {"compliance": data.program_version, **dict(data.versions)}.items()),
        evidence=_evidence(files),
        listing=full_listing(data, labels) if listing else None,
    )


def _page(data: AuditInput) -> PageFurniture:
    name = shortened(data.licensee_name, 60)
    return PageFurniture(
        language="en-US",
        title=f"Audit of settlements, {name}, {period(data.period_from, data.period_to)}",
        author=f"compliance {data.program_version}",
        created=moment(data.finished_at).strftime("%Y-%m-%dT%H:%M:%SZ"),
        left=f"Audit of settlements · {name}",
        right=f"Run {shortened(data.run_id, 32)}",
    )


def _parity(data: AuditInput) -> str:
    parity = data.parity
    if not parity.compared:
        return "In this run no round was compared: the results rest on the set-based evaluator alone."
    compared = f"In this run {counted(parity.compared, 'round')} were compared: {parity.mode}."
    if not parity.disagreements:
        return f"{compared} The evaluators agree on all of them."
    return (
        f"{compared} The evaluators disagree on {count(parity.disagreements)} of them. Until that is explained, no"
        " result of this run may be relied on."
    )


def _evidence(files: Sequence[EvidenceFile]) -> Table:
    columns = (
        Column("name", "File"),
        Column("holds", "Holds"),
        Column("bytes", "Bytes", "number"),
        Column("digest", "SHA-256", "digest"),
    )
    rows = tuple((each.name, each.description, count(len(each.data)), each.sha256) for each in files)
    return Table("evidence", "Files of evidence", columns, rows)
