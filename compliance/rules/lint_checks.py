"""Defects of a rule sheet that its data show, each found by one small check."""

from __future__ import annotations

from typing import TYPE_CHECKING

from compliance.domain.words import ANTE, ANTE_BONUS, PLAY, Branch
from compliance.rules.lint_finding import LintFinding, finding
from compliance.rules.pay_tables import falls, order_read, unranked, unreachable
from compliance.rules.situations import unsettled
from compliance.rules.words import RANK_NAMES, hand_name, kind_names, pay_line_text, with_article

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from compliance.rules.sheet import RuleSheet


def _unsettled(sheet: RuleSheet) -> Iterator[LintFinding]:
    for kind, why in dict.fromkeys((entry.situation.kind, entry.why) for entry in unsettled(sheet)):
        rule = sheet.wagers[kind]
        if why is Branch.CHART_MISSING:
            pointer = f", which points to {rule.chart_posted}" if rule.chart_posted else ""
            yield finding(
                sheet,
                f"chart-missing.{kind}",
                "silence",
                f"{rule.name} has no pay table in the document{pointer}; without one it cannot be settled.",
                f"wager.{kind}.chart",
                f"wager.{kind}.chart_posted" if rule.chart_posted else f"wager.{kind}.name",
            )
        else:
            yield finding(
                sheet,
                f"fold-unstated.{kind}",
                "silence",
                f"What a fold does to {rule.name} is not stated; after one it cannot be settled.",
                f"wager.{kind}.on_fold",
                f"wager.{kind}.name",
            )


def _wager_terms(sheet: RuleSheet) -> Iterator[LintFinding]:
    for rule in sheet.wager:
        if rule.kind in (ANTE, PLAY, ANTE_BONUS):
            continue
        unstated = []
        if rule.needs_ante is None:
            unstated.append("whether it needs an Ante")
        if rule.on_fold is None and rule.chart is None:
            unstated.append("what a fold does to it")
        if rule.answered_by is None and not (sheet.bank and rule.kind in sheet.bank.answers):
            unstated.append("whose money answers it")
        if unstated:
            yield finding(
                sheet,
                f"terms-unstated.{rule.kind}",
                "silence",
                f"{rule.name}: the document does not say {' nor '.join(unstated)}.",
                f"wager.{rule.kind}.name",
            )


def _pay_tables(sheet: RuleSheet) -> Iterator[LintFinding]:
    for rule in sheet.wager:
        if rule.chart is None:
            continue
        path = f"wager.{rule.kind}.chart"
        for hand in unranked(rule, sheet.ranking):
            yield finding(
                sheet,
                f"paid-not-ranked.{rule.kind}.{hand}",
                "silence",
                f"{rule.name} pays for {with_article(hand_name(hand))}, which the order of hands does not name.",
                path,
                "ranking.five_card" if rule.hand == "best_five_of_six" else "ranking.three_card",
            )
        for line in unreachable(rule.chart):
            yield finding(
                sheet,
                f"unreachable.{rule.kind}.{line.hands[0]}",
                "pay_table",
                f"The {rule.name} line '{pay_line_text(line)}' is never reached: no hand is left for it.",
                path,
            )
        for higher, lower in falls(rule.chart, order_read(rule, sheet.ranking)):
            yield finding(
                sheet,
                f"pay-falls.{rule.kind}.{higher}.{lower}",
                "pay_table",
                f"{rule.name} pays less for {with_article(hand_name(higher))} than for "
                f"{with_article(hand_name(lower))}, which ranks below it.",
                path,
            )


def _limited_to_ante(sheet: RuleSheet) -> Iterator[LintFinding]:
    for rule in sheet.wager:
        if rule.at_most_ante and rule.above_ante is None:
            yield finding(
                sheet,
                f"above-ante-unstated.{rule.kind}",
                "silence",
                f"{rule.name} may not be above the Ante, and nothing says what becomes of one that is.",
                f"wager.{rule.kind}.at_most_ante",
            )


def _button(sheet: RuleSheet) -> Iterator[LintFinding]:
    if sheet.bank is not None and sheet.bank.policy != "unlimited" and sheet.button is None:
        yield finding(
            sheet,
            "button",
            "silence",
            "The player-dealer's wager may not cover everything, and no rule says where the action starts.",
            "button",
            "bank.policy",
        )
    if sheet.button is not None:
        for rank in sheet.button.silent:
            yield finding(
                sheet,
                f"button-value.{rank}",
                "silence",
                f"The {RANK_NAMES[rank]} has no value in the count that places the action button; "
                f"{sheet.button.values[rank]} is assumed.",
                "button.values",
            )


def _places(sheet: RuleSheet) -> Iterator[LintFinding]:
    table = sheet.table
    if table.positions is None:
        yield finding(
            sheet, "positions", "silence", "The number of positions at the table is not stated.", "table.positions"
        )
    elif table.participants is not None and table.positions != table.participants + (sheet.bank is not None):
        yield finding(
            sheet,
            "positions",
            "contradiction",
            f"{table.positions} positions do not agree with {table.participants} participants.",
            "table.positions",
            "table.participants",
        )


def _bank(sheet: RuleSheet) -> Iterator[LintFinding]:
    if sheet.bank is None:
        return
    if sheet.bank.consecutive_rounds is None:
        yield finding(
            sheet,
            "rotation",
            "silence",
            "Nothing says for how many rounds one participant may bank before the bank passes on.",
            "bank.consecutive_rounds",
            "bank.answers",
        )
        return
    if sheet.bank.offered is None:
        yield finding(
            sheet,
            "rotation-way",
            "silence",
            "Nothing says which way round the table the bank is offered on.",
            "bank.consecutive_rounds",
        )
    if sheet.bank.after_consecutive is None:
        yield finding(
            sheet,
            "rotation-end",
            "silence",
            f"Nothing says what follows when {sheet.bank.consecutive_rounds} rounds have been banked.",
            "bank.consecutive_rounds",
        )


def _deck(sheet: RuleSheet) -> Iterator[LintFinding]:
    if sheet.deck.decks is None and sheet.deck.cards is None:
        yield finding(
            sheet,
            "deck",
            "silence",
            "Neither the deck nor the number of decks is described.",
            "deck.decks",
            "deck.hand_cards",
        )


def _closing(sheet: RuleSheet) -> Iterator[LintFinding]:
    closed = sheet.procedure.closing if sheet.procedure else None
    if closed is None:
        return
    for rule in sheet.wager:
        if rule.placed == "before_the_deal" and rule.kind not in closed:
            says = f"The closing of wagers names {kind_names(closed, sheet)}, not {rule.name}."
            yield finding(sheet, f"closing-omits.{rule.kind}", "silence", says, "procedure.closing")


def _decisions(sheet: RuleSheet) -> Iterator[LintFinding]:
    stated = sheet.decisions
    if stated is not None and stated.timeout is None and (stated.disconnect or stated.insufficient_balance):
        known = "disconnect" if stated.disconnect else "insufficient_balance"
        yield finding(
            sheet,
            "timeout",
            "silence",
            "Nothing says what is taken for a decision when a connected participant lets the decision time run out.",
            "decisions.timeout",
            f"decisions.{known}",
        )


CHECKS: tuple[Callable[[RuleSheet], Iterator[LintFinding]], ...] = (
    _unsettled,
    _wager_terms,
    _pay_tables,
    _limited_to_ante,
    _button,
    _places,
    _bank,
    _deck,
    _closing,
    _decisions,
)
