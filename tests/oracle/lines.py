"""The wager lines of a round and the decision each participant is held to have made."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import Any

MINOR_DIGITS = {"USD": 2, "CAD": 2, "EUR": 2, "GBP": 2, "MXN": 2, "JPY": 0, "KRW": 0, "KWD": 3}


@dataclass(frozen=True)
class Line:
    """One wager as recorded; `outcome` and `net` are None for a line that the record does not hold."""

    seat: int
    participant_id: str
    kind: str
    stake: int
    outcome: str | None
    net: int | None

    @property
    def key(self) -> tuple[int, str, str]:
        return (self.seat, self.participant_id, self.kind)


@dataclass(frozen=True)
class Place:
    """One participant at one seat, with what the settlement of each of its wagers asks for."""

    seat: int
    participant_id: str
    cards: list[str] | None
    recorded_decision: str | None
    source: str
    lines: tuple[Line, ...]

    def line(self, kind: str) -> Line | None:
        for line in self.lines:
            if line.kind == kind:
                return line
        return None

    @property
    def decision(self) -> str | None:
        """As recorded; if none is, play with a Play wager, fold with an Ante alone, otherwise none."""
        if self.recorded_decision is not None:
            return self.recorded_decision
        if self.line("play") is not None:
            return "play"
        return "fold" if self.line("ante") is not None else None

    @property
    def folded(self) -> bool:
        return self.decision == "fold"

    @property
    def contradicts_itself(self) -> bool:
        return self.recorded_decision == "fold" and self.line("play") is not None


def minor(amount: Any, currency: str) -> int:
    """Minor units of an amount as the log writes it; an amount finer than the currency is refused."""
    exact = Decimal(str(amount)).scaleb(MINOR_DIGITS[currency])
    if exact != int(exact):
        raise ValueError(f"{amount} has more decimals than {currency} allows")
    return int(exact)


def major(amount: int | None, currency: str) -> str | None:
    """The decimal string of minor units, with all the currency's decimals."""
    if amount is None:
        return None
    digits = MINOR_DIGITS[currency]
    sign, bare = ("-" if amount < 0 else ""), str(abs(amount)).rjust(digits + 1, "0")
    return f"{sign}{bare}" if digits == 0 else f"{sign}{bare[:-digits]}.{bare[-digits:]}"


def places_of(round_: dict[str, Any], read_hand: Any) -> list[Place]:
    """Every participant at every seat, in the order of the record."""
    currency = round_["currency"]
    found = []
    for seat in round_["seats"]:
        for participant in seat["participants"]:
            lines = tuple(
                Line(
                    seat["seat"],
                    participant["participant_id"],
                    wager["kind"],
                    minor(wager["stake"], currency),
                    wager["outcome"],
                    minor(wager["net"], currency),
                )
                for wager in participant["wagers"]
            )
            found.append(
                Place(
                    seat["seat"],
                    participant["participant_id"],
                    read_hand(seat.get("cards")),
                    participant.get("decision"),
                    participant.get("decision_source") or "player",
                    lines,
                )
            )
    return found
