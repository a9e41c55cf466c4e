"""What an auditor decides of findings: ``compliance findings dispose``."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING, Any

from compliance.store.finding_work import Disposition, Filter, add_dispositions, worked_findings
from compliance.workflows.findings import resolved
from compliance.workflows.record import log_entries
from compliance.workflows.workspace import WorkflowError, time_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from compliance.audit_log import Checkpoint
    from compliance.store import Database
    from compliance.store.results import StoredFinding
    from compliance.workflows.workspace import Workspace

DISPOSITIONS = ("accepted", "explained", "dismissed")
"""``accepted``: it is a fault. ``explained``: it is as recorded, for the reason given. ``dismissed``: it is none."""

DISPOSITION = "disposition"
"""The kind of a disposition's log entry."""

LONGEST_NAME, LONGEST_REASON = 200, 2000
_DIRECTIONS = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_HIDDEN = frozenset({"Cc", "Cs", "Cn", "Co", "Zl", "Zp"})


def dispose(
    workspace: Workspace, db: Database, ids: Sequence[str], *, disposition: str, by: str, reason: str
) -> tuple[list[Disposition], Checkpoint]:
    """Give findings a disposition, all or none, and record each in the audit log.

    Earlier dispositions stay; the last one stands. No finding, verdict or exit status changes by it.

    Raises:
        WorkflowError: an id names no finding, or more than one; name or reason is empty, too long or holds characters
            that do not print.
        AuditLogError: the log cannot be written, and nothing is kept; AuditLogBroken: it is not in order.
        StoreError: the database could not be written.
    """
    if disposition not in DISPOSITIONS:
        raise WorkflowError(f"{disposition!r} is no disposition; write {', '.join(DISPOSITIONS)}")
    name, why = _said("--by", by, LONGEST_NAME), _said("--reason", reason, LONGEST_REASON)
    at = time_text(workspace.clock())
    given = [Disposition(finding_id, disposition, name, why, at) for finding_id in resolved(db, ids)]
    chosen = Filter(finding_ids=[each.finding_id for each in given])
    about = {each.stored.finding_id: each.stored for each in worked_findings(db, chosen)}
    with db.transaction():
        add_dispositions(db, given)
        # Within the transaction: a decision that the log has not heard of does not stand.
        checkpoint = log_entries(workspace, [(DISPOSITION, _entry(about[each.finding_id], each)) for each in given])
    return given, checkpoint


def _entry(stored: StoredFinding, given: Disposition) -> dict[str, Any]:
    """The body of the log entry: the finding by its id, check and round, and what was decided of it."""
    return {
        "finding_id": given.finding_id,
        "code": stored.finding.code,
        "licensee_id": stored.licensee_id,
        "round_id": stored.round_id,
        "disposition": given.disposition,
        "by": given.given_by,
        "reason": given.reason,
    }


def _said(option: str, text: str, longest: int) -> str:
    text = unicodedata.normalize("NFC", text.strip())
    if not text:
        raise WorkflowError(f"{option} is empty; a disposition has a name and a reason")
    if len(text) > longest:
        raise WorkflowError(f"{option} has {len(text):,} characters; write at most {longest:,}")
    for character in text:
        if unicodedata.category(character) in _HIDDEN or character in _DIRECTIONS:
            raise WorkflowError(
                f"{option} holds the character U+{ord(character):04X}, which does not print; leave it out"
            )
    return text
