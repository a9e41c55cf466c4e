"""All checks of one table's log, and its findings round by round."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from compliance.reference.checks import OF_A_TABLE

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from compliance.domain.results import Finding
    from compliance.reference.table_log import TableCheck, TableLog


@dataclass(frozen=True, slots=True)
class TableAudit:
    """The findings of a table's log by the place of their round in it, and how much each check examined."""

    findings: Mapping[int, tuple[Finding, ...]]
    examined: Mapping[str, int]


def audit_table(log: TableLog, checks: Iterable[TableCheck] = OF_A_TABLE) -> TableAudit:
    """Run the checks of a table over its log; a round's findings stand in the order of seats and wagers, then codes."""
    found: dict[int, list[Finding]] = {}
    examined: Counter[str] = Counter()
    for check in checks:
        looked = check.examine(log)
        examined[check.CODE] += looked.number
        for place, finding in looked.findings:
            found.setdefault(place, []).append(finding)
    return TableAudit({place: in_order(log, place, these) for place, these in found.items()}, examined)


def in_order(log: TableLog, place: int, findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Sort a round's findings as exports do: its own first, then by seat, participant, wager and code."""
    where = {
        (seat.seat, who.participant_id): (index, {wager.kind: at for at, wager in enumerate(who.wagers)})
        for seat in log.entries[place].round.seats
        for index, who in enumerate(seat.participants)
    }

    def position(finding: Finding) -> tuple[int, int, int, str]:
        if finding.seat is None:
            return -1, -1, -1, finding.code
        index, wagers = where.get((finding.seat, finding.participant_id or ""), (-1, {}))
        return finding.seat, index, wagers.get(finding.wager_kind or "", -1), finding.code

    return tuple(sorted(findings, key=position))
