"""A record of what this program did that nobody can change unseen.

Entries are lines of canonical JSON, each holding the hash of the one before it; over them stands an RFC 6962 Merkle
tree; after every batch a C2SP checkpoint states the tree's size and root. Writing, proving and verifying are apart:
no verifying module imports one that writes or proves.
"""

from compliance.audit_log.checkpoints import Checkpoint, parse_checkpoint, parse_kept_checkpoint
from compliance.audit_log.commitments import COMMITMENT_KEY, RoundCommitments, SourceLine, new_secret, round_fields
from compliance.audit_log.entries import Entry
from compliance.audit_log.errors import (
    AuditLogBroken,
    AuditLogError,
    AuditLogMissing,
    CheckpointRefused,
    EntryRefused,
    EvidenceRefused,
    Fault,
    KeyRefused,
    ProofRefused,
)
from compliance.audit_log.evidence import PERSONAL_FIELDS, PSEUDONYM_FIELDS, build_evidence
from compliance.audit_log.keys import PublicKey
from compliance.audit_log.log import AuditLog
from compliance.audit_log.prove import prove_consistency, prove_inclusion
from compliance.audit_log.scan import Unfinished
from compliance.audit_log.signing import Signer, keygen
from compliance.audit_log.verification import VerifiedLog, verify_log
from compliance.audit_log.verify_proofs import verify_consistency, verify_inclusion

__all__ = [
    "COMMITMENT_KEY",
    "PERSONAL_FIELDS",
    "PSEUDONYM_FIELDS",
    "AuditLog",
    "AuditLogBroken",
    "AuditLogError",
    "AuditLogMissing",
    "Checkpoint",
    "CheckpointRefused",
    "Entry",
    "EntryRefused",
    "EvidenceRefused",
    "Fault",
    "KeyRefused",
    "ProofRefused",
    "PublicKey",
    "RoundCommitments",
    "Signer",
    "SourceLine",
    "Unfinished",
    "VerifiedLog",
    "build_evidence",
    "keygen",
    "new_secret",
    "parse_checkpoint",
    "parse_kept_checkpoint",
    "prove_consistency",
    "prove_inclusion",
    "round_fields",
    "verify_consistency",
    "verify_inclusion",
    "verify_log",
]
