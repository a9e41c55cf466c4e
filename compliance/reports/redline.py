"""Two sentences as one redline: what only the first says struck out, what only the second says underlined."""

from __future__ import annotations

from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Literal

ALIKE = 50
"""Words in a hundred that two sentences share before they are woven into one; less alike, they stand one after the
other, whole."""


@dataclass(frozen=True, slots=True)
class Piece:
    """Words of a redline: in both, struck out (the first alone has them) or added (the second alone has them)."""

    kind: Literal["both", "out", "in"]
    text: str


def redline(before: str | None, after: str | None) -> tuple[Piece, ...]:
    """Return the pieces in reading order; a side that says nothing is None."""
    if before is None or after is None:
        sides: tuple[tuple[Literal["out", "in"], str | None], ...] = (("out", before), ("in", after))
        return tuple(Piece(kind, text) for kind, text in sides if text is not None)
    ours, theirs = before.split(), after.split()
    matcher = SequenceMatcher(None, ours, theirs, autojunk=False)
    shared = sum(block.size for block in matcher.get_matching_blocks())
    if 2 * shared * 100 < ALIKE * (len(ours) + len(theirs)):
        return (Piece("out", before), Piece("in", after))
    pieces: list[Piece] = []
    for what, a, b, c, d in matcher.get_opcodes():
        if what == "equal":
            pieces.append(Piece("both", " ".join(ours[a:b])))
            continue
        if a < b:
            pieces.append(Piece("out", " ".join(ours[a:b])))
        if c < d:
            pieces.append(Piece("in", " ".join(theirs[c:d])))
    return tuple(pieces)
