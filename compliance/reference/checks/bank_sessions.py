"""RECO-002: a player-dealer goes with what was brought, what the derived settlements gave, less the collections."""

from __future__ import annotations

import json

from compliance.reference.checks.facts import fault
from compliance.reference.instants import instant
from compliance.reference.table_log import BankSession, Looked, TableLog

CODE = "RECO-002"


def examine(log: TableLog) -> Looked:
    """Sum what was due to the player-dealer over the rounds begun in a session.

    A session is examined where its amounts are stated, all its rounds are in the scope, and all can be derived.
    """
    count = 0
    found: dict[int, list[list[object]]] = {}
    for session in log.signed.sessions:
        places = _rounds_of(log, session)
        entries = [log.entries[place] for place in places]
        if session.opening is None or session.closing is None or not entries:
            continue
        if any(
            not entry.in_scope or entry.bank_due is None or entry.round.currency != session.currency
            for entry in entries
        ):
            continue
        count += 1
        fees = [entry.banker.collection or 0 for entry in entries if entry.banker]
        paid = session.collections if session.collections is not None else sum(fees)
        due = session.opening + sum(entry.bank_due or 0 for entry in entries) - paid
        if due != session.closing:
            found.setdefault(places[-1], []).append([session.table_id, session.closing, due])
    findings = [
        (place, fault(CODE, json.dumps(rows, ensure_ascii=False, separators=(",", ":"))))
        for place, rows in found.items()
    ]
    return Looked(count, tuple(findings))


def _rounds_of(log: TableLog, session: BankSession) -> list[int]:
    """Places of the rounds that the participant banked at the table while the session was open."""
    return [
        place
        for place, entry in enumerate(log.entries)
        if session.closed_ns is not None
        and entry.banker is not None
        and (entry.banker.participant_id, entry.round.table_id) == (session.participant_id, session.table_id)
        and session.opened_ns <= instant(entry.round.started_at) < session.closed_ns
    ]
