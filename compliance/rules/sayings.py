"""The sentence for any value of a rule sheet."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from compliance.rules.procedure_sayings import PROCEDURE
from compliance.rules.section_sayings import SECTIONS
from compliance.rules.wager_sayings import WAGERS

if TYPE_CHECKING:
    from compliance.rules.sheet import RuleSheet

SAYINGS = SECTIONS | PROCEDURE | WAGERS
"""Every template, by ``section.key`` or ``wager.key``."""


def saying(path: str, value: Any, sheet: RuleSheet, wager_name: str = "") -> str:
    """Return the sentence for a value.

    Raises:
        KeyError: no sentence is known for the value.
    """
    template = SAYINGS[path]
    sentence: str = template(value, sheet) if callable(template) else template[value]
    sentence = sentence.replace("{name}", wager_name)
    return sentence[0].upper() + sentence[1:]
