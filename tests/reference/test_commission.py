"""A commission on winnings is taken from Ante and Play as from any wager; what is lost or returned bears none."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from compliance.domain.words import Outcome
from compliance.reference.settle import settle
from tests.odds.sheets import variant
from tests.reference.judged import SHEETS, read
from tests.reference.records import participant_of, record_of, seat_of

if TYPE_CHECKING:
    from compliance.rules.sheet import RuleSheet

QUALIFIES, DOES_NOT = "Qd 7d 2c", "Jd 7d 2c"
BEATS, BEATEN = "Kh 9s 4c", "Th 9s 4c"


def with_commission(percent: str, **more: str) -> RuleSheet:
    changes = {"wager.ante.commission": percent, "wager.play.commission": percent}
    return variant(
        SHEETS["live-three-card-poker"], {**changes, **{f"showdown.{key}": text for key, text in more.items()}}
    )


def nets(sheet: RuleSheet, dealer: str, cards: str, stake: str) -> list[tuple[Outcome | None, int | None]]:
    plays = participant_of("play", *(f"{kind} {stake} push 0.00" for kind in ("ante", "play")))
    record = record_of(sheet.id, dealer, seat_of(1, cards, plays))
    return [(line.outcome, line.net) for line in settle(read(record), sheet, None).lines.values()]


@pytest.mark.parametrize(
    ("stake", "won"),
    [
        ("100.00", 95_00),
        ("0.30", 28),  # 28.5 cents: the half stays with the bank
        ("0.19", 18),  # 18.05
        ("0.01", 0),  # 0.95: a win that leaves nothing
    ],
)
def test_a_twentieth_of_what_ante_and_play_win_is_kept_back(stake: str, won: int) -> None:
    sheet = with_commission("5%")
    assert nets(sheet, QUALIFIES, BEATS, stake) == [(Outcome.WIN, won), (Outcome.WIN, won)]


def test_what_is_lost_or_returned_bears_no_commission() -> None:
    sheet = with_commission("5%")
    assert nets(sheet, QUALIFIES, BEATEN, "100.00") == [(Outcome.LOSE, -100_00), (Outcome.LOSE, -100_00)]
    assert nets(sheet, DOES_NOT, BEATEN, "100.00") == [(Outcome.WIN, 95_00), (Outcome.PUSH, 0)]
    equal = "Qh 7s 2d"
    assert nets(sheet, QUALIFIES, equal, "100.00") == [(Outcome.PUSH, 0), (Outcome.PUSH, 0)]


def test_commission_comes_off_odds_other_than_even_money() -> None:
    """3 to 2 on 0.25 is 37.5 cents; less a tenth, 33.75: 33 is paid."""
    sheet = with_commission("10%", ante_pays="3 to 2")
    assert nets(sheet, QUALIFIES, BEATS, "0.25") == [(Outcome.WIN, 33), (Outcome.WIN, 22)]


def test_a_sheet_without_commission_pays_in_full() -> None:
    sheet = SHEETS["live-three-card-poker"]
    assert nets(sheet, QUALIFIES, BEATS, "0.30") == [(Outcome.WIN, 30), (Outcome.WIN, 30)]
