"""RECO-003: the collections on record come to what was counted out of the table's drop box."""

from __future__ import annotations

import json

from compliance.reference.checks.facts import fault
from compliance.reference.table_log import Looked, TableLog

CODE = "RECO-003"


def examine(log: TableLog) -> Looked:
    """Sum the collections of the drop's gaming date and shift, in its currency."""
    scope = list(log.scope())
    count = 0
    found: dict[int, list[list[object]]] = {}
    for drop in log.signed.drops:
        if drop.collections is None:
            continue
        count += 1
        covered = [
            (place, entry.round)
            for place, entry in scope
            if entry.round.table_id == drop.table_id
            and drop.gaming_date in (None, entry.round.gaming_date)
            and drop.shift in (None, entry.round.shift)
        ]
        fees = 0
        for _, round_ in covered:
            if round_.currency == drop.currency:
                fees += sum(who.collection or 0 for seat in round_.seats for who in seat.participants)
                fees += (round_.player_dealer.collection or 0) if round_.player_dealer else 0
        if fees != drop.collections:
            day = drop.gaming_date.isoformat() if drop.gaming_date else None
            found.setdefault((covered or scope)[-1][0], []).append(
                [drop.table_id, day, drop.shift, drop.collections, fees]
            )
    findings = [
        (place, fault(CODE, json.dumps(rows, ensure_ascii=False, separators=(",", ":"))))
        for place, rows in found.items()
    ]
    return Looked(count, tuple(findings))
