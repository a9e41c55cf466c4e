"""Step 2: each wager's full settlement, before any cap or limit."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING

from compliance.domain.money import minor_units
from compliance.domain.odds import FixedPay, MeterShare, Odds, pay_line, toward_zero
from compliance.domain.words import ANTE, ANTE_BONUS, PLAY, Branch, Outcome
from compliance.reference.ranking import line_for
from compliance.reference.table import Key, Table, ante_bonus_may_be_due

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from compliance.domain.rounds import Seat, Wager
    from compliance.reference.table import Place, Standing
    from compliance.rules.sections import ChartLine, WagerRule


@dataclass(frozen=True, slots=True)
class Full:
    """What a wager wins or loses when nothing limits it; outcome and net are None where undetermined.

    ``recorded`` is the log's line, None for a line that is due but not recorded, which follows the others in
    ``wager_index``. ``by_folding`` marks a wager lost by the fold itself. ``hand`` names the category that a pay
    table was read with.
    """

    key: Key
    participant_id: str
    wager_index: int
    recorded: Wager | None
    outcome: Outcome | None
    net: int | None
    branch: Branch
    by_folding: bool = False
    hand: str | None = None


def full_settlements(table: Table, kinds: Collection[str] | None = None) -> list[Full]:
    """Settle every recorded line, and every Ante bonus that is due, in the order recorded.

    ``kinds`` narrows that to wagers of some kinds.
    """
    settled = [full for place in table.places for full in _at(table, place, kinds)]
    return _with_envy(table, settled)


def _at(table: Table, place: Place, kinds: Collection[str] | None) -> Iterator[Full]:
    seat, index, participant, taken = place
    for wager_index, wager in enumerate(participant.wagers):
        if kinds is None or wager.kind in kinds:
            key = Key(seat.seat, index, wager.kind)
            outcome, net, branch, hand = _settle(table, place, wager)
            by_folding = branch in (Branch.FOLDED, Branch.FORFEITED)
            yield Full(key, participant.participant_id, wager_index, wager, outcome, net, branch, by_folding, hand)
    bonus_asked_for = kinds is None or ANTE_BONUS in kinds
    if not bonus_asked_for or participant.wager(ANTE_BONUS) is not None or taken.contradictory:
        return
    if ante_bonus_may_be_due(participant, taken, table.sheet):
        outcome, net, branch, hand = _ante_bonus(table, place)
        if branch is Branch.PAYS:
            key, last = Key(seat.seat, index, ANTE_BONUS), len(participant.wagers)
            yield Full(key, participant.participant_id, last, None, outcome, net, branch, hand=hand)


Settled = tuple[Outcome | None, int | None, Branch, str | None]


def _settle(table: Table, place: Place, wager: Wager) -> Settled:
    seat, _, participant, taken = place
    rule = table.sheet.wagers.get(wager.kind)
    if rule is None:
        return None, None, Branch.NOT_OFFERED, None
    if wager.kind == ANTE_BONUS and participant.wager(ANTE) is None:
        return None, 0, Branch.NOT_DUE, None
    depends_on_decision = wager.kind in (ANTE, PLAY, ANTE_BONUS) or rule.on_fold == "forfeited"
    if taken.contradictory and depends_on_decision:
        return None, None, Branch.CONTRADICTORY_DECISION, None
    if _capped_in_another_currency(table, wager.kind):
        return None, None, Branch.OTHER_CURRENCY, None
    if wager.kind == ANTE:
        return (*_ante(table, seat, taken, wager), None)
    if wager.kind == PLAY:
        return (*_play(table, seat, wager), None)
    if wager.kind == ANTE_BONUS:
        if not ante_bonus_may_be_due(participant, taken, table.sheet):
            return None, 0, Branch.NOT_DUE, None
        return _ante_bonus(table, place)
    return _bonus(table, place, wager, rule)


def _capped_in_another_currency(table: Table, kind: str) -> bool:
    return table.round.currency != table.sheet.currency and any(kind in cap.kinds for cap in table.sheet.cap)


def _ante(table: Table, seat: Seat, taken: Standing, wager: Wager) -> tuple[Outcome, int, Branch]:
    rule = table.sheet.showdown
    if taken.folded:
        return Outcome.LOSE, -wager.stake, Branch.FOLDED
    won = _winnings(rule.ante_pays, wager.stake, table.sheet.wagers[ANTE])
    if table.dealer_qualifies:
        return _compared(table, seat, wager, won)
    if rule.not_qualified_ante == "pays_always":
        return Outcome.WIN, won, Branch.NOT_QUALIFIED
    if rule.not_qualified_ante == "push":
        return Outcome.PUSH, 0, Branch.NOT_QUALIFIED
    own = table.three(seat).strength
    if own > table.dealer.strength:
        return Outcome.WIN, won, Branch.NOT_QUALIFIED_BEATS
    if own < table.dealer.strength:
        return Outcome.PUSH, 0, Branch.NOT_QUALIFIED_BEATEN
    if rule.not_qualified_equal == "participant_wins":
        return Outcome.WIN, won, Branch.NOT_QUALIFIED_EQUAL
    return Outcome.PUSH, 0, Branch.NOT_QUALIFIED_EQUAL


def _play(table: Table, seat: Seat, wager: Wager) -> tuple[Outcome, int, Branch]:
    if not table.dealer_qualifies:
        return Outcome.PUSH, 0, Branch.NOT_QUALIFIED
    won = _winnings(table.sheet.showdown.play_pays, wager.stake, table.sheet.wagers[PLAY])
    return _compared(table, seat, wager, won)


def _compared(table: Table, seat: Seat, wager: Wager, won: int) -> tuple[Outcome, int, Branch]:
    """Compare with a dealer hand that qualifies: the higher hand takes the wager, equal hands as the sheet says."""
    own, dealer = table.three(seat).strength, table.dealer.strength
    if own > dealer:
        return Outcome.WIN, won, Branch.BEATS
    if own < dealer:
        return Outcome.LOSE, -wager.stake, Branch.BEATEN
    equal = table.sheet.showdown.equal
    if equal == "participant_wins":
        return Outcome.WIN, won, Branch.EQUAL
    if equal == "dealer_wins":
        return Outcome.LOSE, -wager.stake, Branch.EQUAL
    return Outcome.PUSH, 0, Branch.EQUAL


def _ante_bonus(table: Table, place: Place) -> Settled:
    """Ante stake × odds of the hand's category; a hand that the table does not list has no such line."""
    rule = table.sheet.wagers[ANTE_BONUS]
    ante = place.participant.wager(ANTE)
    if rule.chart is None or ante is None:
        return None, None, Branch.CHART_MISSING, None
    if place.seat.cards is None:
        return None, None, Branch.HAND_NOT_SHOWN, None
    hand = table.three(place.seat)
    line = line_for(rule.chart, hand)
    if line is None:
        return None, 0, Branch.NOT_DUE, hand.category
    # A bonus by odds is a multiple of the Ante; one by amount returns no stake and keeps none.
    stake = ante.stake if isinstance(line.pay, Odds) else 0
    won, branch = _paid(table, line, stake, rule)
    return (Outcome.WIN if won is not None else None), won, branch, hand.category


