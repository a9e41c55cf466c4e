"""A round of which the two evaluators do not say the same."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

    from compliance.domain.results import RoundResult


class CountsDifferError(Exception):
    """The evaluators find the same and count differently: a fault of the program."""

    def __init__(self, differing: Sequence[str]) -> None:
        super().__init__(
            f"the two evaluators find the same in every round and count differently ({'; '.join(differing)}): a fault "
            "in the program, and no result of this run may be relied on; nothing was stored, report it"
        )


@dataclass(frozen=True, slots=True)
class Disagreement:
    """A round of which the two evaluators do not say the same."""

    round_key: int
    reference: RoundResult
    bulk: RoundResult

    def to_json(self) -> dict[str, Any]:
        """Both results whole, for a person to hold against the rule sheet."""
        return {
            "licensee_id": self.reference.licensee_id,
            "round_id": self.reference.round_id,
            "reference": asdict(self.reference),
            "bulk": asdict(self.bulk),
        }
