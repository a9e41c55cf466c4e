"""What can go wrong with an audit log, each with one clear sentence."""

from __future__ import annotations

from enum import StrEnum


class Fault(StrEnum):
    """What a broken audit log suffers from; the value is what machine-readable output prints."""

    TRUNCATED = "truncated"
    REWRITTEN = "rewritten"
    HEAD_DROPPED = "head_dropped"
    FORKED = "forked"
    ENTRY_CHANGED = "entry_changed"
    CHAIN_BROKEN = "chain_broken"
    CHECKPOINT_MISSING = "checkpoint_missing"
    CHECKPOINT_CHANGED = "checkpoint_changed"
    NOT_SIGNED = "not_signed"
    SIGNATURE_WRONG = "signature_wrong"


class AuditLogError(Exception):
    """Base of every error of this package; `sentence` says what, where and what to do."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence


class AuditLogBroken(AuditLogError):  # noqa: N818 - the name is a statement about the log
    """The log is not the one that its checkpoints promise; `fault` says in which way."""

    def __init__(self, fault: Fault, sentence: str) -> None:
        super().__init__(sentence)
        self.fault = fault

    def __reduce__(self) -> tuple[type[AuditLogBroken], tuple[Fault, str]]:
        return type(self), (self.fault, self.sentence)


class AuditLogMissing(AuditLogError):  # noqa: N818 - as above
    """There is no log, or no entry in it: nothing could be checked."""


class EntryRefused(AuditLogError):  # noqa: N818 - as above
    """What the caller wants to append cannot become an entry."""


class CheckpointRefused(AuditLogError):  # noqa: N818 - as above
    """A text given as a checkpoint is not one."""


class ProofRefused(AuditLogError):  # noqa: N818 - as above
    """A proof does not prove what it claims."""


class KeyRefused(AuditLogError):  # noqa: N818 - as above
    """A key, or the place where it is or should be kept, cannot be accepted."""


class EvidenceRefused(AuditLogError):  # noqa: N818 - as above
    """What was given for an evidence file is not what the log committed to."""
