from __future__ import annotations

import json
import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from compliance.ingest.faults import Reason, Unreadable
from compliance.ingest.strict_json import Number, canonical, member_text, parse
from tests.ingest.slow_reader import Refused, _Text


def reason_of(raw: bytes) -> Reason:
    with pytest.raises(Unreadable) as caught:
        parse(raw)
    return caught.value.reason


@pytest.mark.parametrize(
    "text",
    [
        '{"a": 1,}', '{"a": 1} x', '{"a": 1}{"b": 2}', '{"a": 01}', '{"a": +1}', '{"a": .5}', '{"a": 1.}',
        '{"a": NaN}', '{"a": Infinity}', '{"a": -Infinity}', '{"a": nan}', "{'a': 1}", '{"a": "\t"}', '{"a": "\\x"}',
        '{"a": "\\u12"}', '{"a": tru}', '{"a" 1}', '{"a": 1', "[1, 2", "{", '"', "\ufeff{}", "5", "[]", "null", '"x"',
        '{"a": 0x10}', '// c\n{"a": 1}', "{a: 1}",
    ],
)  # fmt: skip
def test_what_is_not_a_json_object_is_malformed(text: str) -> None:
    assert reason_of(text.encode()) == Reason.MALFORMED_JSON


@pytest.mark.parametrize("raw", [b'{"a": "\xff"}', b'{"a": "\xc3"}', b'\xed\xa0\x80{"a": 1}', b'{"a": "\xc0\xaf"}'])
def test_bytes_that_are_not_utf8_are_named(raw: bytes) -> None:
    assert reason_of(raw) == Reason.INVALID_UTF8


@pytest.mark.parametrize(
    "text",
    ['{"a": 1, "a": 1}', '{"extra": {"x": {"y": 1, "y": 2}}}', '{"a": [{"b": 1, "\\u0062": 2}]}', '{"": 1, "": 2}'],
)
def test_a_key_twice_anywhere_is_found_however_it_is_spelt(text: str) -> None:
    assert reason_of(text.encode()) == Reason.DUPLICATE_KEY


def nested(depth: int, opening: str = "[", closing: str = "]") -> bytes:
    return ('{"a": ' + opening * (depth - 1) + closing * (depth - 1) + "}").encode()


def test_sixty_four_levels_are_read_and_sixty_five_are_not() -> None:
    assert parse(nested(64))[0].keys() == {"a"}
    assert reason_of(nested(65)) == Reason.TOO_DEEP


@pytest.mark.parametrize("raw", [b"[" * 200_000, b'{"a":' * 100_000, nested(100_000), b'{"a": ' + b"[" * 65])
def test_very_deep_text_is_too_deep_and_not_a_crash(raw: bytes) -> None:
    assert reason_of(raw) == Reason.TOO_DEEP


def test_brackets_inside_strings_do_not_count_as_nesting() -> None:
    text = json.dumps({"a": "[" * 500 + '"' + "{" * 500, "b": "\\" * 99 + "[" * 70})
    assert parse(text.encode())[0] == json.loads(text)


@pytest.mark.parametrize("text", ["25.00", "1e2", "-0", "123456789012345678901234567890.10", "0.1" + "0" * 5000])
def test_a_number_keeps_its_exact_text(text: str) -> None:
    value, _ = parse(f'{{"n": {text}}}'.encode())
    assert type(value["n"]) is Number
    assert value["n"] == text


def test_a_whole_number_of_five_thousand_digits_is_read_as_text() -> None:
    assert len(parse(b'{"n": ' + b"9" * 5000 + b"}")[0]["n"]) == 5000


@pytest.mark.parametrize(
    "text", ['{"a": "\\ud800"}', '{"a": "\\udc00\\ud800"}', '{"extra": {"\\uD9ff": 1}}', '{"a": [["x\\ude00"]]}']
)
def test_half_a_surrogate_pair_is_a_bad_value(text: str) -> None:
    assert reason_of(text.encode()) == Reason.BAD_VALUE


def test_a_whole_surrogate_pair_is_one_character() -> None:
    assert parse(b'{"a": "\\ud83c\\udca1"}')[0] == {"a": "\U0001f0a1"}


def test_the_text_of_a_member_is_as_it_was_written() -> None:
    text = ' { "a" : [ 1, {"extra": 2} ] , "extra" : { "x" : 1.50, "y": "}" } , "b":null } '
    assert member_text(text, "extra") == '{ "x" : 1.50, "y": "}" }'
    assert member_text(text, "b") == "null"


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(string.printable + "é♥", max_size=6),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text('ab"\\é', max_size=2), inner, max_size=3),
    max_leaves=12,
)


@given(st.dictionaries(st.text("abc", max_size=3), json_values, max_size=4), st.integers(0, 3))
def test_the_canonical_text_forgets_order_and_white_space_only(value: dict[str, object], indent: int) -> None:
    one = json.dumps(value, indent=indent)
    other = json.dumps(dict(reversed(value.items())), ensure_ascii=False, sort_keys=True)
    assert canonical(parse(one.encode())[0]) == canonical(parse(other.encode())[0])
    assert json.loads(canonical(parse(one.encode())[0])) == value


@given(st.text('{}[]",: \t\\u12eE+-.ntfalsr\x00\x7f', max_size=24))
def test_it_accepts_what_a_literal_parser_accepts(text: str) -> None:
    try:
        wanted = _Text(text).document()
    except Refused:
        wanted = None
    try:
        found, _ = parse(text.encode())
    except Unreadable:
        found = None
    assert found == (wanted if isinstance(wanted, dict) else None)
