"""Derivations as a report prints them: of the first rounds of each group of findings, step by step."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from compliance.reports.audit_input import TraceStep
from compliance.reports.figures import counted, with_amounts, with_suits
from compliance.reports.printable import shortened

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from compliance.reports.audit_input import Derivation, FindingRow

PRINTED = 2
"""Derivations of a group that are printed, each of another round or seat."""

STEPS = 150
"""Steps of a derivation that are printed: all, but for a round with dozens of participants."""


@dataclass(frozen=True, slots=True)
class DerivationView:
    """The derivation of a round, step by step; ``rest`` counts the steps that are not shown.

    A step names its participant where several share a seat.
    """

    title: str
    steps: tuple[TraceStep, ...]
    rest: str | None


class Derivations:
    """The derivations of a run, by the finding, the seat or the round that they are of."""

    def __init__(self, derivations: Iterable[Derivation]) -> None:
        self._held = {each.finding_id or (each.licensee_id, each.round_id, each.seat): each for each in derivations}

    def of(self, rows: Sequence[FindingRow]) -> tuple[DerivationView, ...]:
        """Return those of a group's first findings that have one: their own, their seat's, or the whole round's."""
        found: dict[tuple[str, int | None], Derivation] = {}
        for row in rows:
            of_round = (row.licensee_id, row.round_id)
            for key in (row.finding_id, (*of_round, row.seat), (*of_round, None)):
                held = self._held.get(key)
                if held is not None:
                    found.setdefault((held.round_id, held.seat), held)
                    break
            if len(found) == PRINTED:
                break
        return tuple(map(_shown, found.values()))


def _shared(derivation: Derivation) -> bool:
    """Whether steps of one seat are about several participants."""
    named = {(each.step.partition(", ")[2], each.participant_id) for each in derivation.steps if each.participant_id}
    return len({seat for seat, _ in named}) < len(named)


def _written(text: str) -> str:
    return with_amounts(with_suits(text), in_currency=False)


def _shown(derivation: Derivation) -> DerivationView:
    shared = _shared(derivation)
    where = "" if derivation.seat is None else f", seat {derivation.seat}"
    left = len(derivation.steps) - STEPS
    return DerivationView(
        f"Derivation of round {shortened(derivation.round_id, 40)}{where}, in the order of the sheet",
        tuple(
            TraceStep(
                step=shortened(step.step, 40),
                clause=shortened(step.clause, 200),
                statement=shortened(_written(step.statement), 300),
                value=shortened(_written(step.value), 120),
                participant_id=shortened(step.participant_id, 40) if shared and step.participant_id else None,
            )
            for step in derivation.steps[:STEPS]
        ),
        f"{counted(left, 'more step')}: compliance explain prints them all." if left > 0 else None,
    )
