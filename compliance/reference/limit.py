"""Step 4: what caps and the player-dealer's money leave of the full settlements."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from compliance.domain.money import minor_units
from compliance.domain.words import Branch, Outcome
from compliance.reference.order import settlement_order

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from compliance.domain.rounds import Round
    from compliance.reference.full import Full
    from compliance.rules.sheet import RuleSheet


@dataclass(frozen=True, slots=True)
class Covered:
    """A wager after the limit. ``outcome`` and ``net`` are None where undetermined.

    ``to_pay`` and ``to_collect`` tell what the player-dealer's wager could still pay and collect when this
    wager came up; None where no limit applied to it.
    """

    full: Full
    outcome: Outcome | None
    net: int | None
    branch: Branch
    to_pay: int | None = None
    to_collect: int | None = None


def under_caps(settled: Sequence[Full], round_: Round, sheet: RuleSheet, start: int | None) -> Sequence[Full]:
    """Limit winnings to the sheet's caps, in order of settlement (from seat 1 where no order is known).

    A win that the cap leaves nothing of stays a win of 0.
    """
    if not sheet.cap:
        return settled
    capped = {full.key: full for full in settled}
    for cap in sheet.cap if round_.currency == sheet.currency else ():
        amount = minor_units(cap.amount, round_.minor_digits)
        if sum(max(full.net or 0, 0) for full in settled if full.key.kind in cap.kinds) <= amount:
            continue
        left: dict[object, int] = {}
        for full in sorted(settled, key=settlement_order(start or 1, round_, sheet)):
            now = capped[full.key]
            if full.key.kind not in cap.kinds or now.net is None or now.net <= 0:
                continue
            shared_by: object = {
                "per_wager": full.key,
                "per_participant_round": full.participant_id,
                "per_round": None,
            }[cap.scope]
            paid = min(now.net, left.get(shared_by, amount))
            left[shared_by] = left.get(shared_by, amount) - paid
            capped[full.key] = replace(now, net=paid)
    return [capped[full.key] for full in settled]


def counting_net(full: Full) -> int:
    """The net that counts against the limit: the derived one, or the recorded one of a wager that cannot be derived."""
    if full.net is not None:
        return full.net
    return full.recorded.net if full.recorded else 0


def limited_to(round_: Round, sheet: RuleSheet) -> int | None:
    """The player-dealer's wager W, where there is a limit: the sheet is player-banked, sets one, and W is recorded."""
    if sheet.bank is None or sheet.bank.policy == "unlimited" or round_.player_dealer is None:
        return None
    wager = round_.player_dealer.wager
    return None if wager is None else max(wager, 0)


def at_stake(settled: Iterable[Full], sheet: RuleSheet) -> int:
    """What the player-dealer may have to pay or collect in all: Σ|net| of the kinds that the bank answers."""
    answers = sheet.bank.answers if sheet.bank else ()
    return sum(abs(counting_net(full)) for full in settled if full.key.kind in answers)


def falls_short(settled: Iterable[Full], round_: Round, sheet: RuleSheet) -> bool:
    """Whether the player-dealer's recorded wager is less than all it may have to answer, whatever the policy."""
    player_dealer = round_.player_dealer
    if player_dealer is None or player_dealer.wager is None:
        return False
    return at_stake(settled, sheet) > max(player_dealer.wager, 0)


def in_full(settled: Iterable[Full]) -> list[Covered]:
    """Let every wager stand as it was settled."""
    return [Covered(full, full.outcome, full.net, full.branch) for full in settled]


def under_limit(settled: Sequence[Full], round_: Round, sheet: RuleSheet, start: int | None) -> list[Covered]:
    """Let a wager that falls short answer the others in order of settlement from ``start``, as far as it goes.

    Where no order is known, nothing of the round can be derived.
    """
    wager = limited_to(round_, sheet)
    bank = sheet.bank
    if wager is None or bank is None:
        return in_full(settled)
    if start is None:
        return [Covered(full, None, None, Branch.ORDER_UNKNOWN) for full in settled]
    answered = [full for full in settled if full.key.kind in bank.answers]
    in_order = sorted(answered, key=settlement_order(start, round_, sheet))
    covered = {result.full.key: result for result in _POLICIES[bank.policy](in_order, wager)}
    return [covered.get(full.key, Covered(full, full.outcome, full.net, full.branch)) for full in settled]


def _gross_consumed(in_order: Iterable[Full], wager: int) -> Iterable[Covered]:
    """Every unit paid or collected uses up one unit of the wager."""
    remaining = wager
    for full in in_order:
        net = counting_net(full)
        amount = min(abs(net), remaining)
        yield _part(full, amount, remaining, remaining)
        remaining -= amount


def _running_net(in_order: Iterable[Full], wager: int) -> Iterable[Covered]:
    """The player-dealer's running net stays between −W and +W; collections replenish what payments take."""
    running = 0
    for full in in_order:
        net = counting_net(full)
        to_pay, to_collect = wager + running, wager - running
        amount = min(net, to_pay) if net > 0 else min(-net, to_collect)
        yield _part(full, amount, to_pay, to_collect)
        running += -amount if net > 0 else amount


def _separate_caps(in_order: Iterable[Full], wager: int) -> Iterable[Covered]:
    """What is paid and what is collected are each limited to the wager."""
    to_pay = to_collect = wager
    for full in in_order:
        net = counting_net(full)
        amount = min(net, to_pay) if net > 0 else min(-net, to_collect)
        yield _part(full, amount, to_pay, to_collect)
        if net > 0:
            to_pay -= amount
        else:
            to_collect -= amount


def _collect_then_pay(in_order: Iterable[Full], wager: int) -> Iterable[Covered]:
    """All losing wagers first, collecting up to W; then the winners, from W and what was collected."""
    wagers = list(in_order)
    to_collect = wager
    for full in (full for full in wagers if counting_net(full) <= 0):
        amount = min(-counting_net(full), to_collect)
        yield _part(full, amount, wager, to_collect)
        to_collect -= amount
    to_pay = wager + (wager - to_collect)
    for full in (full for full in wagers if counting_net(full) > 0):
        amount = min(counting_net(full), to_pay)
        yield _part(full, amount, to_pay, to_collect)
        to_pay -= amount


_POLICIES = {
    "gross_consumed": _gross_consumed,
    "running_net": _running_net,
    "separate_caps": _separate_caps,
    "collect_then_pay": _collect_then_pay,
}


def _part(full: Full, amount: int, to_pay: int, to_collect: int) -> Covered:
    """Cover ``amount`` of a wager. One that nothing is left for receives no action and goes back."""
    if full.net is None:
        return Covered(full, None, None, full.branch, to_pay, to_collect)
    net = amount if full.net > 0 else -amount
    outcome = Outcome.NO_ACTION if full.net != 0 and amount == 0 else full.outcome
    return Covered(full, outcome, net, full.branch, to_pay, to_collect)
