"""The clause heat map: which clauses the findings rest on, and at which tables."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from compliance.domain.words import Verdict
from compliance.reports.figures import count, counted
from compliance.reports.findings_overview import LONGEST_CLAUSE, clause_texts
from compliance.reports.printable import ends_of, printable, shortened

if TYPE_CHECKING:
    from compliance.reports.audit_input import AuditInput

CLAUSES = 40
"""Clauses that are printed, those with most violations and reviews first."""

TABLES = 8
"""Tables with a column of their own, those with most findings; the others share the last one."""

LONGEST_HEAD = 14
"""Characters of a table's name at the head of its column; the overview of the findings has more of it."""

LEVELS = 4
OTHERS = "others"


@dataclass(frozen=True, slots=True)
class HeatCell:
    """Findings as printed, and how dark the cell is: 0 for none, to ``LEVELS`` for the most of any cell."""

    text: str
    level: int


@dataclass(frozen=True, slots=True)
class HeatRow:
    """A clause of a sheet: violations and reviews by table and in all, and what could not be determined."""

    clause: str
    sheet: str
    cells: tuple[HeatCell, ...]
    violations: str
    reviews: str
    undetermined: str


@dataclass(frozen=True, slots=True)
class HeatMap:
    """Clauses by tables. ``rows`` is empty where no finding cites a clause."""

    statement: str
    tables: tuple[str, ...]
    rows: tuple[HeatRow, ...]
    note: str | None


def clause_heat(data: AuditInput) -> HeatMap:
    """Count findings by clause and table; a finding counts under every clause it rests on."""
    texts = clause_texts(data)
    cells: Counter[tuple[str, str, str]] = Counter()
    verdicts: Counter[tuple[str, str, Verdict]] = Counter()
    of_table: Counter[str] = Counter()
    for row in data.findings:
        for clause in row.clauses:
            name = texts.get((row.rule_sheet, clause), (clause, ""))[0]
            verdicts[row.rule_sheet, name, row.verdict] += 1
            if row.verdict is not Verdict.UNDETERMINED:
                cells[row.rule_sheet, name, row.table_id] += 1
                of_table[row.table_id] += 1
    if not verdicts:
        return HeatMap("No finding of this run cites a clause.", (), (), None)
    ranked = [name for name, _ in sorted(of_table.items(), key=lambda item: (-item[1], item[0]))]
    named = sorted(ranked[: TABLES if len(ranked) <= TABLES else TABLES - 1])
    grouped = [*named, OTHERS] if len(ranked) > TABLES else named
    clauses = sorted({key[:2] for key in verdicts}, key=lambda key: (*(-verdicts[*key, each] for each in _RANK), key))
    darkest = max(cells.values(), default=0)
    rows = []
    for sheet, clause in clauses[:CLAUSES]:
        numbers = [cells[sheet, clause, name] for name in named]
        if len(grouped) > len(named):
            numbers.append(sum(cells[sheet, clause, name] for name in ranked if name not in named))
        rows.append(
            HeatRow(
                shortened(clause, LONGEST_CLAUSE),
                shortened(sheet, 40),
                tuple(HeatCell(count(number) if number else "", level(number, darkest)) for number in numbers),
                *(count(verdicts[sheet, clause, each]) for each in _RANK),
            )
        )
    left = len(clauses) - len(rows)
    return HeatMap(
        "Each finding counts under every clause it rests on. The columns of the tables count violations and reviews"
        " together, and the darker a cell, the more; what could not be determined stands apart.",
        tuple(ends_of(printable(name), LONGEST_HEAD) for name in grouped),
        tuple(rows),
        f"{counted(left, 'more clause')}; findings.json names the clauses of every finding." if left else None,
    )


_RANK = (Verdict.VIOLATION, Verdict.REVIEW, Verdict.UNDETERMINED)


def level(number: int, most: int) -> int:
    """Return how dark a cell is: 0 for none, 1 for few, ``LEVELS`` for the most."""
    return -(-number * LEVELS // most) if number else 0
