"""The section on assurance: known faults planted in a copy of the rounds, and how many of them were detected."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from compliance.reports.figures import NONE, count, counted, listed, sentence_case
from compliance.reports.tables import LISTED, Column, Table

if TYPE_CHECKING:
    from compliance.reports.audit_input import AuditInput
    from compliance.reports.follow_up import FaultsPlanted


@dataclass(frozen=True, slots=True)
class AssuranceView:
    """What was planted and what of it was detected, kind by kind; ``table`` None where nothing was planted."""

    statement: str
    table: Table | None


def assurance_view(data: AuditInput) -> AssuranceView:
    """Lay out the result, the kinds with faults that were missed first."""
    if not data.assurance:
        return AssuranceView(
            "No known faults were planted for this report, so that it does not measure how many of each kind the checks"
            " would detect in this log. nightly --assurance plants them in a copy of the night's rounds.",
            None,
        )
    planted, detected = (sum(getattr(each, key) for each in data.assurance) for key in ("planted", "detected"))
    basis = data.assurance_basis or "They were planted in a copy of rounds of this run; the record itself is untouched."
    missed = planted - detected
    result = (
        "Every one of them was detected."
        if not missed
        else f"{counted(missed, 'fault')} went undetected: the kinds that stand first below."
    )
    return AssuranceView(
        f"{counted(planted, 'known fault')} of {counted(len(data.assurance), 'kind')} were planted, and"
        f" {count(detected)} detected. {basis} {result}",
        _table(data.assurance, planted, detected),
    )


def _table(assurance: tuple[FaultsPlanted, ...], planted: int, detected: int) -> Table:
    ordered = sorted(assurance, key=lambda each: (each.detected - each.planted, each.kind))
    columns = (
        Column("kind", "Fault planted"),
        Column("count", "Planted", "number"),
        Column("count", "Detected", "number"),
        Column("count", "Missed", "number"),
        Column("codes", "Detected by"),
    )
    rows = tuple(
        (
            sentence_case(each.kind.replace("_", " ")),
            count(each.planted),
            count(each.detected),
            count(each.planted - each.detected),
            listed(list(each.codes)) or NONE,
        )
        for each in ordered[:LISTED]
    )
    left = len(ordered) - len(rows)
    note = f"{counted(left, 'more kind')} in run.json; the last row sums all of them." if left else None
    total = ("All", count(planted), count(detected), count(planted - detected), "")
    return Table("assurance", "Known faults planted and detected, by kind", columns, rows, total, note)
