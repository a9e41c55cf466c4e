"""The limit against chips that are moved one at a time: every small table, every policy, every order."""

from __future__ import annotations

from functools import cache
from itertools import permutations, product
from typing import TYPE_CHECKING

import pytest

from compliance.domain.rounds import Wager
from compliance.domain.words import Branch, Outcome
from compliance.reference.full import Full
from compliance.reference.limit import falls_short, in_full, under_limit
from compliance.reference.table import Key
from tests.reference.chips import Spot, chips_moved, visits
from tests.reference.judged import SHEETS, read
from tests.reference.records import bank_of, record_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from compliance.domain.rounds import Round
    from compliance.reference.limit import Covered
    from compliance.rules.sheet import RuleSheet

POLICIES = ("gross_consumed", "running_net", "separate_caps", "collect_then_pay")
LAYOUTS = ("seat_major", "wager_major")
FORFEITS = ("forfeits_first", "in_turn")
SEATS = 3
"""Positions of the small table; the player-dealer stands outside it."""

TABLES = {
    "a fold at seat 2": [
        Spot(1, "ante"), Spot(1, "play"), Spot(2, "ante", folded=True), Spot(2, "pair_plus", folded=True),
        Spot(3, "pair_plus"),
    ],
    "a fold at seat 3": [
        Spot(1, "ante"), Spot(1, "six_card_bonus"), Spot(3, "ante", folded=True), Spot(3, "pair_plus", folded=True),
        Spot(3, "six_card_bonus"),
    ],
    "no fold": [
        Spot(1, "play"), Spot(1, "pair_plus"), Spot(2, "ante"), Spot(2, "play"), Spot(3, "ante"),
    ],
}  # fmt: skip


@cache
def sheet_under(policy: str, layout: str, forfeits: str) -> RuleSheet:
    return SHEETS["gega-003666"].replacing({"bank.policy": policy, "bank.order": layout, "bank.forfeits": forfeits})


@cache
def round_with(put_up: int) -> Round:
    return read(record_of("gega-003666", "Qd 7d 2c", player_dealer=bank_of(f"0.0{put_up}", seat=9)))


def settled(nets: Mapping[Spot, int]) -> list[Full]:
    return [
        Full(
            Key(spot.seat, 0, spot.kind),
            "P",
            0,
            Wager(spot.kind, abs(net), Outcome.PUSH, 0),
            Outcome.WIN if net > 0 else Outcome.LOSE if net else Outcome.PUSH,
            net,
            Branch.FOLDED if spot.folded else Branch.BEATS,
            by_folding=spot.folded,
        )
        for spot, net in nets.items()
    ]


def under_the_reference(wagers: list[Full], put_up: int, sheet: RuleSheet, start: int) -> list[Covered]:
    round_ = round_with(put_up)
    return under_limit(wagers, round_, sheet, start) if falls_short(wagers, round_, sheet) else in_full(wagers)


def assert_like_chips(
    spots: list[Spot], nets: range, start: int, policy: str, layouts: Iterable[tuple[str, str]]
) -> None:
    """Compare for all nets of the range, those lost by folding never above 0, and 0 to 6 put up."""
    orders = [
        (visits(spots, start, SEATS, layout, forfeits), sheet_under(policy, layout, forfeits))
        for layout, forfeits in layouts
    ]
    for chips in product(*([net for net in nets if net <= 0 or not spot.folded] for spot in spots)):
        of_spot = dict(zip(spots, chips, strict=True))
        wagers = settled(of_spot)
        for (in_order, sheet), put_up in product(orders, range(7)):
            moved = chips_moved(policy, put_up, [of_spot[spot] for spot in in_order])
            by_chips = {(spot.seat, spot.kind): net for spot, net in zip(in_order, moved, strict=True)}
            covered = under_the_reference(wagers, put_up, sheet, start)
            assert {(line.full.key.seat, line.full.key.kind): line.net for line in covered} == by_chips, (
                of_spot,
                put_up,
            )
            for line in covered:
                assert (line.outcome is Outcome.NO_ACTION) == (line.net == 0 != line.full.net)
                assert (line.to_pay is None) == (line.to_collect is None) == (sum(map(abs, chips)) <= put_up)


