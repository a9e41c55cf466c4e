"""Corners of the full settlement that none of the five sheets turns, or only a careless log."""

from __future__ import annotations

import pytest

from compliance.domain.words import Branch, Outcome
from compliance.reference.full import Full, full_settlements
from compliance.reference.table import Table
from tests.odds.sheets import chart, line, variant
from tests.reference.judged import SHEETS, judge, read
from tests.reference.records import Record, participant_of, record_of, seat_of

LIVE = "live-three-card-poker"
QUALIFIES = "Qd 7d 2c"


def settled(record: Record, changes: dict[str, object], sheet_id: str = LIVE) -> dict[str, Full]:
    sheet = variant(SHEETS[sheet_id], changes)
    return {full.key.kind: full for full in full_settlements(Table(read(record), sheet))}


@pytest.mark.parametrize(
    ("cards", "outcome", "net", "branch"),
    [
        ("9c 9d 4h", Outcome.WIN, 5_00, Branch.PAYS),
        ("8c 8d 4s", Outcome.PUSH, 0, Branch.DEALER_NOT_BEATEN),
        ("7c 7d Ah", Outcome.PUSH, 0, Branch.DEALER_NOT_BEATEN),
        ("Ac Kd 2h", Outcome.LOSE, -5_00, Branch.PAYS_NOTHING),
    ],
)
def test_a_bonus_that_has_to_beat_the_dealer_hand(cards: str, outcome: Outcome, net: int, branch: Branch) -> None:
    """Against a pair of eights with a four: an equal pair beats nothing, and no pair loses without comparison."""
    record = record_of(LIVE, "8h 8s 4c", seat_of(1, cards, participant_of(None, "pair_plus 5.00 push 0.00")))
    full = settled(record, {"wager.pair_plus.must_beat_dealer": True})["pair_plus"]
    assert (full.outcome, full.net, full.branch) == (outcome, net, branch)


def test_an_ante_bonus_that_nobody_recorded_is_not_asked_for_beside_a_contradictory_decision() -> None:
    """A fold beside a Play wager: three wagers cannot be derived, and no missing bonus is named."""
    wagers = ("ante 10.00 lose -10.00", "play 10.00 lose -10.00")
    seat = seat_of(1, "9c 9d 9h", participant_of("fold", *wagers, decision_source="disconnect"))
    result = judge(record_of(LIVE, QUALIFIES, seat)).result
    assert [(each.wager_kind, each.branch) for each in result.lines] == [
        ("ante", Branch.CONTRADICTORY_DECISION),
        ("play", Branch.CONTRADICTORY_DECISION),
    ]
    assert [each.code for each in result.findings] == ["WAGR-002", "SETL-005", "SETL-005"]


def test_an_ante_that_only_returns_where_the_dealer_hand_does_not_qualify() -> None:
    seat = seat_of(1, "9c 9d 4h", participant_of("play", "ante 10.00 push 0.00", "play 10.00 push 0.00"))
    full = settled(record_of(LIVE, "Jd 7d 2c", seat), {"showdown.not_qualified_ante": "push"})
    assert [(each.outcome, each.net) for each in full.values()] == [(Outcome.PUSH, 0), (Outcome.PUSH, 0)]


def test_a_stake_below_nothing_is_settled_toward_nothing_too() -> None:
    """The stake is another check's finding. 3 to 2 on −0.25 is −37.5 cents, and the half stays with the bank."""
    seat = seat_of(1, "Kh 9s 4c", participant_of("play", "ante -0.25 push 0.00", "play 0.25 push 0.00"))
    full = settled(record_of(LIVE, QUALIFIES, seat), {"showdown.ante_pays": "3 to 2", "showdown.play_pays": "3 to 2"})
    assert (full["ante"].net, full["play"].net) == (-37, 37)


@pytest.mark.parametrize(
    ("currency", "outcome", "net", "branch"),
    [("USD", Outcome.WIN, 45_00, Branch.PAYS), ("EUR", None, None, Branch.OTHER_CURRENCY)],
)
def test_a_fixed_amount_is_paid_in_its_currency_alone(
    currency: str, outcome: Outcome | None, net: int | None, branch: Branch
) -> None:
    """50 handed out whatever the stake, and the 5 staked not returned."""
    seat = seat_of(1, "9c 9d 4h", participant_of(None, "pair_plus 5.00 push 0.00"))
    record = record_of(LIVE, QUALIFIES, seat, currency=currency)
    full = settled(record, {"wager.pair_plus.chart": chart(line("USD 50.00", "pair"))})["pair_plus"]
    assert (full.outcome, full.net, full.branch) == (outcome, net, branch)


def test_a_share_of_a_meter_needs_the_meter() -> None:
    seat = seat_of(1, "9c 9d 4h", participant_of(None, "pair_plus 1.00 push 0.00"))
    changes = {"wager.pair_plus.chart": chart(line("10% of meter", "pair"))}
    unknown = settled(record_of(LIVE, QUALIFIES, seat), changes)["pair_plus"]
    assert (unknown.net, unknown.branch) == (None, Branch.METER_UNKNOWN)
    meter = {"meter_id": "M1", "before": "123.45"}
    known = settled(record_of(LIVE, QUALIFIES, seat, progressive=meter), changes)["pair_plus"]
    assert (known.net, known.branch) == (12_34 - 1_00, Branch.PAYS)


