"""What holds of every round, whatever its cards, wagers and seats."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from hypothesis import assume, given
from hypothesis import strategies as st

from compliance.domain.cards import DECK, SUITS, Card
from compliance.domain.words import ANTE, ANTE_BONUS, PLAY, Outcome, Verdict
from compliance.reference.audit import audit_round
from compliance.reference.limit import at_stake
from compliance.reference.ranking import best_five_of_six, three_card_hand
from tests.reference.drawn import BANKED, POSITIONS, SIDE_WAGERS, as_due, changed, rounds, settled
from tests.reference.judged import SHEETS, rules

if TYPE_CHECKING:
    from random import Random

    from compliance.domain.results import Finding, Line, RoundResult
    from compliance.domain.rounds import Participant, Round
    from compliance.reference.settle import Settlement

POLICIES = ("gross_consumed", "running_net", "separate_caps", "collect_then_pay")
RANKING = SHEETS["gega-003666"].ranking


def judged(round_: Round) -> RoundResult:
    return audit_round(round_, rules(POSITIONS, ()).of(round_).rules, POSITIONS).result


def nets(settlement: Settlement) -> dict[tuple[int, str, str], tuple[Outcome | None, int | None]]:
    return {
        (key.seat, line.full.participant_id, key.kind): (line.outcome, line.net)
        for key, line in settlement.lines.items()
    }


def full_and_covered(settlement: Settlement) -> list[tuple[int, int]]:
    """Full and covered net of every wager that the player-dealer answers, those that cannot be derived left out."""
    bank = settlement.table.sheet.bank
    return [
        (line.full.net, line.net)
        for key, line in settlement.lines.items()
        if bank and key.kind in bank.answers and line.full.net is not None and line.net is not None
    ]


@st.composite
def disturbed(draw: st.DrawFn) -> Round:
    """A round recorded as due, but for the net of one wager."""
    round_ = as_due(draw(rounds()))
    spots = [
        (seat.seat, participant.participant_id, wager.kind)
        for seat in round_.seats
        for participant in seat.participants
        for wager in participant.wagers
    ]
    return with_net(round_, draw(st.sampled_from(spots)), draw(st.integers(-100_00, 100_00))) if spots else round_


def with_net(round_: Round, spot: tuple[int, str, str], added: int) -> Round:
    def more(seat: int, participant: Participant) -> Participant:
        wagers = [
            replace(wager, net=wager.net + added) if (seat, participant.participant_id, wager.kind) == spot else wager
            for wager in participant.wagers
        ]
        return replace(participant, wagers=tuple(wagers))

    return changed(round_, more)


@given(disturbed(), st.permutations(SUITS))
def test_exchanging_suits_changes_nothing(round_: Round, suits: list[str]) -> None:
    other = dict(zip(SUITS, suits, strict=True))

    def exchanged(cards: tuple[Card, ...] | None) -> tuple[Card, ...] | None:
        return None if cards is None else tuple(Card(card.rank, other[card.suit]) for card in cards)

    seats = tuple(replace(seat, cards=exchanged(seat.cards)) for seat in round_.seats)
    again = replace(round_, seats=seats, dealer_cards=exchanged(round_.dealer_cards))
    assert judged(again) == judged(round_)


@given(disturbed(), st.integers(1, POSITIONS - 1))
def test_turning_the_whole_table_changes_nothing_but_the_numbers(round_: Round, by: int) -> None:
    def turned(seat: int) -> int:
        return (seat - 1 + by) % POSITIONS + 1

    bank, start = round_.player_dealer, round_.action_seat
    again = replace(
        round_,
        seats=tuple(replace(seat, seat=turned(seat.seat)) for seat in round_.seats),
        player_dealer=replace(bank, seat=turned(bank.seat)) if bank else None,
        action_seat=turned(start) if start is not None else None,
    )
    before, after = judged(round_), judged(again)

    def moved(part: Line | Finding) -> str:
        return repr(part if part.seat is None else replace(part, seat=turned(part.seat)))

    assert sorted(map(repr, after.lines)) == sorted(map(moved, before.lines))
    assert sorted(map(repr, after.findings)) == sorted(map(moved, before.findings))
    assert after.interpretations == before.interpretations


@given(rounds(), st.permutations(range(1, POSITIONS)))
def test_where_the_wager_suffices_it_does_not_matter_who_sits_where(round_: Round, order: list[int]) -> None:
    assume(not settled(round_).short)
    seats = tuple(replace(seat, seat=order[seat.seat - 1]) for seat in round_.seats)
    moved = {(order[seat - 1], name, kind): came_to for (seat, name, kind), came_to in nets(settled(round_)).items()}
    assert nets(settled(replace(round_, seats=seats))) == moved


@given(disturbed(), st.randoms(use_true_random=False))
def test_it_does_not_matter_in_what_order_seats_and_wagers_are_recorded(round_: Round, rng: Random) -> None:
    def shuffled(_: int, participant: Participant) -> Participant:
        return replace(participant, wagers=tuple(rng.sample(participant.wagers, len(participant.wagers))))

    again = changed(replace(round_, seats=tuple(rng.sample(round_.seats, len(round_.seats)))), shuffled)

    def without_place(result: RoundResult) -> tuple[list[str], list[str]]:
        lines = sorted(repr(replace(line, wager_index=0)) for line in result.lines)
        return lines, sorted(map(repr, result.findings))

    assert without_place(judged(again)) == without_place(judged(round_))
    assert judged(again).interpretations == judged(round_).interpretations


@given(rounds(), st.data())
def test_taking_a_side_wager_away_leaves_the_others_alone_where_the_limit_does_not_bind(
    round_: Round, data: st.DataObject
) -> None:
    before = settled(round_)
    assume(not before.short)
    side = [spot for spot in nets(before) if spot[2] in SIDE_WAGERS]
    assume(side)
    taken = data.draw(st.sampled_from(side))

    def fewer(seat: int, participant: Participant) -> Participant:
        left = [w for w in participant.wagers if (seat, participant.participant_id, w.kind) != taken]
        return replace(participant, wagers=tuple(left))

    left = {spot: came_to for spot, came_to in nets(before).items() if spot != taken}
    assert nets(settled(changed(round_, fewer))) == left


@given(rounds(BANKED), st.sampled_from(POLICIES))
def test_the_player_dealer_never_wins_or_loses_more_than_the_wager(round_: Round, policy: str) -> None:
    assert round_.player_dealer is not None
    covered = [net for _, net in full_and_covered(settled(round_, C1=policy))]
    assert abs(sum(covered)) <= (round_.player_dealer.wager or 0)


@given(rounds(BANKED), st.sampled_from(POLICIES))
def test_a_covered_net_is_part_of_the_full_one(round_: Round, policy: str) -> None:
    settlement = settled(round_, C1=policy)
    for full, net in full_and_covered(settlement):
        assert 0 <= net <= full or full <= net <= 0
    for line in settlement.lines.values():
        expected = Outcome.NO_ACTION if line.net == 0 != line.full.net else line.full.outcome
        assert line.outcome is expected


@given(rounds(BANKED), st.sampled_from(POLICIES))
def test_no_policy_covers_less_in_all_than_gross_consumed(round_: Round, policy: str) -> None:
    assert round_.player_dealer is not None
    gross = full_and_covered(settled(round_))
    covered = sum(abs(net) for _, net in gross)
    assert covered == min(round_.player_dealer.wager or 0, sum(abs(full) for full, _ in gross))
    assert covered <= sum(abs(net) for _, net in full_and_covered(settled(round_, C1=policy)))


@given(rounds(BANKED), st.sampled_from(POLICIES))
def test_a_wager_of_nothing_covers_nothing(round_: Round, policy: str) -> None:
    assert round_.player_dealer is not None
    without = replace(round_, player_dealer=replace(round_.player_dealer, wager=0))
    assert all(net == 0 for _, net in full_and_covered(settled(without, C1=policy)))


@given(rounds(BANKED), st.integers(0, 100))
def test_a_wager_that_suffices_makes_all_policies_and_orders_agree(round_: Round, more: int) -> None:
    assert round_.player_dealer is not None
    full = settled(round_).full
    wager = at_stake(full, SHEETS[round_.rule_sheet]) + more
    enough = replace(round_, player_dealer=replace(round_.player_dealer, wager=wager))
    in_full = {(each.key.seat, each.participant_id, each.key.kind): (each.outcome, each.net) for each in full}
    for policy in POLICIES:
        assert nets(settled(enough, C1=policy)) == in_full
    assert nets(settled(enough, C2="in_turn", C4="wager_major")) == in_full


@given(rounds())
def test_doubling_all_stakes_and_the_wager_doubles_all_nets(round_: Round) -> None:
    def twice(_: int, participant: Participant) -> Participant:
        return replace(participant, wagers=tuple(replace(wager, stake=2 * wager.stake) for wager in participant.wagers))

    bank = round_.player_dealer
    doubled_bank = replace(bank, wager=2 * (bank.wager or 0)) if bank else None
    doubled = replace(changed(round_, twice), player_dealer=doubled_bank)
    assert nets(settled(doubled)) == {
        spot: (outcome, None if net is None else 2 * net) for spot, (outcome, net) in nets(settled(round_)).items()
    }


@given(rounds(), st.integers(-5_00, 5_00))
def test_nets_as_due_and_the_player_dealers_sum_to_nothing(round_: Round, off_by: int) -> None:
    recorded = as_due(round_)
    bank = SHEETS[round_.rule_sheet].bank
    answers = bank.answers if bank else ()
    total = sum(
        wager.net
        for seat in recorded.seats
        for participant in seat.participants
        for wager in participant.wagers
        if wager.kind in answers
    )
    if recorded.player_dealer is not None:
        recorded = replace(recorded, player_dealer=replace(recorded.player_dealer, net=off_by - total))
    result = judged(recorded)
    bank_codes = [found.code for found in result.findings if found.code.startswith("COVR")]
    assert bank_codes == (["COVR-003"] if off_by and bank else [])
    assert {line.verdict for line in result.lines} <= {Verdict.CONFORMS, Verdict.UNDETERMINED}
    assert all(line.codes == ("SETL-005",) for line in result.lines if line.verdict is Verdict.UNDETERMINED)


@given(rounds(), st.data(), st.integers(-100_00, 100_00).filter(bool))
def test_one_net_that_is_off_is_named_alone_with_its_amount(round_: Round, data: st.DataObject, added: int) -> None:
    recorded = as_due(round_)
    known = [spot for spot, (_, net) in nets(settled(recorded)).items() if net is not None]
    assume(known)
    spot = data.draw(st.sampled_from(known))
    result = judged(with_net(recorded, spot, added))
    money = [found for found in result.findings if found.variance is not None and found.variance != 0]
    assert [(found.seat, found.participant_id, found.wager_kind, found.variance) for found in money] == [(*spot, added)]
    (found,) = money
    assert found.code in {"SETL-001", "SETL-004", "COVR-001"}
    assert found.direction == ("overpaid" if added > 0 else "underpaid")


@given(rounds(("live-three-card-poker",)))
def test_a_bonus_that_is_left_out_is_missing(round_: Round) -> None:
    due = [spot for spot in nets(settled(round_)) if spot[2] == ANTE_BONUS]

    def without(_: int, participant: Participant) -> Participant:
        return replace(participant, wagers=tuple(w for w in participant.wagers if w.kind != ANTE_BONUS))

    found = judged(changed(as_due(round_), without)).findings
    named = [
        (each.seat, each.participant_id, each.wager_kind) for each in found if each.code in ("SETL-003", "SETL-004")
    ]
    assert sorted(named) == sorted(due)


@given(rounds(), st.integers(0, 5))
def test_the_base_wagers_know_nothing_of_bonus_charts(round_: Round, place: int) -> None:
    """Ante and Play come to the same under every sheet that settles them by the same rules."""
    alike = ("gega-003666", "live-three-card-poker", "gega-004246")
    assume(round_.rule_sheet in alike)
    base = {
        spot: came_to
        for spot, came_to in nets(settled(replace(round_, player_dealer=None))).items()
        if spot[2] in (ANTE, PLAY)
    }
    other = replace(round_, rule_sheet=alike[place % 3], player_dealer=None)
    assert base == {spot: came_to for spot, came_to in nets(settled(other)).items() if spot[2] in (ANTE, PLAY)}


HANDS = st.lists(st.sampled_from(DECK), min_size=6, max_size=6, unique=True)


@given(HANDS, st.permutations(SUITS), st.permutations(range(6)))
def test_ranking_knows_neither_suits_nor_the_order_of_cards(
    cards: list[Card], suits: list[str], order: list[int]
) -> None:
    other = dict(zip(SUITS, suits, strict=True))
    exchanged = [Card(cards[place].rank, other[cards[place].suit]) for place in order]
    best, again = best_five_of_six(cards, RANKING), best_five_of_six(exchanged, RANKING)
    assert (best.category, best.strength) == (again.category, again.strength)
    three = three_card_hand(cards[:3], RANKING)
    again = three_card_hand([Card(card.rank, other[card.suit]) for card in reversed(cards[:3])], RANKING)
    assert (three.category, three.strength) == (again.category, again.strength)
    assert again.suit == (None if three.suit is None else other[three.suit])
