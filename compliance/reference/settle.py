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
from compliance.reference.limit import Covered, limited_to, under_caps, under_limit
from compliance.reference.order import action_start
from compliance.reference.table import Key, Table

if TYPE_CHECKING:
    from compliance.domain.rounds import Round
    from compliance.rules.sheet import RuleSheet


@dataclass(frozen=True, slots=True)
class Settlement:
    """A round as the sheet settles it: every wager by name, in the order recorded."""

    table: Table
    start: int | None
    limit: int | None
    lines: dict[Key, Covered]

    @property
    def binds(self) -> bool:
        """Whether the player-dealer's wager was not enough to answer everything."""
        return any(line.to_pay is not None for line in self.lines.values())


def settle(round_: Round, sheet: RuleSheet, positions: int | None, hands: Table | None = None) -> Settlement:
    """Derive what every wager of a settled round should have won or lost.

    ``positions`` is the number of numbered places at the table, None where unknown. ``hands`` lets another
    reading of the same sheet use the hands already ranked.
    """
    table = Table(round_, sheet, hands)
    start = action_start(round_, sheet, positions)
    settled = under_caps(full_settlements(table), round_, sheet, start)
    covered = under_limit(settled, round_, sheet, positions)
    return Settlement(table, start, limited_to(round_, sheet), {line.full.key: line for line in covered})
