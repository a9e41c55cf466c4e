"""The rules in use for the rounds of a run, numbered as the store keeps them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from compliance.reference.rules_in_use import RulesInUse

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import date

    from compliance.domain.rounds import Round
    from compliance.rules.in_force import SheetInForce
    from compliance.rules.posted import Posted
    from compliance.rules.rulebook import RuleBook


class RoundRules(NamedTuple):
    """What one round is judged by. ``rules_id`` is 0, and ``rules`` None, where the sheet is unknown."""

    rules_id: int
    rules: RulesInUse | None
    positions: int | None


class NumberedRules:
    """Sheets in force, numbered from 1 in the order in which rounds first need them."""

    def __init__(self, book: RuleBook) -> None:
        self._book = book
        self._numbers: dict[int, int] = {}
        self._prepared: list[tuple[SheetInForce, RulesInUse]] = []
        self._of_place: dict[tuple[str, str, str, date], RoundRules] = {}
        self._posted: dict[tuple[str, str, str, date], Posted] = {}

    def of(self, round_: Round) -> RoundRules:
        """Return what a round is judged by.

        Raises:
            RulesError: a ruling or posting of the licensee's file does not fit the sheet.
        """
        return self.at(round_.licensee_id, round_.rule_sheet, round_.table_id, round_.gaming_date)

    def at(self, licensee_id: str, sheet_id: str, table_id: str, gaming_date: date) -> RoundRules:
        """The same for the rounds of a licensee's table on a gaming date that name a sheet."""
        place = (licensee_id, sheet_id, table_id, gaming_date)
        if place not in self._of_place:
            in_force = self._book.sheet_in_force(*place)
            positions = self._book.positions(licensee_id, sheet_id, table_id)
            number = self._number(in_force) if in_force else 0
            self._of_place[place] = RoundRules(number, self._prepared[number - 1][1] if number else None, positions)
        return self._of_place[place]

    def posted(self, round_: Round) -> Posted:
        """Return what is posted at a round's table, and whether its sheet is in force there."""
        place = (round_.licensee_id, round_.rule_sheet, round_.table_id, round_.gaming_date)
        if place not in self._posted:
            self._posted[place] = self._book.posted(*place)
        return self._posted[place]

    def _number(self, in_force: SheetInForce) -> int:
        if id(in_force) not in self._numbers:
            self._prepared.append((in_force, RulesInUse.of(in_force)))
            self._numbers[id(in_force)] = len(self._prepared)
        return self._numbers[id(in_force)]

    def used(self) -> Iterator[tuple[int, SheetInForce]]:
        """The sheets in force that were needed, with their numbers."""
        for number, (in_force, _) in enumerate(self._prepared, start=1):
            yield number, in_force
