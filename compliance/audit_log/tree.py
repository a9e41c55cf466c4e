"""The prover's side of RFC 6962: roots and paths from a list of leaf hashes, by the definitions of §2.1.

Verifying them is `proof_paths`' work; the two share the hash functions and nothing else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from compliance.audit_log.hashing import EMPTY_ROOT, node_hash

if TYPE_CHECKING:
    from collections.abc import Sequence


def tree_root(leaves: Sequence[bytes]) -> bytes:
    """The Merkle tree hash of the leaf hashes (§2.1)."""
    return _subtree_root(leaves, 0, len(leaves)) if leaves else EMPTY_ROOT


def inclusion_path(leaves: Sequence[bytes], index: int) -> list[bytes]:
    """The audit path of leaf `index` (from 0), sibling of the leaf first (§2.1.1).

    Raises IndexError where there is no such leaf.
    """
    if not 0 <= index < len(leaves):
        raise IndexError(f"no leaf {index} in a tree of {len(leaves)}")
    path: list[bytes] = []
    start, end = 0, len(leaves)
    while end - start > 1:
        middle = start + _left_width(end - start)
        if index < middle:
            path.append(_subtree_root(leaves, middle, end))
            end = middle
        else:
            path.append(_subtree_root(leaves, start, middle))
            start = middle
    path.reverse()
    return path


def consistency_path(leaves: Sequence[bytes], old_size: int) -> list[bytes]:
    """The proof that the first `old_size` leaves are a prefix of all of them (§2.1.2).

    Raises IndexError unless 1 <= old_size <= number of leaves: of an empty tree there is nothing to prove.
    """
    if not 1 <= old_size <= len(leaves):
        raise IndexError(f"no tree of {old_size} inside one of {len(leaves)}")
    path: list[bytes] = []
    start, end = 0, len(leaves)
    while end != old_size:
        middle = start + _left_width(end - start)
        if old_size <= middle:
            path.append(_subtree_root(leaves, middle, end))
            end = middle
        else:
            path.append(_subtree_root(leaves, start, middle))
            start = middle
    if start != 0:
        path.append(_subtree_root(leaves, start, end))
    path.reverse()
    return path


def _left_width(width: int) -> int:
    """The largest power of two below `width`."""
    return 1 << ((width - 1).bit_length() - 1)


def _subtree_root(leaves: Sequence[bytes], start: int, end: int) -> bytes:
    if end - start == 1:
        return leaves[start]
    middle = start + _left_width(end - start)
    return node_hash(_subtree_root(leaves, start, middle), _subtree_root(leaves, middle, end))
