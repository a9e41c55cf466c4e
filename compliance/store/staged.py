"""What is staged on its way into the tables: a round, a row that it was put together from, a line set aside."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

_WAGER = {
    "kind": "VARCHAR", "stake": "BIGINT", "outcome": "VARCHAR", "net": "BIGINT",
    "placed_at": "VARCHAR", "placed_ns": "BIGINT",
}  # fmt: skip
_PARTICIPANT = {
    "participant_id": "VARCHAR", "decision": "VARCHAR", "decision_source": "VARCHAR", "collection": "BIGINT",
    "wagers": [_WAGER],
}  # fmt: skip
_SEAT = {"seat": "INTEGER", "cards": "VARCHAR", "participants": [_PARTICIPANT]}
RECORD: dict[str, Any] = {
    **dict.fromkeys(("line", "byte_offset", "byte_length"), "BIGINT"),
    **dict.fromkeys(("licensee_id", "round_id", "table_id", "gaming_date", "rule_sheet", "currency"), "VARCHAR"),
    "minor_digits": "UTINYINT", "status": "VARCHAR", "void_reason": "VARCHAR", "sequence": "BIGINT",
    "started_at": "VARCHAR", "started_ns": "BIGINT", "wagers_closed_at": "VARCHAR", "wagers_closed_ns": "BIGINT",
    "settled_at": "VARCHAR", "settled_ns": "BIGINT",
    **dict.fromkeys(("deck", "shuffler_id", "house_dealer_id", "shift", "session_id", "dealer_cards"), "VARCHAR"),
    "pd_seat": "INTEGER", "pd_participant_id": "VARCHAR", "pd_wager": "BIGINT", "pd_collection": "BIGINT",
    "pd_net": "BIGINT", "pd_kind": "VARCHAR", "pd_declined_by": ["VARCHAR"],
    "action_card": "VARCHAR", "action_seat": "INTEGER",
    "meter_id": "VARCHAR", "meter_before": "BIGINT", "meter_after": "BIGINT",
    "extra": "VARCHAR", "plain": "BOOLEAN", "sound": "BOOLEAN", "seats": [_SEAT],
}  # fmt: skip
"""Keys and types of a staged round as ``Staging.add`` takes it; the columns of ``staged``, in their order."""

STRUCTURE = json.dumps(RECORD)
"""``RECORD`` as DuckDB's ``from_json`` takes it."""


@dataclass(frozen=True, slots=True)
class Quarantined:
    """A line that is not loaded, with why. ``byte_offset`` counts from 0 in the decompressed text."""

    line: int
    byte_offset: int
    reason: str
    message: str
    raw: bytes
    licensee_id: str | None = None
    round_id: str | None = None


@dataclass(frozen=True, slots=True)
class StagedRow:
    """A row that a staged round was put together from. ``of_line`` is the round's; a ``copy`` repeats another row."""

    of_line: int
    line: int
    byte_offset: int
    byte_length: int
    copy: bool


@dataclass(frozen=True, slots=True)
class Conflict:
    """A staged round that differs from one of the same licensee and id; ``path`` is None for the same file."""

    line: int
    licensee_id: str
    round_id: str
    path: str | None
    earlier_line: int
