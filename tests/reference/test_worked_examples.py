"""Rounds worked through in print: 300 put up against four seats under every policy, and the live sheet's own."""

from __future__ import annotations

import pytest

from compliance.domain.words import Verdict
from compliance.reference.settle import settle
from tests.reference.judged import SHEETS, judge, read
from tests.reference.records import Record, bank_of, participant_of, record_of, seat_of

# The dealer hand is queen-high and qualifies, action starts at seat 3, and nobody folds.
WORKED = record_of(
    "gega-003666",
    "Qd 7d 2c",
    seat_of(3, "Kh 9s 4c", participant_of("play", "ante 100.00 push 0.00", "play 100.00 push 0.00")),
    seat_of(4, "Qh 6s 5c", participant_of("play", "ante 100.00 push 0.00", "play 100.00 push 0.00")),
    seat_of(
        5,
        "Tc 9d 8h",
        participant_of("play", "ante 50.00 push 0.00", "play 50.00 push 0.00", "pair_plus 10.00 push 0.00"),
    ),
    seat_of(6, "Ks 8s 3h", participant_of(None, "six_card_bonus 5.00 push 0.00")),
    player_dealer=bank_of("300.00"),
    action_seat=3,
)
IN_FULL = ["win 100", "win 100", "lose -100", "lose -100", "win 50", "win 50", "win 60", "lose -5"]
POLICIES = {
    "gross_consumed": (
        ["win 100", "win 100", "lose -100", "no_action 0", "no_action 0", "no_action 0", "no_action 0", "no_action 0"],
        -100,
    ),
    "running_net": (IN_FULL, -155),
    "separate_caps": (
        ["win 100", "win 100", "lose -100", "lose -100", "win 50", "win 50", "no_action 0", "lose -5"],
        -95,
    ),
    "collect_then_pay": (IN_FULL, -155),
}


@pytest.mark.parametrize("policy", POLICIES)
def test_what_300_answers_under_each_policy(policy: str) -> None:
    lines, player_dealer = POLICIES[policy]
    sheet = SHEETS["gega-003666"].under("C1", policy)
    settled = settle(read(WORKED), sheet, 7).lines.values()
    assert [f"{line.outcome} {line.net // 100}" for line in settled if line.net is not None] == lines
    assert -sum(line.net or 0 for line in settled) == player_dealer * 100


@pytest.mark.parametrize("policy", POLICIES)
def test_a_record_that_follows_the_policy_in_force_holds(policy: str) -> None:
    lines, player_dealer = POLICIES[policy]
    result = judge(recorded(lines, player_dealer), rulings={"C1": policy}).result
    assert result.findings == ()
    assert {line.verdict for line in result.lines} == {Verdict.CONFORMS}


@pytest.mark.parametrize("policy", ["running_net", "separate_caps", "collect_then_pay"])
def test_a_record_that_follows_another_policy_is_for_review(policy: str) -> None:
    """Four or five wagers differ from the adopted reading; where two policies pay alike the first is named."""
    lines, player_dealer = POLICIES[policy]
    differing = sum(ours != theirs for ours, theirs in zip(POLICIES["gross_consumed"][0], lines, strict=True))
    found = judge(recorded(lines, player_dealer)).result.findings
    named = "separate_caps" if policy == "separate_caps" else "running_net"
    assert [(each.code, each.interpretation, each.reading) for each in found] == [("SETL-004", "C1", named)] * differing
    also = () if policy == "separate_caps" else ("C1 collect_then_pay",)
    assert {each.also_fits for each in found} == {also}


def recorded(lines: list[str], player_dealer: int) -> Record:
    said = iter(lines)
    seats = []
    for seat in WORKED["seats"]:
        (participant,) = seat["participants"]
        wagers = []
        for wager in participant["wagers"]:
            outcome, net = next(said).split()
            wagers.append({**wager, "outcome": outcome, "net": f"{net}.00"})
        seats.append({**seat, "participants": [{**participant, "wagers": wagers}]})
    return {**WORKED, "seats": seats, "player_dealer": bank_of("300.00", f"{player_dealer}.00")}


def test_the_live_sheet_pays_its_ante_bonus_to_a_beaten_hand() -> None:
    """Ante 10 and Play 10, three of a kind against a straight flush: 40 for the bonus, Ante and Play lost."""
    seat = seat_of(
        1,
        "9c 9d 9h",
        participant_of("play", "ante 10.00 lose -10.00", "play 10.00 lose -10.00", "ante_bonus 0.00 win 40.00"),
    )
    audit = judge(record_of("live-three-card-poker", "8s 7s 6s", seat))
    assert [(line.expected_outcome, line.expected_net, line.verdict) for line in audit.result.lines] == [
        ("lose", -10_00, "conforms"),
        ("lose", -10_00, "conforms"),
        ("win", 40_00, "conforms"),
    ]
    assert audit.result.findings == ()


def test_the_same_round_without_its_bonus_is_40_short() -> None:
    seat = seat_of(1, "9c 9d 9h", participant_of("play", "ante 10.00 lose -10.00", "play 10.00 lose -10.00"))
    (found,) = judge(record_of("live-three-card-poker", "8s 7s 6s", seat)).result.findings
    assert (found.code, found.wager_kind, found.expected_net, found.recorded_net) == (
        "SETL-003",
        "ante_bonus",
        40_00,
        None,
    )
    assert (found.variance, found.direction) == (-40_00, "underpaid")
