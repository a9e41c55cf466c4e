"""A locked sheet that was edited, dropped or never listed is an integrity failure."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest

from compliance.rules.digests import LOCK_NAME, digests_of, lock_text, read_lock, verify_digests
from compliance.rules.errors import IntegrityError, RulesError
from compliance.rules.loader import load_posting, load_postings, load_sheet, load_sheets
from compliance.shipped import RULE_SHEETS

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder of one's own with two sheets, a posting and their lock list."""
    (tmp_path / "postings").mkdir()
    for name in ("gega-003666.toml", "gega-004246.toml", "postings/one-dollar-progressive.toml"):
        shutil.copy(RULE_SHEETS / name, tmp_path / name)
    (tmp_path / LOCK_NAME).write_text(lock_text(None, found_in(tmp_path), 'A. "Keyer"', "B. Checker"))
    return tmp_path


def found_in(folder: Path):  # type: ignore[no-untyped-def]
    return digests_of(
        [load_sheet(path) for path in sorted(folder.glob("*.toml"))],
        [load_posting(path) for path in sorted(folder.glob("postings/*.toml"))],
    )


def test_the_shipped_sheets_and_postings_are_the_locked_ones() -> None:
    digests = digests_of(load_sheets().values(), load_postings().values())
    verify_digests(digests)
    assert len(digests) == 8
    assert all(digest.locked and digest.locked.keyed_by and digest.locked.checked_by for digest in digests)


def test_a_lock_list_records_who_keyed_and_who_checked(folder: Path) -> None:
    verify_digests(found_in(folder))
    lock = read_lock(folder)
    assert lock is not None
    assert [entry.id for entry in lock.sheet] == ["gega-003666", "gega-004246"]
    assert [entry.id for entry in lock.posting] == ["one-dollar-progressive"]
    assert {(entry.keyed_by, entry.checked_by) for entry in (*lock.sheet, *lock.posting)} == {
        ('A. "Keyer"', "B. Checker")
    }


@pytest.mark.parametrize("name", ["gega-003666.toml", "postings/one-dollar-progressive.toml"])
def test_an_edited_file_fails(folder: Path, name: str) -> None:
    path = folder / name
    path.write_text(path.read_text() + "\n# a harmless remark\n")
    with pytest.raises(IntegrityError, match=r"was edited: its digest is .*; restore it, and put the change into a"):
        verify_digests(found_in(folder))


def test_an_edited_file_cannot_be_locked_again(folder: Path) -> None:
    path = folder / "gega-003666.toml"
    path.write_text(path.read_text().replace('pays = "6 to 1"', 'pays = "5 to 1"'))
    with pytest.raises(IntegrityError, match="supersedes gega-003666"):
        lock_text(read_lock(folder), found_in(folder), "A", "B")


def test_a_superseding_sheet_is_added_and_the_old_one_stays(folder: Path) -> None:
    text = (folder / "gega-003666.toml").read_text().replace('id = "gega-003666"', 'id = "gega-003666-b"', 1)
    text = text.replace("format = 1", 'format = 1\nsupersedes = "gega-003666"\neffective_from = 2027-01-01')
    (folder / "gega-003666-b.toml").write_text(text)
    with pytest.raises(IntegrityError, match=r"gega-003666-b.toml is not in .*digests.lock; add it there"):
        verify_digests(found_in(folder))
    before = read_lock(folder)
    (folder / LOCK_NAME).write_text(lock_text(before, found_in(folder), "C", "D"))
    after = read_lock(folder)
    assert before is not None
    assert after is not None
    verify_digests(found_in(folder))
    assert after.sheet[:2] == before.sheet
    assert (after.sheet[2].id, after.sheet[2].keyed_by) == ("gega-003666-b", "C")


def test_a_locked_file_that_is_gone_fails(folder: Path) -> None:
    (folder / "gega-003666.toml").unlink()
    with pytest.raises(IntegrityError, match="is locked and gone"):
        verify_digests(found_in(folder))


def test_a_folder_of_ones_own_may_go_without_a_list(folder: Path) -> None:
    (folder / LOCK_NAME).unlink()
    verify_digests(found_in(folder))
    assert {digest.has_lock for digest in found_in(folder)} == {False}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("format = 2\n", "format"),
        ("format = 1\n[[sheet]]\nid = 'a'\nsha256 = 'b'\nkeyed_by = 'c'\nchecked_by = 'd'\n", "sheet no. 1, sha256"),
        ("format = 1\n[[sheet]]\nid = 'a'\nsha256 = '" + "0" * 64 + "'\nkeyed_by = 'c'\n", "checked_by: missing"),
        (
            "format = 1\n" + f"[[sheet]]\nid = 'a'\nsha256 = '{'0' * 64}'\nkeyed_by = 'c'\nchecked_by = 'd'\n" * 2,
            "the sheet a is locked twice",
        ),
    ],
)
def test_a_faulty_list_is_refused(folder: Path, text: str, words: str) -> None:
    (folder / LOCK_NAME).write_text(text)
    with pytest.raises(RulesError, match=words):
        found_in(folder)
