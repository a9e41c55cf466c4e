"""Logs of millions of rounds for benchmarks.

One table is simulated as a pattern; 23 more tables play it with the suits exchanged. No sheet that can be
copied so ranks one suit above another, and so every copy settles alike; cards, tables and people differ.
"""

from __future__ import annotations

import re
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import islice, permutations
from typing import TYPE_CHECKING

from compliance.domain.cards import SUITS
from compliance.simulate.log import log_file
from compliance.simulate.table import SimulationError, simulate_table

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime
    from pathlib import Path

    from compliance.rules.sheet import RuleSheet
    from compliance.simulate.habits import Habits

EXCHANGES = tuple(str.maketrans(SUITS, "".join(suits)) for suits in permutations(SUITS))
"""Every way to exchange the four suits, the identity first."""

PATTERN_ROUNDS = 21_000
"""Rounds of a pattern table before another pattern is begun."""

_CARD = re.compile(f'"([2-9TJQKA])([{SUITS}])"')


@dataclass(frozen=True)
class _Share:
    """What one file of the volume holds."""

    path: Path
    sheet: RuleSheet
    table_id: str
    rounds: int
    seed: int
    start: datetime
    habits: Habits | None


def write_volume(
    folder: Path,
    sheet: RuleSheet,
    *,
    rounds: int,
    seed: int,
    start: datetime,
    habits: Habits | None = None,
    processes: int = 1,
    suffix: str = ".jsonl",
) -> list[Path]:
    """Write honest rounds of many tables into a folder, about half a million a file; return the files.

    The files are the same however many processes write them.

    Raises:
        SimulationError: a pay line of the sheet is for one suit only, so that suits cannot be exchanged.
    """
    if any(line.suit for rule in sheet.wager if rule.chart for line in rule.chart.lines):
        raise SimulationError(f"{sheet.id} pays one suit otherwise than another; simulate its tables one by one")
    a_file = PATTERN_ROUNDS * len(EXCHANGES)
    shares = [
        _Share(
            folder / f"volume-{place:03d}{suffix}",
            sheet,
            f"V{place:03d}",
            min(a_file, rounds - first),
            seed,
            start,
            habits,
        )
        for place, first in enumerate(range(0, rounds, a_file), start=1)
    ]
    if processes == 1:
        return [_write(share) for share in shares]
    with ProcessPoolExecutor(processes) as pool:
        return list(pool.map(_write, shares))


def _write(share: _Share) -> Path:
    with log_file(share.path) as log:
        for line in islice(_copies(share), share.rounds):
            log.write(line + "\n")
    return share.path


def _copies(share: _Share) -> Iterator[str]:
    """Every round of the pattern, once for each table."""
    pattern_id = f"{share.table_id}-00"
    names = [f"{share.table_id}-{number:02d}" for number in range(len(EXCHANGES))]
    pattern = simulate_table(
        share.sheet,
        table_id=pattern_id,
        rounds=-(-share.rounds // len(EXCHANGES)),
        seed=share.seed,
        start=share.start,
        habits=share.habits,
    )
    for round_ in pattern:
        pieces = _CARD.split(round_.json_text)
        suits = pieces[2::3]
        between = [f'{text}"{rank}' for text, rank in zip(pieces[0::3], pieces[1::3], strict=False)]
        last = pieces[-1]
        for name, exchange in zip(names, EXCHANGES, strict=True):
            line = "".join(f'{text}{suit.translate(exchange)}"' for text, suit in zip(between, suits, strict=True))
            yield (line + last).replace(pattern_id, name)
