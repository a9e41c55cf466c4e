"""The shape of a log's lines as its program writes them, learnt from a line that the strict reader has read.

A shape is one regular expression for the whole line: these keys in this order, each value in its plainest
writing. A line that fits it cannot hold an unknown key, a key twice, an escape, a number where text belongs or
anything else that the strict reader would refuse by its form; so it may be read in bulk. A line that does not
fit is not faulty: the strict reader has to say.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from compliance.domain.cards import RANKS, SUITS
from compliance.domain.words import WAGER_KINDS, Decision, DecisionSource, Outcome, PlayerDealerKind, RoundStatus
from compliance.ingest import strict

if TYPE_CHECKING:
    from collections.abc import Iterable

# Printable ASCII but for the quotation mark and the backslash: such a string is exactly its bytes.
_SAFE = r"[ !#-\[\]-~]"
_WHITE = r"[ \t]*"
# How long a name is, is asked of what was read: counting characters makes a pattern slow.
_NAME = f'"{_SAFE}+"'
_TEXT = f'"{_SAFE}*"'
SEAT = "[1-9][0-9]{0,8}"
COUNT = "(?:0|[1-9][0-9]{0,14})"
CARD = f"[{RANKS}][{SUITS}]"
DAY = "(?:19|20)[0-9]{2}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])"
_CLOCK = "(?:[01][0-9]|2[0-3]):[0-5][0-9]"
TIME = rf"{DAY}T{_CLOCK}:[0-5][0-9](?:\.[0-9]{{1,6}})?(?:Z|[+-](?:0[0-9]|1[0-4]):[0-5][0-9])"
_CARD_TEXT, _TIME_TEXT = f'"{CARD}"', f'"{TIME}"'
_PLAIN_KEY = f'"[A-Za-z0-9_.-]+"{_WHITE}:{_WHITE}'
_SCALAR = rf'(?:"{_SAFE}*"|-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?|true|false|null)'


@dataclass(frozen=True, slots=True)
class Shape:
    """``pattern`` fits whole lines; amounts have at most ``digits`` decimals and the currency is ``currency``.

    ``timed``: wagers may say when they were placed.
    """

    pattern: str
    currency: str
    digits: int
    timed: bool


@dataclass(frozen=True, slots=True)
class _Member:
    """A member of an object: the pattern of its value, and whether it may be absent or null."""

    pattern: str
    optional: bool = True


def learn(record: dict[str, Any], digits: int) -> Shape:
    """Return the shape of a line that was read strictly, ``record`` being its parsed object."""
    seats = record["seats"]
    people = [person for seat in seats for person in seat["participants"]]
    wagers = [wager for person in people for wager in person["wagers"]]
    timed = any(wager.get("placed_at") is not None for wager in wagers)
    money = _amount(digits)
    wager = _object(
        _order(wagers, strict.WAGER_KEYS),
        {
            "kind": _Member(_words(WAGER_KINDS), optional=False),
            "stake": _Member(money, optional=False),
            "outcome": _Member(_words(Outcome), optional=False),
            "net": _Member(money, optional=False),
            "placed_at": _Member(_TIME_TEXT if timed else "null"),
        },
    )
    person = _object(
        _order(people, strict.PARTICIPANT_KEYS),
        {
            "participant_id": _Member(_NAME, optional=False),
            "decision": _Member(_words(Decision)),
            "decision_source": _Member(_words(DecisionSource)),
            "collection": _Member(money),
            "wagers": _Member(_list(wager), optional=False),
        },
    )
    seat = _object(
        _order(seats, strict.SEAT_KEYS),
        {
            "seat": _Member(SEAT, optional=False),
            "cards": _Member(_list(_CARD_TEXT)),
            "participants": _Member(_list(person), optional=False),
        },
    )
    banker = _object(
        _order([record.get("player_dealer") or {}], strict.PLAYER_DEALER_KEYS),
        {
            "seat": _Member(SEAT, optional=False),
            "participant_id": _Member(_NAME, optional=False),
            **dict.fromkeys(("wager", "collection", "net"), _Member(money)),
            "kind": _Member(_words(PlayerDealerKind)),
            "declined_by": _Member(_list(_NAME)),
        },
    )
    meter = _object(
        _order([record.get("progressive") or {}], strict.PROGRESSIVE_KEYS),
        {
            "meter_id": _Member(_NAME, optional=False),
            "before": _Member(money, optional=False),
            "after": _Member(money),
        },
    )
    whole = _object(
        _order([record], strict.ROUND_KEYS),
        {
            **dict.fromkeys(("round_id", "table_id", "rule_sheet"), _Member(_NAME, optional=False)),
            **dict.fromkeys(("licensee_id", "deck", "shuffler_id", "house_dealer_id"), _Member(_NAME)),
            **dict.fromkeys(("shift", "session_id"), _Member(_NAME)),
            "sequence": _Member(COUNT),
            "gaming_date": _Member(f'"{DAY}"', optional=False),
            **dict.fromkeys(("started_at", "settled_at"), _Member(_TIME_TEXT, optional=False)),
            "wagers_closed_at": _Member(_TIME_TEXT),
            "currency": _Member(f'"{record["currency"]}"', optional=False),
            "status": _Member(_words(RoundStatus), optional=False),
            "void_reason": _Member(_TEXT),
            "dealer_cards": _Member(_list(_CARD_TEXT)),
            "player_dealer": _Member(banker),
            "action_card": _Member(_CARD_TEXT),
            "action_seat": _Member(SEAT),
            "progressive": _Member(meter),
            "seats": _Member(_list(seat), optional=False),
            "extra": _Member(EXTRA),
        },
    )
    return Shape(f"{_WHITE}{whole}{_WHITE}", record["currency"], digits, timed)


def _amount(digits: int) -> str:
    decimals = rf"(?:\.[0-9]{{1,{digits}}})?" if digits else ""
    return f'"-?[0-9]{{1,10}}{decimals}"'


def _words(words: Iterable[str]) -> str:
    return f'"(?:{"|".join(words)})"'


def _list(item: str, opening: str = "[", closing: str = "]") -> str:
    return rf"\{opening}{_WHITE}(?:{item}{_WHITE}(?:,{_WHITE}{item}{_WHITE})*)?\{closing}"


def _free(depth: int) -> str:
    """Return the pattern of any value of plain members nested so deep."""
    if not depth:
        return _SCALAR
    inner = _free(depth - 1)
    return f"(?:{_SCALAR}|{_list(inner)}|{_list(_PLAIN_KEY + inner, *'{}')})"


EXTRA = _list(_PLAIN_KEY + _free(1), *"{}")
"""The pattern of an ``extra`` whose members are single values, or lists and objects of those."""


def _object(order: list[str], members: dict[str, _Member]) -> str:
    """Return the pattern of an object whose members stand in that order; one of them at least is required."""
    pattern = ""
    begun = False
    for key in order:
        member = members[key]
        value = f"(?:{member.pattern}|null)" if member.optional else member.pattern
        text = f'"{key}"{_WHITE}:{_WHITE}{value}{_WHITE}'
        text = f",{_WHITE}{text}" if begun else text
        if not member.optional and not begun:
            begun = True
        elif not begun:
            text = f"{text},{_WHITE}"
        pattern += f"(?:{text})?" if member.optional else text
    return rf"\{{{_WHITE}{pattern}\}}"


def _order(records: Iterable[dict[str, Any]], known: tuple[str, ...]) -> list[str]:
    """Return the known keys in the order of the records; those they lack, after the key they follow in the format."""
    order = list(dict.fromkeys(key for record in records for key in record))
    for place, key in enumerate(known):
        if key not in order:
            before = [order.index(earlier) for earlier in known[:place] if earlier in order]
            order.insert(before[-1] + 1 if before else 0, key)
    return order
