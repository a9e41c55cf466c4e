"""The section on quarantine: lines that were not loaded, by reason, with examples."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from compliance.reports.figures import count, counted
from compliance.reports.printable import shortened
from compliance.reports.tables import LISTED, Column, Table

if TYPE_CHECKING:
    from collections.abc import Mapping

    from compliance.reports.audit_input import AuditInput, QuarantinedLine

EXAMPLES = 3


@dataclass(frozen=True, slots=True)
class QuarantineView:
    """Lines that were not loaded: how many by reason, and the first of each."""

    statement: str
    reasons: Table | None
    examples: Table | None


def quarantine_view(data: AuditInput, files: Mapping[str, str]) -> QuarantineView:
    """Lay out the quarantine, the reason with most lines first; ``files`` gives each file's label by digest."""
    total = len(data.quarantined)
    if not total:
        return QuarantineView("No line was quarantined: each was loaded or repeats one that was.", None, None)
    held: dict[str, list[QuarantinedLine]] = {}
    for line in data.quarantined:
        held.setdefault(line.reason, []).append(line)
    ordered = sorted(held.items(), key=lambda item: (-len(item[1]), item[0]))
    withheld = any(line.raw is None for line in data.quarantined)
    statement = (
        f"{counted(total, 'line')} could not be read as a round, and no verdict of this report covers"
        f" {'it' if total == 1 else 'them'}. quarantine.csv and quarantine.json hold every one."
    )
    if withheld:
        statement += " The bytes are withheld in this edition, because they name participants; the place finds them."
    return QuarantineView(statement, _reasons(ordered[:LISTED], total), _examples(ordered[:LISTED], files, withheld))


def _reasons(ordered: list[tuple[str, list[QuarantinedLine]]], total: int) -> Table:
    columns = (
        Column("reason", "Reason"),
        Column("count", "Lines", "number"),
        Column("shown", "Shown below", "number"),
    )
    rows = tuple((_named(name), count(len(lines)), count(min(EXAMPLES, len(lines)))) for name, lines in ordered)
    shown = sum(min(EXAMPLES, len(lines)) for _, lines in ordered)
    return Table("reasons", "Quarantined lines by reason", columns, rows, ("All", count(total), count(shown)))


def _examples(ordered: list[tuple[str, list[QuarantinedLine]]], files: Mapping[str, str], withheld: bool) -> Table:
    columns: tuple[Column, ...] = (
        Column("place", "Place"),
        Column("reason", "Reason"),
        Column("says", "What is wrong"),
    )
    if not withheld:
        columns += (Column("raw", "Bytes as received", "code"),)
    rows = tuple(
        (
            f"{files[line.file_sha256]} line {count(line.line)}, byte {count(line.byte_offset)}",
            _named(name),
            shortened(line.message, 240),
            *(() if line.raw is None else (shortened(line.raw.decode("utf-8", "backslashreplace"), 160),)),
        )
        for name, lines in ordered
        for line in lines[:EXAMPLES]
    )
    name = "withheld" if withheld else "examples"
    return Table(name, f"The first lines of each reason, up to {EXAMPLES}", columns, rows)


def _named(reason: str) -> str:
    return reason.replace("_", " ")
