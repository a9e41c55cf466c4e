"""What a simulated night contains, at which rate, and that one round follows from another."""

from __future__ import annotations

from collections import Counter
from datetime import datetime, timedelta
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest

from compliance.domain.words import Decision, DecisionSource, Outcome, RoundStatus
from compliance.reference.ranking import best_five_of_six, three_card_hand
from compliance.reference.settle import settle
from compliance.simulate.habits import Habits, usual_terms
from compliance.simulate.table import simulate_table
from tests.simulate.audited import SHEETS, START, read

if TYPE_CHECKING:
    from collections.abc import Iterable

    from compliance.domain.rounds import Participant, Round, Seat

ROUNDS = 700
LIVE = "live-three-card-poker"
BANKED = [name for name, sheet in SHEETS.items() if sheet.bank is not None]
JACK, QUEEN = 11, 12


@cache
def night(sheet_id: str) -> tuple[Round, ...]:
    rounds = simulate_table(SHEETS[sheet_id], table_id="T01", rounds=ROUNDS, seed=21, start=START)
    return tuple(read(round_.json_text) for round_ in rounds)


def wagering(rounds: tuple[Round, ...]) -> list[tuple[Round, Seat, Participant]]:
    return [
        (round_, seat, who)
        for round_ in rounds
        if round_.status is RoundStatus.SETTLED
        for seat in round_.seats
        for who in seat.participants
    ]


def share(part: int, whole: int) -> float:
    return part / whole


@pytest.mark.parametrize("sheet_id", SHEETS)
def test_hands_are_folded_and_weak_hands_are_played(sheet_id: str) -> None:
    people = [entry for entry in wagering(night(sheet_id)) if entry[2].wager("ante")]
    folded = [who for _, _, who in people if who.decision is Decision.FOLD]
    ranking = SHEETS[sheet_id].ranking
    weak = [
        (round_, seat)
        for round_, seat, who in people
        if who.decision is Decision.PLAY
        and seat.cards is not None
        and (hand := three_card_hand(seat.cards, ranking)).category == "high_card"
        and hand.strength[1] <= JACK
    ]
    assert 0.15 < share(len(folded), len(people)) < 0.5
    assert share(len(weak), len(people)) > 0.02
    # Such a hand tells the two Ante rules apart where the dealer hand does not qualify and is higher.
    telling = 0
    for round_, seat in weak:
        if round_.dealer_cards is None or seat.cards is None:
            continue
        dealer = three_card_hand(round_.dealer_cards, ranking)
        does_not_qualify = dealer.category == "high_card" and dealer.strength[1] < QUEEN
        telling += does_not_qualify and three_card_hand(seat.cards, ranking).strength < dealer.strength
    assert telling >= 3


@pytest.mark.parametrize("sheet_id", SHEETS)
def test_bonus_wagers_stand_alone_only_where_the_sheet_lets_them(sheet_id: str) -> None:
    people = wagering(night(sheet_id))
    alone = [who for _, _, who in people if who.wager("ante") is None]
    if any(rule.needs_ante is False for kind, rule in SHEETS[sheet_id].wagers.items() if kind != "ante"):
        assert 0.02 < share(len(alone), len(people)) < 0.12
        assert all(who.decision is None and who.wagers for who in alone)
    else:
        assert alone == []


@pytest.mark.parametrize("sheet_id", SHEETS)
def test_every_wager_the_sheet_offers_is_placed(sheet_id: str) -> None:
    people = wagering(night(sheet_id))
    placed = Counter(wager.kind for _, _, who in people for wager in who.wagers)
    assert set(placed) == set(SHEETS[sheet_id].wagers)
    assert all(count > 20 for count in placed.values())


def hands_of(rounds: Iterable[Round], sheet_id: str) -> tuple[Counter[str], Counter[bool]]:
    """Categories of hands shown, and hands equal to the dealer hand by whether that qualified."""
    ranking = SHEETS[sheet_id].ranking
    categories: Counter[str] = Counter()
    equal: Counter[bool] = Counter()
    for round_ in rounds:
        for cards in (
            seat.cards for seat in round_.seats if seat.cards is not None and round_.dealer_cards is not None
        ):
            own, banks = (three_card_hand(hand, ranking) for hand in (cards, round_.dealer_cards or ()))
            categories[own.category] += 1
            equal[banks.category != "high_card" or banks.strength[1] >= QUEEN] += banks.strength == own.strength
            if ranking.five_card is not None:
                categories[f"six {best_five_of_six((*cards, *(round_.dealer_cards or ())), ranking).category}"] += 1
    return categories, equal


