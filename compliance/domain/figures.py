"""The figures of a run over many rounds: exact counts, and money by currency, verdict and direction."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from compliance.domain.money import decimal_text, minor_digits
from compliance.domain.words import Verdict

if TYPE_CHECKING:
    from collections.abc import Mapping

MONEY_VERDICTS = (Verdict.VIOLATION, Verdict.REVIEW)
"""The verdicts under which money is reported; the two are never added up."""


@dataclass
class RunFigures:
    """What a run counted. ``money`` maps (currency, verdict, direction) to minor units, all positive.

    ``touched`` maps (number of the rules in use, interpretation) to the wagers it discriminates, and how many
    of them fit the adopted reading and another. ``asked``
    counts all wagers that ask the question of an interpretation, whatever the money. ``skipped`` counts, by check, what
    came under it and was not examined.
    """

    settled: int = 0
    void: int = 0
    wagers: Counter[Verdict] = field(default_factory=Counter)
    findings: Counter[str] = field(default_factory=Counter)
    verdicts: Counter[Verdict] = field(default_factory=Counter)
    money: Counter[tuple[str, Verdict, str]] = field(default_factory=Counter)
    touched: dict[tuple[int, str], tuple[int, int, int]] = field(default_factory=dict)
    asked: dict[tuple[int, str], int] = field(default_factory=dict)
    examined: Counter[str] = field(default_factory=Counter)
    skipped: Counter[str] = field(default_factory=Counter)

    @property
    def wagers_examined(self) -> int:
        """All wagers judged, undetermined ones included."""
        return self.wagers.total()

    def touch(self, rules_id: int, interpretation: str, counts: tuple[int, int, int]) -> None:
        """Add discriminating, fitting-adopted and fitting-other wagers of an interpretation."""
        so_far = self.touched.get((rules_id, interpretation), (0, 0, 0))
        self.touched[rules_id, interpretation] = _added(so_far, counts)

    def verdict(self) -> Verdict:
        """The run's verdict: the worst of its findings and wagers; with no wager examined, undetermined."""
        seen = {verdict for counted in (self.wagers, self.verdicts) for verdict, count in counted.items() if count}
        if not self.wagers_examined:
            seen.add(Verdict.UNDETERMINED)
        return max(seen, key=lambda verdict: verdict.severity)

    def to_json(self) -> dict[str, Any]:
        """The counts as ``verify --json`` prints them."""
        return {
            "rounds": {"settled": self.settled, "void": self.void},
            "wagers": {"examined": self.wagers_examined} | {verdict.value: self.wagers[verdict] for verdict in _ORDER},
            "findings": {code: self.findings[code] for code in sorted(self.findings)},
            "money": money_json(self.money),
            "interpretations": self._interpretations(),
        }

    def _interpretations(self) -> dict[str, dict[str, int]]:
        """The counts by interpretation, over all sheets that have it."""
        sums: dict[str, tuple[int, int, int]] = {}
        for (_, name), counts in self.touched.items():
            sums[name] = _added(sums.get(name, (0, 0, 0)), counts)
        names = ("discriminating", "fits_adopted", "fits_other")
        asked: Counter[str] = Counter()
        for (_, name), wagers in self.asked.items():
            asked[name] += wagers
        return {name: {"touched": asked[name]} | dict(zip(names, sums[name], strict=True)) for name in sorted(sums)}


def _added(one: tuple[int, int, int], other: tuple[int, int, int]) -> tuple[int, int, int]:
    return one[0] + other[0], one[1] + other[1], one[2] + other[2]


_ORDER = (Verdict.CONFORMS, Verdict.VIOLATION, Verdict.REVIEW, Verdict.UNDETERMINED)


def money_json(money: Mapping[tuple[str, Verdict, str], int]) -> dict[str, dict[str, dict[str, str]]]:
    """Money by currency, verdict and direction as decimal text."""
    return {
        currency: {
            verdict.value: {
                direction: decimal_text(money.get((currency, verdict, direction), 0), minor_digits(currency))
                for direction in ("overpaid", "underpaid")
            }
            for verdict in MONEY_VERDICTS
        }
        for currency in sorted({currency for currency, _, _ in money})
    }
