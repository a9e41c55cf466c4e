"""The enumeration against literal dealing: every dealer hand dealt beside chosen hands, ranked by other means."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest
from phevaluator import evaluate_cards

from compliance.domain.cards import DECK, Card, hand
from compliance.odds.deals import Region, all_deals
from compliance.odds.hands import DEALER_HANDS, DEALS, HANDS, SHAPE_BIT, Holding, hand_text, holdings, kind_of
from compliance.odds.order import OddsError, order_of, strengths
from tests.odds.sheets import shipped, variant

STANDARD = order_of(shipped("gega-003666"))

# Lowest rank number of each category in the common numbering of five-card hands, best 1, worst 7462.
RANK_NUMBERS = [
    (6186, "high_card"), (3326, "pair"), (2468, "two_pair"), (1610, "three_of_a_kind"), (1600, "straight"),
    (323, "flush"), (167, "full_house"), (11, "four_of_a_kind"), (2, "straight_flush"), (1, "royal_flush"),
]  # fmt: skip


def literal_strength(cards: tuple[Card, ...]) -> tuple[int, ...]:
    ranks = sorted((card.rank for card in cards), reverse=True)
    low = [3, 2, 1] if ranks == [14, 3, 2] else ranks
    suited = len({card.suit for card in cards}) == 1
    straight = low[0] - low[1] == 1 == low[1] - low[2]
    if straight:
        return (5 if suited else 3, *low)
    if ranks[0] == ranks[2]:
        return (4, ranks[0])
    if suited:
        return (2, *ranks)
    for pair, third in ((ranks[:2], ranks[2]), (ranks[1:], ranks[0])):
        if pair[0] == pair[1]:
            return (1, pair[0], third)
    return (0, *ranks)


def literal_best_five(cards: tuple[Card, ...]) -> str:
    number = evaluate_cards(*(str(card) for card in cards))
    return next(category for least, category in RANK_NUMBERS if number >= least)


def canonical(cards: tuple[Card, ...]) -> Holding:
    """Find the holding whose cards these are under some naming of the suits."""
    ranks = tuple(sorted((card.rank for card in cards), reverse=True))
    by_suit = sorted(sorted(card.rank for card in cards if card.suit == suit) for suit in "cdhs")
    for holding in holdings():
        suits = sorted(sorted(rank for rank, at in holding.cards if at == suit) for suit in range(4))
        if tuple(sorted(holding.ranks, reverse=True)) == ranks and suits == by_suit:
            return holding
    raise AssertionError(cards)


@pytest.mark.parametrize(
    "text",
    [
        "Qh 6d 4c",  # no suit shared
        "Qh 6h 4c",  # two highest cards of one suit
        "Qh 6c 4h",
        "Qc 6h 4h",
        "Kh Qh Jh",  # one suit, straight flush within reach of a royal
        "Ah 3h 2h",  # the lowest straight flush
        "Ac 3h 2h",
        "9h 9d 5h",  # pair sharing a suit with the third card
        "9h 9d 5c",
        "9h 9d 9c",
        "Js Ts 8c",
    ],
)
def test_deals_beside_a_hand_equal_literal_dealing(text: str) -> None:
    own = hand(text)
    strength = literal_strength(own)
    expected: Counter[tuple[Region, str]] = Counter()
    for dealer in combinations([card for card in DECK if card not in own], 3):
        against = literal_strength(dealer)
        compares = (strength > against) - (strength < against)
        expected[Region(against >= (0, 12), compares), literal_best_five(own + dealer)] += 1
    cells = dict(all_deals((STANDARD.comparing,)))[canonical(own)]
    counted: Counter[tuple[Region, str]] = Counter()
    for regions, shapes, deals in cells:
        counted[regions[0], STANDARD.best_five(shapes)] += deals
    assert counted == expected


def test_holdings_are_the_22100_hands() -> None:
    assert HANDS == 22_100
    assert DEALER_HANDS == 18_424
    assert DEALS == 407_170_400
    assert len(holdings()) == 1_755
    literal = Counter(canonical_key(tuple((card.rank, card.suit) for card in three)) for three in combinations(DECK, 3))
    reduced = {canonical_key(holding.cards): holding.ways for holding in holdings()}
    assert reduced == literal


def canonical_key(cards: tuple[tuple[int, object], ...]) -> tuple[tuple[int, ...], ...]:
    """Ranks of each suit, suits unnamed."""
    suits = {suit for _, suit in cards}
    return tuple(sorted(tuple(sorted(rank for rank, at in cards if at == suit)) for suit in suits))


def test_every_deal_is_counted_once() -> None:
    regions: Counter[Region] = Counter()
    for holding, cells in all_deals((STANDARD.comparing,)):
        for cell in cells:
            regions[cell.regions[0]] += holding.ways * cell.deals
    assert regions == {
        Region(qualifies=False, compares=1): 105_942_420,
        Region(qualifies=False, compares=0): 170_688,
        Region(qualifies=False, compares=-1): 17_696_172,
        Region(qualifies=True, compares=1): 97_417_516,
        Region(qualifies=True, compares=0): 279_840,
        Region(qualifies=True, compares=-1): 185_663_764,
    }
    assert sum(regions.values()) == DEALS
    assert sum(deals for region, deals in regions.items() if not region.qualifies) == 123_809_280


def test_six_card_counts() -> None:
    best: Counter[str] = Counter()
    for holding, cells in all_deals((STANDARD.comparing,)):
        for cell in cells:
            best[STANDARD.best_five(cell.shapes)] += holding.ways * cell.deals
    assert best == {
        "royal_flush": 188 * 20,
        "straight_flush": 1_656 * 20,
        "four_of_a_kind": 14_664 * 20,
        "full_house": 165_984 * 20,
        "flush": 205_792 * 20,
        "straight": 361_620 * 20,
        "three_of_a_kind": 732_160 * 20,
        "two_pair": 2_532_816 * 20,
        "pair": 9_730_740 * 20,
        "high_card": 6_612_900 * 20,
    }
    assert best.total() == 20 * 20_358_520


def test_two_orders_at_once_agree_with_each_alone() -> None:
    flush_above_straight = replace(
        STANDARD.comparing,
        three_card=("mini_royal", "straight_flush", "three_of_a_kind", "flush", "straight", "pair", "high_card"),
        ace_low_straight=False,
        ace_low_straight_flush=False,
        qualifying_rank=13,
    )
    alone = [dict(all_deals((order,))) for order in (STANDARD.comparing, flush_above_straight)]
    for holding, cells in all_deals((STANDARD.comparing, flush_above_straight)):
        for place, single in enumerate(alone):
            together: Counter[tuple[Region, int]] = Counter()
            for cell in cells:
                together[cell.regions[place], cell.shapes] += cell.deals
            assert together == {(cell.regions[0], cell.shapes): cell.deals for cell in single[holding]}


@pytest.mark.parametrize(
    ("ranks", "suited", "shape"),
    [
        ((14, 13, 12), True, "mini_royal"),
        ((14, 13, 12), False, "straight"),
        ((2, 14, 3), False, "ace_low_straight"),
        ((2, 14, 3), True, "ace_low_straight_flush"),
        ((2, 13, 14), True, "flush"),
        ((14, 2, 3, 4, 5), False, "ace_low_straight"),
        ((14, 13, 12, 11, 10), True, "royal_flush"),
        ((9, 9, 9, 4, 4), False, "full_house"),
        ((9, 9, 4, 4, 2), False, "two_pair"),
    ],
)
def test_shapes(ranks: tuple[int, ...], suited: bool, shape: str) -> None:
    assert kind_of(ranks, suited).shape == shape


def test_an_ace_low_run_that_is_no_straight_counts_by_its_ace() -> None:
    without = replace(STANDARD, ace_low_straight=False, ace_low_straight_flush=False)
    low, highest_plain = kind_of((14, 3, 2), False), kind_of((14, 13, 11), False)
    assert strengths(STANDARD)[low] > strengths(STANDARD)[highest_plain]
    assert strengths(without)[low] < strengths(without)[highest_plain]
    assert without.category("ace_low_straight") == "high_card"
    assert without.category("ace_low_straight_flush") == "flush"


def test_the_lowest_straight_is_below_four_high() -> None:
    assert strengths(STANDARD)[kind_of((14, 3, 2), False)] < strengths(STANDARD)[kind_of((4, 3, 2), False)]


def test_a_royal_that_is_not_ranked_is_the_highest_straight_flush() -> None:
    ranking = shipped("gega-003666").ranking
    assert ranking.five_card is not None
    changes = {"ranking.three_card": ranking.three_card[1:], "ranking.five_card": ranking.five_card[1:]}
    unlisted = order_of(variant(shipped("gega-003666"), changes))
    assert unlisted == STANDARD
    ranked = strengths(unlisted)
    assert max(ranked, key=lambda kind: ranked[kind]) == kind_of((14, 13, 12), True)


def test_best_five_needs_an_order() -> None:
    with pytest.raises(OddsError, match=r"ranking\.five_card is missing"):
        STANDARD.comparing.best_five(SHAPE_BIT["pair"])


@pytest.mark.parametrize(
    ("ranks", "suited", "text"),
    [
        ((12, 6, 4), False, "Q-6-4"),
        ((8, 8, 3), False, "pair 8-8-3"),
        ((3, 14, 2), True, "straight flush 3-2-A"),
        ((10, 10, 10), False, "three of a kind T-T-T"),
    ],
)
def test_hands_are_written_for_people(ranks: tuple[int, ...], suited: bool, text: str) -> None:
    assert hand_text(kind_of(ranks, suited)) == text
