"""The C2SP signed-note form: a text, a blank line, and signature lines.

Only the form is handled here; whether a signature is right is for `keys.PublicKey` to say.
"""

from __future__ import annotations

import base64
import binascii
import re
from dataclasses import dataclass

_DASH = "\u2014"  # the em dash that begins a signature line
_KEY_ID_BYTES = 4
_MOST_SIGNATURES = 64
_LARGEST_NOTE = 1 << 20
_KEY_NAME = re.compile(r"[^\s+]+")
_CONTROL = re.compile(r"[\x00-\x09\x0b-\x1f]")


@dataclass(frozen=True, slots=True)
class Signature:
    """One signature line: the key's name, its four-byte id, and the signature's bytes."""

    key_name: str
    key_id: bytes
    value: bytes

    def line(self) -> str:
        """The line as it stands in a note, newline included."""
        return f"{_DASH} {self.key_name} {encode(self.key_id + self.value)}\n"


def encode(data: bytes) -> str:
    """Standard base64 (RFC 4648 §4)."""
    return base64.b64encode(data).decode("ascii")


def decode(text: str) -> bytes:
    """The bytes of standard base64; raises ValueError for any other spelling of them."""
    try:
        data = base64.b64decode(text.encode("ascii"), validate=True)
    except (binascii.Error, UnicodeEncodeError) as error:
        raise ValueError("is not base64") from error
    # Two texts for the same bytes would let a flipped bit go unseen.
    if encode(data) != text:
        raise ValueError("is not base64 in its one proper spelling")
    return data


def is_key_name(name: str) -> bool:
    """Whether the note form allows `name`: not empty, no spaces, no plus sign, no control characters."""
    return bool(_KEY_NAME.fullmatch(name)) and name.isprintable()


def split_note(note: str) -> tuple[str, tuple[Signature, ...]]:
    """The note's text (with its last newline) and its signatures, of which there may be none.

    Raises ValueError, with the rest of a sentence, where the form is not kept.
    """
    if len(note) > _LARGEST_NOTE:
        raise ValueError("is longer than any checkpoint")
    if _CONTROL.search(note):
        raise ValueError("contains control characters")
    gap = note.rfind("\n\n")
    if gap < 0:
        raise ValueError("has no blank line between its text and its signatures")
    text, lines = note[: gap + 1], note[gap + 2 :]
    if not lines:
        return text, ()
    if not lines.endswith("\n"):
        raise ValueError("does not end with a newline")
    signatures = tuple(_parse_signature(line) for line in lines[:-1].split("\n"))
    if len(signatures) > _MOST_SIGNATURES:
        raise ValueError(f"carries more than {_MOST_SIGNATURES} signatures")
    return text, signatures


def _parse_signature(line: str) -> Signature:
    parts = line.split(" ")
    if len(parts) != 3 or parts[0] != _DASH or not is_key_name(parts[1]):
        raise ValueError("has a signature line that is not one")
    data = decode(parts[2])
    if len(data) <= _KEY_ID_BYTES:
        raise ValueError("has a signature line without a signature")
    return Signature(parts[1], data[:_KEY_ID_BYTES], data[_KEY_ID_BYTES:])
