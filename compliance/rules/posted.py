"""What a licensee's file has posted at a table on a gaming date: the sheet, limits, collections, clock and day."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from compliance.domain.money import minor_digits, minor_units

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import date, time
    from zoneinfo import ZoneInfo

    from compliance.rules.licensee import CollectionRate, Licensee
    from compliance.rules.sheet import RuleSheet

PARTICIPANT, PLAYER_DEALER = "participant", "player_dealer"

MOST_COLLECTION_RATES = 5
"""Collection rates that a table may have (California Penal Code section 337j(f)); a fee waived is none of them."""


@dataclass(frozen=True, slots=True)
class Rate:
    """One posted fee in minor units; a ``table_action`` fee holds while the round's stakes lie between two amounts."""

    payer: str
    fee: int
    basis: str
    action_from: int | None = None
    action_to: int | None = None


@dataclass(frozen=True, slots=True)
class Posted:
    """What holds at one table on one gaming date.

    ``filed``: there is a licensee's file for the round's licensee; ``listed``: it has the table. ``sheet_id`` is what
    the table plays then, None where the file does not say. ``not_in_force`` says why the sheet that the round names is
    not in force, None where it is or is not known. ``limits`` maps a wager kind to its least and greatest stake, and
    ``rates`` is None where no collection schedule is posted; both are in minor units of ``currency``.
    """

    filed: bool = False
    listed: bool = False
    sheet_id: str | None = None
    not_in_force: str | None = None
    currency: str | None = None
    zone: ZoneInfo | None = None
    day_starts_at: time | None = None
    limits: Mapping[str, tuple[int | None, int | None]] = field(default_factory=dict)
    rates: tuple[Rate, ...] | None = None


NOTHING_POSTED = Posted()
"""Of a round whose licensee has given no file."""


def posted_at(licensee: Licensee, table_id: str, gaming_date: date, not_in_force: str | None) -> Posted:
    """Return what a licensee's file posts at a table on a gaming date; a table it does not have is only ``filed``."""
    if table_id not in licensee.tables:
        return Posted(filed=True, not_in_force=not_in_force)
    play = licensee.plays(table_id, gaming_date)
    schedule = licensee.collections(table_id, gaming_date)
    currency = licensee.currency_of(table_id)
    digits = minor_digits(currency)
    return Posted(
        filed=True,
        listed=True,
        sheet_id=play.sheet if play else None,
        not_in_force=not_in_force,
        currency=currency,
        zone=licensee.time_zone_of(table_id),
        day_starts_at=licensee.day_starts_at_of(table_id),
        limits={kind: limit.bounds(digits) for kind, limit in licensee.limits(table_id, gaming_date).items()},
        rates=tuple(_rate(rate, digits) for rate in schedule.rate) if schedule else None,
    )


def with_fixed_stakes(posted: Posted, sheet: RuleSheet) -> Posted:
    """Add the wagers whose one stake the sheet states to the limits; it is in the sheet's currency."""
    digits = minor_digits(sheet.currency)
    stakes = {rule.kind: minor_units(rule.fixed_stake, digits) for rule in sheet.wager if rule.fixed_stake is not None}
    if not stakes or posted.currency not in (None, sheet.currency):
        return posted
    fixed = {kind: (stake, stake) for kind, stake in stakes.items()}
    return replace(posted, currency=sheet.currency, limits={**posted.limits, **fixed})


def _rate(rate: CollectionRate, digits: int) -> Rate:
    least, greatest = (
        None if amount is None else minor_units(amount, digits) for amount in (rate.action_from, rate.action_to)
    )
    return Rate(rate.payer, minor_units(rate.fee, digits), rate.basis, least, greatest)
