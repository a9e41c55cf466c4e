"""A second reader of the log format, slow and literal, that shares nothing with the one under test.

``read(raw)`` gives the round as plain values, or raises ``Refused``. It reads character by character, and amounts
through ``Decimal``.
"""

from __future__ import annotations

import re
import unicodedata
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Any

from iso4217 import Currency


class Refused(Exception):  # noqa: N818 - a verdict on a line
    pass


class Num(str):
    pass


class _Text:
    """JSON of RFC 8259 by recursive descent; numbers as their text, keys once each, 64 levels at most."""

    def __init__(self, text: str) -> None:
        self.text, self.at = text, 0

    def peek(self) -> str:
        return self.text[self.at] if self.at < len(self.text) else ""

    def take(self, wanted: str) -> None:
        if not self.text.startswith(wanted, self.at):
            raise Refused(f"{wanted} expected at {self.at}")
        self.at += len(wanted)

    def white(self) -> None:
        while self.peek() and self.peek() in " \t\n\r":
            self.at += 1

    def document(self) -> Any:
        self.white()
        value = self.value(0)
        self.white()
        if self.peek():
            raise Refused("something follows the value")
        return value

    def value(self, depth: int) -> Any:
        first = self.peek()
        if first in "{[" and first:
            if depth == 64:
                raise Refused("too deep")
            return self.object(depth + 1) if first == "{" else self.list(depth + 1)
        if first == '"':
            return self.string()
        for word, meaning in (("true", True), ("false", False), ("null", None)):
            if self.text.startswith(word, self.at):
                self.take(word)
                return meaning
        number = re.compile(r"-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?").match(self.text, self.at)
        if not number:
            raise Refused("no value")
        self.at = number.end()
        return Num(number.group())

    def object(self, depth: int) -> dict[str, Any]:
        members: dict[str, Any] = {}
        self.take("{")
        self.white()
        while self.peek() != "}":
            if members:
                self.take(",")
                self.white()
            key = self.string()
            if key in members:
                raise Refused("key twice")
            self.white()
            self.take(":")
            self.white()
            members[key] = self.value(depth)
            self.white()
        self.take("}")
        return members

    def list(self, depth: int) -> list[Any]:
        parts: list[Any] = []
        self.take("[")
        self.white()
        while self.peek() != "]":
            if parts:
                self.take(",")
                self.white()
            parts.append(self.value(depth))
            self.white()
        self.take("]")
        return parts

    def string(self) -> str:
        self.take('"')
        units: list[str] = []
        while (character := self.peek()) != '"':
            if not character or character < " ":
                raise Refused("string not ended or control character")
            self.at += 1
            if character != "\\":
                units.append(character)
                continue
            escape = self.peek()
            self.at += 1
            if escape == "u":
                code = self.text[self.at : self.at + 4]
                if not re.fullmatch("[0-9a-fA-F]{4}", code):
                    raise Refused("escape")
                self.at += 4
                units.append(chr(int(code, 16)))
            elif escape and escape in '"\\/bfnrt':
                units.append(dict(zip('"\\/bfnrt', '"\\/\b\f\n\r\t', strict=True))[escape])
            else:
                raise Refused("escape")
        self.take('"')
        try:
            return "".join(units).encode("utf-16", "surrogatepass").decode("utf-16")
        except UnicodeDecodeError:
            raise Refused("half a surrogate pair") from None


def _only(record: Any, *keys: str) -> dict[str, Any]:
    if type(record) is not dict or set(record) - set(keys):
        raise Refused("not an object, or unknown keys")
    return {key: record.get(key) for key in keys}


def _need(*values: Any) -> None:
    if any(value is None for value in values):
        raise Refused("missing")


def _id(value: Any) -> Any:
    if value is None:
        return None
    if type(value) is not str or not 0 < len(value) < 129:
        raise Refused("identifier")
    for character in value:
        if unicodedata.category(character) in ("Cc", "Cs", "Zl", "Zp"):
            raise Refused("control character")
        if unicodedata.bidirectional(character) in ("LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"):
            raise Refused("direction")
        if character in "\u200e\u200f\u061c":
            raise Refused("direction")
        if character == "\ufeff":
            raise Refused("byte-order mark")
    return value


