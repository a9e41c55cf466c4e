"""The evidence file: everything that shows, without this program, what was found about one round and when.

It holds the round's fields with their salts (or only the hash of those withheld), the path from the round to the
root in the run's log entry, that entry, and its inclusion proof with a checkpoint. `verify_evidence.py`, beside
this file, checks it with nothing but Python and `cryptography`.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from compliance.audit_log.commitments import COMMITMENT_KEY, RoundCommitments, field_hash
from compliance.audit_log.errors import EvidenceRefused
from compliance.audit_log.log import AuditLog
from compliance.audit_log.prove import prove_inclusion
from compliance.audit_log.tree import inclusion_path

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping
    from pathlib import Path

    from compliance.audit_log.canonical import Json
    from compliance.audit_log.entries import Entry

FORMAT = "compliance-evidence/1"
PERSONAL_FIELDS = ("raw_lines", "parsed_round")
"""The fields that name participants and house dealers as the licensee's log does: a redacted file withholds them."""

PSEUDONYM_FIELDS = ("redacted_view",)
"""The field that names them by pseudonym: beside the others it would tell who is who in every redacted report."""


def build_evidence(
    folder: Path,
    *,
    entry_sequence: int,
    rounds: RoundCommitments,
    index: int,
    fields: Mapping[str, Json],
    withhold: Collection[str] = (),
    size: int | None = None,
) -> str:
    """The evidence file, JSON, for round `index` of the run that log entry `entry_sequence` records.

    `rounds` are the run's commitments, restored from its secret and leaves; `fields` are what was committed to
    for this round; `withhold` names those to leave out (`PERSONAL_FIELDS` for a redacted file); `size` is that of
    the log's checkpoint to prove against, such as the one printed in a report, None for the newest.

    Raises EvidenceRefused where fields, leaves or entry are not those of the commitment, ProofRefused and
    AuditLogBroken as `prove_inclusion` does.
    """
    round_id = fields.get("round_id")
    if not 0 <= index < len(rounds.leaf_hashes) or rounds.leaf(index, fields) != rounds.leaf_hashes[index]:
        raise EvidenceRefused(
            f"What is known about round {round_id} is not what the run committed to at place {index}; "
            "use the run's own records."
        )
    if unknown := set(withhold) - (set(fields) - {"round_id"}):
        raise EvidenceRefused(f"{', '.join(sorted(unknown))} cannot be withheld; name fields of the round.")
    proof = prove_inclusion(folder, entry_sequence, size=size)
    entry = _entry(folder, entry_sequence)
    if entry.body.get(COMMITMENT_KEY) != rounds.commitment:
        raise EvidenceRefused(
            f"Entry {entry_sequence} of the audit log does not record these rounds; name the entry of their run."
        )
    disclosed, withheld = {}, {}
    for name, value in fields.items():
        salt = rounds.salt(index, name)
        if name in withhold:
            withheld[name] = field_hash(salt, name, value)
        else:
            disclosed[name] = {"salt": salt.hex(), "value": value}
    document = {
        "format": FORMAT,
        "disclosed": disclosed,
        "withheld": withheld,
        "round_proof": {
            "index": index,
            "size": len(rounds.leaf_hashes),
            "path": [hash_.hex() for hash_ in inclusion_path(rounds.leaf_hashes, index)],
        },
        "entry": entry.line.decode(),
        "entry_proof": proof,
    }
    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"


def _entry(folder: Path, sequence: int) -> Entry:
    return next(entry for entry in AuditLog(folder) if entry.sequence == sequence)
