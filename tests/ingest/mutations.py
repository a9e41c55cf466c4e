"""Ways in which a line of a log goes wrong."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from random import Random

TOKENS = re.compile(rb'"[^"]*"|-?[0-9][0-9.]*|true|false|null|[\[\]{},:]')
SWAPS = (
    b"null", b"true", b"5", b"-5", b"2.0", b"1e2", b"10.005", b'"5"', b'"25.00"', b'"10.005"', b'"-0"', b'""', b"[]",
    b"{}", b'"win"', b'"WIN"', b'"play"', b'"10h"', b'"h-Q"', b'"Zz"', b'"2026-02-30"', b'"2026-11-28T10:00:00"',
    b'"2026-11-28T10:00:00.123456789Z"', b'"JPY"', b'"KWD"', b'"void"', b"NaN", b"-Infinity", b"99999999999999999999",
    b'"a\\u0000b"', b'"\\ud800"', b'"\\u0041"', '"♥é"'.encode(), '"Q♥"'.encode(), b'"x\x01"', b'"1,000"', b"01",
)  # fmt: skip
_BYTES = b'{}[]",:\\ \t\r\x00\xff\xc3-+.eE0159nNaA'


def flip(line: bytes, rng: Random) -> bytes:
    """Change one bit."""
    at = rng.randrange(len(line))
    return line[:at] + bytes([line[at] ^ 1 << rng.randrange(8)]) + line[at + 1 :]


def put(line: bytes, rng: Random) -> bytes:
    """Put in a byte that JSON cares about."""
    at = rng.randrange(len(line) + 1)
    return line[:at] + bytes([rng.choice(_BYTES)]) + line[at:]


def cut(line: bytes, rng: Random) -> bytes:
    """Cut a piece out, often the end."""
    start = rng.randrange(len(line))
    end = len(line) if rng.random() < 0.3 else min(len(line), start + rng.randrange(1, 40))
    return line[:start] + line[end:]


def splice(line: bytes, rng: Random) -> bytes:
    """Copy a piece to another place."""
    start = rng.randrange(len(line))
    piece = line[start : start + rng.randrange(1, 60)]
    at = rng.randrange(len(line))
    return line[:at] + piece + line[at:]


def swap(line: bytes, rng: Random) -> bytes:
    """Replace a value, a key or a mark by something of another type."""
    token = rng.choice(list(TOKENS.finditer(line)))
    return line[: token.start()] + rng.choice(SWAPS) + line[token.end() :]


def double(line: bytes, rng: Random) -> bytes:
    """Give a member or an element twice."""
    token = rng.choice(list(re.finditer(rb'"[a-z_]+": (?:"[^"]*"|[0-9]+|null)(, )?', line)))
    return line[: token.end()] + (b"" if token[1] else b", ") + token[0] + line[token.end() :]


def respell(line: bytes, rng: Random) -> bytes:
    """Write the same round in another way: order of keys, white space, escapes."""
    try:
        record = json.loads(line)
    except ValueError:
        return line
    if not isinstance(record, dict):
        return line
    items = list(record.items())
    rng.shuffle(items)
    separators = rng.choice([(",", ":"), (" , ", " : "), (", ", ": ")])
    return json.dumps(dict(items), ensure_ascii=rng.random() < 0.5, separators=separators).encode("utf-8", "replace")


MUTATIONS = (flip, put, cut, splice, swap, swap, double, respell)


def mutated(line: bytes, rng: Random) -> bytes:
    """Return the line with none to three things done to it, on one line still."""
    for _ in range(rng.choice((0, 1, 1, 1, 2, 3))):
        if line:
            # What has nothing to swap or to double stays as it is.
            try:
                line = rng.choice(MUTATIONS)(line, rng)
            except (IndexError, ValueError):
                continue
    return line.replace(b"\n", b" ")
