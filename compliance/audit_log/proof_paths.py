"""The verifier's side of Merkle proofs: the algorithms of RFC 9162 §2.1.3.2 and §2.1.4.2 over RFC 6962 hashes.

A path is checked to the last hash: too short, too long, in another order or for another size, it fails.
"""

from __future__ import annotations

from hmac import compare_digest
from typing import TYPE_CHECKING

from compliance.audit_log.errors import ProofRefused
from compliance.audit_log.hashing import HASH_BYTES, node_hash

if TYPE_CHECKING:
    from collections.abc import Sequence


def verify_inclusion_path(leaf: bytes, index: int, size: int, path: Sequence[bytes], root: bytes) -> None:
    """Check that the leaf hash `leaf` stands at `index` (from 0) of the tree of `size` leaves under `root`.

    Raises ProofRefused where it does not.
    """
    if not 0 <= index < size:
        raise ProofRefused(f"The proof is for entry {index}, but a log of {size} has no such entry.")
    _check_hashes([leaf, root, *path])
    position, last, seen = index, size - 1, leaf
    for hash_ in path:
        if last == 0:
            raise ProofRefused(f"The proof has more hashes than a log of {size} entries allows.")
        if position & 1 or position == last:
            seen = node_hash(hash_, seen)
            while not position & 1 and position != 0:
                position, last = position >> 1, last >> 1
        else:
            seen = node_hash(seen, hash_)
        position, last = position >> 1, last >> 1
    if last != 0:
        raise ProofRefused(f"The proof has fewer hashes than a log of {size} entries needs.")
    if not compare_digest(seen, root):
        raise ProofRefused(f"The proof does not lead from entry {index} to the checkpoint's root.")


def verify_consistency_path(
    old_size: int, old_root: bytes, new_size: int, new_root: bytes, path: Sequence[bytes]
) -> None:
    """Check that the tree of `new_size` leaves under `new_root` begins with that of `old_size` under `old_root`.

    Raises ProofRefused where it does not, and for an old size of 0: that every log begins with nothing says
    nothing about this one.
    """
    if not 1 <= old_size <= new_size:
        raise ProofRefused(f"A log of {old_size} entries cannot be shown to have grown to {new_size}.")
    _check_hashes([old_root, new_root, *path])
    if old_size == new_size:
        if path or not compare_digest(old_root, new_root):
            raise ProofRefused(f"The two checkpoints are for {old_size} entries and do not agree.")
        return
    # A whole left subtree is its own root, so its hash is left out of the path and comes from the old root.
    hashes = [old_root, *path] if old_size & (old_size - 1) == 0 else list(path)
    if not path:
        raise ProofRefused("The proof is empty, but the log has grown.")
    position, last = old_size - 1, new_size - 1
    while position & 1:
        position, last = position >> 1, last >> 1
    seen_old = seen_new = hashes[0]
    for hash_ in hashes[1:]:
        if last == 0:
            raise ProofRefused("The proof has more hashes than the two sizes allow.")
        if position & 1 or position == last:
            seen_old, seen_new = node_hash(hash_, seen_old), node_hash(hash_, seen_new)
            while not position & 1 and position != 0:
                position, last = position >> 1, last >> 1
        else:
            seen_new = node_hash(seen_new, hash_)
        position, last = position >> 1, last >> 1
    if last != 0:
        raise ProofRefused("The proof has fewer hashes than the two sizes need.")
    if not compare_digest(seen_old, old_root):
        raise ProofRefused(f"The proof does not lead to the older checkpoint's root, of {old_size} entries.")
    if not compare_digest(seen_new, new_root):
        raise ProofRefused(f"The proof does not lead to the newer checkpoint's root, of {new_size} entries.")


def _check_hashes(hashes: Sequence[bytes]) -> None:
    if any(len(hash_) != HASH_BYTES for hash_ in hashes):
        raise ProofRefused(f"The proof holds a hash that is not {HASH_BYTES} bytes long.")
