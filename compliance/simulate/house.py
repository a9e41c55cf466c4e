"""The house of a simulated table: settles by the sheet as adopted, and by its own charts where the sheet has none."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from compliance.domain.words import ANTE, ANTE_BONUS, PAIR_PLUS, PLAY, SIX_CARD_BONUS, Outcome
from compliance.reference.settle import Settlement, settle
from compliance.reference.table import Key
from compliance.rules.loader import load_sheets
from compliance.rules.sheet import RuleSheet
from compliance.simulate.draft import WagerDraft

if TYPE_CHECKING:
    from compliance.rules.sections import Chart
    from compliance.simulate.draft import RoundDraft
    from compliance.simulate.habits import TableTerms

POSTED_CHART = {
    "lines": (
        {"hands": ("mini_royal",), "pays": "500 to 1"},
        {"hands": ("straight_flush",), "pays": "70 to 1"},
        {"hands": ("three_of_a_kind",), "pays": "60 to 1"},
        {"hands": ("straight",), "pays": "6 to 1"},
    )
}
"""A chart that hangs on the simulated casino's wall and that no sheet states: what a progressive is paid by."""


class OtherReading(NamedTuple):
    """A sheet under one other reading of one of its interpretations."""

    interpretation: str
    reading: str
    sheet: RuleSheet


@cache
def published_charts(kind: str) -> tuple[tuple[str, Chart], ...]:
    """The pay tables that the shipped sheets print for a kind, each with the hand it reads, every table once."""
    charts = [
        (rule.hand or "", rule.chart)
        for loaded in load_sheets().values()
        for rule in loaded.sheet.wager
        if rule.kind == kind and rule.chart is not None
    ]
    return tuple(entry for place, entry in enumerate(charts) if entry not in charts[:place])


def with_own_charts(sheet: RuleSheet) -> RuleSheet:
    """Fill in what the sheet leaves to the casino: a published chart of the kind, or one posted on the wall."""
    data: dict[str, Any] = sheet.model_dump(exclude_unset=True)
    on_the_wall = (sheet.clause[0].id,)
    for rule in data["wager"]:
        if rule.get("chart") is not None or rule["kind"] in (ANTE, PLAY):
            continue
        rule["hand"], rule["chart"] = "three_card", POSTED_CHART
        if rule["kind"] in (PAIR_PLUS, SIX_CARD_BONUS):
            hand, chart = published_charts(rule["kind"])[0]
            rule["hand"], rule["chart"] = hand, chart.model_dump(exclude_unset=True)
        rule.setdefault("on_fold", "survives")
        rule["cite"] = {**rule["cite"], "hand": on_the_wall, "chart": on_the_wall, "on_fold": on_the_wall}
    return RuleSheet.model_validate(data)


class House:
    """Settles drafts. ``sheet`` is the sheet as approved, ``rules`` the one with the house's own charts."""

    def __init__(self, sheet: RuleSheet, terms: TableTerms) -> None:
        self.sheet, self.terms = sheet, terms
        self.rules = with_own_charts(sheet)
        self.answered = frozenset(sheet.bank.answers if sheet.bank else ())
        self.uncharted = frozenset(
            rule.kind for rule in sheet.wager if rule.chart is None and rule.kind not in (ANTE, PLAY)
        )
        under = [
            OtherReading(entry.id, reading.name, sheet.under(entry.id, reading.name))
            for entry in sheet.interpretation
            for reading in entry.others
        ]
        self.other_readings = tuple(reading for reading in under if reading.sheet != sheet)

    def reading(self, interpretation: str, name: str) -> OtherReading | None:
        """One other reading; None where the sheet has no such reading, or settles alike under it."""
        return next(
            (other for other in self.other_readings if (other.interpretation, other.reading) == (interpretation, name)),
            None,
        )

    def settle(self, draft: RoundDraft, rules: RuleSheet | None = None) -> Settlement:
        """Derive every wager of a draft, by the house's rules or by others."""
        return settle(draft.as_round(), rules or self.rules, self.terms.positions)

    def record(self, draft: RoundDraft, settlement: Settlement) -> None:
        """Write outcomes, nets and Ante bonus lines into the draft, and what the round gave the player-dealer."""
        for seat, place, who in draft.everyone():
            who.wagers = [wager for wager in who.wagers if wager.kind != ANTE_BONUS]
            for wager in who.wagers:
                line = settlement.lines[Key(seat.seat, place, wager.kind)]
                if line.outcome is not None and line.net is not None:
                    wager.outcome, wager.net = line.outcome, line.net
            bonus = settlement.lines.get(Key(seat.seat, place, ANTE_BONUS))
            if bonus is not None and bonus.outcome is not None and bonus.net is not None:
                who.wagers.append(WagerDraft(ANTE_BONUS, 0, Outcome.WIN, bonus.net))
        if draft.bank is not None:
            draft.bank.net = self.bank_result(draft)

    def bank_result(self, draft: RoundDraft) -> int:
        """What the recorded nets give the player-dealer, in minor units."""
        return -sum(wager.net for _, _, who in draft.everyone() for wager in who.wagers if wager.kind in self.answered)

    def explanations(self, draft: RoundDraft) -> list[tuple[OtherReading, int]]:
        """Other readings that would explain where a draft's record differs from the sheet, and how many wagers each.

        A reading explains if it gives the record of a wager that differs, and the record of every wager that
        does not. Wagers that the sheet alone cannot derive take no part.
        """
        recorded = {
            Key(seat.seat, place, wager.kind): wager.net
            for seat, place, who in draft.everyone()
            for wager in who.wagers
        }
        due = {key: line.net for key, line in self.settle(draft, self.sheet).lines.items()}
        explaining = []
        for reading in self.other_readings:
            other = {key: line.net for key, line in self.settle(draft, reading.sheet).lines.items()}
            keys = [key for key in {*due, *other, *recorded} if due.get(key, 0) is not None]
            differing = {key for key in keys if recorded.get(key, 0) != due.get(key, 0)}
            fits = sum(other.get(key, 0) == recorded.get(key, 0) for key in differing)
            contradicted = any(other.get(key, 0) != recorded.get(key, 0) for key in keys if key not in differing)
            if fits and not contradicted:
                explaining.append((reading, fits))
        return explaining