def _bonus(table: Table, place: Place, wager: Wager, rule: WagerRule) -> Settled:
    seat, _, participant, taken = place
    if taken.folded and rule.on_fold == "forfeited":
        return Outcome.LOSE, -wager.stake, Branch.FORFEITED, None
    if rule.chart is None:
        return None, None, Branch.CHART_MISSING, None
    if taken.folded and rule.on_fold is None:
        return None, None, Branch.FOLD_SILENT, None
    # Only another reading can come here without the hand: under the adopted one, DEAL-002 has stopped the round.
    if seat.cards is None or (
        table.round.dealer_cards is None and (rule.hand == "best_five_of_six" or rule.must_beat_dealer)
    ):
        return None, None, Branch.HAND_NOT_SHOWN, None
    hand = table.six(seat) if rule.hand == "best_five_of_six" else table.three(seat)
    line = line_for(rule.chart, hand)
    if line is None:
        return Outcome.LOSE, -wager.stake, Branch.PAYS_NOTHING, hand.category
    ante = participant.wager(ANTE)
    if rule.above_ante == "no_pay" and rule.at_most_ante and ante is not None and wager.stake > ante.stake:
        return Outcome.PUSH, 0, Branch.ABOVE_ANTE, hand.category
    if rule.must_beat_dealer and table.three(seat).strength <= table.dealer.strength:
        return Outcome.PUSH, 0, Branch.DEALER_NOT_BEATEN, hand.category
    won, branch = _paid(table, line, wager.stake, rule)
    return (Outcome.WIN if won is not None else None), won, branch, hand.category


