"""Salted commitments to the rounds of a run: any one can be shown later without showing another.

Each field of a round is hashed with a salt of its own; a round's leaf lists those hashes; the leaves form an RFC
6962 tree whose root goes into the audit log. Salts come from one secret of the run (HMAC-SHA256 over the round's
place and the field's name), so nothing but that secret and the leaves need be kept.
"""

from __future__ import annotations

import hmac
import secrets
from base64 import b64encode
from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING

from compliance.audit_log.canonical import Json, canonical_bytes
from compliance.audit_log.errors import EvidenceRefused
from compliance.audit_log.hashing import HASH_BYTES, leaf_hash
from compliance.audit_log.tree import tree_root

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

COMMITMENT_KEY = "rounds_commitment"
"""Where the body of a run's log entry holds `RoundCommitments.commitment`."""


@dataclass(frozen=True, slots=True)
class SourceLine:
    """One line of a licensee's file: its bytes without the line end, its number from 1, its offset in bytes.

    In a compressed file, number and offset count in what it holds once decompressed.
    """

    raw: bytes
    line: int
    byte_offset: int


def round_fields(
    *,
    round_id: str,
    file_sha256: str,
    lines: Sequence[SourceLine],
    parsed_round: Json,
    sheet_digest: str,
    derivation: Json,
    findings: Sequence[Json],
    redacted_view: Json = None,
) -> dict[str, Json]:
    """What is committed to for one round, as named fields that can be shown or withheld one by one.

    `lines` are the round's lines in its file: one in JSON Lines, one for each wager in CSV. `derivation` and
    `findings` name participants by their place at the seat, so that they can be shown to anybody; `redacted_view` is
    what of `parsed_round` may be. All values are plain JSON without floats; amounts are integers in minor units, or
    text.
    """
    positions = [{"line": line.line, "byte_offset": line.byte_offset} for line in lines]
    return {
        "round_id": round_id,
        "source": {"file_sha256": file_sha256, "lines": positions},
        "raw_lines": [b64encode(line.raw).decode() for line in lines],
        "parsed_round": parsed_round,
        "sheet_digest": sheet_digest,
        "derivation": derivation,
        "findings": findings,
        "redacted_view": redacted_view,
    }


def new_secret() -> bytes:
    """A secret for one run: 32 random bytes, to be kept with the run and out of everything that is handed on."""
    return secrets.token_bytes(HASH_BYTES)


class RoundCommitments:
    """The rounds of one run, committed to in the order they are added."""

    def __init__(self, secret: bytes, leaves: bytes = b"") -> None:
        """`leaves`, what `leaves` gave earlier, restores the commitments of a run.

        Raises EvidenceRefused for a secret shorter than 32 bytes, or leaves that are not whole hashes.
        """
        if len(secret) < HASH_BYTES:
            raise EvidenceRefused(f"The run's secret has {len(secret)} bytes; use one that new_secret() made.")
        if len(leaves) % HASH_BYTES:
            raise EvidenceRefused(f"The run's leaves are {len(leaves)} bytes, not a number of whole hashes.")
        self._secret = secret
        self.leaf_hashes = [leaves[at : at + HASH_BYTES] for at in range(0, len(leaves), HASH_BYTES)]

    def add(self, fields: Mapping[str, Json]) -> int:
        """Commit to one more round, as `round_fields` gives it; returns its index, from 0."""
        index = len(self.leaf_hashes)
        self.leaf_hashes.append(self.leaf(index, fields))
        return index

    def leaf(self, index: int, fields: Mapping[str, Json]) -> bytes:
        """The leaf hash of a round with these fields at this index."""
        hashes: dict[str, Json] = {
            name: field_hash(self.salt(index, name), name, value) for name, value in fields.items()
        }
        return leaf_hash(canonical_bytes(hashes))

    def salt(self, index: int, name: str) -> bytes:
        """The 32-byte salt of one field of one round; showing it shows nothing about any other."""
        return hmac.digest(self._secret, index.to_bytes(8, "big") + name.encode(), "sha256")

    @property
    def leaves(self) -> bytes:
        """All leaf hashes, 32 bytes each, one after the other: to be kept with the run."""
        return b"".join(self.leaf_hashes)

    @property
    def commitment(self) -> dict[str, Json]:
        """The tree's `root` (hex) and `size`, for the body of the run's log entry under `COMMITMENT_KEY`."""
        return {"root": tree_root(self.leaf_hashes).hex(), "size": len(self.leaf_hashes)}


def field_hash(salt: bytes, name: str, value: Json) -> str:
    """SHA-256, in hex, of the salt and the canonical form of the field's value."""
    return sha256(salt + canonical_bytes(value, what=f"The round's field {name}")).hexdigest()
