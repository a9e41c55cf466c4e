"""Options that several commands share."""

from __future__ import annotations

from enum import StrEnum


class DocumentFormat(StrEnum):
    """What ``report`` writes."""

    PDF = "pdf"
    HTML = "html"
    BOTH = "both"

    @property
    def editions(self) -> tuple[str, ...]:
        """The editions asked for."""
        return ("pdf", "html") if self is DocumentFormat.BOTH else (self.value,)
