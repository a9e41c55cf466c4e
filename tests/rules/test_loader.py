"""Folders of sheets and postings: what is found, what clashes, and who supersedes whom."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from compliance.rules.errors import RulesError
from compliance.rules.loader import load_posting, load_postings, load_sheets
from compliance.shipped import RULE_SHEETS

WHOLE = Path(__file__).parents[1] / "bad_sheets" / "whole.toml"


def sheet_in(folder: Path, name: str, *lines: str) -> None:
    text = WHOLE.read_text().replace('id = "whole"', f'id = "{name}"', 1)
    (folder / f"{name}.toml").write_text("\n".join([*lines, text]))


def test_shipped_sheets_are_always_there(tmp_path: Path) -> None:
    sheet_in(tmp_path, "own-game")
    assert set(load_sheets([tmp_path])) == {*load_sheets(), "own-game"}


def test_a_copy_of_a_shipped_sheet_is_no_clash_and_a_changed_one_is(tmp_path: Path) -> None:
    path = tmp_path / "gega-003666.toml"
    shutil.copy(RULE_SHEETS / path.name, path)
    assert load_sheets([tmp_path])["gega-003666"].path == RULE_SHEETS / path.name
    path.write_text(path.read_text().replace('pays = "6 to 1"', 'pays = "5 to 1"'))
    with pytest.raises(RulesError, match=r"gega-003666 is already in .*; give the new sheet its own id"):
        load_sheets([tmp_path])


@pytest.mark.parametrize(("text", "why"), [("x = " + "[" * 100_000, "too deep"), ("x = " + "9" * 5000, "many digits")])
def test_toml_that_no_sheet_would_hold_is_one_sentence(tmp_path: Path, text: str, why: str) -> None:
    (tmp_path / "own-game.toml").write_text(text)
    with pytest.raises(RulesError, match=why):
        load_sheets([tmp_path])


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(RulesError, match="is not a folder of rule sheets"):
        load_sheets([tmp_path / "sheets"])


def test_a_new_version_supersedes_from_its_date(tmp_path: Path) -> None:
    sheet_in(tmp_path, "game-a")
    sheet_in(tmp_path, "game-b", 'supersedes = "game-a"', "effective_from = 2026-06-01")
    sheet_in(tmp_path, "game-c", 'supersedes = "game-b"', "effective_from = 2027-06-01")
    loaded = load_sheets([tmp_path])
    assert [loaded[name].sheet.supersedes for name in ("game-a", "game-b", "game-c")] == [None, "game-a", "game-b"]


def test_a_sheet_supersedes_one_that_is_there_and_only_one_does(tmp_path: Path) -> None:
    sheet_in(tmp_path, "game-b", 'supersedes = "game-a"', "effective_from = 2026-06-01")
    with pytest.raises(RulesError, match="supersedes 'game-a', which is unknown; keep the old file"):
        load_sheets([tmp_path])
    sheet_in(tmp_path, "game-a")
    sheet_in(tmp_path, "game-c", 'supersedes = "game-a"', "effective_from = 2027-06-01")
    with pytest.raises(RulesError, match="game-a is superseded by game-b already; supersede game-b"):
        load_sheets([tmp_path])


def test_the_shipped_postings() -> None:
    assert {name: loaded.posting.standing for name, loaded in load_postings().items()} == {
        "example-pair-plus": "example",
        "example-six-card-bonus": "example",
        "one-dollar-progressive": "published",
    }


def test_fixed_lines_of_the_progressive_return_what_is_published_of_them() -> None:
    """Of 22,100 hands three are mini royals outside spades, 44 other straight flushes, 52 threes of a kind."""
    lines = load_postings()["one-dollar-progressive"].posting.chart.lines
    amounts = [int(line.pays.removeprefix("USD ").removesuffix(".00")) for line in lines[1:]]
    assert [number * amount for number, amount in zip((3, 44, 52), amounts, strict=True)] == [1_500, 4_400, 2_600]


def test_the_example_charts_are_those_of_the_sister_sheet() -> None:
    sister, postings = load_sheets()["gega-003666"].sheet, load_postings()
    for kind, name in (("pair_plus", "example-pair-plus"), ("six_card_bonus", "example-six-card-bonus")):
        chart = sister.wagers[kind].chart
        assert chart is not None
        assert postings[name].posting.chart.lines == chart.lines
        assert postings[name].posting.says.startswith("Example only")


POSTING = (RULE_SHEETS / "postings" / "one-dollar-progressive.toml").read_text()


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('id = "one-dollar-progressive"', 'id = "two-dollar"', "name the file two-dollar.toml"),
        ('currency = "USD"', 'currency = "USX"', "is not an ISO 4217 currency code"),
        ('hand = "three_card"\n', "", "hand: missing; add it"),
        ('hand = "three_card"', 'hand = "best_five_of_six"', "the pay table names mini_royal"),
        ('pays = "USD 500.00"', 'pays = "500 USD"', "is not odds; write them as"),
        ('pays = "USD 500.00"', 'pays = "EUR 500.00"', "pays EUR 500.00; the posting is in USD"),
        ('pays = "USD 500.00"', 'pays = "USD 500.005"', "has more than 2 decimals"),
        ('fixed_stake = "1.00"', "fixed_stake = 1", "fixed_stake: must be text in quotes; it is 1"),
        ("format = 1", "format = 1\neffective_from = 2026-06-02\neffective_until = 2026-06-01", "is before"),
        ("format = 1", "format = 1\nstake = 1", "stake: unknown key"),
    ],
)
def test_a_faulty_posting_is_refused_in_a_sentence(tmp_path: Path, old: str, new: str, words: str) -> None:
    assert old in POSTING
    path = tmp_path / "one-dollar-progressive.toml"
    path.write_text(POSTING.replace(old, new, 1))
    with pytest.raises(RulesError) as refused:
        load_posting(path)
    assert words in str(refused.value)
    assert str(path) in str(refused.value)


def test_two_postings_of_one_name(tmp_path: Path) -> None:
    folder = tmp_path / "postings"
    folder.mkdir()
    (folder / "one-dollar-progressive.toml").write_text(POSTING.replace("USD 500.00", "USD 400.00"))
    with pytest.raises(RulesError, match=r"is already defined by .*; give the new posting an id of its own"):
        load_postings([tmp_path])
