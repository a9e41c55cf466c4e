"""What part of each wager the player-dealer's money answers, moved one minor unit at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

FEW_UNITS = 3000
"""Up to this many minor units in a round the money is really moved a unit at a time."""


def covered(policy: str, nets: Sequence[int], put_up: int) -> list[int]:
    """The covered net of each wager, in order, when the player-dealer put up `put_up`."""
    walk = by_units if sum(abs(net) for net in nets) <= FEW_UNITS else by_amounts
    return walk(policy, nets, put_up)


def by_units(policy: str, nets: Sequence[int], put_up: int) -> list[int]:
    """Move units between a pile and the participants until the policy's pile forbids the next one."""
    moved = [0] * len(nets)
    if policy == "gross_consumed":
        left = put_up
        for i, net in enumerate(nets):
            for _ in range(abs(net)):
                if left > 0:
                    left -= 1
                    moved[i] += 1 if net > 0 else -1
    elif policy == "running_net":
        bank = 0
        for i, net in enumerate(nets):
            for _ in range(abs(net)):
                if net > 0 and bank > -put_up:
                    bank -= 1
                    moved[i] += 1
                if net < 0 and bank < put_up:
                    bank += 1
                    moved[i] -= 1
    elif policy == "separate_caps":
        paid = collected = 0
        for i, net in enumerate(nets):
            for _ in range(abs(net)):
                if net > 0 and paid < put_up:
                    paid += 1
                    moved[i] += 1
                if net < 0 and collected < put_up:
                    collected += 1
                    moved[i] -= 1
    elif policy == "collect_then_pay":
        collected = 0
        for i, net in enumerate(nets):
            for _ in range(max(-net, 0)):
                if collected < put_up:
                    collected += 1
                    moved[i] -= 1
        purse = put_up + collected
        for i, net in enumerate(nets):
            for _ in range(max(net, 0)):
                if purse > 0:
                    purse -= 1
                    moved[i] += 1
    elif policy == "unlimited":
        moved = list(nets)
    else:
        raise ValueError(f"no such cover policy: {policy}")
    return moved


def by_amounts(policy: str, nets: Sequence[int], put_up: int) -> list[int]:
    """The same, a whole wager at a time, for rounds with too many units to move."""
    pay_left = take_left = put_up
    if policy == "unlimited":
        return list(nets)
    if policy == "collect_then_pay":
        taken = by_amounts("gross_consumed", [min(net, 0) for net in nets], put_up)
        paid = by_amounts("gross_consumed", [max(net, 0) for net in nets], put_up - sum(taken))
        return [t + p for t, p in zip(taken, paid, strict=True)]
    moved = []
    for net in nets:
        part = min(net, pay_left) if net > 0 else min(-net, take_left)
        if policy == "gross_consumed":
            pay_left = take_left = pay_left - part
        elif policy == "running_net":
            shift = part if net > 0 else -part
            pay_left, take_left = pay_left - shift, take_left + shift
        elif policy == "separate_caps":
            if net > 0:
                pay_left -= part
            else:
                take_left -= part
        else:
            raise ValueError(f"no such cover policy: {policy}")
        moved.append(part if net > 0 else -part)
    return moved
