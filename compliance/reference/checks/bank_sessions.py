"""RECO-002: a player-dealer goes with what was brought, what the derived settlements gave, less what was collected."""

from __future__ import annotations

import json

from compliance.reference.checks.facts import fault
from compliance.reference.instants import instant
from compliance.reference.table_log import BankSession, Looked, TableLog

CODE = "RECO-002"


def examine(log: TableLog) -> Looked:
    """Sum what was due to the player-dealer, and what was collected, over the rounds begun in a session.

    A session is examined where enough of it is stated, all its rounds are in the scope, and all can be derived. One of
    which the log has no round, though the table was played meanwhile, gave and cost nothing.
    """
    count = 0
    found: dict[int, list[list[object]]] = {}
    for session in log.signed.sessions:
        places = _rounds_of(log, session)
        entries = [log.entries[place] for place in places]
        last = places[-1] if places else _last_round_meanwhile(log, session)
        if last is None or any(
            not entry.in_scope or entry.bank_due is None or entry.round.currency != session.currency
            for entry in entries
        ):
            continue
        recorded = [
            entry.banker.collection for entry in entries if entry.banker and entry.banker.collection is not None
        ]
        fees = sum(recorded) if recorded or not entries else None
        pairs: list[tuple[str, int | None, int | None]] = [("collections", session.collections, fees)]
        if session.opening is not None:
            paid = fees if fees is not None else session.collections or 0
            due = session.opening + sum(entry.bank_due or 0 for entry in entries) - paid
            pairs.append(("closing", session.closing, due))
        compared = [pair for pair in pairs if None not in pair]
        count += bool(compared)
        for what, stated, derived in compared:
            if stated != derived:
                found.setdefault(last, []).append([what, stated, derived])
    findings = [
        (place, fault(CODE, json.dumps(rows, ensure_ascii=False, separators=(",", ":"))))
        for place, rows in found.items()
    ]
    return Looked(count, tuple(findings))


def _last_round_meanwhile(log: TableLog, session: BankSession) -> int | None:
    """The last round of the scope begun before the session closed, where any was played while it was open."""
    times = [(place, instant(e.round.started_at), instant(e.round.settled_at)) for place, e in log.scope()]
    if session.closed_ns is None or not times:
        return None
    first, last = min(started for _, started, _ in times), max(settled for *_, settled in times)
    if session.opened_ns >= last or session.closed_ns <= first:
        return None
    return max(place for place, started, _ in times if started < session.closed_ns)


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
