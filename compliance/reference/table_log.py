"""One table's log as the checks across rounds see it: its rounds in order, and what the licensee signed beside it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, Protocol

from compliance.domain.words import RoundStatus
from compliance.reference.instants import instant

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from datetime import date

    from compliance.domain.results import Finding
    from compliance.domain.rounds import PlayerDealer, Round
    from compliance.reference.rules_in_use import RulesInUse
    from compliance.rules.posted import Posted
    from compliance.rules.sheet import RuleSheet


@dataclass(frozen=True, slots=True)
class Entry:
    """A round with the rules in use for it and what is posted at its table.

    ``in_scope``: the run is about it; otherwise it only stands before or between such rounds. ``conflicting`` counts
    the lines kept out of the log because they give its round id to other content. ``bank_due`` is what the derived
    settlement gives the player-dealer, None where some of it cannot be derived or nobody asks.
    """

    round: Round
    rules: RulesInUse | None
    positions: int | None
    posted: Posted
    in_scope: bool = True
    conflicting: int = 0
    bank_due: int | None = None

    @property
    def sheet(self) -> RuleSheet | None:
        """The sheet with its adopted readings, None where it is unknown."""
        return self.rules.sheet if self.rules else None

    @property
    def settled(self) -> bool:
        """Whether the round was settled, and not void."""
        return self.round.status is RoundStatus.SETTLED

    @property
    def banker(self) -> PlayerDealer | None:
        """The player-dealer, where the sheet has one and one is recorded."""
        return self.round.player_dealer if self.sheet and self.sheet.bank else None

    @property
    def banked(self) -> bool:
        """Whether the sheet has a player-dealer bank, recorded or not."""
        return bool(self.sheet and self.sheet.bank)


class ControlTotal(NamedTuple):
    """What the licensee's manifest says of a gaming date; amounts in minor units of ``currency``, None: not stated."""

    table_id: str
    gaming_date: date
    first_sequence: int | None
    last_sequence: int | None
    rounds: int | None
    stakes: int | None
    nets: int | None
    collections: int | None
    shuffler_count: int | None
    currency: str | None


class BankSession(NamedTuple):
    """A player-dealer's session: what was brought and taken away, in minor units; times in ns since 1970 UTC."""

    table_id: str
    participant_id: str
    opened_ns: int
    closed_ns: int | None
    opening: int | None
    closing: int | None
    collections: int | None
    currency: str | None


class Drop(NamedTuple):
    """Collections counted out of the drop box, for a gaming date, a shift, or both."""

    table_id: str
    gaming_date: date | None
    shift: str | None
    collections: int | None
    currency: str | None


class Signed(NamedTuple):
    """What a licensee signed beside the log."""

    totals: tuple[ControlTotal, ...] = ()
    sessions: tuple[BankSession, ...] = ()
    drops: tuple[Drop, ...] = ()


NOTHING_SIGNED = Signed()


@dataclass(frozen=True, slots=True)
class TableLog:
    """One licensee's table. ``entries`` stand in the order (sequence, settled_at, round_id), unnumbered ones last.

    ``signed`` is what the licensee signed of it, and of tables of which the log has nothing, which have to be shown
    somewhere. ``shared_meters`` move at other tables too.
    """

    entries: tuple[Entry, ...]
    signed: Signed = NOTHING_SIGNED
    shared_meters: frozenset[str] = frozenset()

    @classmethod
    def of(
        cls, entries: Iterable[Entry], signed: Signed = NOTHING_SIGNED, shared_meters: frozenset[str] = frozenset()
    ) -> TableLog:
        """Put a table's rounds in order."""
        return cls(tuple(sorted(entries, key=_place)), signed, shared_meters)

    def scope(self) -> Iterator[tuple[int, Entry]]:
        """The rounds that the run is about, with their places."""
        return ((place, entry) for place, entry in enumerate(self.entries) if entry.in_scope)

    def settled(self) -> Iterator[tuple[int, Entry]]:
        """Those of them that were settled."""
        return ((place, entry) for place, entry in self.scope() if entry.settled)

    def before(self, place: int) -> Entry | None:
        """The round that comes before a place; None for the first."""
        return self.entries[place - 1] if place else None


def _place(entry: Entry) -> tuple[bool, int, int, str]:
    round_ = entry.round
    return (round_.sequence is None, round_.sequence or 0, instant(round_.settled_at), round_.round_id)


class Looked(NamedTuple):
    """How many things of the scope a check looked at, and its findings by the place of their round."""

    number: int
    findings: tuple[tuple[int, Finding], ...] = ()


class TableCheck(Protocol):
    """A module that holds one check of a table's log."""

    CODE: str

    def examine(self, log: TableLog) -> Looked:
        """Say how much of the log the check looked at, and the faults."""
        ...
