"""The sentence of a finding, made from its fields: what was recorded, what is due, and by how much it is off."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING

from compliance.domain.catalogue import CHECKS
from compliance.domain.money import decimal_text
from compliance.domain.words import Branch, Verdict

if TYPE_CHECKING:
    from compliance.domain.results import Finding

Money = Callable[[int | None], str]
"""Writes an amount in minor units out, with its currency."""

WAGER_NAMES = {
    "ante": "Ante",
    "play": "Play",
    "ante_bonus": "Ante bonus",
    "pair_plus": "Pair Plus",
    "six_card_bonus": "6 Card Bonus",
    "progressive": "Progressive",
}
"""How the kinds read in running text; a kind that no sheet knows is printed as recorded."""

REASONS = {
    Branch.CHART_MISSING: "the sheet leaves its pay table out and none is posted",
    Branch.NOT_OFFERED: "the sheet does not offer it",
    Branch.CONTRADICTORY_DECISION: "a fold is recorded beside a Play wager, and the result depends on which is true",
    Branch.FOLD_SILENT: "the sheet does not say what a fold does to it",
    Branch.HAND_NOT_SHOWN: "the hand was not shown",
    Branch.OTHER_CURRENCY: "an amount of the sheet applies to it that is in another currency than the round's",
    Branch.METER_UNKNOWN: "the meter before the round is not recorded",
    Branch.ORDER_UNKNOWN: "the player-dealer's wager does not cover everything and the order of action is not known",
}
"""Why a wager cannot be derived."""


def wager_name(kind: str | None) -> str:
    """The wager kind as running text names it."""
    return WAGER_NAMES.get(kind or "", kind or "wager")


def sentence(finding: Finding, currency: str, digits: int) -> str:
    """Say the finding in one sentence, for a round in ``currency`` with ``digits`` decimals."""

    def money(amount: int | None) -> str:
        return "nothing" if amount is None else f"{decimal_text(amount, digits)} {currency}"

    special = _SENTENCES.get(finding.code)
    text = special(finding, money) if special else CHECKS[finding.code].title
    return f"{text}."


def _outcome(outcome: str | None) -> str:
    return "no line" if outcome is None else outcome.replace("_", " ")


def _difference(finding: Finding, money: Money) -> str:
    name = wager_name(finding.wager_kind)
    return (
        f"{name} is recorded as {_outcome(finding.recorded_outcome)}, {money(finding.recorded_net)}; "
        f"due is {_outcome(finding.expected_outcome)}, {money(finding.expected_net)}: "
        f"{finding.direction} by {money(abs(finding.variance or 0))}"
    )


def _label(finding: Finding, money: Money) -> str:
    return (
        f"{wager_name(finding.wager_kind)} is labelled {_outcome(finding.recorded_outcome)} where "
        f"{_outcome(finding.expected_outcome)} is due; the money, {money(finding.recorded_net)}, is right"
    )


def _missing(finding: Finding, money: Money) -> str:
    return f"{wager_name(finding.wager_kind)} of {money(finding.expected_net)} is due and not recorded"


def _undue(finding: Finding, money: Money) -> str:
    return f"{wager_name(finding.wager_kind)} of {money(finding.recorded_net)} is recorded and not due"


def _reading(finding: Finding, money: Money) -> str:
    also = f" (as would {', '.join(finding.also_fits)})" if finding.also_fits else ""
    reading = f"reading {finding.reading} of {finding.interpretation}"
    return f"{_difference(finding, money)}, which is what {reading} gives{also}"


def _undetermined(finding: Finding, _: Money) -> str:
    return f"{wager_name(finding.wager_kind)} cannot be derived: {REASONS[finding.branch or Branch.CHART_MISSING]}"


def _limit_ignored(finding: Finding, money: Money) -> str:
    return f"{_difference(finding, money)}; it was settled as if the player-dealer's wager had no limit"


def _detail(text: str) -> Callable[[Finding, Money], str]:
    return lambda finding, _: text.format(
        detail=finding.detail, wager=wager_name(finding.wager_kind), seat=finding.seat
    )


def _detail_money(text: str) -> Callable[[Finding, Money], str]:
    return lambda finding, money: text.format(
        money=money(int(finding.detail or 0)), wager=wager_name(finding.wager_kind)
    )


def _action_seat(finding: Finding, _: Money) -> str:
    text = f"The action card gives seat {finding.detail}, not the recorded action seat"
    if finding.reading is None:
        return text
    return f"{text}, which is what reading {finding.reading} of {finding.interpretation} gives"


def _parts(finding: Finding) -> list[str]:
    return (finding.detail or "").split()


def _unseen(finding: Finding, _: Money) -> str:
    rounds, hand, cards, unseen, *deck = (finding.detail or "").split(" ", 4)
    number, staying_out = int(rounds), int(cards) - int(hand)
    once_in = int(cards) ** number // staying_out**number
    named = f" of deck {deck[0]}" if deck else ""
    return (
        f"{unseen.replace(',', ', ')} never came in any hand shown{named}; a card of a fair deck stays out of the "
        f"{rounds} dealer hands shown once in more than {_rounded_down(once_in)} times"
    )


def _rounded_down(number: int) -> str:
    """A large number as its first digit and noughts, or as a power of ten."""
    digits = str(number)
    return f"{digits[0]}{'0' * (len(digits) - 1)}" if len(digits) < 13 else f"10 to the {len(digits) - 1}"


def _numbering(finding: Finding, _: Money) -> str:
    how, last, now = _parts(finding)
    if how == "again":
        return f"Sequence {now} stands more than once at the table"
    if how == "back":
        return f"The table's sequence steps back: round {now} started before round {last}"
    missing = int(now) - int(last) - 1
    between = "round is" if missing == 1 else "rounds are"
    return f"Sequence {now} follows {last} at the table: {missing} {between} missing"


def _sheet(finding: Finding, _: Money) -> str:
    if finding.branch is Branch.NOT_IN_FORCE:
        return f"The sheet is not in force at the table on the gaming date: {finding.detail}"
    return f"No rule sheet {finding.detail} is known; its wagers cannot be derived"


def _stake(finding: Finding, money: Money) -> str:
    name, parts = wager_name(finding.wager_kind), _parts(finding)
    if parts[0] == "not":
        return f"The stake of {name} is not more than nothing"
    return f"The stake of {name} is {parts[0]} the table's limit of {money(int(parts[1]))}"


def _seat(finding: Finding, _: Money) -> str:
    parts = _parts(finding)
    if parts[0] == "banks":
        return f"Wagers stand at seat {finding.seat}, which banks the round"
    return f"Seat {finding.seat} is none of the table's {parts[1]} positions"


def _in_a_row(finding: Finding, _: Money) -> str:
    number, allowed = _parts(finding)
    text = f"The participant banks {number} rounds in a row, where the sheet has {allowed}"
    return (
        text if finding.verdict is Verdict.VIOLATION else f"{text}; that the others declined the bank is not recorded"
    )


def _rates(finding: Finding, _: Money) -> str:
    number, allowed = _parts(finding)
    return f"The table has {number} collection rates on the gaming date, where {allowed} are allowed"


def _percentage(finding: Finding, _: Money) -> str:
    of_what, part, whole = _parts(finding)
    return f"Collections of the gaming date move with the {of_what}: most are {part} for every {whole}"


def _meter(finding: Finding, money: Money) -> str:
    when, amount = _parts(finding)
    if when == "before":
        return f"The meter was left at {money(int(amount))} by the round before"
    return f"After the round's wagers, the meter should stand at {money(int(amount))} by the posted rate"


_AMOUNTS = ("stakes", "nets", "collections")


def _totals(finding: Finding, money: Money) -> str:
    def shown(name: str, value: int | None) -> str:
        return money(value) if name in _AMOUNTS and value is not None else "none" if value is None else str(value)

    rows = [
        f"table {table}, {day}: {name.replace('_', ' ')} {shown(name, stated)}, in the log {shown(name, logged)}"
        for table, day, name, stated, logged in json.loads(finding.detail or "[]")
    ]
    return f"The licensee's control totals differ from the log: {'; '.join(rows)}"


def _sessions(finding: Finding, money: Money) -> str:
    rows = [
        f"closed with {money(closing)}, by the derived settlements {money(due)}"
        for _, closing, due in json.loads(finding.detail or "[]")
    ]
    return f"The player-dealer's session at the table: {'; '.join(rows)}"


def _drops(finding: Finding, money: Money) -> str:
    rows = [
        f"table {table}{f', {day}' if day else ''}{f', shift {shift}' if shift else ''}: "
        f"{money(counted)} in the drop, {money(recorded)} in the log"
        for table, day, shift, counted, recorded in json.loads(finding.detail or "[]")
    ]
    return f"Collections differ from the drop: {'; '.join(rows)}"


_SENTENCES: dict[str, Callable[[Finding, Money], str]] = {
    "DEAL-001": _detail("{detail} stands more than once in the round; nothing can be derived from such cards"),
    "DEAL-002": _detail("Not three cards, or not shown though a wager needs it: {detail}"),
    "DEAL-003": _unseen,
    "RECD-001": _detail("Lines that say something else of this round id were kept out of the log: {detail}"),
    "RECD-002": _numbering,
    "RECD-003": _detail("Times are out of order: {detail}"),
    "RECD-004": _sheet,
    "RECD-005": _detail("The round is void: {detail}"),
    "RECD-006": _detail("The licensee's file has the table play {detail}"),
    "RECD-007": _detail("The round started {detail} its gaming date, by the table's clock and the hour its day begins"),
    "RECD-008": _detail("The round is void, and the sheet gives no cause for voiding one"),
    "WAGR-001": _detail_money("The Play wager differs from the Ante of {money}"),
    "WAGR-003": _detail("{wager} is not offered by the sheet"),
    "WAGR-004": _detail("{wager} needs an Ante, and there is none"),
    "WAGR-005": _detail_money("{wager} is above the Ante of {money}"),
    "WAGR-006": _stake,
    "WAGR-007": _detail("{wager} was placed after wagers were closed"),
    "WAGR-008": _detail("More than one participant wagers at seat {seat}"),
    "WAGR-009": _seat,
    "SETL-001": _difference,
    "SETL-002": _label,
    "SETL-003": _missing,
    "SETL-004": _reading,
    "SETL-005": _undetermined,
    "SETL-006": _undue,
    "COVR-001": _limit_ignored,
    "COVR-002": _detail_money("By the recorded nets the player-dealer's result is {money}, beyond the wager put up"),
    "COVR-003": _detail_money("The recorded nets give the player-dealer {money}, which is not the net recorded"),
    "ROTN-001": _in_a_row,
    "ROTN-002": _action_seat,
    "ROTN-003": _detail("The player-dealer banks on the house's behalf"),
    "DECK-001": _detail("The deck {detail} was in use in the round before as well"),
    "COLL-001": _detail_money("A collection of {money} is none of the table's posted fees"),
    "COLL-002": _rates,
    "COLL-003": _percentage,
    "COLL-004": _detail("The participant was dealt in, and no collection is recorded"),
    "PROG-001": _meter,
    "PROG-002": _detail_money("After the shares that it pays, the meter should stand at {money}"),
    "RECO-001": _totals,
    "RECO-002": _sessions,
    "RECO-003": _drops,
}
