"""Money over- and underpaid, summed from the findings in every grouping that a report shows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from compliance.domain.words import Direction
from compliance.reports.figures import NONE, wager

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from compliance.domain.words import Verdict
    from compliance.reports.audit_input import FindingRow, SheetUsed

PLAYER_DEALER = "player-dealer"
HOUSE = "house"
METER = "progressive meter or house"
UNKNOWN = "not known"


@dataclass(frozen=True, slots=True)
class MoneySum:
    """Sums of one group: minor units, both positive, and the findings that make them up."""

    currency: str
    minor_digits: int
    dimension: str
    name: str
    verdict: Verdict
    overpaid: int
    underpaid: int
    findings: int

    @property
    def gross(self) -> int:
        """Over- and underpayments together: the size of what went wrong, whoever gained."""
        return self.overpaid + self.underpaid


def moves_money(row: FindingRow) -> bool:
    """Return whether a finding's variance is money of one wager; a round-level variance sums the same money again."""
    return row.wager_kind is not None and row.direction is not None and row.variance is not None


def money_sums(findings: Iterable[FindingRow], sheets: Iterable[SheetUsed]) -> tuple[MoneySum, ...]:
    """Sum the findings that move money by currency, grouping, name and verdict.

    The grouping ``all`` has one name, an empty one. Names within a grouping come largest first, days in order.
    """
    bears = {sheet.id: sheet for sheet in sheets}
    groupings: dict[str, Callable[[FindingRow], str]] = {
        "all": lambda _: "",
        "table": lambda row: row.table_id,
        "wager kind": lambda row: wager(row.wager_kind),
        "house dealer": lambda row: row.house_dealer_id or NONE,
        "day": lambda row: row.gaming_date.isoformat(),
        "bearer": lambda row: bearer(row, bears.get(row.rule_sheet)),
    }
    sums: dict[tuple[str, int, str, str, Verdict], list[int]] = {}
    for row in filter(moves_money, findings):
        over = row.direction is Direction.OVERPAID
        for dimension, name in groupings.items():
            held = sums.setdefault((row.currency, row.minor_digits, dimension, name(row), row.verdict), [0, 0, 0])
            held[0 if over else 1] += abs(row.variance or 0)
            held[2] += 1
    order = list(groupings)
    made = [MoneySum(*key, *held) for key, held in sums.items()]
    size: dict[tuple[str, str, str], int] = {}
    for each in made:
        place = (each.currency, each.dimension, each.name)
        size[place] = size.get(place, 0) + each.gross
    made.sort(
        key=lambda each: (
            each.currency,
            order.index(each.dimension),
            0 if each.dimension == "day" else -size[each.currency, each.dimension, each.name],
            each.name,
            -each.verdict.severity,
        )
    )
    return tuple(made)


def bearer(row: FindingRow, sheet: SheetUsed | None) -> str:
    """Return who answers a finding's wager under its sheet: the name of one of the four above."""
    if sheet is None:
        return UNKNOWN
    if sheet.banked_by == "house":
        return HOUSE
    return PLAYER_DEALER if row.wager_kind in sheet.answered_by_player_dealer else METER
