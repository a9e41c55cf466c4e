"""The derivation of a round in words: step, clause, statement, value. What ``explain`` prints."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from compliance.domain.money import decimal_text
from compliance.domain.sentences import REASONS, wager_name
from compliance.domain.words import Branch, Outcome
from compliance.reference.limit import at_stake, counting_net
from compliance.reference.order import button_place, settlement_order
from compliance.rules.clauses import cited_texts, clauses_for

if TYPE_CHECKING:
    from collections.abc import Iterator

    from compliance.reference.limit import Covered
    from compliance.reference.settle import Settlement
    from compliance.rules.sheet import RuleSheet


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a derivation. ``seat`` is None for what concerns the whole round."""

    step: str
    seat: int | None
    participant_id: str | None
    clauses: tuple[str, ...]
    statement: str
    value: str


def derivation(settlement: Settlement, positions: int | None) -> list[Step]:
    """Tell how a settled round was derived, in the order of the evaluator's own steps."""
    return [*_hands(settlement), *_decisions(settlement), *_wagers(settlement), *_limit(settlement, positions)]


def _hands(settlement: Settlement) -> Iterator[Step]:
    table, sheet = settlement.table, settlement.table.sheet
    order = _cited(sheet, "ranking.three_card")
    if table.round.dealer_cards is not None:
        cards = " ".join(map(str, table.round.dealer_cards))
        yield Step("1 hands", None, None, order, f"Dealer hand {cards}", _category(table.dealer.category))
        verdict = "qualifies" if table.dealer_qualifies else "does not qualify"
        threshold = (
            f"{sheet.qualifying.rank}-high"
            if sheet.qualifying.category == "high_card"
            else "a " + _category(sheet.qualifying.category)
        )
        clauses = _cited(sheet, "qualifying.rank")
        yield Step("1 hands", None, None, clauses, f"A dealer hand of {threshold} or better qualifies", verdict)
    for seat in table.round.seats:
        if seat.cards is None:
            yield Step("1 hands", seat.seat, None, (), "Hand not shown; no wager of the seat needs it", "–")
        else:
            cards = " ".join(map(str, seat.cards))
            yield Step("1 hands", seat.seat, None, order, f"Hand {cards}", _category(table.three(seat).category))


def _decisions(settlement: Settlement) -> Iterator[Step]:
    for seat, _, participant, taken in settlement.table.places:
        if taken.decision is None:
            continue
        how = "recorded" if participant.decision else "taken from the wagers, none is recorded"
        source = participant.decision_source.value.replace("_", " ")
        value = "contradicts itself" if taken.contradictory else taken.decision.value
        yield Step("2 decision", seat.seat, participant.participant_id, (), f"Decision {how} (by {source})", value)


def _wagers(settlement: Settlement) -> Iterator[Step]:
    sheet = settlement.table.sheet
    for line in settlement.lines.values():
        full = line.full
        clauses = clauses_for(sheet, None, full.key.kind, full.branch, None)
        stake = _money(settlement, full.recorded.stake) if full.recorded else "not recorded"
        statement = f"{wager_name(full.key.kind)}, stake {stake}: {_why(full.branch, full.hand)}"
        yield Step(
            "3 full settlement",
            full.key.seat,
            full.participant_id,
            clauses,
            statement,
            _result(settlement, full.outcome, full.net),
        )


def _limit(settlement: Settlement, positions: int | None) -> Iterator[Step]:
    sheet, round_ = settlement.table.sheet, settlement.table.round
    if sheet.bank is None:
        return
    if settlement.limit is None:
        yield Step("4 limit", None, None, (), "The player-dealer's wager is not recorded", "settled without limit")
        return
    policy = _cited(sheet, "bank.policy")
    total = at_stake((line.full for line in settlement.lines.values()), sheet)
    put_up = (
        f"Player-dealer's wager {_money(settlement, settlement.limit)}, wagers to answer {_money(settlement, total)}"
    )
    if not settlement.binds:
        enough = total <= settlement.limit
        yield Step("4 limit", None, None, policy, put_up, "covers everything" if enough else "order of action unknown")
        return
    yield Step("4 limit", None, None, policy, put_up, f"limited ({sheet.bank.policy.replace('_', ' ')})")
    place = None if round_.action_seat is not None else button_place(round_, sheet.button, positions)
    how = f"from the action card {round_.action_card}" if place else "as recorded"
    start = settlement.start or 1
    yield Step("4 limit", None, None, _cited(sheet, "button.values"), f"Action starts {how}", f"seat {start}")
    answered = [line for line in settlement.lines.values() if line.to_pay is not None]
    in_order = settlement_order(start, round_, sheet)
    for line in sorted(answered, key=lambda line: in_order(line.full)):
        yield Step(
            "4 limit",
            line.full.key.seat,
            line.full.participant_id,
            policy,
            f"{wager_name(line.full.key.kind)} {_signed(settlement, counting_net(line.full))}; "
            + _left(settlement, line),
            _result(settlement, line.outcome, line.net),
        )


def _left(settlement: Settlement, line: Covered) -> str:
    pay, collect = _money(settlement, line.to_pay or 0), _money(settlement, line.to_collect or 0)
    return f"{pay} left" if line.to_pay == line.to_collect else f"left to pay {pay}, to collect {collect}"


def _cited(sheet: RuleSheet, path: str) -> tuple[str, ...]:
    return cited_texts(sheet, sheet.cited(path))


def _category(name: str) -> str:
    return name.replace("_", " ")


def _money(settlement: Settlement, amount: int) -> str:
    return decimal_text(amount, settlement.table.round.minor_digits)


def _signed(settlement: Settlement, amount: int) -> str:
    return ("+" if amount > 0 else "") + _money(settlement, amount)


def _result(settlement: Settlement, outcome: Outcome | None, net: int | None) -> str:
    if net is None:
        return "undetermined"
    return f"{outcome.value.replace('_', ' ') if outcome else 'not due'} {_signed(settlement, net)}"


_WHY = {
    Branch.FOLDED: "the hand was folded",
    Branch.NOT_QUALIFIED: "the dealer hand does not qualify",
    Branch.NOT_QUALIFIED_BEATS: "the dealer hand does not qualify and is beaten",
    Branch.NOT_QUALIFIED_BEATEN: "the dealer hand does not qualify and is not beaten",
    Branch.NOT_QUALIFIED_EQUAL: "the dealer hand does not qualify and the hands are equal",
    Branch.BEATS: "beats the dealer hand",
    Branch.BEATEN: "beaten by the dealer hand",
    Branch.EQUAL: "equal to the dealer hand",
    Branch.FORFEITED: "forfeited by the fold",
    Branch.PAYS: "the pay table pays {hand}",
    Branch.PAYS_NOTHING: "the pay table has no line for {hand}",
    Branch.DEALER_NOT_BEATEN: "{hand}, but the dealer hand is not beaten",
    Branch.ABOVE_ANTE: "{hand}, but the wager is above the Ante",
    Branch.NOT_DUE: "no such line is due",
}


def _why(branch: Branch, hand: str | None) -> str:
    if branch in REASONS:
        return REASONS[branch]
    return _WHY[branch].format(hand=f"a {_category(hand)}" if hand else "this hand")
