"""What a named fault is, and how it is planted in an honest round."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from compliance.domain.words import Verdict
from compliance.rules.loader import load_sheets
from compliance.simulate.scene import Found, Scene, Truth
from compliance.simulate.wishes import AS_IT_COMES, Wish

if TYPE_CHECKING:
    from collections.abc import Iterable

    from compliance.rules.sheet import RuleSheet

Plant = Callable[[Scene], tuple[Found, ...] | None]


def every_sheet(sheet: RuleSheet) -> bool:
    """A fault that any sheet can have."""
    return bool(sheet.wager)


@dataclass(frozen=True, slots=True)
class Aftermath:
    """What a fault does to the rounds that follow: ``next_number`` and ``numbers`` are added to the number of the next
    round and of all later ones, ``decks_turn`` lets the two decks change places, ``given_again`` repeats the line with
    other content.
    """

    next_number: int = 0
    numbers: int = 0
    decks_turn: bool = False
    given_again: bool = False


NONE_AFTER = Aftermath()


@dataclass(frozen=True, slots=True)
class Fault:
    """A kind of fault: one small edit to an honest round.

    ``codes`` are those of the findings it brings, and RECD-008 besides for a void round of a sheet without causes;
    ``sentence`` says what went wrong at the table; ``applies`` whether a sheet can have it; ``wish`` what the honest
    round should hold; ``edit`` changes the scene's draft and returns the findings to expect, or None where the round
    gives no opportunity (the draft is then spoilt). ``follows``: it needs the round before it. ``whole_log``: it lies
    in every round, the decks lack a card, and shows at the last rounds.
    """

    name: str
    codes: tuple[str, ...]
    sentence: str
    edit: Plant
    wish: Wish = AS_IT_COMES
    applies: Callable[[RuleSheet], bool] = every_sheet
    follows: bool = False
    after: Aftermath = NONE_AFTER
    whole_log: bool = False

    def plant(self, scene: Scene) -> tuple[Truth, ...] | None:
        """Make the edit and return the truth, or None where this round gives no opportunity for it alone."""
        if scene.void != self.wish.void:
            return None
        found = self.edit(scene)
        if found is None or scene.beyond_limit() != any(entry.code == "COVR-002" for entry in found):
            return None
        if scene.void and _gives_no_cause(scene):
            found = (*found, Found("RECD-008", Verdict.REVIEW))
        frame = scene.draft.frame
        return tuple(
            Truth(
                frame.round_id, frame.table_id, scene.draft.currency, self.name, entry.code, entry.verdict, entry.seat,
                entry.participant_id, entry.wager_kind, entry.variance, entry.interpretation, entry.reading,
            )
            for entry in found
        )  # fmt: skip


def _gives_no_cause(scene: Scene) -> bool:
    """Whether the sheet that the round names lets no round be voided."""
    named = scene.draft.rule_sheet
    if named == scene.house.sheet.id:
        return scene.house.sheet.voids is None
    return named in load_sheets() and load_sheets()[named].sheet.voids is None


def registry(*families: Iterable[Fault]) -> dict[str, Fault]:
    """Every fault by name.

    Raises:
        ValueError: two faults have one name.
    """
    faults = [fault for family in families for fault in family]
    by_name = {fault.name: fault for fault in faults}
    if len(by_name) != len(faults):
        raise ValueError("two kinds of fault have the same name")
    return by_name


def banked(sheet: RuleSheet) -> bool:
    """Whether a player-dealer banks."""
    return sheet.bank is not None


def offers(*kinds: str) -> Callable[[RuleSheet], bool]:
    """Sheets that offer all these kinds."""
    return lambda sheet: all(kind in sheet.wagers for kind in kinds)


def charted(kind: str) -> Callable[[RuleSheet], bool]:
    """Sheets that print a pay table for the kind."""
    return lambda sheet: kind in sheet.wagers and sheet.wagers[kind].chart is not None


def leaves_open(sheet: RuleSheet, path: str) -> bool:
    """Whether the value at ``path`` is one that the readings of some interpretation dispute."""
    return any(path in reading.sets for entry in sheet.interpretation for reading in entry.others)


def both(*conditions: Callable[[RuleSheet], bool]) -> Callable[[RuleSheet], bool]:
    """Sheets that meet every condition."""
    return lambda sheet: all(condition(sheet) for condition in conditions)
