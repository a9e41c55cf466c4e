"""One entry after another: what a walk accepts, and what it calls the fault in what it does not."""

from __future__ import annotations

import pytest

from compliance.audit_log import AuditLogBroken, Fault
from compliance.audit_log.chain import Chain
from compliance.audit_log.entries import FIRST_PREVIOUS, make_entry, parse_entry

TIME = "2026-11-28T04:00:00.000000Z"


def sealed(sequence, *, previous=FIRST_PREVIOUS, ends=None, time=TIME):
    """An entry whose own hash is right, whatever its place says."""
    return make_entry(sequence, time, "verified", {}, previous=previous, batch_ends=sequence if ends is None else ends)


def test_a_batch_of_two_and_one_of_one():
    first = sealed(0, ends=1)
    second = sealed(1, previous=first.hash, ends=1)
    third = sealed(2, previous=second.hash)
    chain, ends = Chain(), []
    for entry in (first, second, third):
        assert chain.accept(entry.line)[0] == entry
        ends.append(chain.at_batch_end)
    assert ends == [False, True, True]
    assert (chain.size, chain.last_hash) == (3, third.hash)
    assert chain.offset == sum(len(entry.line) + 1 for entry in (first, second, third))


@pytest.mark.parametrize(
    ("ends", "place"),
    [([1, 2, 2], 1), ([2, 2, 3], 2), ([1, 0], 1), ([0, 0], 1), ([0, 1, 1], 2), ([2, 1], 1)],
    ids=str,
)
def test_batches_must_not_overlap_or_end_in_the_past(ends, place):
    chain = Chain()
    for sequence, end in enumerate(ends):
        entry = sealed(sequence, previous=chain.last_hash, ends=end)
        if sequence == place:
            with pytest.raises(AuditLogBroken, match=f"Entry {place} .* batch that ends with {end}") as caught:
                chain.accept(entry.line)
            assert caught.value.fault is Fault.CHAIN_BROKEN
            return
        chain.accept(entry.line)


def test_a_first_entry_that_follows_something():
    with pytest.raises(AuditLogBroken, match="Entry 0 of the audit log does not follow the start of a log"):
        Chain().accept(sealed(0, previous="ab" * 32).line)


@pytest.mark.parametrize(("sequence", "fault"), [(0, "repeated or moved"), (3, "entries 2 to 2 are missing")])
def test_an_entry_in_the_wrong_place(sequence, fault):
    chain = Chain()
    for place in range(2):
        chain.accept(sealed(place, previous=chain.last_hash).line)
    with pytest.raises(AuditLogBroken, match=fault):
        chain.accept(sealed(sequence, previous=chain.last_hash).line)


def test_a_copy_goes_its_own_way():
    chain = Chain()
    chain.accept(sealed(0).line)
    other = chain.copy()
    other.accept(sealed(1, previous=chain.last_hash).line)
    assert (chain.size, other.size) == (1, 2)
    assert chain.frontier.root() != other.frontier.root()


@pytest.mark.parametrize(
    "change",
    [
        lambda line: line.replace(b'"sequence":0', b'"sequence":00'),
        lambda line: line.replace(b'"sequence":0', b'"sequence":-0'),
        lambda line: line.replace(b'"sequence":0', b'"sequence":"0"'),
        lambda line: line.replace(b'"body":{}', b'"body":[]'),
        lambda line: line.replace(b'"body":{}', b'"body":{},"body":{}'),
        lambda line: line.replace(b'"body":{}', b'"body":{"a":1.0}'),
        lambda line: line.replace(b"04:00:00.000000Z", b"04:00:00Z"),
        lambda line: line.replace(b"000Z", b"000+00:00"),
        lambda line: line.replace(b"verified", b"Verified"),
        lambda line: line.replace(b"verified", b""),
        lambda line: line.replace(b'"kind"', b'"more":1,"kind"'),
        lambda line: line + b" ",
        lambda line: b" " + line,
        lambda line: line[:-1],
        lambda line: line + line,
        lambda line: line.upper(),
    ],
)
def test_lines_of_another_form_are_no_entries(change):
    line = change(sealed(0).line)
    assert line != sealed(0).line
    with pytest.raises(ValueError):  # noqa: PT011 - the reasons differ, the refusal does not
        parse_entry(line)


def test_a_body_that_holds_what_looks_like_an_entry():
    inner = sealed(7).line.decode()
    for body in ({"text": inner}, {"text": inner[:-1] + ',"hash":"' + "0" * 64 + '"'}, {"hash": "0" * 64, "kind": "x"}):
        entry = make_entry(0, TIME, "verified", body, previous=FIRST_PREVIOUS, batch_ends=0)
        assert parse_entry(entry.line) == entry
