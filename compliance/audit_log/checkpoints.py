"""Checkpoints: the size and root of a log at one moment, in the C2SP form.

Three lines (origin, size, root), a blank line, and the signature. A checkpoint that nobody signed carries a
fourth line that says so, inside the text, so that a stripped signature leaves neither form.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from compliance.audit_log.errors import CheckpointRefused
from compliance.audit_log.hashing import HASH_BYTES
from compliance.audit_log.notes import Signature, decode, encode, split_note

UNSIGNED_LINE = "unsigned: no key vouches for this checkpoint"
_SIZE = re.compile(r"0|[1-9][0-9]{0,15}")
_ORIGIN = re.compile(r"[^\s+]+")


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """One checkpoint, as parsed or as made; `text` is the whole of it, ready to print or to keep elsewhere.

    `origin` names the log by its first entry; `size` counts entries; `root` is the 32-byte RFC 6962 tree hash.
    """

    origin: str
    size: int
    root: bytes
    signatures: tuple[Signature, ...] = ()

    @property
    def signed(self) -> bool:
        """Whether a signature is there. Only a public key can tell whether it is right."""
        return bool(self.signatures)

    @property
    def statement(self) -> str:
        """Origin, size and root, a line each: what a signature vouches for."""
        return f"{self.origin}\n{self.size}\n{encode(self.root)}\n"

    @property
    def text(self) -> str:
        """The whole note."""
        if not self.signatures:
            return f"{self.statement}{UNSIGNED_LINE}\n\n"
        return self.statement + "\n" + "".join(signature.line() for signature in self.signatures)

    def same_tree(self, other: Checkpoint) -> bool:
        """Whether both say the same about the same log, whoever signed them."""
        return (self.origin, self.size, self.root) == (other.origin, other.size, other.root)


def parse_checkpoint(text: str, *, what: str = "The checkpoint") -> Checkpoint:
    """Read a checkpoint, strictly: what is returned prints again as exactly `text`.

    `what` begins the sentence of the CheckpointRefused that is raised for anything else.
    """
    try:
        note_text, signatures = split_note(text)
        origin, size, root, *more = note_text[:-1].split("\n")
        if not _ORIGIN.fullmatch(origin) or not origin.isprintable():
            raise ValueError("does not begin with the name of a log")
        if not _SIZE.fullmatch(size):
            raise ValueError("does not give the log's size on its second line")
        checkpoint = Checkpoint(origin, int(size), decode(root), signatures)
        if len(checkpoint.root) != HASH_BYTES:
            raise ValueError("does not give the tree's root on its third line")
        if signatures and more:
            raise ValueError("has more lines than a signed checkpoint")
        if not signatures and more != [UNSIGNED_LINE]:
            raise ValueError("is neither signed nor says that it is unsigned")
    except ValueError as error:
        reason = str(error) if not str(error).startswith("not enough values") else "is not three lines long"
        raise CheckpointRefused(f"{what} {reason}; use the text as it was printed or stored.") from error
    return checkpoint


def parse_kept_checkpoint(text: str, *, what: str = "The checkpoint given") -> Checkpoint:
    """Read a checkpoint that was kept elsewhere and may have passed through an editor or a mail.

    Line ends and blank lines around the text do not matter; all else does, as in `parse_checkpoint`.
    """
    lines = text.replace("\r\n", "\n").strip("\n")
    return parse_checkpoint(lines + ("\n" if "\n\n" in lines else "\n\n"), what=what)
