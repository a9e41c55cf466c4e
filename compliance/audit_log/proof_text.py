"""Proofs as text, in the C2SP forms.

Inclusion, `tlog-proof`: a fixed first line, `index N`, the path's hashes, a blank line, the checkpoint.
Consistency, the body a log sends to a witness (`tlog-witness`): `old N`, the path's hashes, a blank line, the
newer checkpoint; `tlog-proof` itself has no form for it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from compliance.audit_log.checkpoints import Checkpoint, parse_checkpoint
from compliance.audit_log.errors import ProofRefused
from compliance.audit_log.hashing import HASH_BYTES
from compliance.audit_log.notes import decode, encode

INCLUSION_LINE = "c2sp.org/tlog-proof@v1"
_LONGEST_PATH = 63
_NUMBER = re.compile(r"0|[1-9][0-9]{0,15}")


@dataclass(frozen=True, slots=True)
class InclusionProof:
    """Entry `index` (from 0) is in the tree of `checkpoint`; `path` goes from the leaf's sibling upwards."""

    index: int
    path: tuple[bytes, ...]
    checkpoint: Checkpoint

    @property
    def text(self) -> str:
        """The C2SP `tlog-proof` form."""
        return f"{INCLUSION_LINE}\nindex {self.index}\n{_hash_lines(self.path)}\n{self.checkpoint.text}"


@dataclass(frozen=True, slots=True)
class ConsistencyProof:
    """The tree of `checkpoint` begins with the older tree of `old_size` entries."""

    old_size: int
    path: tuple[bytes, ...]
    checkpoint: Checkpoint

    @property
    def text(self) -> str:
        """The C2SP `tlog-witness` form."""
        return f"old {self.old_size}\n{_hash_lines(self.path)}\n{self.checkpoint.text}"


def parse_inclusion_proof(text: str) -> InclusionProof:
    """Read the `tlog-proof` form; an `extra` line is allowed and ignored.

    Raises ProofRefused for another form, CheckpointRefused for what is no checkpoint inside it.
    """
    head, checkpoint = _split(text)
    if head[:1] != [INCLUSION_LINE]:
        raise ProofRefused(f"The inclusion proof does not begin with {INCLUSION_LINE}; use it as it was printed.")
    rest = head[2:] if len(head) > 1 and head[1].startswith("extra ") else head[1:]
    index, path = _number_and_path(rest, "index")
    return InclusionProof(index, path, checkpoint)


def parse_consistency_proof(text: str) -> ConsistencyProof:
    """Read the `tlog-witness` form.

    Raises ProofRefused for another form, CheckpointRefused for what is no checkpoint inside it.
    """
    head, checkpoint = _split(text)
    old_size, path = _number_and_path(head, "old")
    return ConsistencyProof(old_size, path, checkpoint)


def _split(text: str) -> tuple[list[str], Checkpoint]:
    head, gap, checkpoint = text.partition("\n\n")
    if not gap:
        raise ProofRefused("The proof holds no checkpoint; use it as it was printed.")
    return head.split("\n"), parse_checkpoint(checkpoint, what="The checkpoint inside the proof")


def _number_and_path(lines: list[str], word: str) -> tuple[int, tuple[bytes, ...]]:
    name, _, number = lines[0].partition(" ") if lines else ("", "", "")
    if name != word or not _NUMBER.fullmatch(number):
        raise ProofRefused(f"The proof lacks its line '{word} NUMBER'; use it as it was printed.")
    if len(lines) - 1 > _LONGEST_PATH:
        raise ProofRefused("The proof has more hashes than any log can need.")
    try:
        path = tuple(decode(line) for line in lines[1:])
    except ValueError as error:
        raise ProofRefused(f"The proof has a hash that {error}; use it as it was printed.") from error
    if any(len(hash_) != HASH_BYTES for hash_ in path):
        raise ProofRefused(f"The proof holds a hash that is not {HASH_BYTES} bytes long.")
    return int(number), path


def _hash_lines(path: tuple[bytes, ...]) -> str:
    return "".join(encode(hash_) + "\n" for hash_ in path)
