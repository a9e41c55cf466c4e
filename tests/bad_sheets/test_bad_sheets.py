"""One tiny broken file per fault; its first line says which words the error must contain."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from compliance.rules.errors import RulesError
from compliance.rules.loader import load_sheet

FOLDER = Path(__file__).parent
WHOLE = (FOLDER / "whole.toml").read_text()
BROKEN = sorted(path for path in FOLDER.glob("*.toml") if path.stem != "whole")


def parts(text: str) -> list[tuple[str, str]]:
    """Split a sheet's text at its headers: (header, text of the part); the head of the file comes first, as ''."""
    head, *others = re.split(r"^(?=\[)", text, flags=re.MULTILINE)
    return [("", head), *((re.split(r"[\[\]]+", part)[1], part) for part in others)]


def broken_sheet(overlay: str, name: str) -> str:
    """The whole sheet with the overlay's keys and sections in place of its own; entries of lists are added to it."""
    dropped = re.findall(r"^# without: (\w+)$", overlay, flags=re.MULTILINE)
    (_, head), *sections = parts(overlay)
    keys = {"id", *re.findall(r"^(\w+) = ", head, flags=re.MULTILINE)}
    identity = "" if re.search(r"^id = ", head, flags=re.MULTILINE) else f'id = "{name}"\n'
    (_, own_head), *own = parts(WHOLE)
    kept_head = [line for line in own_head.splitlines(keepends=True) if line.split(" ")[0] not in keys]
    replaced = {header for header, _ in sections if header not in ("clause", "wager")}
    kept = [text for header, text in own if header not in replaced and header.split(".")[0] not in dropped]
    return "".join([*kept_head, identity, head, "\n", *kept, "\n", *(text for _, text in sections)])


def test_the_whole_sheet_is_sound() -> None:
    assert load_sheet(FOLDER / "whole.toml").sheet.id == "whole"


@pytest.mark.parametrize("path", BROKEN, ids=lambda path: path.stem)
def test_a_fault_is_refused_in_a_sentence_that_names_it(path: Path, tmp_path: Path) -> None:
    overlay = path.read_text()
    must_say = overlay.splitlines()[0].removeprefix("# must say: ")
    broken = tmp_path / path.name
    broken.write_text(broken_sheet(overlay, path.stem))
    with pytest.raises(RulesError) as refused:
        load_sheet(broken)
    message = str(refused.value)
    assert must_say in message
    assert str(broken) in message
    assert "\n" not in message


def test_text_that_is_not_utf_8(tmp_path: Path) -> None:
    path = tmp_path / "whole.toml"
    path.write_bytes(WHOLE.replace("A small sheet", "Ein Blatt für drei").encode("latin-1"))
    with pytest.raises(RulesError, match="is not UTF-8; save it as UTF-8"):
        load_sheet(path)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(RulesError, match=r"missing.toml cannot be read: No such file"):
        load_sheet(tmp_path / "missing.toml")


def test_every_fault_is_named_at_once(tmp_path: Path) -> None:
    broken = tmp_path / "whole.toml"
    broken.write_text(WHOLE.replace("decks = 1", 'decks = "1"').replace('id = "all.1"', 'id = "all.1"\ncolour = "red"'))
    with pytest.raises(RulesError) as refused:
        load_sheet(broken)
    message = str(refused.value)
    assert "deck.decks: must be a whole number, without quotes; it is '1'" in message
    assert "clause no. 1, colour: unknown key" in message


def test_how_many_more_faults_there_are_is_said(tmp_path: Path) -> None:
    broken = tmp_path / "whole.toml"
    broken.write_text("\n".join(f"colour_{place} = 1" for place in range(11)) + "\n" + WHOLE)
    with pytest.raises(RulesError, match=r"colour_7: unknown key[^;]*; [^;]*; and 3 more$"):
        load_sheet(broken)
