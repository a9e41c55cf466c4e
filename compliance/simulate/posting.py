"""The licensee's file of simulated tables: what they play, their limits, and the fees that they take."""

from __future__ import annotations

import json
from datetime import date, timedelta
from typing import TYPE_CHECKING

from compliance.domain.money import decimal_text

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime

    from compliance.simulate.habits import TableTerms

HOME_ZONE = "America/Los_Angeles"
"""The time zone of a simulated room, and of its tables where they are in no other."""

OPENED = date(2026, 1, 1)
"""Since when a simulated table plays its sheet, unless said otherwise."""


def licensee_text(head: str, tables: Iterable[str]) -> str:
    """Write a licensee's file, format 1: what stands at its head, then its tables."""
    return head + "".join(tables)


def head_text(terms: TableTerms, start: datetime) -> str:
    """Write the head of a licensee's file for one table whose clock shows the offset of ``start`` all the year.

    Raises:
        ValueError: the offset is no whole number of hours, and no such time zone has a name.
    """
    hours, rest = divmod(start.utcoffset() or timedelta(), timedelta(hours=1))
    if rest:
        raise ValueError(f"no time zone is {start:%z} all the year; start at an offset of whole hours")
    zone = f"Etc/GMT{-hours:+d}" if hours else "Etc/UTC"
    return (
        'format = 1\nid = "default"\nname = "Simulated room"\n'
        f'time_zone = "{zone}"\nday_starts_at = "{terms.day_starts_at:02d}:00"\ncurrency = "{terms.currency}"\n'
    )


def table_text(
    sheet_id: str,
    terms: TableTerms,
    *,
    time_zone: str | None = HOME_ZONE,
    positions: int | None = None,
    since: date = OPENED,
) -> str:
    """Write what is posted at a table since a date; ``positions`` where the sheet leaves them to the licensee.

    ``time_zone`` is left out where it is the room's: ``HOME_ZONE``, or None.
    """
    lines = ["", "[[table]]", f"id = {json.dumps(terms.table_id)}"]
    if time_zone not in (HOME_ZONE, None):
        lines.append(f'time_zone = "{time_zone}"')
    if positions is not None:
        lines.append(f"positions = {positions}")
    lines += [f'play = [{{ sheet = "{sheet_id}", since = {since} }}]', "limit = ["]
    lines += [_limit("ante", terms.antes[0], terms.antes[-1], terms)]
    # A bonus of twice the Ante is a fault of the sheet's own; the table's limit leaves room for it.
    lines += [_limit("pair_plus", terms.bonuses[0], 2 * terms.antes[-1], terms), "]"]
    if terms.collection is not None and terms.bank_collection is not None:
        seat, bank = (decimal_text(fee, terms.digits) for fee in (terms.collection, terms.bank_collection))
        lines += [
            "[[table.collection]]",
            "rate = [",
            f'    {{ payer = "participant", fee = "{seat}", basis = "seat" }},',
            f'    {{ payer = "player_dealer", fee = "{bank}", basis = "round" }},',
            "]",
        ]
    return "\n".join(lines) + "\n"


def _limit(kind: str, least: int, greatest: int, terms: TableTerms) -> str:
    amounts = [decimal_text(amount, terms.digits) for amount in (least, greatest)]
    return f'    {{ kind = "{kind}", least = "{amounts[0]}", greatest = "{amounts[1]}" }},'
