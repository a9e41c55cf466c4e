"""The difference between two rule sheets as one self-contained HTML page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from compliance.reports.render import inlined, render_html

if TYPE_CHECKING:
    from compliance.reports.tables import Table


@dataclass(frozen=True, slots=True)
class DiffView:
    """Everything the page shows, as text: what the difference is worth, then value by value."""

    title: str
    introduction: tuple[str, ...]
    money: tuple[Table, ...]
    values: Table


def diff_page(view: DiffView) -> str:
    """Return the page. It asks for nothing outside itself."""
    style, source = inlined("style.css")
    policy = f"default-src 'none'; base-uri 'none'; form-action 'none'; style-src {source}"
    return render_html("diff/page.html", view=view, style=style, policy=policy)