def _text(value: Any) -> Any:
    if value is not None and type(value) is not str:
        raise Refused("text")
    return value


def _word(value: Any, *words: str) -> Any:
    if value is not None and (type(value) is not str or value not in words):
        raise Refused("word")
    return value


def _whole(value: Any, least: int, most: int) -> Any:
    if value is None:
        return None
    if type(value) is not Num or not re.fullmatch("-?[0-9]+", value):
        raise Refused("whole number")
    if len(value) > 20 or not least <= int(value) <= most:
        raise Refused("whole number out of bounds")
    return int(value)


def _list(value: Any) -> list[Any]:
    if type(value) is not list:
        raise Refused("list")
    return value


def _money(value: Any, digits: int) -> Any:
    if value is None:
        return None
    if type(value) not in (str, Num) or not re.fullmatch(r"-?[0-9]+(\.[0-9]+)?", value):
        raise Refused("amount")
    amount = Decimal(value)
    if -int(amount.as_tuple().exponent) > digits or len(value) > 40:
        raise Refused("precision")
    if abs(amount.scaleb(digits)) > 10**15:
        raise Refused("large")
    return int(amount.scaleb(digits))


def _card(value: Any) -> str:
    if type(value) is str:
        for rank in ("2", "3", "4", "5", "6", "7", "8", "9", "10", "t", "j", "q", "k", "a"):
            for suit, symbol in zip("cdhs", "♣♦♥♠", strict=True):
                if value.lower() in (rank + suit, rank + symbol, f"{suit}-{rank}", f"{suit}_{rank}"):
                    return rank.upper().replace("10", "T") + suit
    raise Refused("card")


def _cards(value: Any) -> Any:
    return None if value is None else " ".join(_card(part) for part in _list(value))


def _time(value: Any) -> Any:
    if value is None:
        return None
    if type(value) is not str:
        raise Refused("time")
    form = re.fullmatch(
        r"([0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2})(\.[0-9]{1,9})?(Z|([-+])([0-9]{2}):([0-9]{2}))", value
    )
    if not form or (form[5] and (int(form[5]) > 23 or int(form[6]) > 59)):
        raise Refused("time")
    try:
        clock = datetime.strptime(form[1], "%Y-%m-%dT%H:%M:%S").replace(tzinfo=UTC)
        shift = timedelta(hours=int(form[5]), minutes=int(form[6])) if form[5] else timedelta()
        seconds = (clock - datetime(1970, 1, 1, tzinfo=UTC)) // timedelta(seconds=1)
    except ValueError:
        raise Refused("time") from None
    seconds -= (shift if form[4] == "+" else -shift) // timedelta(seconds=1)
    instant = seconds * 10**9 + int(Decimal(f"0{form[2] or ''}") * 10**9)
    if not -(2**63) <= instant < 2**63 or form[1][17:] == "60":
        raise Refused("time")
    return value, instant


def _wager(record: Any, digits: int) -> dict[str, Any]:
    w = _only(record, "kind", "stake", "outcome", "net", "placed_at")
    _need(w["kind"], w["stake"], w["outcome"], w["net"])
    if type(w["kind"]) is not str or not re.fullmatch("[a-z0-9_]{1,64}", w["kind"]):
        raise Refused("kind")
    return {
        "kind": w["kind"],
        "stake": _money(w["stake"], digits),
        "outcome": _word(w["outcome"], "win", "lose", "push", "no_action", "void"),
        "net": _money(w["net"], digits),
        "placed": _time(w["placed_at"]),
    }


def _participant(record: Any, digits: int) -> dict[str, Any]:
    p = _only(record, "participant_id", "decision", "decision_source", "collection", "wagers")
    _need(p["participant_id"], p["wagers"])
    wagers = [_wager(part, digits) for part in _list(p["wagers"])]
    if len({wager["kind"] for wager in wagers}) < len(wagers):
        raise Refused("kind twice")
    source = _word(p["decision_source"], "player", "timeout", "disconnect", "insufficient_balance", "house_way")
    return {
        "participant_id": _id(p["participant_id"]),
        "decision": _word(p["decision"], "play", "fold"),
        "source": source or "player",
        "collection": _money(p["collection"], digits),
        "wagers": wagers,
    }


