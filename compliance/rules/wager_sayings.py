"""One sentence for every value that a wager, or a cap on wagers, can state; ``{name}`` is the wager's own name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from compliance.rules.words import amount_text, chart_text, kind_names, listed

if TYPE_CHECKING:
    from compliance.rules.sheet import RuleSheet
    from compliance.rules.wagers import Chart, Meter
    from compliance.rules.words import Template


ROYAL_UNNAMED = "A royal that the table does not name is paid as the straight flush it is."


def _chart(chart: Chart, _: RuleSheet) -> str:
    return f"{_pays(chart)} Any other hand loses."


def _bonus_chart(chart: Chart, _: RuleSheet) -> str:
    return f"{_pays(chart)} Any other hand is paid nothing."


def _pays(chart: Chart) -> str:
    headed = f" (headed {chart.code})" if chart.code else ""
    named = {hand for line in chart.lines if line.suit is None for hand in line.hands}
    unnamed = "straight_flush" in named and not named & {"mini_royal", "royal_flush"}
    royal = f" {ROYAL_UNNAMED}" if unnamed else ""
    return f"{{name}} pays by its table{headed}: {chart_text(chart)}.{royal}"


def _meter(meter: Meter, sheet: RuleSheet) -> str:
    said = [f"The meter takes {meter.contribution} of every {{name}} stake"]
    if meter.reserve:
        said.append(f"{meter.reserve} is put aside for the next meter")
    if meter.seed:
        said.append(f"after the whole meter is paid it restarts at {sheet.currency} {amount_text(meter.seed)}")
    return f"{listed(said)}."


WAGERS: dict[str, Template] = {
    "wager.name": lambda _name, _: "There is a wager named {name}.",
    "wager.area": lambda area, _: f"{{name}} stands on the area marked '{area}'.",
    "wager.optional": {True: "{name} is optional.", False: "Without {name} no cards are dealt."},
    "wager.placed": {
        "before_the_deal": "{name} is placed before the first card is dealt.",
        "after_the_cards": "{name} is placed after the participant has seen the hand.",
    },
    "wager.fixed_stake": lambda amount, sheet: (
        f"The stake of {{name}} is exactly {sheet.currency} {amount_text(amount)}."
    ),
    "wager.needs_ante": {True: "{name} needs an Ante.", False: "{name} may be placed without another wager."},
    "wager.equals_ante": {True: "{name} equals the Ante.", False: "{name} may differ from the Ante."},
    "wager.at_most_ante": {True: "{name} is at most the Ante.", False: "{name} may be above the Ante."},
    "wager.above_ante": {
        "no_pay": "{name} above the Ante is not paid: a winning one goes back, a losing one is lost.",
        "settled_in_full": "{name} above the Ante is settled in its entirety.",
    },
    "wager.answered_by": {
        "player_dealer": "The player-dealer's money answers {name}.",
        "house": "The house's money answers {name}.",
        "meter": "The meter answers {name}.",
    },
    "wager.on_fold": {
        "survives": "{name} is settled on its own after a fold.",
        "forfeited": "A fold loses {name}.",
    },
    "wager.paid_on_disconnect": {
        True: "{name} is paid although disconnection made the decision a fold.",
        False: "{name} is not paid where disconnection made the decision a fold.",
    },
    "wager.hand": {
        "three_card": "{name} looks at the participant's three cards.",
        "best_five_of_six": "{name} looks at the best five of the participant's and the dealer hand's six cards.",
    },
    "wager.must_beat_dealer": {
        True: "{name} is paid only to a hand that also beats the dealer hand; otherwise a paying hand pushes.",
        False: "{name} is paid whether or not the hand beats the dealer hand.",
    },
    "wager.commission": lambda percent, _: f"A commission of {percent} is taken from what {{name}} wins.",
    "wager.chart": _chart,
    "wager.chart_posted": lambda place, _: f"The pay table of {{name}} is elsewhere: {place}.",
    "wager.meter": _meter,
    "ante_bonus.chart": _bonus_chart,
    "ante_bonus.needs_ante": {True: "{name} goes with an Ante that was not folded."},
    "cap.amount": lambda amount, sheet: f"The largest winnings are {sheet.currency} {amount_text(amount)}.",
    "cap.scope": {
        "per_wager": "That limit holds for each wager by itself.",
        "per_participant_round": "That limit holds for all such wagers of one participant in a round together.",
        "per_round": "That limit holds for all such wagers of a round together.",
    },
    "cap.kinds": lambda kinds, sheet: f"That limit is on {kind_names(kinds, sheet)}.",
}
"""Templates by ``cap.key`` and ``wager.key``, or by the wager's kind where its sentence is another."""
