"""What the audit log says of rules and keys: that others were put in force since the run, or the entry, before."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from compliance.store.results import run_before

if TYPE_CHECKING:
    from compliance.audit_log.canonical import Json
    from compliance.store import Database
    from compliance.store.results import StoredRun
    from compliance.workflows.workspace import Workspace

RULES, KEYS = "rules", "keys"
"""The kinds of these log entries."""


def rules_entries(workspace: Workspace, db: Database, run: StoredRun) -> list[tuple[str, dict[str, Json]]]:
    """The entry that other rules are in force than in the run before, or than none; empty where they are the same.

    It has the digests of all sheets and postings and of the licensee's file, and what the file puts in force where.
    """
    before = run_before(db, run)
    if before is not None and before.summary["rules"] == run.summary["rules"]:
        return []
    book = workspace.rulebook
    digests: dict[str, dict[str, Any]] = {}
    for each in book.digests:
        digests.setdefault(each.what, {})[each.id] = each.sha256
    tables = {
        table.id: [
            {
                "sheet": play.sheet,
                "postings": list(play.postings),
                "since": play.since.isoformat(),
                "until": play.until.isoformat() if play.until else None,
            }
            for play in table.play
        ]
        for table in (book.licensee.table if book.licensee else ())
    }
    body = {
        "digests": digests,
        "licensee_file": book.licensee_file.sha256 if book.licensee_file else None,
        "tables": tables,
        "rules": run.summary["rules"],
        "before": before.summary["rules"] if before else None,
    }
    return [(RULES, body)]


def keys_entries(workspace: Workspace) -> list[tuple[str, dict[str, Json]]]:
    """The entry that the log is signed by another key from here on, by one at last, or by none any more."""
    signer = workspace.log_signer
    newest = workspace.log.checkpoint() if workspace.log.size else None
    if newest is None:
        return []
    before = [{"name": each.key_name, "key_id": each.key_id.hex()} for each in newest.signatures]
    if signer is None:
        return [(KEYS, {"before": before, "key": None})] if before else []
    known = (signer.name, signer.public_key.key_id.hex())
    if known in [(each["name"], each["key_id"]) for each in before]:
        return []
    return [(KEYS, {"before": before, "key": signer.public_key.text})]
