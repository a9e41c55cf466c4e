"""What came of faults planted in a copy of a run's rounds, as the store keeps it."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from compliance.store.database import Database


@dataclass(frozen=True, slots=True)
class KindPlanted:
    """One kind of fault: under which codes it is to be found, how often it was planted, and how often detected."""

    kind: str
    codes: tuple[str, ...]
    planted: int
    detected: int


@dataclass(frozen=True, slots=True)
class Assurance:
    """Faults planted in a copy of ``rounds`` rounds of a run, by kind; ``asked``: how many there were to be."""

    asked: int
    rounds: int
    kinds: tuple[KindPlanted, ...]

    @property
    def planted(self) -> int:
        """Faults planted."""
        return sum(each.planted for each in self.kinds)

    @property
    def detected(self) -> int:
        """Faults detected: every finding that they bring was there."""
        return sum(each.detected for each in self.kinds)

    def to_json(self) -> dict[str, Any]:
        """As ``nightly --json`` prints it."""
        return {
            "asked": self.asked,
            "rounds": self.rounds,
            "planted": self.planted,
            "detected": self.detected,
            "kinds": {
                each.kind: {"codes": list(each.codes), "planted": each.planted, "detected": each.detected}
                for each in self.kinds
            },
        }


def keep_assurance(db: Database, run_id: str, kept: Assurance) -> None:
    """Keep the result beside the run, in the place of an earlier one."""
    with db.transaction():
        db.connection.execute("DELETE FROM assurance WHERE run_id = ?", [run_id])
        db.connection.execute(
            "INSERT INTO assurance VALUES (?, ?, ?)", [run_id, kept.asked, json.dumps(kept.to_json())]
        )


def kept_assurance(db: Database, run_id: str) -> Assurance | None:
    """The result kept for a run, None where no faults were planted for it."""
    for asked, text in db.rows("SELECT asked, document FROM assurance WHERE run_id = ?", [run_id]):
        document = json.loads(text)
        kinds = (
            KindPlanted(kind, tuple(each["codes"]), each["planted"], each["detected"])
            for kind, each in document["kinds"].items()
        )
        return Assurance(asked, document["rounds"], tuple(kinds))
    return None
