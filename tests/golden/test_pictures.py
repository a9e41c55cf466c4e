"""Pages look as they did when somebody last looked at them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PIL import Image, ImageChops

from tests.golden.pictures import FEW, GOLDEN, PAGES, documents, off, pictures

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Image.Image]:
    folder = tmp_path_factory.mktemp("documents")
    documents(folder)
    return dict(pictures(folder))


def golden(name: str) -> Image.Image:
    with Image.open(GOLDEN / f"{name}.png") as picture:
        return picture.convert("L")


@pytest.mark.parametrize("name", PAGES)
def test_a_page_looks_as_its_golden_picture(drawn: dict[str, Image.Image], tmp_path: Path, name: str) -> None:
    now = drawn[name]
    now.save(tmp_path / f"{name}.png")
    assert off(now, golden(name)) <= FEW, (
        f"look at {tmp_path / name}.png; if it is right, draw the pictures anew: python -m tests.golden.pictures"
    )


def test_every_golden_picture_belongs_to_a_page() -> None:
    assert {path.stem for path in GOLDEN.iterdir()} == set(PAGES)


def test_a_line_that_moved_is_noticed(drawn: dict[str, Image.Image]) -> None:
    for name in PAGES:
        moved = ImageChops.offset(drawn[name], 0, 4)
        assert off(moved, golden(name)) > FEW, name


def test_a_page_without_its_drawing_is_noticed(drawn: dict[str, Image.Image]) -> None:
    empty = drawn["sheet-layout"].copy()
    empty.paste(255, (0, 90, empty.width, empty.height - 60))
    assert off(empty, golden("sheet-layout")) > FEW
