"""One table's log: honest rounds, with named faults planted in some of them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from random import Random
from typing import TYPE_CHECKING

from compliance.domain.cards import DECK
from compliance.domain.words import RoundStatus, Verdict
from compliance.simulate.faults import FAULTS
from compliance.simulate.faults.fault import NONE_AFTER
from compliance.simulate.frames import DECKS, frames
from compliance.simulate.habits import Habits, usual_terms
from compliance.simulate.honest import Table
from compliance.simulate.scene import Truth

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import datetime

    from compliance.rules.sheet import RuleSheet
    from compliance.simulate.draft import RoundDraft
    from compliance.simulate.faults.fault import Fault
    from compliance.simulate.frames import Frame
    from compliance.simulate.habits import TableTerms
    from compliance.simulate.scene import Scene

ROUNDS_WITHOUT_A_CARD = 160
"""Dealer hands of a deck that lacks a card before that is found beyond doubt."""

DRAWS_A_ROUND = 150
"""How often a round is drawn anew for a fault before the fault is put off to the next round."""


class SimulationError(Exception):
    """A log that cannot be made as asked; the message says why and what to do."""


@dataclass(frozen=True, slots=True)
class SimulatedRound:
    """One line of a log (without its line end), and the findings that the fault planted in it must bring."""

    json_text: str
    planted: tuple[Truth, ...]


def simulate_table(
    sheet: RuleSheet,
    *,
    table_id: str,
    rounds: int,
    seed: int,
    start: datetime,
    faults: Sequence[str] = (),
    positions: int | None = None,
    currency: str | None = None,
    first_sequence: int = 1,
    habits: Habits | None = None,
    terms: TableTerms | None = None,
) -> Iterator[SimulatedRound]:
    """Yield the rounds of one table in order, the same for a seed on every machine.

    ``start`` carries the table's offset or time zone. ``faults`` names kinds of ``FAULTS``, a name as often as
    it is wanted; each is planted in a round of its own, in the order given, spread over the log. ``positions``
    counts the table's places where the sheet leaves the number to the licensee; ``terms`` overrides it and
    ``currency``.

    Raises:
        SimulationError: an unknown fault, one that the sheet cannot have, more faults than rounds, or a fault
            for which no round of the log gave an opportunity.
        ValueError: ``start`` has no offset.
    """
    if start.tzinfo is None:
        raise ValueError("the start needs a time zone or an offset")
    wanted = [_known(name, sheet) for name in faults]
    if len(wanted) > rounds:
        raise SimulationError(f"{len(wanted)} faults do not fit into {rounds} rounds; simulate more rounds")
    manners = habits or Habits()
    posted = terms or usual_terms(sheet, table_id, positions, currency)
    return _rounds(sheet, posted, manners, rounds, seed, start, first_sequence, wanted)


def _known(name: str, sheet: RuleSheet) -> Fault:
    fault = FAULTS.get(name)
    if fault is None:
        raise SimulationError(f"no kind of fault is called {name!r}; 'compliance.simulate.FAULTS' has the names")
    if not fault.applies(sheet):
        raise SimulationError(f"{sheet.id} cannot have the fault {name!r}; leave it out for this sheet")
    return fault


def _rounds(
    sheet: RuleSheet,
    terms: TableTerms,
    habits: Habits,
    rounds: int,
    seed: int,
    start: datetime,
    first_sequence: int,
    faults: list[Fault],
) -> Iterator[SimulatedRound]:
    name = f"{seed}/{sheet.id}/{terms.table_id}"
    table = Table(sheet, terms, habits)
    whole = [fault for fault in faults if fault.whole_log]
    if whole:
        table.without = Random(f"{name}/without").choice(DECK)
    written = _written(table, name, rounds, start, first_sequence, [f for f in faults if not f.whole_log])
    if not whole:
        yield from (SimulatedRound(text, planted) for text, planted, _ in written)
        return
    yield from _with_card_missing(list(written), whole[0].name)


_Written = tuple[str, tuple[Truth, ...], "RoundDraft | None"]


def _written(
    table: Table, name: str, rounds: int, start: datetime, first_sequence: int, faults: list[Fault]
) -> Iterator[_Written]:
    """Yield line after line with what was planted in it, and its draft where it is the round's only one."""
    sheet, terms, habits = table.sheet, table.terms, table.habits
    night = frames(sheet, terms, habits, start, first_sequence, Random(f"{name}/night"))
    due = sorted(Random(f"{name}/faults").sample(range(rounds), len(faults)))
    waiting = list(zip(due, faults, strict=True))
    after, next_by, by, turned = NONE_AFTER, 0, 0, False
    for number, plain in zip(range(rounds), night, strict=False):
        frame = replace(
            plain, sequence=plain.sequence + by + next_by, deck=_other(plain.deck) if turned else plain.deck
        )
        undisturbed, next_by, spoilt = not next_by, 0, None
        if waiting and number >= waiting[0][0] and not frame.void and undisturbed:
            after = waiting[0][1].after
            if number + 1 < rounds or not after.next_number:
                spoilt = _spoil(table, frame, waiting[0][1], f"{name}/{plain.sequence}")
        if spoilt is not None:
            waiting.pop(0)
            scene, planted = spoilt
            next_by, by, turned = after.next_number - after.numbers, by + after.numbers, turned ^ after.decks_turn
        else:
            scene, planted = table.draw(frame, Random(f"{name}/{plain.sequence}")), ()
        table.keep(scene)
        yield scene.draft.as_json(), planted, scene.draft
        if spoilt is not None and after.given_again:
            scene.draft.extra = {"told": "again"}
            yield scene.draft.as_json(), (), None
    if waiting:
        names = ", ".join(fault.name for _, fault in waiting)
        raise SimulationError(
            f"no round of table {terms.table_id} gave an opportunity for {names}; simulate more rounds"
        )


def _other(deck: str) -> str:
    return DECKS[1 - DECKS.index(deck)]


def _with_card_missing(written: list[_Written], name: str) -> Iterator[SimulatedRound]:
    """Add what is to be found of each deck at the last settled round that used it.

    Raises:
        SimulationError: some deck came too seldom to be found out.
    """
    last: dict[str, int] = {}
    shown: Counter[str] = Counter()
    for place, (_, _, draft) in enumerate(written):
        if draft is not None and draft.status is RoundStatus.SETTLED and draft.frame.deck is not None:
            last[draft.frame.deck] = place
            shown[draft.frame.deck] += draft.dealer_shown
    if min(shown.values(), default=0) < ROUNDS_WITHOUT_A_CARD:
        raise SimulationError(f"the log is too short to show {name}; simulate more rounds")
    for place, (text, planted, draft) in enumerate(written):
        if draft is not None and place in last.values():
            frame = draft.frame
            names = (frame.round_id, frame.table_id, draft.currency, name)
            planted = (*planted, Truth(*names, "DEAL-003", Verdict.REVIEW))
        yield SimulatedRound(text, planted)


def _spoil(table: Table, frame: Frame, fault: Fault, name: str) -> tuple[Scene, tuple[Truth, ...]] | None:
    """Draw the round until the fault can be planted in it; None where it never can."""
    for attempt in range(DRAWS_A_ROUND):
        scene = table.draw(frame, Random(f"{name}/{fault.name}/{attempt}"), fault.wish)
        planted = fault.plant(scene)
        if planted is not None:
            return scene, planted
    return None
