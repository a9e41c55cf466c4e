"""Exact odds of a whole sheet: the base game, every wager, and what the open readings change."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from compliance.domain.words import ANTE
from compliance.odds.figures import plain
from compliance.odds.hands import DEALS, HANDS
from compliance.odds.money_difference import difference_of
from compliance.odds.nets import Terms
from compliance.odds.settling import Game
from compliance.odds.strategy import Worked
from compliance.odds.wagers import wager_odds

if TYPE_CHECKING:
    from collections.abc import Mapping

    from compliance.odds.difference import SheetDifference
    from compliance.odds.strategy import BaseGame
    from compliance.odds.wagers import WagerOdds
    from compliance.rules.sheet import RuleSheet


@dataclass(frozen=True, slots=True)
class ReadingEffect:
    """What another reading of an interpretation changes. ``difference`` None: nothing that odds look at.

    Odds are those of wagers in full, placed as the sheet allows: how far the player-dealer's wager goes, whose
    turn it is, and what becomes of a wager placed against the rules do not enter.
    """

    interpretation: str
    reading: str
    difference: SheetDifference | None


@dataclass(frozen=True, slots=True)
class SheetOdds:
    """The odds of a sheet under its adopted readings. ``base`` is Ante and Play, then with the Ante bonus if any."""

    sheet: str
    base: tuple[BaseGame, ...]
    wagers: tuple[WagerOdds, ...]
    readings: tuple[ReadingEffect, ...]

    def wager(self, kind: str) -> WagerOdds:
        """Return the odds of one kind.

        Raises:
            KeyError: the sheet does not offer it.
        """
        for odds in self.wagers:
            if odds.kind == kind:
                return odds
        raise KeyError(kind)

    def plain(self) -> dict[str, Any]:
        """Return everything as plain data, ready for JSON: no floats, every fraction exact and as a decimal."""
        return {
            "sheet": self.sheet,
            "hands": HANDS,
            "deals": DEALS,
            "base": plain(self.base),
            "wagers": plain(self.wagers),
            "readings": plain(self.readings),
        }


def odds_of(sheet: RuleSheet, terms: Mapping[str, Terms] | None = None) -> SheetOdds:
    """Work out everything that a sheet's data fix, by full enumeration.

    ``terms`` gives, by wager kind, the stake and the meter (in the sheet's currency) that fixed amounts and
    meter shares are measured by; without them such figures stay apart as money and meters. A stake that the
    sheet fixes need not be given.

    Raises:
        OddsError: Ante, Play or Ante bonus cannot be counted in Antes.
    """
    terms = terms or {}
    antes = terms.get(ANTE, Terms())
    (game,) = Game.of(sheet)
    worked = Worked.of(game, antes)
    effects = [
        ReadingEffect(entry.id, reading.name, _difference(worked, sheet.under(entry.id, reading.name), antes))
        for entry in sheet.interpretation
        for reading in entry.others
    ]
    return SheetOdds(
        sheet=sheet.id,
        base=worked.base,
        wagers=tuple(wager_odds(game, kind, worked.best, terms.get(kind, Terms())) for kind in sheet.wagers),
        readings=tuple(effects),
    )


def _difference(adopted: Worked, other: RuleSheet, antes: Terms) -> SheetDifference | None:
    sheet = adopted.game.sheet
    if not _moves_odds(sheet, other):
        return None
    here, there = Game.of(sheet, other)
    # A reading that leaves the order of hands alone shares the layout, and so the work already done.
    first = adopted if here.layout is adopted.game.layout else Worked.of(here, antes)
    difference = difference_of(first, Worked.of(there, antes))
    return difference if difference.any else None


def _moves_odds(sheet: RuleSheet, other: RuleSheet) -> bool:
    """Whether two readings of one sheet differ in a part that odds look at."""
    return any(getattr(sheet, part) != getattr(other, part) for part in ("ranking", "qualifying", "showdown", "wager"))
