"""JSON as RFC 8259 has it and no more, with every number kept as its exact text."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, NoReturn

from compliance.ingest.faults import Reason, Unreadable

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

DEEPEST = 64
"""Deepest nesting of lists and objects that is read."""

_WHITE = " \t\n\r"
_BRACKET = re.compile(r'"(?:[^"\\]|\\.)*+"?|[\[\]{}]', re.DOTALL)
_SURROGATE_ESCAPE = re.compile(r"\\u[dD][89a-fA-F]")


class Number(str):
    """A JSON number as it was written; told from a JSON string by its type."""

    __slots__ = ()


def _once_each(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) != len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise Unreadable(Reason.DUPLICATE_KEY, f"the key {twice[:40]!r} stands twice in one object")
    return members


def _no_constant(word: str) -> NoReturn:
    raise Unreadable(Reason.MALFORMED_JSON, f"{word} is not a JSON value")


_DECODER = json.JSONDecoder(
    object_pairs_hook=_once_each, parse_int=Number, parse_float=Number, parse_constant=_no_constant
)


def parse(raw: bytes) -> tuple[dict[str, Any], str]:
    """Read one line as a JSON object; return it with the line's text.

    Raises:
        Unreadable: as ``parse_value``; or it is not an object.
    """
    value, text = parse_value(raw)
    if not isinstance(value, dict):
        raise Unreadable(Reason.MALFORMED_JSON, "the line is JSON but not an object, as a round must be")
    return value, text


def parse_value(raw: bytes) -> tuple[Any, str]:
    """Read JSON of any kind; return its value with its text.

    Strings are ``str``, numbers ``Number``; true, false and null are Python's.

    Raises:
        Unreadable: not UTF-8, not JSON, a key given twice anywhere, nesting beyond ``DEEPEST``, or half of a surrogate
            pair in a string.
    """
    try:
        text = raw.decode()
    except UnicodeDecodeError as error:
        raise Unreadable(Reason.INVALID_UTF8, f"byte {error.start + 1} of the line is not UTF-8") from None
    if text.count("[") + text.count("{") > DEEPEST and _depth(text) > DEEPEST:
        raise Unreadable(Reason.TOO_DEEP, f"lists and objects are nested more than {DEEPEST} deep")
    try:
        value = _DECODER.decode(text)
    except json.JSONDecodeError as error:
        raise Unreadable(
            Reason.MALFORMED_JSON, f"not JSON at character {error.pos + 1} of the line: {error.msg}"
        ) from None
    except RecursionError:
        raise Unreadable(Reason.TOO_DEEP, "lists and objects are nested too deep to be read") from None
    if _SURROGATE_ESCAPE.search(text):
        _refuse_lone_surrogates(value)
    return value, text


def _depth(text: str) -> int:
    """Return the deepest nesting of brackets outside strings; of broken JSON, as far as it goes."""
    depth = deepest = 0
    for token in _BRACKET.findall(text):
        if token in ("[", "{"):
            depth += 1
            deepest = max(deepest, depth)
        elif token in ("]", "}"):
            depth -= 1
    return deepest


def _refuse_lone_surrogates(value: Any) -> None:
    if isinstance(value, dict):
        for key, part in value.items():
            _refuse_lone_surrogates(key)
            _refuse_lone_surrogates(part)
    elif isinstance(value, list):
        for part in value:
            _refuse_lone_surrogates(part)
    elif isinstance(value, str) and any("\ud800" <= character <= "\udfff" for character in value):
        raise Unreadable(Reason.BAD_VALUE, "a string holds half of a surrogate pair, which is no character")


def member_text(text: str, key: str) -> str:
    """Return the text of one member's value of the object that ``text`` is, as it was written.

    ``text`` must be what ``parse`` has accepted, and ``key`` a key of its outermost object.
    """
    at = _skip(text, _skip(text, 0) + 1)
    while True:
        name, at = _DECODER.raw_decode(text, at)
        start = _skip(text, _skip(text, at) + 1)
        _, at = _DECODER.raw_decode(text, start)
        if name == key:
            return text[start:at]
        at = _skip(text, _skip(text, at) + 1)


def spans(text: str, path: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Yield start and end of every object that a path of keys leads to, through lists and objects, in order.

    ``text`` must be what ``parse`` has accepted. What the path does not lead to is passed over.
    """
    yield from _spans(text, _skip(text, 0), path)


def _spans(text: str, at: int, path: Sequence[str]) -> Iterator[tuple[int, int]]:
    if text[at] == "[":
        for start, _ in _parts(text, at):
            yield from _spans(text, start, path)
    elif not path:
        yield at, _DECODER.raw_decode(text, at)[1]
    elif text[at] == "{":
        for start, key in _parts(text, at):
            if key == path[0]:
                yield from _spans(text, start, path[1:])


def _parts(text: str, at: int) -> Iterator[tuple[int, str | None]]:
    """Yield where each part of the list or object that begins there begins, with its key in an object."""
    keyed = text[at] == "{"
    at = _skip(text, at + 1)
    while text[at] not in "]}":
        key = None
        if keyed:
            key, at = _DECODER.raw_decode(text, at)
            at = _skip(text, _skip(text, at) + 1)
        yield at, key
        at = _skip(text, _DECODER.raw_decode(text, at)[1])
        if text[at] == ",":
            at = _skip(text, at + 1)


def _skip(text: str, at: int) -> int:
    while text[at] in _WHITE:
        at += 1
    return at


def same_json(one: str, other: str) -> bool:
    """Say whether two texts that ``parse`` accepts differ in the order of keys, white space and escapes only."""
    return canonical(parse(one.encode())[0]) == canonical(parse(other.encode())[0])


def canonical(value: Any) -> str:
    """Write a parsed value with its keys in order and without white space; numbers stay as written."""
    if isinstance(value, Number):
        return str(value)
    if isinstance(value, dict):
        return "{" + ",".join(f"{json.dumps(key)}:{canonical(value[key])}" for key in sorted(value)) + "}"
    if isinstance(value, list):
        return "[" + ",".join(canonical(part) for part in value) + "]"
    return json.dumps(value)
