"""What is the plainest writing of a value, as conditions in SQL: what ``shape`` lets through of a line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from compliance.domain.words import WAGER_KINDS, Decision, DecisionSource, Outcome, PlayerDealerKind, RoundStatus
from compliance.ingest.shape import CARD, COUNT, DAY, EXTRA, SEAT, TIME

if TYPE_CHECKING:
    from collections.abc import Iterable

NAME = "[ -~]{1,128}"
PARTICIPANT = "[ -:<-~]{1,128}"
MOST_CARDS = 52
CARDS = f"{CARD}(?: {CARD}){{0,{MOST_CARDS - 1}}}"
TEXT = "[ -~]+"

MOST_BYTES = 100_000
MOST_ROWS = 1_000
"""Texts, and wagers of a round, are plain up to here, as cards are: a round of more may be too long for a line."""

__all__ = [
    "CARD", "CARDS", "COUNT", "DAY", "EXTRA", "MOST_CARDS", "MOST_ROWS", "NAME", "PARTICIPANT", "SEAT", "TEXT", "TIME",
    "WAGER_KINDS", "Decision", "DecisionSource", "Outcome", "PlayerDealerKind", "RoundStatus", "among", "distinct_keys",
    "exists", "fits", "money", "not_long",
]  # fmt: skip


def money(digits: int) -> str:
    """Return the pattern of an amount with at most so many decimals."""
    decimals = rf"(?:\.[0-9]{{1,{digits}}})?" if digits else ""
    return f"-?[0-9]{{1,10}}{decimals}"


def fits(value: str, pattern: str, *, required: bool = False) -> str:
    """Return the condition that a text fits a pattern whole, or is null unless it is required."""
    return f"coalesce(regexp_full_match({value}, '{pattern}'), {'false' if required else 'true'})"


def among(value: str, words: Iterable[str], *, required: bool = False) -> str:
    """Return the condition that a text is one of some words, or is null unless it is required."""
    listed = ", ".join(f"'{word}'" for word in words)
    return f"coalesce({value} IN ({listed}), {'false' if required else 'true'})"


def exists(value: str) -> str:
    """Return the condition that a time of the plain form names an instant, or is null."""
    return f"({value} IS NULL OR instant({value}) IS NOT NULL)"


def distinct_keys(extra: str) -> str:
    """Return the condition that no key stands twice in an ``extra`` of the plain form, wherever, or that it is null."""
    keys = f"""regexp_extract_all({extra}, '"([^"]*)"[ \\t]*:', 1)"""
    return f"({extra} IS NULL OR list_unique({keys}) = len({keys}))"


def not_long(value: str) -> str:
    """Return the condition that a text is not so long that its round might be too long for a line, or is null."""
    return f"coalesce(strlen({value}) <= {MOST_BYTES}, true)"
