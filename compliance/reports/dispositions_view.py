"""The section on dispositions: what people decided about findings, and how the findings stand to the run before."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from compliance.reports.figures import NONE, clock, count, counted, sentence_case
from compliance.reports.printable import shortened
from compliance.reports.tables import LISTED, Column, Table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from compliance.reports.audit_input import AuditInput, FindingRow
    from compliance.reports.follow_up import StateOfFinding

PROPOSED = "exception (proposed)"
_STATUSES = ("accepted", "explained", "dismissed")


@dataclass(frozen=True, slots=True)
class DispositionsView:
    """Findings by disposition, every decision with who made it and why, and the findings that are gone."""

    statement: str
    counts: tuple[str, ...]
    decisions: Table | None
    gone: Table | None


class Standing:
    """How each finding of a run stands: the disposition that was made last, and its state to the run before."""

    def __init__(self, data: AuditInput) -> None:
        self.disposed = {each.finding_id: each for each in data.dispositions}
        compared = data.states if data.compared_with is not None else ()
        self._states = {each.finding_id: each for each in compared}

    def status(self, finding_id: str) -> str:
        """Return ``accepted``, ``explained``, ``dismissed`` or, until one of them, ``exception (proposed)``."""
        held = self.disposed.get(finding_id)
        return held.status if held else PROPOSED

    def state(self, finding_id: str) -> str | None:
        """Return ``new`` or ``still open``; None where no earlier run is known."""
        held = self._states.get(finding_id)
        return held.state if held else None

    def label(self, rows: Sequence[FindingRow]) -> str:
        """Return what a group of findings is called: a proposed exception until people have disposed of all of it."""
        done = sum(row.finding_id in self.disposed for row in rows)
        if not done:
            return sentence_case(PROPOSED)
        return "Exception (disposed of)" if done == len(rows) else f"Exception ({count(done)} disposed of)"

    def of(self, row: FindingRow) -> str | None:
        """Return a finding's state and disposition in a sentence, None where it has neither."""
        state, held = self.state(row.finding_id), self.disposed.get(row.finding_id)
        parts = [f"{sentence_case(state)}."] if state else []
        if held:
            by = f"{shortened(held.by, 60)}, {clock(held.at)}"
            parts.append(f"{sentence_case(held.status)} by {by}: {shortened(held.reason, 240)}")
        return " ".join(parts) or None


def dispositions_view(data: AuditInput) -> DispositionsView:
    """Lay out the dispositions in the order in which they were made, and the findings that are gone."""
    held = Standing(data)
    counts = Counter(held.status(row.finding_id) for row in data.findings)
    parts = " + ".join(f"{count(counts[status])} {status}" for status in _STATUSES)
    return DispositionsView(
        "A finding is the program's statement, an exception (proposed), until a person accepts, explains or dismisses"
        " it, with name and reason. Dispositions are entries of the audit log; none is ever taken out. They change no"
        " verdict and no amount of this report.",
        (
            f"{counted(len(data.findings), 'finding')} = {count(counts[PROPOSED])} proposed + {parts}.",
            *_compared(data),
        ),
        _decisions(data, held),
        _gone([each for each in data.states if each.state == "gone"]),
    )


def _compared(data: AuditInput) -> tuple[str, ...]:
    if data.compared_with is None:
        return ("The findings were not compared with those of an earlier run over these rounds.",)
    states = Counter(each.state for each in data.states)
    return (
        f"Compared with run {shortened(data.compared_with)}: {count(states['new'])} new,"
        f" {count(states['still open'])} still open, {count(states['gone'])} gone.",
    )


def _decisions(data: AuditInput, held: Standing) -> Table | None:
    if not data.dispositions:
        return None
    of_finding = {row.finding_id: row for row in data.findings}
    columns = (
        Column("no", "No."),
        Column("finding", "Finding"),
        Column("status", "Disposition"),
        Column("by", "By, on"),
        Column("reason", "Reason"),
    )
    rows = []
    for each in data.dispositions[:LISTED]:
        row = of_finding.get(each.finding_id)
        what = f"{row.code}, {shortened(row.round_id, 40)}, {each.finding_id[:12]}" if row else each.finding_id[:12]
        superseded = "" if held.disposed[each.finding_id] is each else ", superseded"
        rows.append(
            (
                count(row.place) if row else NONE,
                what if row else f"{what}, not in this run",
                f"{sentence_case(each.status)}{superseded}",
                f"{shortened(each.by, 60)}, {clock(each.at)}",
                shortened(each.reason, 240),
            )
        )
    left = len(data.dispositions) - len(rows)
    note = f"{counted(left, 'more disposition')} in run.json." if left else None
    return Table("decisions", "Dispositions, in the order in which they were made", columns, tuple(rows), None, note)


def _gone(gone: list[StateOfFinding]) -> Table | None:
    if not gone:
        return None
    columns = (
        Column("code", "Code", "code"),
        Column("table", "Table"),
        Column("date", "Gaming date"),
        Column("round", "Round"),
        Column("since", "First raised"),
        Column("id", "Finding id", "code"),
    )
    rows = tuple(
        (
            each.code,
            shortened(each.table_id, 40),
            each.gaming_date.isoformat(),
            shortened(each.round_id, 40),
            clock(each.since) if each.since else NONE,
            each.finding_id[:12],
        )
        for each in gone[:LISTED]
    )
    left = len(gone) - len(rows)
    note = f"{counted(left, 'more finding')} in run.json." if left else None
    return Table("gone", "Findings of earlier runs that this run does not raise any more", columns, rows, None, note)