IN_TURN = [("seat_major", "in_turn")]
EVERY_ORDER = list(product(LAYOUTS, FORFEITS))


@pytest.mark.parametrize("policy", POLICIES)
def test_five_wagers_settled_in_turn(policy: str) -> None:
    assert_like_chips(TABLES["no fold"], range(-2, 3), 1, policy, IN_TURN)


@pytest.mark.parametrize("name", TABLES)
@pytest.mark.parametrize("policy", POLICIES)
def test_five_wagers_in_every_order_from_every_seat(policy: str, name: str) -> None:
    for start in range(1, SEATS + 1):
        assert_like_chips(TABLES[name], range(-1, 2), start, policy, EVERY_ORDER)


@pytest.mark.whole_space
@pytest.mark.parametrize("policy", POLICIES)
def test_five_larger_wagers_settled_in_turn(policy: str) -> None:
    assert_like_chips(TABLES["no fold"], range(-3, 4), 1, policy, IN_TURN)


@pytest.mark.whole_space
@pytest.mark.parametrize("name", TABLES)
@pytest.mark.parametrize("policy", POLICIES)
def test_five_larger_wagers_in_every_order_from_every_seat(policy: str, name: str) -> None:
    somebody_folded = any(spot.folded for spot in TABLES[name])
    orders = EVERY_ORDER if somebody_folded else [order for order in EVERY_ORDER if order[1] == "in_turn"]
    for start in range(1, SEATS + 1):
        assert_like_chips(TABLES[name], range(-2, 3), start, policy, orders)


def test_the_order_in_which_wagers_are_recorded_is_not_the_order_of_settlement() -> None:
    nets = {Spot(2, "ante"): -2, Spot(2, "play"): 2, Spot(1, "ante"): 2, Spot(3, "pair_plus"): 3, Spot(3, "ante"): -1}
    sheet = sheet_under("gross_consumed", "seat_major", "in_turn")
    answers = {
        frozenset((line.full.key, line.net) for line in under_the_reference(settled(dict(recorded)), 5, sheet, 2))
        for recorded in permutations(nets.items())
    }
    # From seat 2: 2 taken, 2 paid; at seat 3 the Ante gives 1, and nothing is left.
    (answer,) = answers
    assert dict(answer) == {
        Key(2, 0, "ante"): -2,
        Key(2, 0, "play"): 2,
        Key(3, 0, "ante"): -1,
        Key(3, 0, "pair_plus"): 0,
        Key(1, 0, "ante"): 0,
    }


def test_where_no_order_is_known_nothing_can_be_derived() -> None:
    wagers = settled({Spot(1, "ante"): 2, Spot(2, "ante"): -2})
    covered = under_limit(wagers, round_with(3), sheet_under("gross_consumed", "seat_major", "in_turn"), None)
    assert [(line.outcome, line.net, line.branch) for line in covered] == [(None, None, Branch.ORDER_UNKNOWN)] * 2


@pytest.mark.parametrize("policy", POLICIES)
def test_what_remains_is_told_at_every_step(policy: str) -> None:
    """3 put up; 2 won at seat 1, 2 lost at seat 2, 3 won at seat 3: to pay and to collect when each comes up."""
    wagers = settled({Spot(1, "ante"): 2, Spot(2, "ante"): -2, Spot(3, "ante"): 3})
    told = [
        (line.to_pay, line.to_collect)
        for line in under_the_reference(wagers, 3, sheet_under(policy, "seat_major", "in_turn"), 1)
    ]
    assert (
        told
        == {
            "gross_consumed": [(3, 3), (1, 1), (0, 0)],
            "running_net": [(3, 3), (1, 5), (3, 3)],
            "separate_caps": [(3, 3), (1, 3), (1, 1)],
            "collect_then_pay": [(5, 1), (3, 3), (3, 1)],
        }[policy]
    )
