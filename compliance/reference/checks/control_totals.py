"""RECO-001: the log comes to what the licensee signed of a table and gaming date. Shows rounds missing at its end."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from compliance.reference.checks.facts import fault
from compliance.reference.table_log import ControlTotal, Looked, TableLog

if TYPE_CHECKING:
    from collections.abc import Sequence

    from compliance.domain.rounds import Round

CODE = "RECO-001"


def examine(log: TableLog) -> Looked:
    """Hold every figure that is stated against the same of the log; all that differ stand in one finding."""
    scope = list(log.scope())
    found: dict[int, list[list[object]]] = {}
    for total in log.signed.totals:
        of_day = [
            (place, entry.round)
            for place, entry in scope
            if (entry.round.table_id, entry.round.gaming_date) == (total.table_id, total.gaming_date)
        ]
        anchor = (of_day or scope)[-1][0]
        differing = found.setdefault(anchor, [])
        for name, stated, logged in _figures(total, [round_ for _, round_ in of_day]):
            if stated is not None and stated != logged:
                differing.append([total.table_id, total.gaming_date.isoformat(), name, stated, logged])
    findings = [
        (place, fault(CODE, json.dumps(rows, ensure_ascii=False, separators=(",", ":"))))
        for place, rows in found.items()
        if rows
    ]
    return Looked(len(log.signed.totals), tuple(findings))


def _figures(total: ControlTotal, rounds: Sequence[Round]) -> list[tuple[str, int | None, int | None]]:
    """Name, stated value and value of the log. Sums are of the rounds in the total's currency."""
    numbers = [round_.sequence for round_ in rounds if round_.sequence is not None]
    counted = [round_ for round_ in rounds if round_.currency == total.currency]
    everyone = [who for round_ in counted for seat in round_.seats for who in seat.participants]
    wagers = [wager for who in everyone for wager in who.wagers]
    fees = [who.collection for who in everyone] + [
        round_.player_dealer.collection for round_ in counted if round_.player_dealer
    ]
    return [
        ("first_sequence", total.first_sequence, min(numbers, default=None)),
        ("last_sequence", total.last_sequence, max(numbers, default=None)),
        ("rounds", total.rounds, len(rounds)),
        ("stakes", total.stakes, sum(wager.stake for wager in wagers)),
        ("nets", total.nets, sum(wager.net for wager in wagers)),
        ("collections", total.collections, sum(fee or 0 for fee in fees)),
        ("shuffler_count", total.shuffler_count, len(rounds)),
    ]
