"""Reading single fields of a round, each strictly: the value in its type, or ``Unreadable`` with the reason."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeVar

from compliance.domain.money import MoneyError, PrecisionError, minor_units
from compliance.ingest.faults import Reason, Unreadable
from compliance.ingest.spellings import CARD_SPELLINGS
from compliance.ingest.strict_json import Number
from compliance.ingest.times import NaiveTimeError, day, nanoseconds

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from datetime import date
    from enum import StrEnum

    from compliance.domain.cards import Card

Members = dict[str, Any]
Value = TypeVar("Value")
Word = TypeVar("Word", bound="StrEnum")

LONGEST_IDENTIFIER = 128
LARGEST_SEAT = 2**31 - 1
LARGEST_COUNT = 10**15

_exact_units = lru_cache(maxsize=1 << 16)(minor_units)

# Controls, line and paragraph separators, surrogates, every mark that changes the direction of text, and the byte-order
# mark, which stands at the start of a file and nowhere else.
HIDDEN = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]")
_WHOLE = re.compile(r"-?[0-9]{1,18}")
_KIND = re.compile(r"[a-z0-9_]{1,64}")


def shown(value: Any) -> str:
    """Return a value as a sentence can quote it, cut to 40 characters."""
    if isinstance(value, Number):
        return value[:40]
    if isinstance(value, str):
        return repr(value[:40])
    if isinstance(value, dict):
        return "an object"
    return "a list" if isinstance(value, list) else {None: "null", True: "true", False: "false"}[value]


def bad_value(key: str, sentence: str) -> Unreadable:
    """Return the fault of a value that its field cannot take."""
    return Unreadable(Reason.BAD_VALUE, f"{key}: {sentence}")


def known_keys(members: Members, known: frozenset[str]) -> None:
    """Refuse a key that the format does not have; a misspelt key must not vanish."""
    if not members.keys() <= known:
        key = next(key for key in members if key not in known)
        raise Unreadable(
            Reason.UNKNOWN_FIELD, f"{shown(key)} is not a field of the format; correct it or put it under extra"
        )


def required(members: Members, key: str, read: Callable[[Any, str], Value]) -> Value:
    """Read a member that must be there and not null."""
    value = members.get(key)
    if value is None:
        raise Unreadable(Reason.MISSING_FIELD, f"{key}: missing or null; every round needs it")
    return read(value, key)


def optional(members: Members, key: str, read: Callable[[Any, str], Value]) -> Value | None:
    """Read a member that may be absent or null; both are None."""
    value = members.get(key)
    return None if value is None else read(value, key)


def text(value: Any, key: str) -> str:
    """Read any text."""
    if type(value) is not str:
        raise bad_value(key, f"{shown(value)} is not text")
    return value


def identifier(value: Any, key: str) -> str:
    """Read an identifier: 1 to 128 characters, none of them a control or a change of direction."""
    if type(value) is not str:
        raise bad_value(key, f"{shown(value)} is not an identifier; write it as text")
    if not 1 <= len(value) <= LONGEST_IDENTIFIER:
        raise bad_value(key, f"an identifier has 1 to {LONGEST_IDENTIFIER} characters, this one {len(value)}")
    if HIDDEN.search(value):
        raise bad_value(key, f"{value[:40]!a} holds a control or direction character")
    return value


def printable(value: Any, key: str) -> str:
    """Read an identifier of printable characters only: what every finding is filed under."""
    name = identifier(value, key)
    if not name.isprintable():
        raise bad_value(key, f"{name[:40]!a} holds a character that does not print")
    return name


def identifiers(value: Any, key: str) -> tuple[str, ...]:
    """Read a list of identifiers."""
    return tuple(identifier(part, f"{key}[{index}]") for index, part in enumerate(array(value, key)))


def kind(value: Any, key: str) -> str:
    """Read a wager kind: any ``[a-z0-9_]{1,64}``; whether the sheet offers it is not the reader's question."""
    if type(value) is not str or not _KIND.fullmatch(value):
        raise bad_value(key, f"{shown(value)} is not a wager kind: 1 to 64 of a-z, 0-9 and _")
    return value


def word(value: Any, key: str, vocabulary: Mapping[str, Word]) -> Word:
    """Read a word of a closed vocabulary, exactly."""
    if type(value) is str and value in vocabulary:
        return vocabulary[value]
    raise bad_value(key, f"{shown(value)} is none of {', '.join(vocabulary)}")


def whole(value: Any, key: str, least: int, most: int) -> int:
    """Read a whole JSON number between two bounds; ``2.0``, ``2e0`` and ``"2"`` are not."""
    if type(value) is not Number or not _WHOLE.fullmatch(value) or not least <= int(value) <= most:
        raise bad_value(key, f"{shown(value)} is not a whole number from {least} to {most}")
    return int(value)


def seat_number(value: Any, key: str) -> int:
    """Read the number of a seat, from 1. A seat that the table does not have is a finding, not a fault here."""
    return whole(value, key, 1, LARGEST_SEAT)


def count(value: Any, key: str) -> int:
    """Read a running number of rounds."""
    return whole(value, key, -LARGEST_COUNT, LARGEST_COUNT)


def position(value: Any, key: str) -> int:
    """Read the place that the action button gave; one that the table does not have is a finding."""
    return whole(value, key, -LARGEST_SEAT, LARGEST_SEAT)


def money(value: Any, key: str, digits: int) -> int:
    """Read an amount as minor units, exactly, from text or from the text of a number without exponent."""
    if type(value) is not str and type(value) is not Number:
        raise bad_value(key, f"{shown(value)} is not an amount")
    try:
        return _exact_units(str(value), digits)
    except PrecisionError as error:
        raise Unreadable(Reason.MONEY_PRECISION, f"{key}: {error}") from None
    except MoneyError as error:
        raise bad_value(key, str(error)) from None


def instant(value: Any, key: str) -> str:
    """Read a time; the text as recorded is returned."""
    stamp = text(value, key)
    try:
        nanoseconds(stamp)
    except NaiveTimeError as error:
        raise Unreadable(Reason.NAIVE_TIMESTAMP, f"{key}: {error}") from None
    except ValueError as error:
        raise bad_value(key, str(error)) from None
    return stamp


def calendar_day(value: Any, key: str) -> date:
    """Read a date."""
    try:
        return day(text(value, key))
    except ValueError as error:
        raise bad_value(key, str(error)) from None


def card(value: Any, key: str) -> Card:
    """Read a card in any of the spellings that logs use."""
    found = CARD_SPELLINGS.get(value) if type(value) is str else None
    if found is None:
        raise Unreadable(Reason.BAD_CARD, f"{key}: {shown(value)} is not a card; write one as Qh")
    return found


def cards(value: Any, key: str) -> tuple[Card, ...]:
    """Read a list of cards, however many: too many or the same one twice is a finding, not a fault here."""
    return tuple(card(part, f"{key}[{index}]") for index, part in enumerate(array(value, key)))


def array(value: Any, key: str) -> list[Any]:
    """Read a list, its parts unread."""
    if not isinstance(value, list):
        raise bad_value(key, f"{shown(value)} is not a list")
    return value


def members(value: Any, key: str) -> Members:
    """Read an object, its members unread."""
    if not isinstance(value, dict):
        raise bad_value(key, f"{shown(value)} is not an object")
    return value
