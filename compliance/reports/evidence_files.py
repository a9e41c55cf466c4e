"""The full lists that ride along with a report, inside the PDF and beside it: CSV and JSON.

Amounts are decimal text. A CSV cell that a spreadsheet would take for a formula starts with an apostrophe;
JSON holds the same value as it is.
"""

from __future__ import annotations

import csv
import hashlib
import io
import json
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from compliance.domain.money import decimal_text
from compliance.reports.dispositions_view import Standing
from compliance.reports.run_record import RUN_RECORD, run_record

if TYPE_CHECKING:
    from collections.abc import Iterable

    from compliance.reports.audit_input import AuditInput, FindingRow, QuarantinedLine
    from compliance.reports.money_sums import MoneySum
    from compliance.reports.owed_view import Debt

_FIGURE = re.compile(r"-?[0-9]+(\.[0-9]+)?")
_FORMULA = tuple("=+-@\t\r\n|%＝＋－＠")


@dataclass(frozen=True, slots=True)
class EvidenceFile:
    """A file of evidence: name, what it holds, bytes."""

    name: str
    description: str
    data: bytes

    @property
    def sha256(self) -> str:
        """SHA-256 of the bytes, hexadecimal."""
        return hashlib.sha256(self.data).hexdigest()


def csv_cell(value: object) -> str:
    """Return a value as a CSV cell that no spreadsheet takes for a formula; nothing for None, lists by ``;``."""
    if value is None:
        return ""
    text = ";".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value)
    if text.lstrip().startswith(_FORMULA) and not _FIGURE.fullmatch(text):
        return "'" + text
    return text


def csv_bytes(columns: Iterable[str], rows: Iterable[dict[str, Any]]) -> bytes:
    """Return rows as CSV, UTF-8, lines ended by CR LF; characters outside Unicode as backslash escapes."""
    names = list(columns)
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow(names)
    writer.writerows([csv_cell(row[name]) for name in names] for row in rows)
    return text.getvalue().encode("utf-8", "backslashreplace")


def json_bytes(value: Any) -> bytes:
    """Return a value as JSON in plain ASCII, indented, ended by a line feed."""
    return (json.dumps(value, indent=1, default=str) + "\n").encode("ascii")


def _money(minor: int | None, digits: int) -> str | None:
    return None if minor is None else decimal_text(minor, digits)


def finding_record(row: FindingRow, held: Standing) -> dict[str, Any]:
    """Return a finding in the form of the findings export, with its id, sheet, currency, state and disposition."""
    digits = row.minor_digits
    return {
        "place": row.place,
        "finding_id": row.finding_id,
        "code": row.code,
        "verdict": str(row.verdict),
        "round_id": row.round_id,
        "table_id": row.table_id,
        "gaming_date": row.gaming_date.isoformat(),
        "rule_sheet": row.rule_sheet,
        "house_dealer_id": row.house_dealer_id,
        "seat": row.seat,
        "participant_id": row.participant_id,
        "wager_kind": row.wager_kind,
        "currency": row.currency,
        "expected_outcome": row.expected_outcome,
        "expected_net": _money(row.expected_net, digits),
        "recorded_outcome": row.recorded_outcome,
        "recorded_net": _money(row.recorded_net, digits),
        "variance": _money(row.variance, digits),
        "direction": row.direction,
        "clauses": list(row.clauses),
        "interpretation": row.interpretation,
        "reading": row.reading,
        "also_fits": list(row.also_fits),
        "cards": row.cards,
        "dealer_cards": row.dealer_cards,
        "message": row.message,
        "state": held.state(row.finding_id),
        "disposition": held.status(row.finding_id),
        "source": {"file_sha256": row.file_sha256, "line": row.line, "byte_offset": row.byte_offset},
    }


def _flat(record: dict[str, Any]) -> dict[str, Any]:
    source: dict[str, Any] = record["source"]
    return {key: value for key, value in record.items() if key != "source"} | source


def _owed(debt: Debt) -> dict[str, Any]:
    return {
        "currency": debt.currency,
        "debtor": debt.debtor,
        "creditor": debt.creditor,
        "by_violations": decimal_text(debt.violations, debt.minor_digits),
        "under_review": decimal_text(debt.reviews, debt.minor_digits),
        "findings": debt.findings,
    }


def _quarantine_record(line: QuarantinedLine) -> dict[str, Any]:
    raw = None if line.raw is None else line.raw.decode("utf-8", "backslashreplace")
    return {
        "file_sha256": line.file_sha256,
        "line": line.line,
        "byte_offset": line.byte_offset,
        "reason": line.reason,
        "round_id": line.round_id,
        "message": line.message,
        "raw": raw,
    }


FINDING_COLUMNS = (
    "place", "finding_id", "code", "verdict", "round_id", "table_id", "gaming_date", "rule_sheet",
    "house_dealer_id", "seat", "participant_id", "wager_kind", "currency", "expected_outcome", "expected_net",
    "recorded_outcome", "recorded_net", "variance", "direction", "clauses", "interpretation", "reading",
    "also_fits", "cards", "dealer_cards", "message", "state",
    "disposition", "file_sha256", "line", "byte_offset",
)  # fmt: skip
QUARANTINE_COLUMNS = ("file_sha256", "line", "byte_offset", "reason", "round_id", "message", "raw")
OWED_COLUMNS = ("currency", "debtor", "creditor", "by_violations", "under_review", "findings")
MONEY_COLUMNS = ("currency", "by", "name", "verdict", "overpaid", "underpaid", "findings")


def evidence_files(
    data: AuditInput, sums: Iterable[MoneySum], owed: Iterable[Debt], *, pseudonyms: bool
) -> tuple[EvidenceFile, ...]:
    """Return the files of evidence of a run, sorted by name. ``data`` is already redacted where it is to be."""
    held = Standing(data)
    findings = [finding_record(row, held) for row in data.findings]
    quarantine = [_quarantine_record(line) for line in data.quarantined]
    head = {"run_id": data.run_id, "licensee_id": data.licensee_id, "pseudonyms": pseudonyms}
    money = [
        {
            "currency": each.currency,
            "by": each.dimension,
            "name": each.name,
            "verdict": str(each.verdict),
            "overpaid": decimal_text(each.overpaid, each.minor_digits),
            "underpaid": decimal_text(each.underpaid, each.minor_digits),
            "findings": each.findings,
        }
        for each in sums
    ]
    debts = [_owed(each) for each in owed]
    return (
        EvidenceFile("findings.csv", "Every finding, one row each", csv_bytes(FINDING_COLUMNS, map(_flat, findings))),
        EvidenceFile(
            "findings.json",
            "Every finding, with amounts as decimal text",
            json_bytes({**head, "count": len(findings), "findings": findings}),
        ),
        EvidenceFile("money.csv", "Over- and underpayments by every grouping", csv_bytes(MONEY_COLUMNS, money)),
        EvidenceFile("owed.csv", "Who owes whom, by debtor and creditor", csv_bytes(OWED_COLUMNS, debts)),
        EvidenceFile("quarantine.csv", "Every quarantined line", csv_bytes(QUARANTINE_COLUMNS, quarantine)),
        EvidenceFile(
            "quarantine.json",
            "Every quarantined line",
            json_bytes({**head, "count": len(quarantine), "lines": quarantine}),
        ),
        EvidenceFile(
            RUN_RECORD,
            "The run's record: counts, checks, sums, dispositions, digests",
            json_bytes(run_record(data, money, debts, pseudonyms=pseudonyms)),
        ),
    )
