"""Where a command works: database, rule sheets, licensee's file, audit log and what signs it, and the clock."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from compliance.audit_log import AuditLog, Signer
from compliance.rules.rulebook import RuleBook
from compliance.store import open_database

if TYPE_CHECKING:
    from collections.abc import Callable

    from compliance.store import Database
    from compliance.store.results import StoredRun


class WorkflowError(Exception):
    """A task that cannot be done as asked; the message says what, where and what to do."""


def now() -> datetime:
    """The time, to the second, in UTC."""
    return datetime.now(UTC).replace(microsecond=0)


def time_text(moment: datetime) -> str:
    """RFC 3339 in UTC, as records keep it."""
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")


@dataclass(frozen=True)
class Workspace:
    """The global options of a command. ``clock`` gives the time; tests give their own.

    ``log_key`` is the private key that checkpoints are signed with, ``checkpoint_copies`` the folder elsewhere that
    keeps a copy of each.
    """

    database: Path = Path("compliance.duckdb")
    rule_sheets: tuple[Path, ...] = ()
    licensee_file: Path | None = None
    audit_log: Path = Path("audit_logs")
    log_key: Path | None = None
    checkpoint_copies: Path | None = None
    clock: Callable[[], datetime] = field(default=now)

    @cached_property
    def rulebook(self) -> RuleBook:
        """Sheets, postings and licensee's file, read once and held against their digests.

        Raises:
            RulesError: a file is faulty.
            IntegrityError: a sheet or posting was edited.
        """
        return RuleBook.load(self.rule_sheets, self.licensee_file)

    @cached_property
    def log(self) -> AuditLog:
        """The audit log."""
        return AuditLog(self.audit_log, checkpoint_copies=self.checkpoint_copies)

    @cached_property
    def log_signer(self) -> Signer | None:
        """What signs the audit log's checkpoints, None where no key was given.

        Raises:
            KeyRefused: the key cannot be read, or can be read by others.
        """
        return Signer.load(self.log_key) if self.log_key else None

    @cached_property
    def rules_digest(self) -> str:
        """SHA-256 over the digests of sheets, postings and licensee's file: equal digests judge alike."""
        book = self.rulebook
        parts = [[digest.what, digest.id, digest.sha256] for digest in book.digests]
        parts.append(["licensee", "", book.licensee_file.sha256 if book.licensee_file else ""])
        return hashlib.sha256(json.dumps(parts).encode()).hexdigest()

    def require_rules_of(self, run: StoredRun | None) -> None:
        """Refuse to derive anything anew by other rules than those of the run that it would stand beside.

        Raises:
            WorkflowError: sheets, postings or licensee's file differ from the run's.
        """
        if run is not None and run.summary["rules"] != self.rules_digest:
            raise WorkflowError(
                f"run {run.run_id} judged by other rule sheets or another licensee's file; give the same --licensee "
                "and --rule-sheets again, or verify anew"
            )

    def open(self, *, read_only: bool = False) -> Database:
        """Open the database; to write to it, the audit log must be in order and ready to record what is done.

        Raises:
            StoreError: it cannot be opened.
            AuditLogError: the signing key, or the folder for copies of checkpoints, cannot be used.
            AuditLogBroken: the audit log is not in order.
        """
        if not read_only:
            self.log.check()
            _ = self.log_signer
        return open_database(self.database, read_only=read_only)
