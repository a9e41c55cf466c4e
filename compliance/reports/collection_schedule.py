"""The collection schedule that a licensee posts at the tables of a sheet, as a page of the printed sheet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from compliance.reports.figures import NONE
from compliance.reports.printable import shortened
from compliance.reports.tables import Column, Table

if TYPE_CHECKING:
    from collections.abc import Iterator

    from compliance.rules.licensee import CollectionRate, Licensee, Schedule

_PAYERS = {"participant": "each participant", "player_dealer": "the player-dealer"}
_BASES = {
    "round": "for each round",
    "seat": "for each seat played",
    "wager": "for each wager",
    "table_action": "for each round, by the table's action",
}


def collection_tables(licensee: Licensee | None, sheet_id: str) -> tuple[Table, ...]:
    """Return a table for each schedule posted where the sheet is played; tables with the same schedule share it.

    Empty without a licensee's file, or where it posts nothing for the sheet.
    """
    if licensee is None:
        return ()
    held: dict[tuple[str, tuple[tuple[str, ...], ...]], list[str]] = {}
    for table_id, currency, schedule in _schedules(licensee, sheet_id):
        rows = tuple(_row(rate, currency) for rate in schedule.rate)
        held.setdefault((_when(schedule), rows), []).append(table_id)
    columns = (
        Column("payer", "Paid by"),
        Column("basis", "Basis"),
        Column("action", "Table's action"),
        Column("fee", "Fee", "number"),
    )
    return tuple(
        Table(
            "collection",
            f"{'Table' if len(tables) == 1 else 'Tables'} {', '.join(shortened(each, 40) for each in tables)}, {since}",
            columns,
            rows,
        )
        for (since, rows), tables in held.items()
    )


def _schedules(licensee: Licensee, sheet_id: str) -> Iterator[tuple[str, str, Schedule]]:
    for table in licensee.table:
        if any(play.sheet == sheet_id for play in table.play):
            for schedule in table.collection:
                yield table.id, licensee.currency_of(table.id), schedule


def _when(schedule: Schedule) -> str:
    if schedule.since is None:
        return f"until {schedule.until}" if schedule.until else "without a date: in force always"
    return str(schedule)


def _row(rate: CollectionRate, currency: str) -> tuple[str, ...]:
    if rate.action_from and rate.action_to:
        action = f"{rate.action_from} to {rate.action_to} {currency}"
    elif rate.action_from or rate.action_to:
        action = f"{rate.action_from} {currency} or more" if rate.action_from else f"up to {rate.action_to} {currency}"
    else:
        action = NONE
    return (_PAYERS[rate.payer].capitalize(), _BASES[rate.basis], action, f"{rate.fee} {currency}")
