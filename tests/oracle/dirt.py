"""What goes wrong at a table and in its books, done to a clean round."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.oracle import cards
from tests.oracle.lines import major, places_of
from tests.oracle.sheets import FOUR_KINDS, forfeited_by_fold, readings_of

if TYPE_CHECKING:
    from random import Random


def spoil(rng: Random, record: dict[str, Any], sheet: dict[str, Any]) -> None:
    """Wrong nets and labels, missing and undue lines, repeated cards, short hands, a wrong bank net."""
    currency = record["currency"]
    everyone = [p for s in record["seats"] for p in s["participants"]]
    for participant in everyone if rng.random() < 0.5 else []:
        for wager in participant["wagers"]:
            slip = rng.random()
            if slip < 0.03:
                wager["net"] = rng.choice(["0", "-" + wager["stake"], wager["stake"]])
            elif slip < 0.05:
                wager["net"] = major(rng.randint(-5000, 5000), currency)
            elif slip < 0.09:
                wager["outcome"] = rng.choice(["win", "lose", "push", "no_action", "void"])
        if "ante_bonus" in sheet["kinds"] and rng.random() < 0.08:
            had = [w for w in participant["wagers"] if w["kind"] != "ante_bonus"]
            if len(had) == len(participant["wagers"]):
                had.append(
                    {
                        "kind": "ante_bonus",
                        "stake": major(0, currency),
                        "outcome": rng.choice(["win", "lose"]),
                        "net": rng.choice([major(500, currency), "0"]),
                    }
                )
            participant["wagers"] = had
    for hand in [record["dealer_cards"], *(s["cards"] for s in record["seats"])]:
        slip = rng.random()
        if slip < 0.004:
            hand.pop()
        elif slip < 0.008:
            hand[0] = rng.choice(rng.choice([record["dealer_cards"], ["2c", "Ah"]]))
    bank = record.get("player_dealer")
    if bank is not None and rng.random() < 0.8:
        lines = [ln for pl in places_of(record, cards.hand) for ln in pl.lines if ln.kind in FOUR_KINDS]
        result = -sum(ln.net or 0 for ln in lines)
        bank["net"] = major(result + rng.choice([0] * 9 + [1]), currency)


def hide_hands(rng: Random, record: dict[str, Any], sheet: dict[str, Any]) -> None:
    """Folded hands mostly go to the discard rack unseen; now and then a hand that matters is missing too."""
    needless_kinds = {"ante", *forfeited_by_fold(sheet, readings_of(sheet, {}))}
    for seat in record["seats"]:
        needless = all(
            p["decision"] == "fold" and {w["kind"] for w in p["wagers"]} <= needless_kinds for p in seat["participants"]
        )
        if rng.random() < (0.6 if needless else 0.01):
            seat["cards"] = None
    if rng.random() < (0.3 if all(s["cards"] is None for s in record["seats"]) else 0.01):
        record["dealer_cards"] = None


def make_void(rng: Random, record: dict[str, Any]) -> None:
    record["status"] = "void"
    record["void_reason"] = rng.choice(["card exposed", None])
    if rng.random() < 0.3:
        return
    for seat in record["seats"]:
        for participant in seat["participants"]:
            for wager in participant["wagers"]:
                wager["outcome"] = "push" if rng.random() < 0.1 else "void"
                wager["net"] = wager["stake"] if rng.random() < 0.05 else "0"
    if record.get("player_dealer") is not None:
        record["player_dealer"]["net"] = rng.choice(["0", "0", "5"])
