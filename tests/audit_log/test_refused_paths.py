"""Merkle paths that prove nothing: each one is valid but for one fault, and each one is refused."""

from __future__ import annotations

import pytest

from compliance.audit_log import ProofRefused
from compliance.audit_log.hashing import EMPTY_ROOT, leaf_hash, node_hash
from compliance.audit_log.proof_paths import verify_consistency_path, verify_inclusion_path
from compliance.audit_log.tree import consistency_path, inclusion_path, tree_root

LEAVES = [leaf_hash(b"leaf %d" % number) for number in range(16)]
STRANGER = leaf_hash(b"not in any tree")


def flipped(hash_, bit=0):
    return bytes([hash_[0] ^ (1 << bit)]) + hash_[1:]


def wrong_inclusions():
    """(name, leaf, index, size, path, root), each with one fault."""
    for size, index in [(1, 0), (2, 1), (3, 2), (5, 4), (6, 1), (7, 0), (7, 6), (8, 3), (11, 10), (13, 5), (16, 9)]:
        leaf, root = LEAVES[index], tree_root(LEAVES[:size])
        path = inclusion_path(LEAVES[:size], index)
        case = f"{index}of{size}"

        yield f"{case}-other-leaf", STRANGER, index, size, path, root
        yield f"{case}-root-as-leaf", node_hash(leaf, leaf), index, size, path, root
        yield f"{case}-flipped-root", leaf, index, size, path, flipped(root, 7)
        yield f"{case}-empty-root", leaf, index, size, path, EMPTY_ROOT
        yield f"{case}-short-root", leaf, index, size, path, root[:31]
        yield f"{case}-one-more-node", leaf, index, size, [*path, STRANGER], root
        yield f"{case}-root-appended", leaf, index, size, [*path, root], root
        yield f"{case}-no-entries", leaf, index, 0, path, root
        yield f"{case}-index-past-end", leaf, size, size, path, root
        yield f"{case}-negative-index", leaf, -1, size, path, root
        yield f"{case}-double-size", leaf, index, 2 * size + 2, path, root
        if index:
            yield f"{case}-index-less-one", leaf, index - 1, size, path, root
        if path:
            yield f"{case}-empty-path", leaf, index, size, [], root
            yield f"{case}-root-for-leaf-empty-path", root, index, size, [], root
            yield f"{case}-first-dropped", leaf, index, size, path[1:], root
            yield f"{case}-last-dropped", leaf, index, size, path[:-1], root
            yield f"{case}-first-doubled", leaf, index, size, [path[0], *path], root
            yield f"{case}-long-node", leaf, index, size, [path[0] + b"\0", *path[1:]], root
            yield f"{case}-tree-of-one", root, 0, 1, path, root
            for place in range(len(path)):
                changed = [*path[:place], flipped(path[place]), *path[place + 1 :]]
                yield f"{case}-flipped-node{place}", leaf, index, size, changed, root
        if len(path) > 1:
            yield f"{case}-swapped", leaf, index, size, [path[1], path[0], *path[2:]], root
            yield f"{case}-reversed", leaf, index, size, path[::-1], root


def wrong_consistencies():
    """(name, old size, old root, new size, new root, path), each with one fault."""
    for old, new in [(1, 2), (1, 8), (2, 3), (3, 7), (4, 7), (4, 8), (6, 8), (6, 7), (5, 13), (8, 16), (7, 15)]:
        old_root, root = tree_root(LEAVES[:old]), tree_root(LEAVES[:new])
        path = consistency_path(LEAVES[:new], old)
        case = f"{old}to{new}"

        yield f"{case}-other-old-root", old, STRANGER, new, root, path
        yield f"{case}-other-new-root", old, old_root, new, STRANGER, path
        yield f"{case}-roots-exchanged", old, root, new, old_root, path
        yield f"{case}-sizes-exchanged", new, old_root, old, root, path
        yield f"{case}-same-root-twice", old, old_root, new, old_root, path
        yield f"{case}-from-nothing", 0, EMPTY_ROOT, new, root, path
        yield f"{case}-from-nothing-empty-path", 0, EMPTY_ROOT, new, root, []
        yield f"{case}-negative", -1, old_root, new, root, path
        yield f"{case}-empty-path", old, old_root, new, root, []
        yield f"{case}-empty-path-same-roots", old, root, new, root, []
        yield f"{case}-old-as-new", new, old_root, new, root, path
        yield f"{case}-first-dropped", old, old_root, new, root, path[1:]
        yield f"{case}-last-dropped", old, old_root, new, root, path[:-1]
        yield f"{case}-one-more-node", old, old_root, new, root, [*path, STRANGER]
        yield f"{case}-root-appended", old, old_root, new, root, [*path, root]
        yield f"{case}-first-doubled", old, old_root, new, root, [path[0], *path]
        yield f"{case}-short-node", old, old_root, new, root, [path[0][1:], *path[1:]]
        yield f"{case}-double-size", old, old_root, 2 * new + 2, root, path
        for place in range(len(path)):
            changed = [*path[:place], flipped(path[place], 3), *path[place + 1 :]]
            yield f"{case}-flipped-node{place}", old, old_root, new, root, changed
        if len(path) > 1:
            yield f"{case}-swapped", old, old_root, new, root, [path[1], path[0], *path[2:]]
    yield "5to5-with-path", 5, tree_root(LEAVES[:5]), 5, tree_root(LEAVES[:5]), [STRANGER]
    yield "5to5-other-root", 5, tree_root(LEAVES[:5]), 5, tree_root(LEAVES[1:6]), []


INCLUSIONS = list(wrong_inclusions())
CONSISTENCIES = list(wrong_consistencies())


@pytest.mark.parametrize("case", INCLUSIONS, ids=lambda case: case[0])
def test_inclusion_is_refused(case):
    _, leaf, index, size, path, root = case
    with pytest.raises(ProofRefused):
        verify_inclusion_path(leaf, index, size, path, root)


@pytest.mark.parametrize("case", CONSISTENCIES, ids=lambda case: case[0])
def test_consistency_is_refused(case):
    _, old, old_root, new, new_root, path = case
    with pytest.raises(ProofRefused):
        verify_consistency_path(old, old_root, new, new_root, path)


def test_the_probes_are_many_and_no_two_the_same():
    inclusions = {(leaf, index, size, tuple(path), root) for _, leaf, index, size, path, root in INCLUSIONS}
    consistencies = {(*rest, tuple(path)) for _, *rest, path in CONSISTENCIES}
    assert len(inclusions) >= 150
    assert len(consistencies) >= 150


@pytest.mark.parametrize(("size", "index"), [(3, 0), (6, 2), (7, 5), (12, 8)])
def test_an_honest_path_proves_no_other_leaf_and_no_other_place(size, index):
    root, path = tree_root(LEAVES[:size]), inclusion_path(LEAVES[:size], index)
    accepted = []
    for place in range(size):
        for leaf in range(size):
            try:
                verify_inclusion_path(LEAVES[leaf], place, size, path, root)
            except ProofRefused:
                continue
            accepted.append((place, leaf))
    assert accepted == [(index, index)]
