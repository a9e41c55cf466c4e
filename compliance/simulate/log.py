"""Writing simulated rounds as a licensee's log, and the truth beside it."""

from __future__ import annotations

import gzip
import io
from contextlib import ExitStack, contextmanager
from typing import IO, TYPE_CHECKING, Any, cast

import zstandard

from compliance.domain.money import decimal_text, minor_digits

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from compliance.simulate.scene import Truth
    from compliance.simulate.table import SimulatedRound


def write_log(path: Path, rounds: Iterable[SimulatedRound]) -> tuple[Truth, ...]:
    """Write rounds as JSON Lines, compressed as the name says (``.gz``, ``.zst``); return the planted truth.

    The same rounds give the same bytes on one machine: no time and no name goes into a compressed file.
    """
    planted: list[Truth] = []
    with log_file(path) as log:
        for round_ in rounds:
            log.write(round_.json_text + "\n")
            planted += round_.planted
    return tuple(planted)


@contextmanager
def log_file(path: Path) -> Iterator[IO[str]]:
    """Open a log for writing as UTF-8 text with LF line ends."""
    with ExitStack() as stack:
        packed: IO[bytes] = stack.enter_context(path.open("wb"))
        if path.suffix == ".gz":
            zipped = stack.enter_context(gzip.GzipFile(filename="", mode="wb", fileobj=packed, mtime=0))
            packed = cast("IO[bytes]", zipped)
        elif path.suffix == ".zst":
            packed = stack.enter_context(zstandard.ZstdCompressor().stream_writer(packed))
        yield stack.enter_context(io.TextIOWrapper(packed, encoding="utf-8", newline="\n"))


def truth_record(truth: Truth) -> dict[str, Any]:
    """One planted finding as it stands in a truth file; the variance is decimal text."""
    return {
        "round_id": truth.round_id,
        "table_id": truth.table_id,
        "name": truth.name,
        "code": truth.code,
        "verdict": truth.verdict.value,
        "seat": truth.seat,
        "participant_id": truth.participant_id,
        "wager_kind": truth.wager_kind,
        "variance": None if truth.variance is None else decimal_text(truth.variance, minor_digits(truth.currency)),
        "interpretation": truth.interpretation,
        "reading": truth.reading,
    }
