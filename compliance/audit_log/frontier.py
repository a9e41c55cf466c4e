"""The root of a growing RFC 6962 tree, held in as many hashes as its size has binary ones.

Used wherever a log is read from front to back; the prover has its own, recursive way to the same root.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from compliance.audit_log.hashing import EMPTY_ROOT, node_hash


@dataclass(slots=True)
class Frontier:
    """Full subtrees of the leaves pushed so far, largest (leftmost) first."""

    size: int = 0
    subtrees: list[bytes] = field(default_factory=list)

    def push(self, leaf: bytes) -> None:
        """Add one leaf, given as its leaf hash."""
        carried = self.size
        while carried & 1:
            leaf = node_hash(self.subtrees.pop(), leaf)
            carried >>= 1
        self.subtrees.append(leaf)
        self.size += 1

    def root(self) -> bytes:
        """The tree's root; of no leaves, SHA-256 of nothing (RFC 6962 §2.1)."""
        if not self.subtrees:
            return EMPTY_ROOT
        root = self.subtrees[-1]
        for subtree in reversed(self.subtrees[:-1]):
            root = node_hash(subtree, root)
        return root

    def copy(self) -> Frontier:
        """An independent frontier at the same place."""
        return Frontier(self.size, list(self.subtrees))
