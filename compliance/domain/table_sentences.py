"""The sentences of findings about a table's log: across rounds, and against what is posted and signed."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from compliance.domain.wording import Money, detail, detail_money, wager_name
from compliance.domain.words import Branch, Verdict

if TYPE_CHECKING:
    from compliance.domain.results import Finding
    from compliance.domain.wording import Sentence


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
    said = {
        "closing": "closed with {}, by the derived settlements {}",
        "collections": "collections of {} stated, {} in the log",
    }
    rows = [
        said[what].format(money(stated), money(derived)) for what, stated, derived in json.loads(finding.detail or "[]")
    ]
    return f"The player-dealer's session at the table: {'; '.join(rows)}"


def _drops(finding: Finding, money: Money) -> str:
    rows = [
        f"table {table}{f', {day}' if day else ''}{f', shift {shift}' if shift else ''}: "
        f"{money(counted)} in the drop, {money(recorded)} in the log"
        for table, day, shift, counted, recorded in json.loads(finding.detail or "[]")
    ]
    return f"Collections differ from the drop: {'; '.join(rows)}"


SENTENCES_OF_TABLES: dict[str, Sentence] = {
    "DEAL-003": _unseen,
    "RECD-001": detail("Lines that say something else of this round id were kept out of the log: {detail}"),
    "RECD-002": _numbering,
    "RECD-003": detail("Times are out of order: {detail}"),
    "RECD-004": _sheet,
    "RECD-006": detail("The licensee's file has the table play {detail}"),
    "RECD-007": detail("The round started {detail} its gaming date, by the table's clock and the hour its day begins"),
    "RECD-008": detail("The round is void, and the sheet gives no cause for voiding one"),
    "WAGR-006": _stake,
    "WAGR-007": detail("{wager} was placed after wagers were closed"),
    "WAGR-009": _seat,
    "ROTN-001": _in_a_row,
    "ROTN-003": detail("The player-dealer banks on the house's behalf"),
    "DECK-001": detail("The deck {detail} was in use in the round before as well"),
    "COLL-001": detail_money("A collection of {money} is none of the table's posted fees"),
    "COLL-002": _rates,
    "COLL-003": _percentage,
    "COLL-004": detail("The participant was dealt in, and no collection is recorded"),
    "PROG-001": _meter,
    "PROG-002": detail_money("After the shares that it pays, the meter should stand at {money}"),
    "RECO-001": _totals,
    "RECO-002": _sessions,
    "RECO-003": _drops,
}
"""By code."""
