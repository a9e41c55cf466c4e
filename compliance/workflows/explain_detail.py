"""What a derivation shows beyond its steps: order of action, the limit used up, and what other readings would give."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from compliance.reference.limit import counting_net
from compliance.reference.order import settlement_order
from compliance.reference.settle import settle_under

if TYPE_CHECKING:
    from collections.abc import Iterator

    from compliance.domain.words import Outcome
    from compliance.reference.rules_in_use import RulesInUse
    from compliance.reference.settle import Settlement
    from compliance.reference.table import Key


@dataclass(frozen=True, slots=True)
class LimitStep:
    """One wager that the limit answers, in order. Amounts in minor units.

    ``counts`` is the net that counts against the limit; ``to_pay`` and ``to_collect`` are what was left when the wager
    came up; ``outcome`` and ``net`` what it comes to, None where undetermined.
    """

    seat: int
    participant_id: str
    wager_kind: str
    counts: int
    to_pay: int
    to_collect: int
    outcome: Outcome | None
    net: int | None


@dataclass(frozen=True, slots=True)
class OtherNet:
    """A wager that another reading settles otherwise. None: undetermined; 0 where no line is due."""

    seat: int
    participant_id: str
    wager_kind: str
    adopted: int | None
    other: int | None
    recorded: int | None


@dataclass(frozen=True, slots=True)
class OtherReading:
    """A reading of an open interpretation under which some wagers of the round come to other money."""

    interpretation: str
    question: str
    reading: str
    says: str
    wagers: tuple[OtherNet, ...]


@dataclass(frozen=True, slots=True)
class Detail:
    """``order``: occupied seats in the order of action, empty where it is not known; ``limit`` None: there is none.

    ``short``: the limit is less than all it may have to answer; ``steps`` are then empty where no order is known.
    """

    order: tuple[int, ...]
    limit: int | None
    short: bool
    steps: tuple[LimitStep, ...]
    others: tuple[OtherReading, ...]


NOTHING = Detail((), None, short=False, steps=(), others=())
"""Of a round that cannot be derived."""


def detail_of(settlement: Settlement, rules: RulesInUse, positions: int | None) -> Detail:
    """Gather the detail of a round that was settled under the adopted readings."""
    return Detail(
        _order(settlement),
        settlement.limit,
        settlement.short,
        tuple(_steps(settlement)) if settlement.binds else (),
        tuple(_others(settlement, rules, positions)),
    )


def _order(settlement: Settlement) -> tuple[int, ...]:
    round_, start = settlement.table.round, settlement.start
    if start is None:
        return ()
    bank = round_.player_dealer.seat if settlement.table.sheet.bank and round_.player_dealer else None
    taken = [seat.seat for seat in round_.seats if seat.participants]
    return tuple(sorted(taken, key=lambda seat: (seat == bank, seat < start, seat)))


def _steps(settlement: Settlement) -> Iterator[LimitStep]:
    in_order = settlement_order(settlement.start or 1, settlement.table.round, settlement.table.sheet)
    answered = [line for line in settlement.lines.values() if line.to_pay is not None]
    for line in sorted(answered, key=lambda line: in_order(line.full)):
        key, left = line.full.key, (line.to_pay or 0, line.to_collect or 0)
        yield LimitStep(
            key.seat, line.full.participant_id, key.kind, counting_net(line.full), *left, line.outcome, line.net
        )


def _others(settlement: Settlement, rules: RulesInUse, positions: int | None) -> Iterator[OtherReading]:
    entries = {entry.id: entry for entry in rules.sheet.interpretation}
    people = {line.full.key: line.full.participant_id for line in settlement.lines.values()}
    recorded = {key: line.full.recorded for key, line in settlement.lines.items()}
    adopted: dict[Key, int | None] = {key: line.net for key, line in settlement.lines.items()}
    for reading in rules.readings:
        other = settle_under(reading, settlement, positions)
        nets: dict[Key, int | None] = {key: line.net for key, line in other.lines.items()}
        people |= {key: line.full.participant_id for key, line in other.lines.items()}
        differing = [key for key in dict.fromkeys((*adopted, *nets)) if adopted.get(key, 0) != nets.get(key, 0)]
        if not differing:
            continue
        entry = entries[reading.interpretation]
        says = next(each.says for each in entry.readings if each.name == reading.reading)
        wagers = []
        for key in sorted(differing, key=lambda key: (key.seat, key.participant_index)):
            wager = recorded.get(key)
            net = wager.net if wager else None
            wagers.append(OtherNet(key.seat, people[key], key.kind, adopted.get(key, 0), nets.get(key, 0), net))
        yield OtherReading(entry.id, entry.question, reading.reading, says, tuple(wagers))
