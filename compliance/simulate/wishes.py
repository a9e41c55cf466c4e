"""What a round should hold so that a certain rule comes to bear."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from compliance.domain.words import Decision, DecisionSource


@dataclass(frozen=True, slots=True)
class Wish:
    """Conditions on a round; what is left out is drawn as usual.

    ``deal`` (a name of ``dealing.ARRANGED``), ``kinds``, ``without``, ``decision`` and ``source`` concern one
    participant of the round; ``kinds`` that the sheet does not offer are passed over. ``binds``: the
    player-dealer's wager is, or is not, too small for the round. ``charted_only``: nobody places a wager whose
    chart the sheet leaves out. ``capped``: bonus wagers of several seats that the sheet's cap reaches
    together. ``sitting_out``: two or three seats wager, and the other places are empty.
    """

    deal: str | None = None
    kinds: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    decision: Decision | None = None
    source: DecisionSource | None = None
    binds: bool | None = None
    void: bool = False
    charted_only: bool = False
    capped: bool = False
    sitting_out: bool = False


AS_IT_COMES = Wish()
