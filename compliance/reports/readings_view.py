"""The section on readings: where a sheet is unclear, what was adopted, and what the recorded money fits."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from compliance.reports.figures import NONE, count, listed, sentence_case
from compliance.reports.tables import Column, Fact, Table

if TYPE_CHECKING:
    from compliance.reports.audit_input import AuditInput, InterpretationTouched


@dataclass(frozen=True, slots=True)
class ReadingView:
    """One interpretation: its question as a title, and what was decided about it."""

    title: str
    facts: tuple[Fact, ...]


@dataclass(frozen=True, slots=True)
class ReadingsView:
    """All interpretations of the sheets in force; ``readings`` are those that tell wagers of this log apart."""

    statement: str
    table: Table | None
    readings: tuple[ReadingView, ...]
    others: Table | None


def readings_view(data: AuditInput) -> ReadingsView:
    """Lay out the interpretations, those that tell most wagers of this log apart first."""
    if not data.interpretations:
        return ReadingsView("No rule sheet of this run needs an interpretation.", None, (), None)
    ordered = sorted(data.interpretations, key=lambda each: (-each.discriminating, each.rule_sheet, each.id))
    return ReadingsView(
        "Where a sheet is silent or says two things, the reading below was adopted and every wager judged by it. A"
        " wager is touched where its settlement asks the question, and discriminating when another reading gives it"
        " other money. Where there is no such wager, this log"
        " neither supports nor contradicts the reading.",
        _table(ordered),
        tuple(_reading(each) for each in ordered if each.discriminating),
        _others([each for each in ordered if not each.discriminating]),
    )


def _table(ordered: list[InterpretationTouched]) -> Table:
    columns = (
        Column("sheet", "Rule sheet"),
        Column("id", "Id"),
        Column("adopted", "Adopted reading"),
        Column("basis", "Basis"),
        Column("count", "Wagers touched", "number"),
        Column("count", "Discrimi-nating", "number"),
        Column("count", "Fit adopted", "number"),
        Column("count", "Fit another", "number"),
        Column("count", "Fit none", "number"),
    )
    return Table("readings", "Adopted readings, and the wagers they tell apart", columns, tuple(map(_row, ordered)))


def _row(each: InterpretationTouched) -> tuple[str, ...]:
    neither = each.discriminating - each.fits_adopted - each.fits_other
    touched = NONE if each.touched is None else count(each.touched)
    counts = (each.discriminating, each.fits_adopted, each.fits_other, neither)
    basis = "ruling" if each.ruling else "proposed" if each.others else "assumed"
    return (each.rule_sheet, each.id, _named(each.adopted), basis, touched, *map(count, counts))


def _named(reading: str) -> str:
    return reading.replace("_", " ")


def _why(each: InterpretationTouched) -> str:
    why = each.why
    for reading in (each.adopted, *each.others):
        why = why.replace(reading, _named(reading))
    return why


def _others(silent: list[InterpretationTouched]) -> Table | None:
    if not silent:
        return None
    columns = (
        Column("where", "Rule sheet, id"),
        Column("question", "Question"),
        Column("adopted", "Adopted, and why"),
    )
    rows = tuple(
        (
            f"{each.rule_sheet} {each.id}",
            each.question,
            f"{sentence_case(_named(each.adopted))}: {each.adopted_says} {_why(each)}",
        )
        for each in silent
    )
    return Table("silent", "Readings that no wager of this log tells apart", columns, rows)


def _reading(each: InterpretationTouched) -> ReadingView:
    if each.ruling:
        basis = f"Ruling {each.ruling}. A wager that fits another reading is a violation."
    elif each.others:
        basis = "Proposed, not settled by a ruling. A wager that fits another reading is for review."
    else:
        basis = "Assumed: the sheet says nothing, and no other reading is tried."
    return ReadingView(
        f"{each.rule_sheet} {each.id}. {each.question}",
        (
            Fact("Clauses", listed(each.clauses) or "none: the sheet is silent"),
            *([Fact("Other ground", listed(each.authority))] if each.authority else []),
            Fact("Adopted", f"{sentence_case(_named(each.adopted))}: {each.adopted_says}"),
            Fact("Why", _why(each)),
            Fact("Other readings", listed([_named(other) for other in each.others]) or NONE),
            Fact("Basis", basis),
        ),
    )
