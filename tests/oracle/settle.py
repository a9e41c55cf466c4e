"""One whole round under one set of readings: full settlements, cap, order, limit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tests.oracle.cover import covered
from tests.oracle.full import Due, full_settlement, is_answered_by_the_bank
from tests.oracle.lines import Line, Place, minor
from tests.oracle.order import bank_seat, first_action, settlement_order

Key = tuple[int, str, str]


@dataclass(frozen=True)
class Settled:
    """Outcome and net after cap and limit, and the net before the limit; `outcome` None: no line is due."""

    outcome: str | None
    net: int
    before_limit: int


@dataclass(frozen=True)
class Round:
    """A round ready for settlement. `put_up` is the player-dealer's wager in minor units."""

    record: dict[str, Any]
    sheet: dict[str, Any]
    places: list[Place]
    positions: int | None
    dealer: list[str] | None

    @property
    def currency(self) -> str:
        return str(self.record["currency"])

    @property
    def put_up(self) -> int | None:
        bank = self.record.get("player_dealer")
        if bank is None or bank.get("wager") is None:
            return None
        return minor(bank["wager"], self.currency)

    def lines(self) -> list[tuple[Place, Line]]:
        """Every recorded line, and after a participant's own an empty one for an Ante bonus not recorded."""
        found = []
        for place in self.places:
            found += [(place, line) for line in place.lines]
            if "ante_bonus" in self.sheet["kinds"] and place.line("ante_bonus") is None:
                found.append((place, Line(place.seat, place.participant_id, "ante_bonus", 0, None, None)))
        return found


def settle(round_: Round, readings: dict[str, str]) -> dict[Key, Settled | None]:
    """The money of every line, None where it cannot be derived."""
    sheet = round_.sheet
    lines = round_.lines()
    full = {
        line.key: full_settlement(sheet, readings, place, line.kind, round_.dealer, round_.currency)
        for place, line in lines
    }
    start = first_action(round_.record, sheet, readings.get("C3", "all_positions"), round_.positions)
    lost_by_folding = {key for key, due in full.items() if due is not None and due.by_fold}
    order = settlement_order(
        round_.places,
        start,
        bank_seat(round_.record) if sheet["banked_by"] == "player-dealer" else None,
        readings.get("C4", "seat_major"),
        lost_by_folding,
        readings.get("C2") == "forfeits_first",
    )
    full = _capped(round_, readings, full, order)
    settled = {key: None if due is None else Settled(due.outcome, due.net, due.net) for key, due in full.items()}
    if sheet["banked_by"] != "player-dealer" or round_.put_up is None:
        return settled
    recorded = {line.key: line.net for _, line in lines}
    answered = [key for key in order if is_answered_by_the_bank(sheet, key[2])]
    nets: list[int] = []
    for key in answered:
        due, net = full[key], recorded[key]
        nets.append(due.net if due is not None else net or 0)
    if start is None:
        binds = sum(abs(net) for net in nets) > round_.put_up
        return dict.fromkeys(settled) if binds else settled
    for key, net, part in zip(answered, nets, covered(readings["C1"], nets, round_.put_up), strict=True):
        due = full[key]
        if due is not None:
            outcome = "no_action" if part == 0 and net != 0 else due.outcome
            settled[key] = Settled(outcome, part, due.net)
    return settled


def _capped(
    round_: Round, readings: dict[str, str], full: dict[Key, Due | None], order: list[Key]
) -> dict[Key, Due | None]:
    """Bicycle, Bonus Bet Pays: the maximum on bonus bets, per wager or in the scope that B4 gives it."""
    cap = round_.sheet["cap"]
    if cap is None or round_.currency != cap["currency"]:
        return full
    most = minor(cap["amount"], round_.currency)
    left: dict[object, int] = {}
    limited = dict(full)
    for key in order:
        due = full[key]
        if key[2] not in cap["kinds"] or due is None or due.net <= 0:
            continue
        scope: object = {"per_wager": key, "per_participant_round": key[1], "per_round": "round"}[readings["B4"]]
        won = min(due.net, left.get(scope, most))
        left[scope] = left.get(scope, most) - won
        limited[key] = Due(due.outcome, won)
    return limited
