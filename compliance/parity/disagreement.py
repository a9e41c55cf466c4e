"""A round of which the two evaluators do not say the same."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from compliance.domain.results import RoundResult


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
