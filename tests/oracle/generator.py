"""Dirty, realistic rounds from a seed, to be put to every evaluator at once.

The rounds are format 1 and read cleanly; what is wrong with them is wrong in the game or in the money.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.oracle import cards
from tests.oracle.dirt import hide_hands, make_void, spoil
from tests.oracle.lines import major, places_of
from tests.oracle.order import button_position
from tests.oracle.settle import Round, settle
from tests.oracle.sheets import FOUR_KINDS, SHEETS, readings_of

if TYPE_CHECKING:
    from random import Random

OTHER_CURRENCIES = ("EUR", "JPY", "KWD")
MISREAD_KINDS = ("six_card_bonus", "ante_bonus", "progressive", "buddy_bonus")
RIGGED = ("AKQ", "QKA", "KAQ", "A23", "234", "TJQ", "999", "AAA", "222", "KK7", "77Q")


def random_round(rng: Random, sheet_id: str) -> dict[str, Any]:
    """One format-1 round under a sheet, of a size and a dirtiness that the generator draws."""
    sheet = SHEETS[sheet_id]
    record = _frame(rng, sheet_id)
    rich = rng.random() < 0.08
    deck = [rank + suit for rank in cards.RANKS for suit in "cdhs"]
    rng.shuffle(deck)
    record["dealer_cards"] = _deal(rng, deck, None, rich=False)
    banked = sheet["banked_by"] == "player-dealer"
    table = [*range(1, (sheet["positions"] or 7) + 1)] if banked else [1]
    if banked:
        _bank(rng, record, sheet, table)
    for seat in _seats_taken(rng, table, record.get("player_dealer"), banked):
        record["seats"].append(
            {
                "seat": seat,
                "cards": _deal(rng, deck, record["dealer_cards"], rich=rich),
                "participants": _participants(rng, sheet, seat, record["currency"], rich=rich),
            }
        )
    _put_up(rng, record, sheet, rich=rich)
    _write_nets(rng, record, sheet)
    spoil(rng, record, sheet)
    hide_hands(rng, record, sheet)
    if rng.random() < 0.04:
        make_void(rng, record)
    return record


def _frame(rng: Random, sheet_id: str) -> dict[str, Any]:
    number = rng.randrange(10**9)
    return {
        "round_id": f"{sheet_id}-{number:09d}",
        "table_id": f"T{rng.randint(1, 9):02d}",
        "sequence": number % 1000,
        "rule_sheet": "no-such-sheet" if rng.random() < 0.01 else sheet_id,
        "gaming_date": "2026-11-28",
        "started_at": "2026-11-28T19:04:11-08:00",
        "wagers_closed_at": "2026-11-28T19:04:31-08:00",
        "settled_at": "2026-11-28T19:05:40-08:00",
        "currency": rng.choice(OTHER_CURRENCIES) if rng.random() < 0.07 else "USD",
        "status": "settled",
        "void_reason": None,
        "dealer_cards": None,
        "seats": [],
    }


def _deal(rng: Random, deck: list[str], against: list[str] | None, *, rich: bool) -> list[str]:
    """Three cards off the deck, now and then chosen: equal to the dealer hand, weak, or paying."""
    draw = rng.random()
    wanted: str | None = None
    if draw < 0.2 and against and not rich:
        wanted = "".join(c[0] for c in against)
    elif draw < (0.8 if rich else 0.38):
        wanted = rng.choice(RIGGED[:4] if rich else RIGGED)
    elif draw < 0.58:
        wanted = "".join(rng.sample("23456789TJ", 3))
    dealt: list[str] = []
    suit = rng.choice("cdhs") if rng.random() < (0.8 if rich else 0.3) else None
    for rank in wanted or "***":
        fits = [c for c in deck if rank in ("*", c[0])]
        same = [c for c in fits if c[1] == suit]
        dealt.append((same or fits or deck)[0])
        deck.remove(dealt[-1])
    rng.shuffle(dealt)
    return dealt


def _bank(rng: Random, record: dict[str, Any], sheet: dict[str, Any], table: list[int]) -> None:
    if rng.random() < 0.03:
        return
    record["player_dealer"] = {
        "seat": rng.choice(table),
        "participant_id": "P-bank",
        "wager": None,
        "collection": major(200, record["currency"]),
        "net": None,
    }
    if rng.random() < 0.75:
        record["action_card"] = rng.choice(record["dealer_cards"])
    if rng.random() < (0.5 if sheet["button_rule"] else 0.8):
        record["action_seat"] = rng.choice(table)
        by_card = button_position(record, "all_positions", len(table))
        if by_card is not None and rng.random() < 0.6:
            record["action_seat"] = by_card


def _seats_taken(rng: Random, table: list[int], bank: dict[str, Any] | None, banked: bool) -> list[int]:
    if not banked:
        return [1]
    free = [n for n in table if bank is None or n != bank["seat"]]
    taken = rng.sample(free, rng.choice([len(free), rng.randint(1, len(free)), rng.randint(0, len(free))]))
    if bank is not None and rng.random() < 0.06:
        taken.append(bank["seat"])
    if rng.random() < 0.03:
        taken.append(9)
    return taken if rng.random() < 0.2 else sorted(taken)


def _participants(rng: Random, sheet: dict[str, Any], seat: int, currency: str, *, rich: bool) -> list[dict[str, Any]]:
    banked = sheet["banked_by"] == "player-dealer"
    heads = rng.choice([1] * 30 + [2, 3, 0]) if banked else rng.randint(1, 5)
    found = []
    for n in range(heads):
        shared = banked and rng.random() < 0.15 and n == 0
        name = "P-several" if shared else f"P-{seat}-{n}"
        found.append(_participant(rng, sheet, name, currency, rich=rich))
    return found


def _participant(rng: Random, sheet: dict[str, Any], name: str, currency: str, *, rich: bool) -> dict[str, Any]:
    stakes = _stakes(rng, sheet, currency, rich=rich)
    if "ante" in stakes and rng.random() < 0.6:
        stakes["play"] = stakes["ante"] if rng.random() < 0.94 else stakes["ante"] + rng.randint(1, 900)
        decision, source = "play", "player"
    elif "ante" in stakes:
        decision, source = "fold", rng.choice(["player", "disconnect", "timeout", "insufficient_balance"])
    else:
        decision, source = None, "player"
    slip = rng.random()
    if slip < 0.04:
        decision = None
    elif slip < 0.07:
        decision = {"play": "fold", "fold": "play", None: rng.choice(["play", "fold"])}[decision]
    if rng.random() < 0.02:
        stakes.pop("ante", None)
    if rng.random() < 0.015:
        stakes.setdefault(rng.choice(MISREAD_KINDS), rng.randint(1, 2000))
    if "ante_bonus" in sheet["kinds"]:
        stakes.pop("ante_bonus", None)
    kinds = list(stakes)
    if rng.random() < 0.3:
        rng.shuffle(kinds)
    wagers = [
        {"kind": k, "stake": major(stakes[k], currency), "outcome": "push", "net": major(0, currency)} for k in kinds
    ]
    return {"participant_id": name, "decision": decision, "decision_source": source, "wagers": wagers}


def _stakes(rng: Random, sheet: dict[str, Any], currency: str, *, rich: bool) -> dict[str, int]:
    unit = 1 if currency == "JPY" else 100
    scale = rng.choice([200, 400]) if rich else rng.choice([1, 5, 5, 25, 100])
    stakes: dict[str, int] = {}
    shape = rng.random()
    if shape < (0.95 if len(sheet["needs_ante"]) > 1 else 0.85):
        stakes["ante"] = scale * unit + rng.choice([0, 0, 0, rng.randint(0, 99)])
    for kind, chance in (("pair_plus", 0.6), ("six_card_bonus", 0.5), ("progressive", 0.15)):
        offered = kind in sheet["kinds"]
        if rng.random() < (chance if offered else 0.008):
            stakes[kind] = rng.choice([scale, scale, scale, 1, 5, 2 * scale, 400]) * unit
            if kind in sheet["bonus_not_above_ante"] and "ante" in stakes and rng.random() < 0.8:
                stakes[kind] = min(stakes[kind], stakes["ante"])
    return stakes or {"ante": scale * unit}


def _money(record: dict[str, Any], sheet: dict[str, Any], positions: int | None) -> Round:
    places = places_of(record, cards.hand)
    return Round(record, sheet, places, positions, cards.hand(record["dealer_cards"]))


def _put_up(rng: Random, record: dict[str, Any], sheet: dict[str, Any], *, rich: bool) -> None:
    """A player-dealer's wager that often falls short of the money on the table."""
    bank = record.get("player_dealer")
    if bank is None:
        return
    full = settle(_money(record, sheet, sheet["positions"]), readings_of(sheet, {}))
    at_stake = sum(abs(s.before_limit) for key, s in full.items() if s is not None and key[2] in FOUR_KINDS)
    share = rng.choice([8, 10, 15, 30] if rich else [0, 1, 2, 5, 5, 8, 10, 10, 15, 30, 30])
    if rng.random() > 0.03:
        bank["wager"] = major(at_stake * share // 10 + rng.choice([0, 0, 1]), record["currency"])


def _write_nets(rng: Random, record: dict[str, Any], sheet: dict[str, Any]) -> None:
    """Settle as the house might: by the sheet, by another reading of it, or without the limit."""
    ids = list(sheet["readings"])
    instead: dict[str, str] = {}
    if rng.random() < 0.5:
        name = rng.choice(ids)
        instead[name] = rng.choice(sheet["readings"][name])
    ignores_limit = rng.random() < 0.1
    done = settle(_money(record, sheet, sheet["positions"] or 7), readings_of(sheet, {}, **instead))
    for seat in record["seats"]:
        for participant in seat["participants"]:
            for wager in participant["wagers"]:
                due = done[(seat["seat"], participant["participant_id"], wager["kind"])]
                if due is None or due.outcome is None:
                    wager["net"] = rng.choice(["0", "-" + wager["stake"], wager["stake"]])
                    wager["outcome"] = rng.choice(["win", "lose", "push"])
                    continue
                wager["outcome"] = due.outcome
                wager["net"] = major(due.before_limit if ignores_limit else due.net, record["currency"])
            bonus = done.get((seat["seat"], participant["participant_id"], "ante_bonus"))
            if bonus is not None and bonus.outcome is not None and "ante_bonus" in sheet["kinds"]:
                participant["wagers"].append(
                    {
                        "kind": "ante_bonus",
                        "stake": major(0, record["currency"]),
                        "outcome": "win",
                        "net": major(bonus.net, record["currency"]),
                    }
                )
