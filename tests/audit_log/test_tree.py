"""The Merkle tree: known answers, and three independent ways to the same root and the same paths."""

from __future__ import annotations

import functools
from hashlib import sha256

import pymerkle
import pytest

from compliance.audit_log.frontier import Frontier
from compliance.audit_log.hashing import EMPTY_ROOT, leaf_hash, node_hash
from compliance.audit_log.proof_paths import verify_consistency_path, verify_inclusion_path
from compliance.audit_log.tree import consistency_path, inclusion_path, tree_root

# The eight leaves with which Certificate Transparency implementations are tested, and the root after each.
LEAVES = ["", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f"]
ROOTS = [
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
]
HASHES = [leaf_hash(bytes.fromhex(leaf)) for leaf in LEAVES]
MANY = [leaf_hash(bytes([number])) for number in range(70)]


@pytest.mark.parametrize("size", range(1, 9))
def test_known_root(size):
    assert tree_root(HASHES[:size]).hex() == ROOTS[size - 1]
    frontier = Frontier()
    for leaf in HASHES[:size]:
        frontier.push(leaf)
    assert frontier.root().hex() == ROOTS[size - 1]


def test_root_of_nothing_is_the_hash_of_nothing():
    assert tree_root([]) == Frontier().root() == EMPTY_ROOT == sha256(b"").digest()


def test_a_node_cannot_pose_as_a_leaf():
    assert leaf_hash(HASHES[0] + HASHES[1]) != node_hash(HASHES[0], HASHES[1])


def test_known_paths_worked_by_hand():
    # RFC 6962 section 2.1.3 draws the tree of seven leaves: d0 is proved by b, h, l and d6 by i, k.
    a, b, c, d, e, f, j = HASHES[:7]
    g, h, i = node_hash(a, b), node_hash(c, d), node_hash(e, f)
    k, el = node_hash(g, h), node_hash(i, j)
    assert tree_root(HASHES[:7]) == node_hash(k, el)
    assert inclusion_path(HASHES[:7], 0) == [b, h, el]
    assert inclusion_path(HASHES[:7], 3) == [c, g, el]
    assert inclusion_path(HASHES[:7], 4) == [f, j, k]
    assert inclusion_path(HASHES[:7], 6) == [i, k]
    assert consistency_path(HASHES[:7], 3) == [c, d, g, el]
    assert consistency_path(HASHES[:7], 4) == [el]
    assert consistency_path(HASHES[:7], 6) == [i, j, k]


@functools.cache
def their_tree(start, end):
    tree = pymerkle.InmemoryTree(algorithm="sha256")
    for number in range(start, end):
        tree.append_entry(bytes([number]))
    return tree


def subproof(old, start, end, *, whole=True):
    """SUBPROOF of RFC 6962 section 2.1.2, word for word, over pymerkle's roots of the subtrees."""
    if old == end - start:
        return [] if whole else [their_tree(start, end).get_root()]
    left = 1
    while 2 * left < end - start:
        left *= 2
    if old <= left:
        return [*subproof(old, start, start + left, whole=whole), their_tree(start + left, end).get_root()]
    return [*subproof(old - left, start + left, end, whole=False), their_tree(start, start + left).get_root()]


@pytest.mark.parametrize("size", range(1, len(MANY) + 1))
def test_pymerkle_agrees_on_inclusion(size):
    tree, leaves = their_tree(0, size), MANY[:size]
    root = tree_root(leaves)
    assert root == tree.get_root()
    for index in range(size):
        theirs = tree.prove_inclusion(index + 1, size)  # they count from one, and put the leaf itself first
        assert theirs.path == [leaves[index], *inclusion_path(leaves, index)]
        pymerkle.verify_inclusion(leaves[index], root, theirs, index=index + 1, size=size)


@pytest.mark.parametrize("size", range(2, 34))
def test_pymerkle_agrees_on_consistency(size):
    root = tree_root(MANY[:size])
    for old in range(1, size):
        # Their own proofs go further down than the RFC's, so ours are held against its definition.
        theirs = their_tree(0, size).prove_consistency(old, size)
        pymerkle.verify_consistency(tree_root(MANY[:old]), root, theirs, prior_size=old, later_size=size)
        assert consistency_path(MANY[:size], old) == subproof(old, 0, size)


@pytest.mark.parametrize("size", range(1, 40))
def test_every_path_is_accepted(size):
    leaves, root = MANY[:size], tree_root(MANY[:size])
    for index in range(size):
        verify_inclusion_path(leaves[index], index, size, inclusion_path(leaves, index), root)
    for old in range(1, size + 1):
        verify_consistency_path(old, tree_root(leaves[:old]), size, root, consistency_path(leaves, old))


@pytest.mark.parametrize(("size", "index"), [(0, 0), (1, 1), (5, 5), (5, -1)])
def test_no_path_for_a_leaf_that_is_not_there(size, index):
    with pytest.raises(IndexError):
        inclusion_path(MANY[:size], index)


@pytest.mark.parametrize(("size", "old"), [(0, 0), (5, 0), (5, 6), (5, -1)])
def test_no_path_from_a_tree_that_never_was(size, old):
    with pytest.raises(IndexError):
        consistency_path(MANY[:size], old)
