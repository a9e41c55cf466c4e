"""The sentence of a finding, made from its fields: what was recorded, what is due, and by how much it is off."""

from __future__ import annotations

from typing import TYPE_CHECKING

from compliance.domain.catalogue import CHECKS
from compliance.domain.money import decimal_text
from compliance.domain.table_sentences import SENTENCES_OF_TABLES
from compliance.domain.wording import WAGER_NAMES, detail, detail_money, wager_name
from compliance.domain.words import Branch

if TYPE_CHECKING:
    from collections.abc import Callable

    from compliance.domain.results import Finding
    from compliance.domain.wording import Money

__all__ = ["REASONS", "WAGER_NAMES", "sentence", "wager_name"]

REASONS = {
    Branch.CHART_MISSING: "the sheet leaves its pay table out and none is posted",
    Branch.NOT_OFFERED: "the sheet does not offer it",
    Branch.CONTRADICTORY_DECISION: "a fold is recorded beside a Play wager, and the result depends on which is true",
    Branch.FOLD_SILENT: "the sheet does not say what a fold does to it",
    Branch.HAND_NOT_SHOWN: "the hand was not shown",
    Branch.OTHER_CURRENCY: "an amount of the sheet applies to it that is in another currency than the round's",
    Branch.METER_UNKNOWN: "the meter before the round is not recorded",
    Branch.ORDER_UNKNOWN: "the player-dealer's wager does not cover everything and the order of action is not known",
}
"""Why a wager cannot be derived."""


def sentence(finding: Finding, currency: str, digits: int) -> str:
    """Say the finding in one sentence, for a round in ``currency`` with ``digits`` decimals."""

    def money(amount: int | None) -> str:
        return "nothing" if amount is None else f"{decimal_text(amount, digits)} {currency}"

    special = _SENTENCES.get(finding.code)
    text = special(finding, money) if special else CHECKS[finding.code].title
    return f"{text}."


def _outcome(outcome: str | None) -> str:
    return "no line" if outcome is None else outcome.replace("_", " ")


def _difference(finding: Finding, money: Money) -> str:
    name = wager_name(finding.wager_kind)
    return (
        f"{name} is recorded as {_outcome(finding.recorded_outcome)}, {money(finding.recorded_net)}; "
        f"due is {_outcome(finding.expected_outcome)}, {money(finding.expected_net)}: "
        f"{finding.direction} by {money(abs(finding.variance or 0))}"
    )


def _label(finding: Finding, money: Money) -> str:
    return (
        f"{wager_name(finding.wager_kind)} is labelled {_outcome(finding.recorded_outcome)} where "
        f"{_outcome(finding.expected_outcome)} is due; the money, {money(finding.recorded_net)}, is right"
    )


def _missing(finding: Finding, money: Money) -> str:
    return f"{wager_name(finding.wager_kind)} of {money(finding.expected_net)} is due and not recorded"


def _undue(finding: Finding, money: Money) -> str:
    return f"{wager_name(finding.wager_kind)} of {money(finding.recorded_net)} is recorded and not due"


def _reading(finding: Finding, money: Money) -> str:
    also = f" (as would {', '.join(finding.also_fits)})" if finding.also_fits else ""
    reading = f"reading {finding.reading} of {finding.interpretation}"
    return f"{_difference(finding, money)}, which is what {reading} gives{also}"


def _undetermined(finding: Finding, _: Money) -> str:
    return f"{wager_name(finding.wager_kind)} cannot be derived: {REASONS[finding.branch or Branch.CHART_MISSING]}"


def _limit_ignored(finding: Finding, money: Money) -> str:
    return f"{_difference(finding, money)}; it was settled as if the player-dealer's wager had no limit"


def _action_seat(finding: Finding, _: Money) -> str:
    text = f"The action card gives seat {finding.detail}, not the recorded action seat"
    if finding.reading is None:
        return text
    return f"{text}, which is what reading {finding.reading} of {finding.interpretation} gives"


def _unlike(finding: Finding, money: Money) -> str:
    usual, _, round_id = (finding.detail or "0").partition(" ")
    return (
        f"{wager_name(finding.wager_kind)} is recorded with {money(finding.recorded_net)}, and with {money(int(usual))}"
        f" in round {round_id}, on the same cards but for suits, the same stakes and the same decision"
    )


_SENTENCES: dict[str, Callable[[Finding, Money], str]] = {
    "DEAL-001": detail("{detail} stands more than once in the round; nothing can be derived from such cards"),
    "DEAL-002": detail("Not three cards, or not shown though a wager needs it: {detail}"),
    "RECD-005": detail("The round is void: {detail}"),
    "WAGR-001": detail_money("The Play wager differs from the Ante of {money}"),
    "WAGR-003": detail("{wager} is not offered by the sheet"),
    "WAGR-004": detail("{wager} needs an Ante, and there is none"),
    "WAGR-005": detail_money("{wager} is above the Ante of {money}"),
    "WAGR-008": detail("More than one participant wagers at seat {seat}"),
    "SETL-001": _difference,
    "SETL-002": _label,
    "SETL-003": _missing,
    "SETL-004": _reading,
    "SETL-005": _undetermined,
    "SETL-006": _undue,
    "ALIK-001": _unlike,
    "COVR-001": _limit_ignored,
    "COVR-002": detail_money("By the recorded nets the player-dealer's result is {money}, beyond the wager put up"),
    "COVR-003": detail_money("The recorded nets give the player-dealer {money}, which is not the net recorded"),
    "ROTN-002": _action_seat,
    **SENTENCES_OF_TABLES,
}
