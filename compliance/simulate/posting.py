"""The licensee's file of simulated tables: what they play, their limits, and the fees that they take."""

from __future__ import annotations

from typing import TYPE_CHECKING

from compliance.domain.money import decimal_text

if TYPE_CHECKING:
    from collections.abc import Iterable

    from compliance.simulate.habits import TableTerms

HOME_ZONE = "America/Los_Angeles"
"""The time zone of a simulated room, and of its tables where they are in no other."""


def licensee_text(head: str, tables: Iterable[str]) -> str:
    """Write a licensee's file, format 1: what stands at its head, then its tables."""
    return head + "".join(tables)


def table_text(sheet_id: str, terms: TableTerms, *, time_zone: str = HOME_ZONE, positions: int | None = None) -> str:
    """Write what is posted at a table; ``positions`` where the sheet leaves them to the licensee."""
    lines = ["", "[[table]]", f'id = "{terms.table_id}"']
    if time_zone != HOME_ZONE:
        lines.append(f'time_zone = "{time_zone}"')
    if positions is not None:
        lines.append(f"positions = {positions}")
    lines += [f'play = [{{ sheet = "{sheet_id}", since = 2026-01-01 }}]', "limit = ["]
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
