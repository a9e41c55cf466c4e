"""Findings as a report prints them: by table and cause, a share of each group shown, the rest counted."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from compliance.domain.words import Verdict
from compliance.reports.derivation_view import Derivations, DerivationView
from compliance.reports.dispositions_view import Standing
from compliance.reports.figures import (
    NONE,
    amount,
    cards,
    count,
    counted,
    listed,
    outcome,
    sentence_case,
    signed,
    wager,
    with_amounts,
)
from compliance.reports.findings_overview import (
    LONGEST_CLAUSE,
    ClauseTexts,
    clause_texts,
    grouped,
    groups_table,
    money_of,
)
from compliance.reports.printable import shortened
from compliance.reports.tables import Fact, Table

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from compliance.reports.audit_input import AuditInput, FindingRow

PRINTED = 200
"""Findings that are printed at most; the files of evidence hold every one."""

UNDETERMINED = 3
"""Of a group that is undetermined, findings that are printed: one missing chart gives thousands alike."""

CLAUSES = 8
"""Clauses of a group that are quoted."""


@dataclass(frozen=True, slots=True)
class ShownFinding:
    """One finding as a row; ``message`` is None where the group says it once for all.

    ``standing``: new or still open, and how it was disposed of; None where neither is known.
    """

    number: str
    round_id: str
    day: str
    seat: str
    participant: str
    cards: str
    dealer_cards: str
    expected: str
    expected_net: str
    recorded: str
    recorded_net: str
    variance: str
    direction: str
    source: str
    finding_id: str
    message: str | None
    standing: str | None


@dataclass(frozen=True, slots=True)
class FindingGroup:
    """Findings of one table and one cause; ``rest`` counts those that are not shown."""

    anchor: str
    title: str
    facts: tuple[Fact, ...]
    clauses: tuple[Fact, ...]
    message: str | None
    shown: tuple[ShownFinding, ...]
    rest: str | None
    derivations: tuple[DerivationView, ...]


@dataclass(frozen=True, slots=True)
class FindingsView:
    """The section of findings."""

    statement: str
    overview: Table | None
    groups: tuple[FindingGroup, ...]


def shares(sizes: Sequence[int], room: int) -> list[int]:
    """Share ``room`` rows among groups evenly, small groups whole; the first groups get the odd rows."""
    given = [0] * len(sizes)
    left = min(room, sum(sizes))
    while left:
        for place, size in enumerate(sizes):
            if left and given[place] < size:
                given[place] += 1
                left -= 1
    return given


def findings_view(data: AuditInput, files: Mapping[str, str], number: str) -> FindingsView:
    """Lay out the findings. ``files`` gives each file's short label by digest; ``number`` is the section's."""
    if not data.findings:
        return FindingsView("No check that examined anything raised a finding.", None, ())
    groups = grouped(data.findings)
    titles = {check.code: check.title for check in data.checks}
    texts = clause_texts(data)
    derived, held = Derivations(data.derivations), Standing(data)
    given = shares([_printable_rows(rows) for rows in groups], PRINTED)
    views = tuple(
        _group(rows, room, f"{number}.{place}", titles[rows[0].code], texts, derived, held, files)
        for place, (rows, room) in enumerate(zip(groups, given, strict=True), start=1)
        if room
    )
    return FindingsView(
        _statement(len(data.findings), len(groups), sum(given)),
        groups_table(groups, titles, number),
        views,
    )


def _printable_rows(rows: Sequence[FindingRow]) -> int:
    unknown = all(row.verdict is Verdict.UNDETERMINED for row in rows)
    return min(len(rows), UNDETERMINED) if unknown else len(rows)


def _statement(total: int, groups: int, printed: int) -> str:
    statement = (
        f"{counted(total, 'finding')} in {counted(groups, 'group')}, by table and cause. Each is an exception"
        " (proposed): it stands as the program's statement until a person has disposed of it."
    )
    if total > printed:
        statement += (
            f" Printed below are {count(printed)} of them, taken evenly from the groups, and no more than"
            f" {UNDETERMINED} of a group that is undetermined; the other {count(total - printed)} are in findings.csv"
            " and findings.json under their numbers."
        )
    return statement


def _group(
    rows: Sequence[FindingRow],
    room: int,
    number: str,
    title: str,
    texts: ClauseTexts,
    derived: Derivations,
    held: Standing,
    files: Mapping[str, str],
) -> FindingGroup:
    first = rows[0]
    same = len({row.message for row in rows}) == 1
    return FindingGroup(
        anchor=f"group-{number.replace('.', '-')}",
        title=f"{number}  {first.code} {sentence_case(title)}",
        facts=(Fact(held.label(rows), str(first.verdict)), *_facts(rows)),
        clauses=_clauses(rows, texts),
        message=shortened(said(first), 400) if same else None,
        shown=tuple(_shown(row, files, held, with_message=not same) for row in rows[:room]),
        rest=_rest(rows[room:]),
        derivations=derived.of(rows),
    )


def said(row: FindingRow) -> str:
    """Return a finding's sentence as it is printed: readings in words, amounts as everywhere in the report."""
    sentence = with_amounts(row.message, in_currency=True)
    return sentence.replace(row.reading, row.reading.replace("_", " ")) if row.reading else sentence


