"""What each wager is due before the player-dealer's limit, read off the sheets a sentence at a time."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tests.oracle import cards
from tests.oracle.sheets import FOUR_KINDS, forfeited_by_fold

if TYPE_CHECKING:
    from tests.oracle.lines import Place


@dataclass(frozen=True)
class Due:
    """Outcome and net in minor units; `outcome` None means that no such line is due."""

    outcome: str | None
    net: int
    by_fold: bool = False


UNDETERMINED = None
NOT_DUE = Due(None, 0)


def _even_money(beats: int, stake: int, tie: str) -> Due:
    if beats > 0 or (beats == 0 and tie == "participant_wins"):
        return Due("win", stake)
    if beats < 0 or tie == "dealer_wins":
        return Due("lose", -stake)
    return Due("push", 0)


def _against_the_dealer_hand(
    sheet: dict[str, Any], readings: dict[str, str], own: list[str], dealer: list[str], stake: int
) -> Due:
    beats = cards.compare(own, dealer)
    if cards.qualifies(dealer):
        return _even_money(beats, stake, readings["B2"] if sheet["tie"] == "B2" else sheet["tie"])
    if sheet["ante_when_not_qualified"] == "pays_always":
        return Due("win", stake)
    tie = sheet["ante_not_qualified_tie"]
    if beats > 0 or (beats == 0 and (readings["B3"] if tie == "B3" else tie) == "participant_wins"):
        return Due("win", stake)
    return Due("push", 0)


def _by_chart(chart: dict[str, int], category: str, stake: int) -> Due:
    return Due("win", stake * chart[category]) if category in chart else Due("lose", -stake)


def paid_to_a_disconnected_fold(place: Place, readings: dict[str, str]) -> bool:
    """L1: 'in cases of disconnection … win payment for … Ante Bonus will be made as normal'."""
    return place.folded and place.source == "disconnect" and readings.get("L1") == "bonus_paid_on_disconnect"


def _ante_bonus(sheet: dict[str, Any], readings: dict[str, str], place: Place) -> Due | None:
    ante = place.line("ante")
    if ante is None:
        return NOT_DUE
    if place.contradicts_itself:
        return UNDETERMINED
    if place.folded and not paid_to_a_disconnected_fold(place, readings):
        return NOT_DUE
    if place.cards is None:
        return UNDETERMINED
    category = cards.three_card_hand(place.cards)[0]
    odds = sheet["charts"]["ante_bonus"].get(category)
    return NOT_DUE if odds is None else Due("win", ante.stake * odds)


def full_settlement(
    sheet: dict[str, Any],
    readings: dict[str, str],
    place: Place,
    kind: str,
    dealer: list[str] | None,
    currency: str,
) -> Due | None:
    """What one wager is due with the bank unlimited; None when the sheet cannot say."""
    if kind not in sheet["kinds"]:
        return UNDETERMINED
    if kind == "ante_bonus":
        return _ante_bonus(sheet, readings, place)
    line = next(line for line in place.lines if line.kind == kind)
    forfeits = forfeited_by_fold(sheet, readings)
    if place.contradicts_itself and kind in ("ante", "play", *forfeits):
        return UNDETERMINED
    if kind in sheet["charts"] and sheet["charts"][kind] is None:
        return UNDETERMINED
    cap = sheet["cap"]
    if cap is not None and kind in cap["kinds"] and currency != cap["currency"]:
        return UNDETERMINED
    if place.folded and kind in ("ante", *forfeits):
        return Due("lose", -line.stake, by_fold=True)
    if place.cards is None:
        return UNDETERMINED
    if kind == "pair_plus":
        due = _by_chart(sheet["charts"][kind], cards.three_card_hand(place.cards)[0], line.stake)
        return _bonus_above_the_ante(sheet, readings, place, due)
    if dealer is None:
        return UNDETERMINED
    if kind == "six_card_bonus":
        return _by_chart(sheet["charts"][kind], cards.six_card_category(place.cards, dealer), line.stake)
    if kind == "play" and not cards.qualifies(dealer):
        return Due("push", 0)
    return _against_the_dealer_hand(sheet, readings, place.cards, dealer, line.stake)


def _bonus_above_the_ante(sheet: dict[str, Any], readings: dict[str, str], place: Place, due: Due) -> Due:
    """Bicycle, Bonus Bet Pays: a bonus above the Ante does not 'qualify for Bonus Bet pay' (B5)."""
    ante, bonus = place.line("ante"), place.line("pair_plus")
    if "pair_plus" not in sheet["bonus_not_above_ante"] or ante is None or bonus is None:
        return due
    if bonus.stake > ante.stake and due.outcome == "win" and readings["B5"] == "no_pay":
        return Due("push", 0)
    return due


def needs_cards(sheet: dict[str, Any], readings: dict[str, str], place: Place, kind: str) -> tuple[bool, bool]:
    """Whether a wager needs the participant's hand, and whether it needs the dealer hand."""
    if kind not in sheet["kinds"] or kind == "ante_bonus":
        return False, False
    if kind == "ante" and place.folded:
        return paid_to_a_disconnected_fold(place, readings), False
    if place.folded and kind in forfeited_by_fold(sheet, readings):
        return False, False
    return True, kind in ("ante", "play", "six_card_bonus")


def is_answered_by_the_bank(sheet: dict[str, Any], kind: str) -> bool:
    """Whether the bank's wager answers this kind; the progressive is not the player-dealer's money."""
    return sheet["banked_by"] == "player-dealer" and kind in FOUR_KINDS
