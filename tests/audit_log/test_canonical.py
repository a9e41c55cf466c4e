"""Canonical JSON: what is written is RFC 8785, and nothing else is read."""

from __future__ import annotations

import json
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from compliance.audit_log import EntryRefused
from compliance.audit_log.canonical import canonical_bytes, parse_canonical

EXACT = st.integers(-(2**53) + 1, 2**53 - 1)
TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
VALUES = st.recursive(
    st.none() | st.booleans() | EXACT | TEXT,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXT, inner, max_size=4),
    max_leaves=12,
)


@given(VALUES)
def test_what_is_written_is_read_back_as_it_was(value):
    assert parse_canonical(canonical_bytes(value)) == value


@given(VALUES)
def test_any_other_spelling_is_refused(value):
    written = canonical_bytes(value)
    for other in (json.dumps(value), json.dumps(value, indent=1), json.dumps(value, ensure_ascii=False)):
        if other.encode() != written:
            with pytest.raises(ValueError, match="canonical"):
                parse_canonical(other.encode())


def test_keys_are_ordered_by_utf16_code_units():
    # RFC 8785 section 3.2.3: U+1F600 is D83D DE00 in UTF-16, before U+FB33, although its code point is larger.
    assert canonical_bytes({"\ufb33": 1, "\U0001f600": 2, "a": 3}) == '{"a":3,"\U0001f600":2,"\ufb33":1}'.encode()
    with pytest.raises(ValueError, match="order"):
        parse_canonical('{"a":3,"\ufb33":1,"\U0001f600":2}'.encode())


@pytest.mark.parametrize(
    "text",
    [
        b'{"a":1,"a":1}',
        b'{"a":1,"a":2}',
        b'{"b":1,"a":2}',
        b'{"a": 1}',
        b'{"a":1} ',
        b'{"a":1.0}',
        b'{"a":1e2}',
        b'{"a":0.5}',
        b'{"a":-0}',
        b'{"a":01}',
        b'{"a":9007199254740992}',
        b'{"a":-9007199254740992}',
        b'{"a":123456789012345678901234567890}',
        b'{"a":NaN}',
        b'{"a":Infinity}',
        b'{"a":"\\u0041"}',
        b'{"a":"\\/"}',
        b'{"a":"\\ud800"}',
        b'{"a":"\xff"}',
        b'{"a":"\xed\xa0\x80"}',
        b'{"a":"\\u001F"}',
        b'{"x":{"b":1,"a":2}}',
        b'{"x":[{"b":1,"a":2}]}',
        b'{"x":[1.5]}',
        b'{"a":1',
        b"",
        b"[" * 100_000,
    ],
    ids=lambda text: text[:24].decode("latin-1"),
)
def test_what_is_not_canonical_is_refused(text):
    with pytest.raises(ValueError):  # noqa: PT011 - the reasons differ, the refusal does not
        parse_canonical(text)


@pytest.mark.parametrize(
    ("value", "says"),
    [
        ({"total": 1.0}, "it.total is a float"),
        ({"money": {"USD": Decimal("5.00")}}, "it.money.USD is a Decimal"),
        ({"list": [1, {"x": float("nan")}]}, r"it.list\[1\].x is a float"),
        ({"n": 2**53}, "it.n is 9007199254740992"),
        ({1: "one"}, "has the key 1"),
        ({"s": {1, 2}}, "it.s is a set"),
        ({"s": b"raw"}, "it.s is a bytes"),
        ({"s": "\ud800"}, "not valid Unicode"),
    ],
)
def test_what_cannot_be_exact_is_refused_by_name(value, says):
    with pytest.raises(EntryRefused, match=says):
        canonical_bytes(value, what="it")


def test_nesting_has_a_limit():
    value: list = []
    for _ in range(64):
        value = [value]
    assert parse_canonical(canonical_bytes(value)) == value
    with pytest.raises(EntryRefused, match="nested"):
        canonical_bytes([value])