def _facts(rows: Sequence[FindingRow]) -> tuple[Fact, ...]:
    first = rows[0]
    return (
        Fact("Table", shortened(first.table_id, 40)),
        Fact("Rule sheet", shortened(first.rule_sheet, 40)),
        Fact("Wager", shortened(wager(first.wager_kind), 40)),
        Fact("Findings", count(len(rows))),
        Fact("Difference", _difference(rows)),
    )


def _difference(rows: Sequence[FindingRow]) -> str:
    money = money_of(rows)
    if money is None:
        return NONE
    unit = rows[0]
    words = zip(money, ("overpaid", "underpaid"), strict=True)
    return ", ".join(f"{unit.currency} {amount(minor, unit.minor_digits)} {word}" for minor, word in words if minor)


def _clauses(rows: Sequence[FindingRow], texts: ClauseTexts) -> tuple[Fact, ...]:
    first = rows[0]
    facts = []
    if first.interpretation:
        also = dict.fromkeys(other for row in rows for other in row.also_fits)
        more = f"; some also fit {shortened(listed(list(also)), 120)}" if also else ""
        name = shortened(f"{first.interpretation} {first.reading or NONE}", 60)
        facts.append(Fact("Fits reading", f"{name}{more}".replace("_", " ")))
    cited = list(dict.fromkeys(clause for row in rows for clause in row.clauses))
    for clause in cited[:CLAUSES]:
        name, says = texts.get((first.rule_sheet, clause), (clause, ""))
        facts.append(Fact(shortened(name, LONGEST_CLAUSE), shortened(says, 400)))
    if len(cited) > CLAUSES:
        facts.append(Fact(counted(len(cited) - CLAUSES, "more clause"), "see findings.json"))
    return tuple(facts)


def _rest(left: Sequence[FindingRow]) -> str | None:
    if not left:
        return None
    first, last = count(left[0].place), count(left[-1].place)
    if len(left) == 1:
        return f"1 more finding of this group, number {first}, is in findings.csv and findings.json."
    return (
        f"{count(len(left))} more findings of this group, with numbers from {first} to {last}, are in findings.csv and"
        " findings.json."
    )


def _shown(row: FindingRow, files: Mapping[str, str], held: Standing, *, with_message: bool) -> ShownFinding:
    return ShownFinding(
        number=count(row.place),
        round_id=shortened(row.round_id, 40),
        day=row.gaming_date.isoformat(),
        seat="round" if row.seat is None else f"seat {row.seat}",
        participant=shortened(row.participant_id or "", 40),
        cards=shortened(cards(row.cards), 40),
        dealer_cards=shortened(cards(row.dealer_cards), 40) if row.dealer_cards else "",
        expected=outcome(row.expected_outcome),
        expected_net=signed(row.expected_net, row.minor_digits),
        recorded=outcome(row.recorded_outcome),
        recorded_net=signed(row.recorded_net, row.minor_digits),
        variance=signed(row.variance, row.minor_digits),
        direction=str(row.direction or ""),
        source=f"{files.get(row.file_sha256, 'file not listed')} line {count(row.line)}",
        finding_id=row.finding_id[:12],
        message=shortened(said(row), 400) if with_message else None,
        standing=held.of(row),
    )
