"""How much of a hostile file is read before it is refused."""

from __future__ import annotations

from dataclasses import dataclass

MEBIBYTE = 1 << 20


@dataclass(frozen=True, slots=True)
class Limits:
    """Sizes in bytes.

    ``line``: a longer line is quarantined as ``line_too_long``. ``line_kept``: of such a line, the quarantine
    record holds at most this much. A compressed file is refused when its text grows beyond ``expansion_free``
    and beyond ``expansion_ratio`` times the compressed size.
    """

    line: int = 16 * MEBIBYTE
    line_kept: int = 64 * MEBIBYTE
    expansion_free: int = 256 * MEBIBYTE
    expansion_ratio: int = 200


LIMITS = Limits()
"""The limits that hold unless a caller sets others."""