def _paid(table: Table, line: ChartLine, stake: int, rule: WagerRule) -> tuple[int | None, Branch]:
    """Money won by a pay line, in minor units; None where the line's currency or meter is not at hand."""
    if isinstance(line.pay, FixedPay) and line.pay.currency != table.round.currency:
        return None, Branch.OTHER_CURRENCY
    if isinstance(line.pay, FixedPay):
        return minor_units(line.pay.amount, table.round.minor_digits) - stake, Branch.PAYS
    if isinstance(line.pay, MeterShare):
        if table.round.progressive is None:
            return None, Branch.METER_UNKNOWN
        return toward_zero(line.pay.share * table.round.progressive.before) - stake, Branch.PAYS
    return _winnings(line.pays, stake, rule), Branch.PAYS


def _winnings(odds: str, stake: int, rule: WagerRule) -> int:
    """Stake × odds less the commission on it, the magnitude rounded down; the remainder stays with the bank."""
    gain = _gain(odds, rule.commission)
    won = abs(stake) * gain.numerator // gain.denominator
    return won if stake >= 0 else -won


@cache
def _gain(odds: str, commission: str | None) -> Fraction:
    """What a winner gains, a unit of stake, after the commission on winnings."""
    pay = pay_line(odds)
    if not isinstance(pay, Odds):
        raise TypeError("Ante and Play pay by odds")
    kept = 1 - Fraction(commission.rstrip("%")) / 100 if commission else Fraction(1)
    return pay.to_one * kept


def _with_envy(table: Table, settled: list[Full]) -> list[Full]:
    """Add, to each wager of a kind whose pay table knows an envy amount, what the others' hands bring it."""
    seats = {seat.seat: seat for seat in table.round.seats}
    for kind, rule in table.sheet.wagers.items():
        if rule.chart is None or not any(line.envy for line in rule.chart.lines):
            continue
        bringing: dict[Key, str] = {}
        for full in settled:
            # What the hand itself takes may be unknown; it brings the others their amount all the same.
            if full.key.kind == kind and full.branch in (Branch.PAYS, Branch.METER_UNKNOWN, Branch.OTHER_CURRENCY):
                line = line_for(rule.chart, table.three(seats[full.key.seat]))
                if line is not None and line.envy:
                    bringing[full.key] = line.envy
        settled = [
            _envied(table, full, [amount for key, amount in bringing.items() if key != full.key])
            if full.key.kind == kind
            else full
            for full in settled
        ]
    return settled


_IN_PLAY = (Branch.PAYS, Branch.PAYS_NOTHING, Branch.DEALER_NOT_BEATEN, Branch.ABOVE_ANTE)


def _envied(table: Table, full: Full, amounts: list[str]) -> Full:
    """Let what a wager comes to with the amounts decide its outcome; they are in the sheet's currency."""
    if not amounts or full.net is None or full.branch not in _IN_PLAY:
        return full
    if table.round.currency != table.sheet.currency:
        return replace(full, outcome=None, net=None, branch=Branch.OTHER_CURRENCY)
    net = full.net + sum(minor_units(amount, table.round.minor_digits) for amount in amounts)
    return replace(full, outcome=Outcome.WIN if net > 0 else Outcome.LOSE if net < 0 else Outcome.PUSH, net=net)