def test_a_sheet_that_does_not_say_what_a_fold_does_leaves_the_bonus_open() -> None:
    seat = seat_of(1, "9c 9d 4h", participant_of("fold", "ante 10.00 push 0.00", "pair_plus 5.00 push 0.00"))
    full = settled(record_of(LIVE, QUALIFIES, seat), {"wager.pair_plus.on_fold": None})
    assert (full["pair_plus"].net, full["pair_plus"].branch) == (None, Branch.FOLD_SILENT)


def test_envy_goes_to_the_others_and_not_to_the_hand_that_brings_it() -> None:
    """A mini royal brings 25 to each other Pair Plus: 25 − 5 for the loser, 25 on top of a win, to both royals 25."""
    hands = ("Ah Kh Qh", "Ac Kc Qc", "9c 9d 4h", "Jc 8d 5h")
    seats = [
        seat_of(number, cards, participant_of(None, "pair_plus 5.00 push 0.00"))
        for number, cards in enumerate(hands, start=1)
    ]
    table = chart(line("100 to 1", "mini_royal", envy="25.00"), line("1 to 1", "pair"))
    sheet = variant(SHEETS[LIVE], {"wager.pair_plus.chart": table})
    full = full_settlements(Table(read(record_of(LIVE, QUALIFIES, *seats)), sheet))
    assert [(each.outcome, each.net) for each in full] == [
        (Outcome.WIN, 500_00 + 25_00),
        (Outcome.WIN, 500_00 + 25_00),
        (Outcome.WIN, 5_00 + 50_00),
        (Outcome.WIN, -5_00 + 50_00),
    ]


def test_a_wager_that_a_fold_forfeits_receives_no_envy() -> None:
    """Whoever folds gives the bonus up before the royal is turned over."""
    royal = seat_of(1, "Ah Kh Qh", participant_of(None, "pair_plus 5.00 push 0.00"))
    folded = seat_of(2, "Jc 8d 5h", participant_of("fold", "ante 10.00 push 0.00", "pair_plus 5.00 push 0.00"))
    table = chart(line("100 to 1", "mini_royal", envy="25.00"))
    changes = {"wager.pair_plus.chart": table, "wager.pair_plus.on_fold": "forfeited"}
    sheet = variant(SHEETS[LIVE], changes)
    full = full_settlements(Table(read(record_of(LIVE, QUALIFIES, royal, folded)), sheet))
    assert [(each.key.kind, each.net) for each in full] == [
        ("pair_plus", 500_00),
        ("ante", -10_00),
        ("pair_plus", -5_00),
    ]


def test_envy_does_not_wait_for_a_meter() -> None:
    """What the royal takes cannot be said without the meter; what it brings the other wager can."""
    hands = ("Ah Kh Qh", "Jc 8d 5h")
    seats = [
        seat_of(number, cards, participant_of(None, "pair_plus 5.00 push 0.00"))
        for number, cards in enumerate(hands, start=1)
    ]
    table = chart(line("100% of meter", "mini_royal", envy="25.00"))
    sheet = variant(SHEETS[LIVE], {"wager.pair_plus.chart": table})
    full = full_settlements(Table(read(record_of(LIVE, QUALIFIES, *seats)), sheet))
    assert [(each.outcome, each.net, each.branch) for each in full] == [
        (None, None, Branch.METER_UNKNOWN),
        (Outcome.WIN, 25_00 - 5_00, Branch.PAYS_NOTHING),
    ]


@pytest.mark.parametrize(
    ("stake", "currency", "outcome", "net"),
    [
        ("24.99", "USD", Outcome.WIN, 1),
        ("25.00", "USD", Outcome.PUSH, 0),
        ("30.00", "USD", Outcome.LOSE, -5_00),
        ("5.00", "EUR", None, None),
    ],
)
def test_what_a_wager_comes_to_with_the_envy_is_its_outcome(
    stake: str, currency: str, outcome: Outcome | None, net: int | None
) -> None:
    """25 dollars for a wager that lost; in another currency nobody can say what they are worth."""
    royal = seat_of(1, "Ah Kh Qh", participant_of(None, "pair_plus 5.00 push 0.00"))
    loser = seat_of(2, "Jc 8d 5h", participant_of(None, f"pair_plus {stake} push 0.00"))
    table = chart(line("100 to 1", "mini_royal", envy="25.00"))
    sheet = variant(SHEETS[LIVE], {"wager.pair_plus.chart": table})
    record = record_of(LIVE, QUALIFIES, royal, loser, currency=currency)
    (_, envied) = full_settlements(Table(read(record), sheet))
    assert (envied.outcome, envied.net) == (outcome, net)
