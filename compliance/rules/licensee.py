"""The licensee's own file: its tables, what each plays since when, limits, collections, and rulings it holds."""

from __future__ import annotations

from datetime import date, time, timedelta
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Annotated, Literal, Self, TypeVar
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pydantic import AfterValidator, Field, model_validator

from compliance.domain.money import minor_digits, minor_units
from compliance.rules.records import AmountText, Identifier, Record, WagerKind

if TYPE_CHECKING:
    from collections.abc import Iterable


def _known_zone(name: str) -> str:
    try:
        ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise ValueError(f"{name!r} is not a time zone of the IANA list; write it as America/Los_Angeles") from None
    return name


def _known_currency(code: str) -> str:
    minor_digits(code)
    return code


LogIdentifier = Annotated[str, Field(min_length=1, max_length=128)]
TimeZone = Annotated[str, AfterValidator(_known_zone)]
Currency = Annotated[str, AfterValidator(_known_currency)]
TimeOfDay = Annotated[str, Field(pattern=r"^([01][0-9]|2[0-3]):[0-5][0-9]$")]


class Period(Record):
    """Gaming dates, both ends included; ``since`` None reaches back without end, ``until`` None goes on."""

    since: date | None = None
    until: date | None = None

    @model_validator(mode="after")
    def _runs_forward(self) -> Self:
        if self.since and self.until and self.until < self.since:
            raise ValueError(f"'until' {self.until} is before 'since' {self.since}; correct one of them")
        return self

    def covers(self, gaming_date: date) -> bool:
        """Whether the gaming date lies in the period."""
        return (self.since or date.min) <= gaming_date <= (self.until or date.max)

    def __str__(self) -> str:
        start = f"from {self.since}" if self.since else "from the beginning"
        return f"{start} to {self.until}" if self.until else f"{start} on"


class Play(Period):
    """The sheet, and the postings with it, that a table plays over a period. ``since`` is required."""

    sheet: Identifier
    postings: tuple[Identifier, ...] = ()
    since: date


class Limit(Period):
    """Least and greatest stake of one wager kind at a table, in the table's currency."""

    kind: WagerKind
    least: AmountText | None = None
    greatest: AmountText | None = None

    def bounds(self, digits: int) -> tuple[int | None, int | None]:
        """Return least and greatest stake in minor units of a currency with that many decimals.

        Raises:
            MoneyError: an amount has more decimals than the currency.
        """
        least = None if self.least is None else minor_units(self.least, digits)
        return least, None if self.greatest is None else minor_units(self.greatest, digits)


class CollectionRate(Record):
    """One posted fee. A ``table_action`` fee holds while the round's stakes lie between the two amounts."""

    payer: Literal["participant", "player_dealer"]
    fee: AmountText
    basis: Literal["round", "seat", "wager", "table_action"] = "round"
    action_from: AmountText | None = None
    action_to: AmountText | None = None

    @model_validator(mode="after")
    def _amounts_belong_to_table_action(self) -> Self:
        if self.basis != "table_action" and (self.action_from or self.action_to):
            raise ValueError("'action_from' and 'action_to' belong to a fee on the basis of 'table_action'")
        return self


class Schedule(Period):
    """The collection schedule posted at a table over a period."""

    rate: tuple[CollectionRate, ...] = Field(min_length=1)


class Table(Record):
    """One table of the licensee. Values left out are the licensee's own, or the sheet's."""

    id: LogIdentifier
    currency: Currency | None = None
    time_zone: TimeZone | None = None
    day_starts_at: TimeOfDay | None = None
    positions: int | None = Field(default=None, ge=1)
    play: tuple[Play, ...] = Field(min_length=1)
    limit: tuple[Limit, ...] = ()
    collection: tuple[Schedule, ...] = ()

    @model_validator(mode="after")
    def _periods_follow_one_another(self) -> Self:
        _refuse_overlaps(f"table {self.id}", "sheets", self.play)
        for earlier, later in pairwise(sorted(self.play, key=lambda play: play.since)):
            if earlier.until and earlier.until + timedelta(days=1) < later.since:
                raise ValueError(
                    f"table {self.id} plays no sheet from {earlier.until + timedelta(days=1)} to "
                    f"{later.since - timedelta(days=1)}; close the gap"
                )
        for kind in sorted({limit.kind for limit in self.limit}):
            _refuse_overlaps(f"table {self.id}", f"{kind} limits", [lim for lim in self.limit if lim.kind == kind])
        _refuse_overlaps(f"table {self.id}", "collection schedules", self.collection)
        return self


