"""The settlement of one round, step by step, as the rule sheet has it.

1. Rank the hands.                                        ranking, table
2. Settle every wager in full.                            full
3. Find where action starts, and the order from there.    order
4. Let caps and the player-dealer's wager limit it.       limit

The caller has made sure that the round was settled and its cards are possible (DEAL-001, DEAL-002).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from compliance.reference.full import full_settlements
from compliance.reference.limit import Covered, falls_short, in_full, limited_to, under_caps, under_limit
from compliance.reference.order import action_start
from compliance.reference.table import Key, Table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from compliance.domain.rounds import Round
    from compliance.reference.full import Full
    from compliance.reference.rules_in_use import OpenReading
    from compliance.rules.sheet import RuleSheet


NONE: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Settlement:
    """A round as the sheet settles it: every wager by name. ``full`` is before any cap or limit.

    ``limit`` is the player-dealer's wager where the sheet lets it limit anything; ``short`` says that the wager is
    less than all it may have to answer, whatever the policy. ``start`` is the seat where action starts.
    """

    table: Table
    start: int | None
    limit: int | None
    short: bool
    full: Sequence[Full]
    lines: dict[Key, Covered]

    @property
    def binds(self) -> bool:
        """Whether the player-dealer's wager was not enough to answer everything."""
        return any(line.to_pay is not None for line in self.lines.values())


def settle(round_: Round, sheet: RuleSheet, positions: int | None) -> Settlement:
    """Derive what every wager of a settled round should have won or lost, in the order recorded.

    ``positions`` is the number of numbered places at the table, None where unknown.
    """
    table = Table(round_, sheet)
    return _limited(table, full_settlements(table), positions)


def settle_under(reading: OpenReading, adopted: Settlement, positions: int | None) -> Settlement:
    """Derive the same under another reading, in no particular order.

    What the reading leaves as it is under the adopted one is taken over; where that is everything, the adopted
    settlement itself is returned.
    """
    kinds = reading.kinds
    beyond = reading.anew or (reading.on_limit and adopted.short)
    if kinds == NONE and not beyond:
        return adopted
    table = Table(adopted.table.round, reading.sheet, adopted.table if reading.ranks_alike else None)
    before = [full for full in adopted.full if kinds is None or full.key.kind in kinds]
    again = full_settlements(table, kinds) if kinds != NONE else []
    if again == before and not beyond:
        return adopted
    kept = [full for full in adopted.full if kinds is not None and full.key.kind not in kinds]
    return _limited(table, [*kept, *again], positions)


def _limited(table: Table, full: Sequence[Full], positions: int | None) -> Settlement:
    round_, sheet = table.round, table.sheet
    start = action_start(round_, sheet, positions)
    capped = under_caps(full, round_, sheet, start)
    short = falls_short(capped, round_, sheet)
    covered = under_limit(capped, round_, sheet, start) if short else in_full(capped)
    return Settlement(table, start, limited_to(round_, sheet), short, full, {line.full.key: line for line in covered})
