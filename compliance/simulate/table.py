"""One table's log: honest rounds, with named faults planted in some of them."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

from compliance.simulate.faults import FAULTS
from compliance.simulate.frames import frames
from compliance.simulate.habits import Habits, usual_terms
from compliance.simulate.honest import Table

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import datetime

    from compliance.rules.sheet import RuleSheet
    from compliance.simulate.faults.fault import Fault
    from compliance.simulate.frames import Frame
    from compliance.simulate.habits import TableTerms
    from compliance.simulate.scene import Scene, Truth

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
    night = frames(sheet, terms, habits, start, first_sequence, Random(f"{name}/night"))
    due = sorted(Random(f"{name}/faults").sample(range(rounds), len(faults)))
    waiting = list(zip(due, faults, strict=True))
    for number, frame in zip(range(rounds), night, strict=False):
        spoilt = None
        if waiting and number >= waiting[0][0] and not frame.void:
            spoilt = _spoil(table, frame, waiting[0][1], f"{name}/{frame.sequence}")
        if spoilt is not None:
            waiting.pop(0)
            scene, planted = spoilt
        else:
            scene, planted = table.draw(frame, Random(f"{name}/{frame.sequence}")), ()
        table.keep(scene)
        yield SimulatedRound(scene.draft.as_json(), planted)
    if waiting:
        names = ", ".join(fault.name for _, fault in waiting)
        raise SimulationError(
            f"no round of table {terms.table_id} gave an opportunity for {names}; simulate more rounds"
        )


def _spoil(table: Table, frame: Frame, fault: Fault, name: str) -> tuple[Scene, tuple[Truth, ...]] | None:
    """Draw the round until the fault can be planted in it; None where it never can."""
    for attempt in range(DRAWS_A_ROUND):
        scene = table.draw(frame, Random(f"{name}/{fault.name}/{attempt}"), fault.wish)
        planted = fault.plant(scene)
        if planted is not None:
            return scene, planted
    return None
