"""How sentences are put together: names of wagers, amounts, and the simple sentences that only fill in a detail."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from compliance.domain.results import Finding

Money = Callable[[int | None], str]
"""Writes an amount in minor units out, with its currency."""

Sentence = Callable[["Finding", Money], str]
"""Says a finding, without the full stop."""

WAGER_NAMES = {
    "ante": "Ante",
    "play": "Play",
    "ante_bonus": "Ante bonus",
    "pair_plus": "Pair Plus",
    "six_card_bonus": "6 Card Bonus",
    "progressive": "Progressive",
}
"""How the kinds read in running text; a kind that no sheet knows is printed as recorded."""


def wager_name(kind: str | None) -> str:
    """The wager kind as running text names it."""
    return WAGER_NAMES.get(kind or "", kind or "wager")


def detail(text: str) -> Sentence:
    """A sentence with the finding's detail, wager and seat put in."""
    return lambda finding, _: text.format(
        detail=finding.detail, wager=wager_name(finding.wager_kind), seat=finding.seat
    )


def detail_money(text: str) -> Sentence:
    """A sentence with the finding's detail, an amount in minor units, and wager put in."""
    return lambda finding, money: text.format(
        money=money(int(finding.detail or 0)), wager=wager_name(finding.wager_kind)
    )
