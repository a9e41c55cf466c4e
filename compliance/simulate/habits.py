"""What a simulated table does and how often: posted terms in money, habits as rates."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from compliance.domain.money import minor_digits

if TYPE_CHECKING:
    from compliance.rules.sheet import RuleSheet

PLACES_WHERE_SILENT = 7
"""Numbered places of a simulated table whose sheet leaves the number to the licensee."""


@dataclass(frozen=True, slots=True)
class Habits:
    """Rates between 0 and 1 of what happens at a table; each is per round or per participant as named.

    ``wagering_seats`` bounds the occupied betting positions of a player-banked table, ``shared_hand`` the
    participants on the one hand of a live table; both are least and most.
    """

    limit_binds: float = 0.05
    weak_hand_played: float = 0.15
    good_hand_folded: float = 0.04
    bonus_only: float = 0.06
    pair_plus: float = 0.55
    six_card_bonus: float = 0.45
    progressive: float = 0.35
    rare_deal: float = 0.03
    capped_bonus: float = 0.002
    void_round: float = 0.008
    disconnect: float = 0.03
    insufficient_balance: float = 0.02
    second_seat: float = 0.15
    hand_not_shown: float = 0.9
    order_of_wagers_varies: float = 0.05
    operators_note: float = 0.02
    wagering_seats: tuple[int, int] = (1, 6)
    shared_hand: tuple[int, int] = (12, 40)


@dataclass(frozen=True, slots=True)
class TableTerms:
    """What is posted at a simulated table. Amounts are in minor units of ``currency``.

    ``positions`` counts every numbered place, the player-dealer's included. ``antes`` and ``bonuses`` are the
    stakes that are placed, smallest first; ``bank_wagers`` the sums that player-dealers put up, smallest first.
    Collections are None where the house takes none.
    """

    table_id: str
    positions: int
    currency: str
    digits: int
    antes: tuple[int, ...]
    bonuses: tuple[int, ...]
    progressive: int
    bank_wagers: tuple[int, ...]
    collection: int | None
    bank_collection: int | None
    day_starts_at: int = 6
    """Hour of the local day at which a new gaming date begins."""


def usual_terms(
    sheet: RuleSheet, table_id: str, positions: int | None = None, currency: str | None = None
) -> TableTerms:
    """Post terms that suit a sheet: its own positions and currency unless others are given.

    Raises:
        MoneyError: not a currency of ISO 4217.
    """
    money = currency or sheet.currency
    digits = minor_digits(money)
    unit = 10**digits
    banked = sheet.bank is not None
    return TableTerms(
        table_id=table_id,
        positions=positions or sheet.table.positions or PLACES_WHERE_SILENT,
        currency=money,
        digits=digits,
        antes=tuple(n * unit for n in (10, 15, 20, 25, 25, 40, 50, 75, 100, 200)),
        bonuses=tuple(n * unit for n in (5, 5, 5, 10, 10, 15, 20, 25, 50, 100)),
        progressive=unit,
        bank_wagers=tuple(n * unit for n in (300, 500, 750, 1000, 1500, 2000, 3000, 5000, 10000, 25000, 50000)),
        collection=unit if banked else None,
        bank_collection=2 * unit if banked else None,
    )
