"""The page that is read when no other is: counts that balance, money, and what was found."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from compliance.domain.figures import MONEY_VERDICTS
from compliance.domain.words import Verdict
from compliance.reports.checks_view import (
    FAIL,
    NOT_EXAMINED,
    PASS,
    REVIEW,
    UNDETERMINED,
    check_verdict,
    worst_by_code,
)
from compliance.reports.figures import amount, count, counted, gaming_dates, listed, sentence_case
from compliance.reports.sections import HEADINGS
from compliance.reports.tables import Column, Table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from compliance.reports.audit_input import AuditInput
    from compliance.reports.money_sums import MoneySum

CAUSES = 14
"""Checks that the summary names; the section on checks has all."""


@dataclass(frozen=True, slots=True)
class SummaryView:
    """Sentences, equations (label, number, parts), and two tables."""

    sentences: tuple[str, ...]
    counts: tuple[tuple[str, str, str], ...]
    money: Table | None
    causes: Table | None
    checks: str


def summary_view(data: AuditInput, sums: Sequence[MoneySum]) -> SummaryView:
    """Lay out the summary; the counts have already been found to balance."""
    return SummaryView(_sentences(data), _counts(data), _money(sums), _causes(data), _checks(data))


def _sentences(data: AuditInput) -> tuple[str, ...]:
    wagers = data.wagers
    settled = counted(data.rounds_settled, "settled round")
    sheets = counted(len(data.sheets), "rule sheet")
    sentences = [
        f"For the {gaming_dates(data.period_from, data.period_to)}, {counted(wagers.examined, 'wager')} in"
        f" {settled} were derived again from {sheets} and compared with the log: {count(wagers.conforms)} conform,"
        f" {count(wagers.violation)} are in violation, {count(wagers.review)} are for review and"
        f" {count(wagers.undetermined)} could not be determined."
    ]
    if data.parity.disagreements:
        rounds = counted(data.parity.disagreements, "round")
        sentences.append(f"The two evaluators disagree on {rounds}: no result of this run may be relied on.")
    return tuple(sentences)


def _counts(data: AuditInput) -> tuple[tuple[str, str, str], ...]:
    read, loaded, duplicate, quarantined = (
        sum(getattr(each, key) for each in data.files) for key in ("read", "loaded", "duplicate", "quarantined")
    )
    wagers = data.wagers
    held = Counter(row.verdict for row in data.findings)
    rounds = data.rounds_settled + data.rounds_void
    return (
        (
            "Lines read",
            count(read),
            f"{count(loaded)} loaded + {count(duplicate)} duplicate + {count(quarantined)} quarantined",
        ),
        ("Rounds", count(rounds), f"{count(data.rounds_settled)} settled + {count(data.rounds_void)} void"),
        (
            "Wagers examined",
            count(wagers.examined),
            f"{count(wagers.conforms)} conforming + {count(wagers.violation)} in violation"
            f" + {count(wagers.review)} for review + {count(wagers.undetermined)} undetermined",
        ),
        (
            "Findings, all kinds",
            count(len(data.findings)),
            f"{count(held[Verdict.VIOLATION])} violation + {count(held[Verdict.REVIEW])} review"
            f" + {count(held[Verdict.UNDETERMINED])} undetermined, on wagers, participants and whole rounds",
        ),
    )


def _money(sums: Sequence[MoneySum]) -> Table | None:
    rows = tuple(
        (
            f"{each.currency}, {'violations' if each.verdict is Verdict.VIOLATION else 'reviews'}",
            count(each.findings),
            amount(each.overpaid, each.minor_digits),
            amount(each.underpaid, each.minor_digits),
        )
        for each in sums
        if each.dimension == "all" and each.verdict in MONEY_VERDICTS
    )
    columns = (
        Column("name", "Currency and verdict"),
        Column("count", "Findings", "number"),
        Column("amount", "Overpaid", "number"),
        Column("amount", "Underpaid", "number"),
    )
    return Table("summarymoney", "Money over- and underpaid to participants", columns, rows) if rows else None


def _causes(data: AuditInput) -> Table | None:
    failed = sorted((check for check in data.checks if check.findings), key=lambda each: (-each.findings, each.code))
    if not failed:
        return None
    verdicts: dict[str, dict[str, None]] = {}
    for row in data.findings:
        verdicts.setdefault(row.code, {})[str(row.verdict)] = None
    columns = (
        Column("code", "Code", "code"),
        Column("title", "What was found"),
        Column("verdict", "Verdict"),
        Column("count", "Findings", "number"),
    )
    rows = tuple(
        (check.code, sentence_case(check.title), listed(list(verdicts[check.code])), count(check.findings))
        for check in failed[:CAUSES]
    )
    left = len(failed) - len(rows)
    note = f"{counted(left, 'more check')} with findings: see section {HEADINGS['checks'].number}." if left else None
    return Table("causes", "Findings by check, each an exception (proposed)", columns, rows, None, note)


def _checks(data: AuditInput) -> str:
    worst = worst_by_code(data.findings)
    held = Counter(check_verdict(check, worst) for check in data.checks)
    return (
        f"Of {counted(len(data.checks), 'check')}, {count(held[PASS])} passed, {count(held[FAIL])} failed,"
        f" {count(held[REVIEW])} raised only doubts for review, {count(held[UNDETERMINED])} found only what cannot be"
        f" decided, and"
        f" {count(held[NOT_EXAMINED])} had nothing to examine."
    )
