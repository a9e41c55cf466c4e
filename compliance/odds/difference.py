"""Records of what the difference between two sheets is worth."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fractions import Fraction

    from compliance.odds.nets import Net


@dataclass(frozen=True, slots=True)
class Worth:
    """A wager's expectation under one sheet for each unit of stake (an Ante for Play and Ante bonus).

    ``best`` under that sheet's own best play, ``everything`` when no hand is folded; None: no outcome somewhere.
    """

    best: Net | None
    everything: Net | None


@dataclass(frozen=True, slots=True)
class WagerDifference:
    """One wager under two sheets. Counts are of 407,170,400 deals on which its money differs.

    ``played`` and ``folded``: whenever the hand is played or folded; ``best``: as the first sheet's best play
    decides. A count is None where one of the sheets gives some deal no outcome, and ``gap`` says why.
    ``highest`` is the highest hand, by the first sheet's order, on which money differs when it is played.
    """

    kind: str
    gap: str | None
    played: int | None
    folded: int | None
    best: int | None
    highest: str | None
    first: Worth | None
    second: Worth | None

    @property
    def any(self) -> bool:
        """Whether some deal's money differs, or only one of the sheets says what it is."""
        return bool(self.played or self.folded) or (self.gap is not None and self.first != self.second)


@dataclass(frozen=True, slots=True)
class BaseWorth:
    """The whole base game under one sheet, Ante bonus included, in Antes; ``plays`` is hands of 22,100."""

    plays: int
    lowest_played: str | None
    best: Fraction
    everything: Fraction


@dataclass(frozen=True, slots=True)
class SheetDifference:
    """Two sheets compared in money; ``base`` holds the base games of the first and of the second."""

    first: str
    second: str
    base: tuple[BaseWorth, BaseWorth]
    wagers: tuple[WagerDifference, ...]

    def wager(self, kind: str) -> WagerDifference:
        """Return one kind's difference.

        Raises:
            KeyError: neither sheet offers it.
        """
        for difference in self.wagers:
            if difference.kind == kind:
                return difference
        raise KeyError(kind)

    @property
    def any(self) -> bool:
        """Whether some wager differs."""
        return any(wager.any for wager in self.wagers)
