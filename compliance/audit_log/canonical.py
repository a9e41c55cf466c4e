"""Canonical JSON (RFC 8785) of exact values: objects, arrays, text, integers, booleans and null.

Floats have no place in an audit log. RFC 8785 itself allows them; this module does not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeAlias

import rfc8785
from pydantic_core import from_json, to_json

from compliance.audit_log.errors import EntryRefused

Json: TypeAlias = "bool | int | str | Sequence[Json] | Mapping[str, Json] | None"

_DEEPEST = 64
_LARGEST = 2**53 - 1


def canonical_bytes(value: Json, *, what: str = "the value") -> bytes:
    """The RFC 8785 form of `value` in UTF-8.

    Raises EntryRefused, naming the place as `what`, for a float, an integer beyond ±(2⁵³-1), a key
    that is not text, a lone surrogate, nesting beyond 64, or a type that JSON does not have.
    """
    try:
        return rfc8785.dumps(_plain(value, what, 0))
    except rfc8785.CanonicalizationError as error:
        raise EntryRefused(f"{what} holds text that is not valid Unicode ({error}); give well-formed text.") from error


def parse_canonical(text: bytes) -> Json:
    """The value of a text that must be its own RFC 8785 form.

    Raises ValueError for anything else: not UTF-8, not JSON, a duplicate key, a float, another order
    of keys, white space, another spelling of a string or a number.
    """
    value: Json = from_json(text)
    # Written back, keys stay in the order they were read in: duplicates, spaces and odd spellings show here,
    # and the order of the keys is all that is left to check.
    if to_json(value) != text:
        raise ValueError("is not in canonical form")
    _check_ordered(value, None if text.isascii() else _utf16)
    return value


def _check_ordered(value: object, sort_key: Callable[[str], bytes] | None) -> None:
    """Keys must be in order at every level, numbers exact; `sort_key` where plain comparison would not do."""
    if isinstance(value, dict):
        keys = list(value)
        if keys != sorted(keys, key=sort_key):
            raise ValueError("does not have its keys in canonical order")
        items: Iterable[object] = value.values()
    else:
        items = value if isinstance(value, list) else (value,)
    for item in items:
        kind = type(item)
        if kind is str:
            continue
        if kind is int:
            if not -_LARGEST <= item <= _LARGEST:  # type: ignore[operator]
                raise ValueError("holds an integer that is too large")
        elif kind is float:
            raise ValueError("holds a number that is not an integer")
        elif kind is dict or kind is list:
            _check_ordered(item, sort_key)


def _utf16(key: str) -> bytes:
    return key.encode("utf-16-be")  # RFC 8785 §3.2.3 orders keys by their UTF-16 code units


def _plain(value: object, what: str, depth: int) -> bool | int | str | list[Json] | dict[str, Json] | None:
    if depth > _DEEPEST:
        raise EntryRefused(f"{what} is nested more than {_DEEPEST} deep; flatten it.")
    if value is None or isinstance(value, bool | str):
        return value
    if isinstance(value, int):
        if abs(value) > _LARGEST:
            raise EntryRefused(f"{what} is {value}, beyond what every JSON reader holds; give it as text.")
        return int(value)
    if isinstance(value, Mapping):
        for key in value:
            if not isinstance(key, str):
                raise EntryRefused(f"{what} has the key {key!r}, which is not text; give keys as text.")
        return {key: _plain(item, f"{what}.{key}", depth + 1) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item, f"{what}[{place}]", depth + 1) for place, item in enumerate(value)]
    raise EntryRefused(f"{what} is a {type(value).__name__}, which a log entry cannot hold; give an integer or text.")
