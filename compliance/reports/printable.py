"""Text as the shipped fonts can show it: what they cannot is replaced by its name, never dropped.

A glyph that no font has would print as an empty box and break PDF/A; a control character could reorder or
hide what stands beside it. Both are written out, so that a reader sees that something was there, and what.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache

from compliance.shipped import TEMPLATES

FONT_FILES = (
    "LiberationSans-Regular.ttf",
    "LiberationSans-Bold.ttf",
    "LiberationSans-Italic.ttf",
    "LiberationMono-Regular.ttf",
)
_HIDDEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}


def covered(name: str) -> frozenset[int]:
    """Return the code points that a shipped face, by its file's name, has a glyph for."""
    from fontTools.ttLib import TTFont  # type: ignore[import-untyped] # here, so that only documents pay for it

    with TTFont(TEMPLATES / "fonts" / name, lazy=True) as font:
        return frozenset(font.getBestCmap())


@cache
def _showable() -> frozenset[int]:
    """Code points that every shipped face has and that are visible and in reading order."""
    return frozenset(
        code
        for code in frozenset.intersection(*map(covered, FONT_FILES))
        if unicodedata.category(chr(code)) not in _HIDDEN and unicodedata.bidirectional(chr(code)) not in {"R", "AL"}
    )


@cache
def _unshowable() -> re.Pattern[str]:
    codes = sorted(_showable())
    spans: list[tuple[int, int]] = []
    for code in codes:
        if spans and spans[-1][1] == code - 1:
            spans[-1] = (spans[-1][0], code)
        else:
            spans.append((code, code))
    allowed = "".join(f"\\U{low:08x}-\\U{high:08x}" for low, high in spans)
    return re.compile(f"[^{allowed}]+")


def _placeholder(run: str) -> str:
    name = unicodedata.name(run[0], "CONTROL CHARACTER" if unicodedata.category(run[0]) == "Cc" else "NO NAME")
    codes = [f"U+{ord(character):04X}" for character in run]
    return f"[{', '.join([f'{codes[0]} {name}', *codes[1:]])}]"


def printable(text: str) -> str:
    """Return the text with every run of characters the fonts cannot show replaced by a bracketed placeholder.

    The placeholder names the first character and gives the code points of all, so nothing is lost:
    ``"Zoë 🎲"`` gives ``"Zoë [U+1F3B2 GAME DIE]"``. Characters written from right to left are replaced as
    well, because beside figures they would change the order in which a line is read.
    """
    return _unshowable().sub(lambda match: _placeholder(match[0]), text)


def clipped(text: str, limit: int) -> str:
    """Return the text cut to ``limit`` characters with a mark where it was cut, for places that quote it elsewhere."""
    return text if len(text) <= limit else text[: limit - 1] + "…"


def ends_of(text: str, limit: int) -> str:
    """Return the text cut to ``limit`` characters in its middle, for the narrow head of a column that names it."""
    head = limit // 2
    return text if len(text) <= limit else f"{text[:head]}…{text[len(text) - (limit - head - 1) :]}"


def shortened(text: str, limit: int = 80) -> str:
    """Return the text, or its beginning and end with its length where it is longer than ``limit`` characters."""
    if len(text) <= limit:
        return text
    tail = limit // 4
    return f"{text[: limit - tail]} … {text[-tail:]} [{len(text)} characters]"
