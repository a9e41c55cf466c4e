"""Findings counted by table and cause, and what a report quotes of the clauses they rest on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from compliance.domain.figures import MONEY_VERDICTS
from compliance.reports.figures import NONE, amount, count, counted, sentence_case, wager
from compliance.reports.money_sums import moves_money
from compliance.reports.printable import shortened
from compliance.reports.tables import LISTED, Column, Table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from compliance.reports.audit_input import AuditInput, FindingRow

Titles = dict[str, str]
ClauseTexts = dict[tuple[str, str], tuple[str, str]]
LONGEST_CLAUSE = 120


def grouped(findings: Sequence[FindingRow]) -> list[list[FindingRow]]:
    """Group findings by table, sheet, code, wager kind, reading and currency.

    The gravest verdict comes first, then the order of table, code, wager kind and reading.
    """
    groups: dict[tuple[str, ...], list[FindingRow]] = {}
    for row in findings:
        reading = (row.interpretation or "", row.reading or "")
        key = (row.table_id, row.code, row.wager_kind or "", *reading, row.rule_sheet, row.currency)
        groups.setdefault(key, []).append(row)
    ordered = sorted(groups.items(), key=lambda item: (-max(row.verdict.severity for row in item[1]), item[0]))
    return [rows for _, rows in ordered]


def money_of(rows: Sequence[FindingRow]) -> tuple[int, int] | None:
    """Return what a group over- and underpays in minor units of its one currency; None where it moves no money."""
    moving = [row for row in rows if moves_money(row) and row.verdict in MONEY_VERDICTS]
    if not moving:
        return None
    variances = [row.variance or 0 for row in moving]
    return sum(each for each in variances if each > 0), -sum(each for each in variances if each < 0)


def groups_table(groups: Sequence[Sequence[FindingRow]], titles: Titles, number: str) -> Table:
    """Lay out the groups, one row each, numbered within section ``number``."""
    currencies = {row.currency for rows in groups for row in rows[:1]}
    only = f" {min(currencies)}" if len(currencies) == 1 else ""
    columns = (
        Column("number", "Group"),
        Column("table", "Table"),
        Column("cause", "Cause"),
        Column("wager", "Wager"),
        Column("verdict", "Verdict"),
        Column("findings", "Findings", "number"),
        Column("over", f"Overpaid{only}", "number"),
        Column("under", f"Underpaid{only}", "number"),
    )
    rows = tuple(
        _group_row(rows, titles, f"{number}.{place}", named=not only)
        for place, rows in enumerate(groups[:LISTED], start=1)
    )
    note = None
    if len(groups) > LISTED:
        left = sum(map(len, groups[LISTED:]))
        note = (
            f"{counted(len(groups) - LISTED, 'more group')} with {counted(left, 'finding')} in findings.csv and"
            " findings.json."
        )
    return Table("groups", "Findings by table and cause", columns, rows, None, note)


def _group_row(rows: Sequence[FindingRow], titles: Titles, number: str, *, named: bool) -> tuple[str, ...]:
    first, money = rows[0], money_of(rows)
    digits = first.minor_digits
    currency = f" {first.currency}" if named else ""
    amounts = [NONE, NONE] if money is None else [amount(part, digits) + currency for part in money]
    return (
        number,
        shortened(first.table_id, 24),
        f"{first.code} {sentence_case(titles[first.code])}",
        shortened(wager(first.wager_kind), 24),
        str(first.verdict),
        count(len(rows)),
        *amounts,
    )


def clause_texts(data: AuditInput) -> ClauseTexts:
    """Return what the report quotes of each clause, by sheet and by either name a finding may cite it under.

    An interpretation is cited by its id and quoted by its question.
    """
    texts: ClauseTexts = {}
    for each in data.interpretations:
        texts[each.rule_sheet, each.id] = (f"interpretation {each.id}", each.question)
    for sheet in data.sheets:
        for clause in sheet.clauses:
            texts[sheet.id, clause.id] = texts[sheet.id, clause.citation] = (clause.citation, clause.says)
    return texts
