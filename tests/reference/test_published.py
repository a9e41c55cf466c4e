"""Figures that others have published, reproduced by settling all 407,170,400 deals with the reference.

A deal is the participant's hand and the dealer hand. The wagers here read of a hand only its category and the ranks
that decide within it, so hands of equal strength are settled alike: one deal is settled for each pair of strengths,
and counts for every deal of that pair.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import replace
from datetime import date
from functools import cache
from itertools import combinations, product
from typing import TYPE_CHECKING, NamedTuple

import pytest

from compliance.domain.cards import DECK, SUITS, Card
from compliance.domain.rounds import Participant, Round, Seat, Source, Wager
from compliance.domain.words import ANTE, PAIR_PLUS, PLAY, Branch, Decision, DecisionSource, Outcome, RoundStatus
from compliance.reference.ranking import three_card_hand
from compliance.reference.settle import settle
from compliance.rules.loader import load_sheet
from tests.reference.judged import SHEETS
from tests.rules.test_generality import FOLDER

if TYPE_CHECKING:
    from collections.abc import Iterator

    from compliance.reference.limit import Covered
    from compliance.rules.sheet import RuleSheet

pytestmark = pytest.mark.whole_space

LIVE = SHEETS["live-three-card-poker"]
FLORIDA = load_sheet(FOLDER / "florida-designated-player.toml").sheet

DEALS = 407_170_400
ANTE_AND_PLAY = {2: 97_354_684, 1: 85_493_652, 0: 267_648, -1: 132_652_800, -2: 91_401_616}
WITH_ANTE_BONUS = {
    7: 617_044, 6: 931_972, 5: 289_104, 3: 8_976_452, 2: 91_100_696, 1: 80_955_780, 0: 249_216, -1: 132_923_304,
    -2: 91_126_832,
}  # fmt: skip
FLORIDA_WINS = {
    "pair": 57_094_704, "flush": 18_928_820, "straight": 12_976_488, "three_of_a_kind": 954_736,
    "straight_flush": 809_556, "mini_royal": 73_684,
}  # fmt: skip
FLORIDA_LOSES = 302_890_560

Hand = tuple[Card, ...]


class Deals(NamedTuple):
    """A participant's hand and a dealer hand, and the number of deals they stand for."""

    hand: Hand
    dealer: Hand
    ways: int


@cache
def deals_by_strength() -> tuple[Deals, ...]:
    """One deal for every pair of strengths. The two sheets settled here rank alike."""
    alike: dict[tuple[int, ...], list[Hand]] = defaultdict(list)
    for hand in combinations(DECK, 3):
        alike[three_card_hand(hand, LIVE.ranking).strength].append(hand)
    classes = list(alike.values())
    dealer_hands = [(cards_of(hand), number) for number, hands in enumerate(classes) for hand in hands]
    deals = []
    for hands in classes:
        ways: Counter[int] = Counter()
        for hand, times in up_to_suits(hands).items():
            held = cards_of(hand)
            beside = Counter([number for cards, number in dealer_hands if not cards & held])
            ways.update({number: times * count for number, count in beside.items()})
        for number, count in ways.items():
            pairs = product(hands, classes[number])
            hand, dealer = next(pair for pair in pairs if not cards_of(pair[0]) & cards_of(pair[1]))
            deals.append(Deals(hand, dealer, count))
    return tuple(deals)


@cache
def cards_of(hand: Hand) -> int:
    """The cards of a hand as one bit each."""
    return sum(1 << card.code for card in hand)


def up_to_suits(hands: list[Hand]) -> Counter[Hand]:
    """Hands that no exchange of suits turns into another, and how many each stands for."""

    def pattern(hand: Hand) -> tuple[tuple[int, ...], ...]:
        return tuple(sorted(tuple(card.rank for card in hand if card.suit == suit) for suit in SUITS))

    of_pattern: dict[tuple[tuple[int, ...], ...], Hand] = {}
    return Counter(of_pattern.setdefault(pattern(hand), hand) for hand in hands)


def settled(sheet: RuleSheet, kinds: tuple[str, ...]) -> Iterator[tuple[dict[str, Covered], int]]:
    """Settle a unit on each kind, Q-6-4 and better played: lines by kind, and the deals they hold for."""
    threshold = three_card_hand((Card(12, "c"), Card(6, "d"), Card(4, "h")), sheet.ranking).strength
    wagers = tuple(Wager(kind, 1, Outcome.PUSH, 0) for kind in kinds)
    without_play = tuple(wager for wager in wagers if wager.kind != PLAY)
    plays = Participant("P-1", Decision.PLAY, DecisionSource.PLAYER, wagers)
    folds = replace(plays, decision=Decision.FOLD, wagers=without_play)
    for deal in deals_by_strength():
        played = three_card_hand(deal.hand, sheet.ranking).strength >= threshold
        record = Round(
            licensee_id="default",
            round_id="R1",
            table_id="T01",
            gaming_date=date(2026, 11, 28),
            rule_sheet=sheet.id,
            currency=sheet.currency,
            minor_digits=2,
            status=RoundStatus.SETTLED,
            started_at="2026-11-28T19:04:11Z",
            settled_at="2026-11-28T19:05:40Z",
            seats=(Seat(1, deal.hand, (plays if played else folds,)),),
            dealer_cards=deal.dealer,
            source=Source("0" * 64, 1, 0),
        )
        lines = settle(record, sheet, None).lines
        yield {key.kind: line for key, line in lines.items()}, deal.ways


def test_the_pairs_of_strengths_stand_for_every_deal() -> None:
    assert sum(deal.ways for deal in deals_by_strength()) == DEALS == 22_100 * 18_424
    assert len(deals_by_strength()) < 741 * 741


def test_nets_of_ante_and_play_with_and_without_the_ante_bonus() -> None:
    without: Counter[int] = Counter()
    with_bonus: Counter[int] = Counter()
    played = 0
    for lines, ways in settled(LIVE, (ANTE, PLAY)):
        nets = {kind: line.net or 0 for kind, line in lines.items()}
        with_bonus[sum(nets.values())] += ways
        without[nets[ANTE] + nets.get(PLAY, 0)] += ways
        played += ways * (PLAY in nets)
    assert played == 14_900 * 18_424
    assert without == ANTE_AND_PLAY
    assert with_bonus == WITH_ANTE_BONUS
    assert sum(net * ways for net, ways in with_bonus.items()) == -13_733_780


def test_florida_pair_plus() -> None:
    """Pair Plus that has to beat the designated player's hand too, or else pushes."""
    wins: Counter[str] = Counter()
    others: Counter[Branch] = Counter()
    for lines, ways in settled(FLORIDA, (PAIR_PLUS,)):
        full = lines[PAIR_PLUS].full
        if full.outcome is Outcome.WIN and full.hand is not None:
            wins[full.hand] += ways
        else:
            others[full.branch] += ways
    assert wins == FLORIDA_WINS
    assert others == {
        Branch.PAYS_NOTHING: FLORIDA_LOSES,
        Branch.DEALER_NOT_BEATEN: DEALS - FLORIDA_LOSES - sum(FLORIDA_WINS.values()),
    }