@pytest.mark.parametrize("sheet_id", SHEETS)
def test_rare_and_equal_hands_are_dealt_at_the_rate_that_is_set(sheet_id: str) -> None:
    often = Habits(rare_deal=0.6, shared_hand=(2, 4))
    rounds = simulate_table(SHEETS[sheet_id], table_id="T01", rounds=500, seed=23, start=START, habits=often)
    categories, equal = hands_of((read(round_.json_text) for round_ in rounds), sheet_id)
    rare = {"mini_royal", "straight_flush", "three_of_a_kind"}
    if SHEETS[sheet_id].ranking.five_card is not None:
        rare |= {f"six {name}" for name in ("royal_flush", "straight_flush", "four_of_a_kind", "full_house")}
    assert all(categories[name] >= 3 for name in rare), categories
    assert equal[True] >= 1
    assert equal[False] >= 1
    assert equal[True] + equal[False] >= 6
    # By chance, one hand in 425 is a three of a kind; by habit some more.
    usual, equal = hands_of(night(sheet_id), sheet_id)
    assert sum(usual[name] for name in rare) > 3
    assert equal[True] + equal[False] >= 1


@pytest.mark.parametrize("sheet_id", BANKED)
def test_limits_bind_at_the_rate_that_is_set(sheet_id: str) -> None:
    sheet = SHEETS[sheet_id]
    positions = usual_terms(sheet, "T01").positions

    def binding(rounds: tuple[Round, ...]) -> float:
        settled = [settle(round_, sheet, positions).binds for round_ in rounds]
        return share(sum(settled), len(settled))

    often = simulate_table(
        sheet, table_id="T01", rounds=120, seed=3, start=START, habits=Habits(limit_binds=0.5, void_round=0)
    )
    assert 0.02 < binding(night(sheet_id)[:400]) < 0.09
    assert 0.35 < binding(tuple(read(round_.json_text) for round_ in often)) < 0.6
    outcomes = {wager.outcome for _, _, who in wagering(night(sheet_id)) for wager in who.wagers}
    assert outcomes == {Outcome.WIN, Outcome.LOSE, Outcome.PUSH, Outcome.NO_ACTION}


@pytest.mark.parametrize("sheet_id", BANKED)
def test_hands_are_not_shown_where_nothing_needs_them(sheet_id: str) -> None:
    hidden = [seat for round_ in night(sheet_id) for seat in round_.seats if seat.cards is None]
    assert len(hidden) > 50
    forfeited = {kind for kind, rule in SHEETS[sheet_id].wagers.items() if rule.on_fold == "forfeited"} | {"ante"}
    for who in (who for seat in hidden for who in seat.participants):
        assert who.decision is Decision.FOLD
        assert {wager.kind for wager in who.wagers} <= forfeited
    assert any(round_.dealer_cards is None for round_ in night(sheet_id))


@pytest.mark.parametrize("sheet_id", BANKED)
def test_the_bank_rotates_after_two_rounds_or_is_declined_by_all(sheet_id: str) -> None:
    rounds = night(sheet_id)
    run = 0
    holders = set()
    for earlier, later in pairwise(rounds):
        assert earlier.player_dealer is not None
        assert later.player_dealer is not None
        run = run + 1 if earlier.player_dealer.seat == later.player_dealer.seat else 0
        holders.add(later.player_dealer.participant_id)
        if run >= 2:
            others = {who.participant_id for seat in earlier.seats for who in seat.participants}
            assert set(later.player_dealer.declined_by or ()) >= others - {later.player_dealer.participant_id}
        at_the_table = {who.participant_id for seat in later.seats for who in seat.participants}
        assert later.player_dealer.participant_id not in at_the_table
        assert later.player_dealer.seat not in {seat.seat for seat in later.seats}
    assert len(holders) > 10
    assert sum(round_.player_dealer is not None and bool(round_.player_dealer.declined_by) for round_ in rounds) > 20


@pytest.mark.parametrize("sheet_id", BANKED)
def test_action_starts_where_the_card_puts_it_or_where_the_log_says(sheet_id: str) -> None:
    rounds = [round_ for round_ in night(sheet_id) if round_.status is RoundStatus.SETTLED]
    with_card = sum(round_.action_card is not None for round_ in rounds)
    with_seat = sum(round_.action_seat is not None for round_ in rounds)
    if SHEETS[sheet_id].button is None:
        assert with_seat == len(rounds)
        assert 0.3 < share(with_card, len(rounds)) < 0.7
    else:
        assert 0.85 < share(with_seat, len(rounds)) < 0.97
        assert 0.9 < share(with_card, len(rounds)) < 0.99
        assert all(round_.action_card or round_.action_seat for round_ in rounds)
        occupied = [{seat.seat for seat in round_.seats} for round_ in rounds]
        at_empty = sum(round_.action_seat not in seats for round_, seats in zip(rounds, occupied, strict=True))
        assert at_empty > 20


@pytest.mark.parametrize("sheet_id", BANKED)
def test_a_participant_holds_several_seats_only_where_the_sheet_allows_it(sheet_id: str) -> None:
    several = 0
    for round_ in night(sheet_id):
        ids = [who.participant_id for seat in round_.seats for who in seat.participants]
        several += len(set(ids)) < len(ids)
        assert all(len(seat.participants) == 1 for seat in round_.seats)
    if SHEETS[sheet_id].table.several_seats:
        assert several / ROUNDS > 0.1
    else:
        assert several == 0


