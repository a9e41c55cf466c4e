"""A measured figure with its bound, and the clock."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

REPETITIONS = 3


@dataclass(frozen=True)
class Figure:
    """A figure, the bound it has to keep (None: for information), and whether it may not exceed or must reach it."""

    name: str
    value: float
    bound: float | None = None
    at_most: bool = True

    @property
    def kept(self) -> bool:
        """Whether the bound is kept."""
        return self.bound is None or (self.value <= self.bound if self.at_most else self.value >= self.bound)

    @property
    def bound_text(self) -> str:
        """The bound as the table prints it."""
        return "" if self.bound is None else f"{'≤' if self.at_most else '≥'} {self.bound:g}"

    def to_json(self) -> dict[str, object]:
        """For the file of results."""
        return {
            "figure": self.name,
            "value": float(f"{self.value:.4g}"),
            "bound": self.bound_text or None,
            "kept": self.kept,
        }


def shortest(task: Callable[[], object], repetitions: int = REPETITIONS) -> float:
    """Seconds of the fastest of several goes: what the machine's other work disturbed least."""
    return shortest_in_turn(task, repetitions=repetitions)[0]


def shortest_in_turn(*tasks: Callable[[], object], repetitions: int = REPETITIONS) -> list[float]:
    """Seconds of the fastest go of each task. Taken in turn, so that what disturbs one disturbs the others too."""
    best = [math.inf] * len(tasks)
    for _ in range(repetitions):
        for place, task in enumerate(tasks):
            start = time.perf_counter()
            task()
            best[place] = min(best[place], time.perf_counter() - start)
    return best
