"""The loader refuses a case that says less, or other, than a case must."""

import json

import pytest

from tests.cases.load import all_cases, cases_of

GOOD = """
[[case]]
name = "fail_short"
clause = "a clause"
why = "a reason"
sheet = "gega-003666"
dealer = "Qd 7d 2c"
bank = "seat 7, wager 100, net -25"
also = ["COVR-003", "ROTN-002 C3/occupied_only", "WAGR-001 seat 1 P-1 play"]
[[case.at]]
seat = 1
cards = "Kh 9s 4c"
decision = "play"
wagers = '''
ante 25 | win 24.99 | win 25 | violation SETL-001 underpaid 0.01
play 25 | none | ? | undetermined
'''
"""


def written(tmp_path, text):
    path = tmp_path / "some_rule.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_case_is_read_as_a_round_and_what_to_expect_of_it(tmp_path):
    (case,) = cases_of(written(tmp_path, GOOD))
    assert case.id == "some_rule/fail_short"
    assert case.codes == ["COVR-003", "ROTN-002", "SETL-001", "WAGR-001"]
    record = json.loads(case.text)
    assert record["player_dealer"] == {
        "participant_id": "P-bank",
        "seat": 7,
        "wager": "100.00",
        "net": "-25.00",
    }
    (participant,) = record["seats"][0]["participants"]
    assert participant["wagers"] == [{"kind": "ante", "stake": "25.00", "outcome": "win", "net": "24.99"}]
    ante, play = case.lines
    assert (ante.recorded, ante.expected_net, ante.variance, ante.direction) == (True, "25.00", "-0.01", "underpaid")
    assert (play.recorded, play.expected_net, play.code) == (False, None, None)
    assert [(f.interpretation, f.seat, f.wager_kind, f.verdict) for f in case.also] == [
        (None, None, None, "violation"),
        ("C3", None, None, "review"),
        (None, 1, "play", "violation"),
    ]


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        ('clause = "a clause"', "", "missing clause or why"),
        ('why = "a reason"', "", "missing clause or why"),
        ("dealer =", "deeler =", "deeler"),
        ("decision =", "decison =", "decison"),
        ("fail_short", "pass_short", "starts with pass_ when nothing is found"),
        ("fail_short", "short", "starts with pass_ when nothing is found"),
    ],
)
def test_a_case_that_is_incomplete_or_misspelt_is_refused(tmp_path, before, after, message):
    with pytest.raises(ValueError, match=message):
        cases_of(written(tmp_path, GOOD.replace(before, after)))


def test_every_case_is_a_round_of_its_own():
    rounds = [case.round["round_id"] for case in all_cases()]
    assert len(set(rounds)) == len(rounds)
