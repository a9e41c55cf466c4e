"""The sheet as a table plays it: rulings settle interpretations, postings fill what the sheet leaves open."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from compliance.domain.words import Branch
from compliance.rules.clauses import clauses_for
from compliance.rules.errors import RulesError
from compliance.rules.in_force import check_licensee, in_force, not_in_force, terms_at
from compliance.rules.loader import load_licensee, load_postings

if TYPE_CHECKING:
    from compliance.rules.licensee import Licensee
    from compliance.rules.postings import Posting
    from compliance.rules.sheet import RuleSheet

PATH = Path(__file__).with_name("licensee.toml")
BEFORE, AFTER, JUNE = date(2026, 3, 1), date(2026, 3, 2), date(2026, 6, 1)


@pytest.fixture
def room() -> Licensee:
    return load_licensee(PATH).licensee


@pytest.fixture(scope="session")
def postings() -> dict[str, Posting]:
    return {name: loaded.posting for name, loaded in load_postings().items()}


def changed(tmp_path: Path, old: str, new: str) -> Licensee:
    text = PATH.read_text()
    assert old in text
    path = tmp_path / "licensee.toml"
    path.write_text(text.replace(old, new, 1))
    return load_licensee(path).licensee


def test_without_a_licensee_the_sheet_stands_alone(sheets: dict[str, RuleSheet]) -> None:
    here = in_force(sheets["gega-003666"], None, "T1", AFTER)
    assert here.sheet == sheets["gega-003666"]
    assert [entry.id for entry in here.open_interpretations] == ["C1", "C2", "C3", "C4", "F1", "C6"]
    assert here.rulings == here.postings == ()


def test_a_ruling_settles_an_interpretation_from_its_date(sheets: dict[str, RuleSheet], room: Licensee) -> None:
    sheet = sheets["gega-003666"]
    before, after = (in_force(sheet, room, "T1", day) for day in (BEFORE, AFTER))
    assert before.sheet == sheet
    assert after.sheet.bank is not None
    assert after.sheet.bank.policy == "running_net"
    assert [entry.id for entry in after.open_interpretations] == ["C2", "C3", "C4", "F1", "C6"]
    assert after.sheet.interpretations["C1"].adopted == "running_net"
    assert [ruling.ruling_ref for ruling in after.rulings] == ["letter of 2 March 2026"]
    assert "C1 (ruling letter of 2 March 2026)" in clauses_for(after.sheet, "COVR-001", "ante")


def test_a_ruling_leaves_other_sheets_alone(sheets: dict[str, RuleSheet], room: Licensee) -> None:
    assert in_force(sheets["gega-004246"], room, "T2", AFTER).sheet == sheets["gega-004246"]


def test_postings_fill_what_the_sheet_leaves_open(
    sheets: dict[str, RuleSheet], room: Licensee, postings: dict[str, Posting]
) -> None:
    here = in_force(sheets["gega-004246"], room, "T1", JUNE, postings)
    progressive, pair_plus = here.sheet.wagers["progressive"], here.sheet.wagers["pair_plus"]
    assert progressive.chart is not None
    assert [(line.hands, line.suit, line.pays, line.envy) for line in progressive.chart.lines] == [
        (("mini_royal",), "s", "100% of meter", "100.00"),
        (("mini_royal",), None, "USD 500.00", "25.00"),
        (("straight_flush",), None, "USD 100.00", None),
        (("three_of_a_kind",), None, "USD 50.00", None),
    ]
    assert (progressive.hand, progressive.fixed_stake, progressive.on_fold) == ("three_card", "1.00", "survives")
    assert pair_plus.chart is not None
    assert here.sheet.wagers["six_card_bonus"].chart is None
    assert [posting.id for posting in here.postings] == ["one-dollar-progressive", "example-pair-plus"]


def test_a_posted_value_cites_the_clause_that_points_to_it_and_the_posting(
    sheets: dict[str, RuleSheet], room: Licensee, postings: dict[str, Posting]
) -> None:
    here = in_force(sheets["gega-004246"], room, "T1", JUNE, postings).sheet
    assert clauses_for(here, None, "pair_plus", Branch.PAYS) == (
        "Determining a Winning Wager ¶1.3",
        "Determining a Winning Wager ¶2.4",
        "Example posting example-pair-plus (an example, not the sheet's own chart) ¶1",
    )


def test_postings_apply_only_to_the_sheet_the_table_plays(
    sheets: dict[str, RuleSheet], room: Licensee, postings: dict[str, Posting]
) -> None:
    for name, table, day in (("gega-004246", "T1", AFTER), ("gega-004246", "T2", JUNE), ("gega-004246", "T9", JUNE)):
        assert in_force(sheets[name], room, table, day, postings).sheet.wagers["progressive"].chart is None


def test_a_posting_applies_between_its_dates(
    sheets: dict[str, RuleSheet], room: Licensee, postings: dict[str, Posting]
) -> None:
    dated = postings["one-dollar-progressive"].model_copy(
        update={"effective_from": date(2026, 7, 1), "effective_until": date(2026, 7, 31)}
    )
    known = {**postings, dated.id: dated}
    applied = {
        day: "one-dollar-progressive" in terms_at(sheets["gega-004246"], room, "T1", day, known).postings
        for day in (date(2026, 6, 30), date(2026, 7, 1), date(2026, 7, 31), date(2026, 8, 1))
    }
    assert list(applied.values()) == [False, True, True, False]


def test_terms_tell_rounds_apart(sheets: dict[str, RuleSheet], room: Licensee, postings: dict[str, Posting]) -> None:
    sheet = sheets["gega-003666"]
    terms = [terms_at(sheet, room, table, day) for table in ("T1", "T2") for day in (BEFORE, AFTER, date(2026, 4, 1))]
    assert len(set(terms)) == 2
    assert terms[1].rulings == (("C1", "running_net", "letter of 2 March 2026"),)


def test_the_file_fits_the_shipped_sheets(
    sheets: dict[str, RuleSheet], room: Licensee, postings: dict[str, Posting]
) -> None:
    check_licensee(room, sheets, postings)
    with pytest.raises(RulesError, match=r"T1: sheet 'gega-003666' is unknown; known are gega-004246"):
        check_licensee(room, {"gega-004246": sheets["gega-004246"]}, postings)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('"example-pair-plus"]', '"the-floor"]', "attaches posting 'the-floor' to table T1, and no file defines it"),
        ('sheet = "gega-004246"', 'sheet = "gega-003666"', "is for progressive, which gega-003666 does not offer"),
        ('interpretation = "C1"', 'interpretation = "B1"', "is on B1, which gega-003666 does not have"),
        ('reading = "running_net"', 'reading = "net"', "C1 has no reading 'net'"),
        (
            '[[ruling]]\nsheet = "gega-003666"',
            '[[ruling]]\nsheet = "gega-1"',
            "is on sheet 'gega-1', which is unknown",
        ),
        ('least = "5.00"', 'least = "5.005"', "'5.005' has more than 2 decimals"),
        ('currency = "JPY"', 'currency = "JPY"\nlimit = [{ kind = "ante", least = "5.00" }]', "more than 0 decimals"),
    ],
)
def test_a_file_that_does_not_fit_is_refused(
    tmp_path: Path, sheets: dict[str, RuleSheet], postings: dict[str, Posting], old: str, new: str, words: str
) -> None:
    licensee = changed(tmp_path, old, new)
    with pytest.raises(RulesError) as refused:
        check_licensee(licensee, sheets, postings)
    assert words in str(refused.value)


def test_a_posting_never_replaces_the_sheets_own_chart(
    tmp_path: Path, sheets: dict[str, RuleSheet], postings: dict[str, Posting]
) -> None:
    licensee = changed(tmp_path, 'sheet = "gega-003666"\n', 'sheet = "gega-003666"\npostings = ["example-pair-plus"]\n')
    with pytest.raises(RulesError, match="would replace the pair_plus pay table of gega-003666"):
        in_force(sheets["gega-003666"], licensee, "T1", AFTER, postings)


def test_a_posting_never_overrules_a_term_of_the_sheet(
    sheets: dict[str, RuleSheet], room: Licensee, postings: dict[str, Posting]
) -> None:
    other = postings["one-dollar-progressive"].model_copy(update={"on_fold": "forfeited"})
    with pytest.raises(RulesError, match="gives on_fold forfeited, gega-004246 itself survives"):
        in_force(sheets["gega-004246"], room, "T1", JUNE, {**postings, other.id: other})


def test_when_a_sheet_is_in_force(sheets: dict[str, RuleSheet], room: Licensee) -> None:
    sheet = sheets["gega-003666"]
    later = sheet.model_copy(update={"id": "gega-003666-b", "supersedes": sheet.id, "effective_from": JUNE})
    both = (sheet, later)
    assert not_in_force(sheet, both, room, "T1", date(2026, 5, 31)) is None
    assert not_in_force(sheet, both, None, "T1", JUNE) == "gega-003666 was superseded by gega-003666-b on 2026-06-01"
    assert not_in_force(later, both, None, "T1", AFTER) == "gega-003666-b takes effect on 2026-06-01"
    assert (
        not_in_force(sheet, [sheet], room, "T1", date(2025, 12, 31))
        == "the licensee's file has table T1 play no sheet on 2025-12-31"
    )
    assert not_in_force(sheet, [sheet], room, "T9", date(2025, 12, 31)) is None