def test_a_further_seat_is_played_the_house_way_where_the_sheet_says_so() -> None:
    sources = Counter(who.decision_source for _, _, who in wagering(night("bicycle-three-card-poker")))
    assert sources[DecisionSource.HOUSE_WAY] > 20
    assert set(sources) == {DecisionSource.PLAYER, DecisionSource.HOUSE_WAY}


def test_the_live_table_has_dozens_on_one_hand_with_disconnections_and_empty_balances() -> None:
    people = wagering(night(LIVE))
    crowd = [len(round_.seats[0].participants) for round_ in night(LIVE)]
    assert min(crowd) >= 12
    assert max(crowd) > 30
    assert {seat.seat for _, seat, _ in people} == {1}
    sources = Counter(who.decision_source for _, _, who in people if who.decision is Decision.FOLD)
    assert share(sources[DecisionSource.DISCONNECT], len(people)) > 0.015
    assert share(sources[DecisionSource.INSUFFICIENT_BALANCE], len(people)) > 0.01
    paid_though_disconnected = [
        who for _, _, who in people if who.decision_source is DecisionSource.DISCONNECT and who.wager("ante_bonus")
    ]
    assert paid_though_disconnected


@pytest.mark.parametrize("sheet_id", SHEETS)
def test_void_rounds_return_everything_and_occur_where_the_sheet_gives_causes(sheet_id: str) -> None:
    void = [round_ for round_ in night(sheet_id) if round_.status is RoundStatus.VOID]
    causes = SHEETS[sheet_id].voids
    assert bool(void) == (causes is not None)
    for round_ in void:
        assert causes is not None
        assert round_.void_reason in causes.causes
        results = {(w.outcome, w.net) for s in round_.seats for p in s.participants for w in p.wagers}
        assert results == {(Outcome.VOID, 0)}


@pytest.mark.parametrize("sheet_id", SHEETS)
def test_rounds_of_a_table_follow_one_another(sheet_id: str) -> None:
    rounds = night(sheet_id)
    terms = usual_terms(SHEETS[sheet_id], "T01")
    assert [round_.sequence for round_ in rounds] == list(range(1, ROUNDS + 1))
    assert len({round_.round_id for round_ in rounds}) == ROUNDS
    for round_ in rounds:
        assert round_.wagers_closed_at is not None
        started, closed, settled = map(
            datetime.fromisoformat, (round_.started_at, round_.wagers_closed_at, round_.settled_at)
        )
        assert started < closed < settled
        assert (started - timedelta(hours=terms.day_starts_at)).date() == round_.gaming_date
    for earlier, later in pairwise(rounds):
        assert datetime.fromisoformat(earlier.settled_at) < datetime.fromisoformat(later.started_at)
    decks = {(earlier.deck, later.deck) for earlier, later in pairwise(rounds)}
    assert decks == ({("red", "blue"), ("blue", "red")} if SHEETS[sheet_id].deck.alternate else {("red", "red")})
    assert len({round_.house_dealer_id for round_ in rounds}) == 6


@pytest.mark.parametrize("sheet_id", SHEETS)
def test_collections_follow_the_posted_terms(sheet_id: str) -> None:
    terms = usual_terms(SHEETS[sheet_id], "T01")
    assert {who.collection for _, _, who in wagering(night(sheet_id))} == {terms.collection}
    banks = {round_.player_dealer.collection for round_ in night(sheet_id) if round_.player_dealer}
    assert banks == ({terms.bank_collection} if SHEETS[sheet_id].bank else set())


@pytest.mark.parametrize("sheet_id", ["card-room-three-card-poker", "gega-004246"])
def test_the_progressive_meter_carries_from_round_to_round(sheet_id: str) -> None:
    meters = [round_.progressive for round_ in night(sheet_id)]
    moved = 0
    for earlier, later in pairwise(meters):
        assert earlier is not None
        assert later is not None
        assert earlier.after == later.before
        moved += later.after != later.before
    assert moved > 100


def test_an_operators_own_words_stand_under_extra() -> None:
    noted = [round_.extra for round_ in night("gega-003666") if round_.extra]
    assert 0.005 < len(noted) / ROUNDS < 0.05
    assert all('"note":"count checked"' in note for note in noted)


def test_a_bonus_now_and_then_reaches_the_cap_of_the_sheet() -> None:
    rounds = simulate_table(
        SHEETS["bicycle-three-card-poker"],
        table_id="T01",
        rounds=60,
        seed=4,
        start=START,
        habits=Habits(capped_bonus=0.5),
    )
    wins = [
        wager.net
        for round_ in rounds
        for seat in read(round_.json_text).seats
        for who in seat.participants
        for wager in who.wagers
        if wager.kind == "pair_plus"
    ]
    # 100 dollars at 200 to 1 stay below 30,000 dollars; 200 dollars would win 40,000.
    assert max(wins) == 3_000_000
    assert 2_000_000 in wins