class Ruling(Period):
    """The authority's word on an interpretation: the reading it gives, and where it is written."""

    sheet: Identifier
    interpretation: str
    reading: Identifier
    ruling_ref: str = Field(min_length=1)


class Licensee(Record):
    """One licensee. Tables are known by the id that the log uses."""

    format: Literal[1]
    id: LogIdentifier
    name: str
    time_zone: TimeZone
    day_starts_at: TimeOfDay = "00:00"
    currency: Currency
    table: tuple[Table, ...] = Field(min_length=1)
    ruling: tuple[Ruling, ...] = ()

    @model_validator(mode="after")
    def _each_once(self) -> Self:
        ids = [table.id for table in self.table]
        if doubles := sorted({name for name in ids if ids.count(name) > 1}):
            raise ValueError(f"the table {', '.join(doubles)} stands twice; keep one")
        for sheet, interpretation in sorted({(ruling.sheet, ruling.interpretation) for ruling in self.ruling}):
            same = [r for r in self.ruling if (r.sheet, r.interpretation) == (sheet, interpretation)]
            _refuse_overlaps(f"sheet {sheet}", f"rulings on {interpretation}", same)
        return self

    @cached_property
    def tables(self) -> dict[str, Table]:
        """The tables by id, in the file's order."""
        return {table.id: table for table in self.table}

    def positions(self, table_id: str) -> int | None:
        """Return the numbered places at a table, the player-dealer's included; None where the file does not say."""
        table = self.tables.get(table_id)
        return table.positions if table else None

    def plays(self, table_id: str, gaming_date: date) -> Play | None:
        """Return what the table plays on a gaming date; None for an unknown table or a date before it opened."""
        return _in_force(self.tables[table_id].play, gaming_date) if table_id in self.tables else None

    def limits(self, table_id: str, gaming_date: date) -> dict[str, Limit]:
        """Return the stake limits in force at a table, by wager kind; empty where the file has none."""
        table = self.tables.get(table_id)
        by_kind: dict[str, list[Limit]] = {}
        for limit in table.limit if table else ():
            by_kind.setdefault(limit.kind, []).append(limit)
        in_force = {kind: _in_force(limits, gaming_date) for kind, limits in by_kind.items()}
        return {kind: limit for kind, limit in in_force.items() if limit is not None}

    def collections(self, table_id: str, gaming_date: date) -> Schedule | None:
        """Return the collection schedule in force at a table; None where the file has none."""
        return _in_force(self.tables[table_id].collection, gaming_date) if table_id in self.tables else None

    def rulings(self, sheet_id: str, gaming_date: date | None = None) -> tuple[Ruling, ...]:
        """Return the rulings on a sheet, all of them or those in force on a gaming date."""
        on_sheet: dict[str, list[Ruling]] = {}
        for ruling in self.ruling:
            if ruling.sheet == sheet_id:
                on_sheet.setdefault(ruling.interpretation, []).append(ruling)
        if gaming_date is None:
            return tuple(ruling for rulings in on_sheet.values() for ruling in rulings)
        in_force = [_in_force(rulings, gaming_date) for rulings in on_sheet.values()]
        return tuple(ruling for ruling in in_force if ruling is not None)

    def time_zone_of(self, table_id: str) -> ZoneInfo:
        """Return the time zone that a table's local times are in."""
        table = self.tables.get(table_id)
        return ZoneInfo((table.time_zone if table else None) or self.time_zone)

    def day_starts_at_of(self, table_id: str) -> time:
        """Return the local time at which a table's gaming date begins."""
        table = self.tables.get(table_id)
        return time.fromisoformat((table.day_starts_at if table else None) or self.day_starts_at)

    def currency_of(self, table_id: str) -> str:
        """Return the currency a table plays in."""
        table = self.tables.get(table_id)
        return (table.currency if table else None) or self.currency


Dated = TypeVar("Dated", bound=Period)


def _in_force(periods: Iterable[Dated], gaming_date: date) -> Dated | None:
    """Return the last period that covers the date: an open-ended one ends where the next begins."""
    covering = [period for period in periods if period.covers(gaming_date)]
    return max(covering, key=lambda period: period.since or date.min, default=None)


def _refuse_overlaps(where: str, what: str, periods: Iterable[Period]) -> None:
    """Refuse two periods that cover one date.

    Raises:
        ValueError: two periods begin on one day, or one with an end reaches into the next.
    """
    for earlier, later in pairwise(sorted(periods, key=lambda period: period.since or date.min)):
        same_start = (earlier.since or date.min) == (later.since or date.min)
        if same_start or (earlier.until is not None and later.since is not None and earlier.until >= later.since):
            raise ValueError(f"{where} has two {what} at once, {earlier} and {later}; end one where the next begins")