def _seat(record: Any, digits: int) -> dict[str, Any]:
    s = _only(record, "seat", "cards", "participants")
    _need(s["seat"], s["participants"])
    people = [_participant(part, digits) for part in _list(s["participants"])]
    if len({person["participant_id"] for person in people}) < len(people):
        raise Refused("participant twice")
    return {"seat": _whole(s["seat"], 1, 2**31 - 1), "cards": _cards(s["cards"]), "participants": people}


def read(raw: bytes) -> dict[str, Any]:
    """Read one line without its end; nested plain values, amounts in minor units, times as (text, nanoseconds)."""
    try:
        record = _Text(raw.decode("utf-8")).document()
    except UnicodeDecodeError:
        raise Refused("UTF-8") from None
    names = ("round_id", "licensee_id", "table_id", "rule_sheet", "deck", "shuffler_id", "house_dealer_id")
    r = _only(
        record, *names, "shift", "session_id", "sequence", "gaming_date", "started_at", "wagers_closed_at",
        "settled_at", "currency", "status", "void_reason", "dealer_cards", "player_dealer", "action_card",
        "action_seat", "progressive", "seats", "extra",
    )  # fmt: skip
    _need(r["round_id"], r["table_id"], r["rule_sheet"], r["gaming_date"], r["currency"], r["status"], r["seats"])
    _need(r["started_at"], r["settled_at"])
    if type(r["currency"]) is not str or not re.fullmatch("[A-Z]{3}", r["currency"]):
        raise Refused("currency")
    try:
        digits = Currency(r["currency"]).exponent
    except ValueError:
        raise Refused("currency") from None
    _need(digits)
    if type(r["gaming_date"]) is not str or not re.fullmatch("[0-9]{4}-[0-9]{2}-[0-9]{2}", r["gaming_date"]):
        raise Refused("date")
    try:
        datetime.strptime(r["gaming_date"], "%Y-%m-%d")  # noqa: DTZ007 - a day, not an instant
    except ValueError:
        raise Refused("date") from None
    if not _id(r["round_id"]).isprintable():
        raise Refused("round_id")
    if r["extra"] is not None and type(r["extra"]) is not dict:
        raise Refused("extra")
    seats = [_seat(part, digits) for part in _list(r["seats"])]
    if len({seat["seat"] for seat in seats}) < len(seats):
        raise Refused("seat twice")
    banker = None
    if r["player_dealer"] is not None:
        b = _only(r["player_dealer"], "seat", "participant_id", "wager", "collection", "net", "kind", "declined_by")
        _need(b["seat"], b["participant_id"])
        declined = None if b["declined_by"] is None else [_id(part) for part in _list(b["declined_by"])]
        _need(*(declined or ()))
        banker = {
            "seat": _whole(b["seat"], 1, 2**31 - 1),
            "participant_id": _id(b["participant_id"]),
            **{key: _money(b[key], digits) for key in ("wager", "collection", "net")},
            "kind": _word(b["kind"], "patron", "proposition", "house"),
            "declined_by": declined,
        }
    meter = None
    if r["progressive"] is not None:
        m = _only(r["progressive"], "meter_id", "before", "after")
        _need(m["meter_id"], m["before"])
        meter = (_id(m["meter_id"]), _money(m["before"], digits), _money(m["after"], digits))
    return {
        **{name: _id(r[name]) for name in (*names, "shift", "session_id")},
        "sequence": _whole(r["sequence"], -(10**15), 10**15),
        "gaming_date": r["gaming_date"],
        "currency": r["currency"],
        "status": _word(r["status"], "settled", "void"),
        "void_reason": _text(r["void_reason"]),
        "started": _time(r["started_at"]),
        "closed": _time(r["wagers_closed_at"]),
        "settled": _time(r["settled_at"]),
        "dealer_cards": _cards(r["dealer_cards"]),
        "banker": banker,
        "action_card": None if r["action_card"] is None else _card(r["action_card"]),
        "action_seat": _whole(r["action_seat"], -(2**31) + 1, 2**31 - 1),
        "meter": meter,
        "seats": seats,
    }
