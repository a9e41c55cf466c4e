"""The hashes of RFC 6962 §2.1: leaves and nodes carry different prefixes, so none can pose as the other."""

from __future__ import annotations

from hashlib import sha256

EMPTY_ROOT = sha256(b"").digest()
HASH_BYTES = len(EMPTY_ROOT)


def leaf_hash(leaf: bytes) -> bytes:
    """SHA-256 of 0x00 and the leaf's bytes."""
    return sha256(b"\x00" + leaf).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    """SHA-256 of 0x01 and the two children's hashes."""
    return sha256(b"\x01" + left + right).digest()
