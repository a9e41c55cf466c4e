"""Identifiers of people are replaced everywhere, stably, and nothing else is."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from compliance.domain.words import Verdict
from compliance.reports.audit_report import write_audit_report
from compliance.reports.errors import ReportError
from compliance.reports.pseudonyms import Pseudonyms, redacted
from tests.reports.sample import KEY, finding, night, quarantined, with_findings

if TYPE_CHECKING:
    from pathlib import Path


def names(participants: set[str], house_dealers: set[str] | None = None, licensee: str = "mesa") -> Pseudonyms:
    return Pseudonyms(KEY, licensee, frozenset(participants), frozenset(house_dealers or set()))


def test_no_identifier_of_the_log_is_left_in_any_document(night_folder: Path) -> None:
    data = night()
    people = {row.participant_id for row in data.findings} | {row.house_dealer_id for row in data.findings}
    for path in night_folder.iterdir():
        if path.suffix == ".pdf":
            continue
        text = path.read_text("utf-8")
        assert [name for name in people if name and name in text] == []


def test_without_redaction_the_documents_hold_the_log_s_own_and_the_cover_says_so(tmp_path: Path) -> None:
    write_audit_report(night(), tmp_path, formats={"html"}, redact=False)
    page = (tmp_path / "audit-report.html").read_text("utf-8")
    assert "NOT REDACTED: this edition shows the log&#39;s own identifiers" in page
    assert "PL4013" in page
    first = json.loads((tmp_path / "findings.json").read_text())["findings"][0]
    assert (first["participant_id"], first["house_dealer_id"]) == ("PL4013", "HD-101")
    assert '{""round_id"":""TCP-02-20260302-00402""' in (tmp_path / "quarantine.csv").read_text("utf-8")


def test_a_pseudonym_is_stable_within_a_licensee_and_differs_between_licensees_roles_and_keys() -> None:
    here = names({"PL1"}).participant("PL1")
    assert here == names({"PL1", "PL2"}).participant("PL1")
    other_key = Pseudonyms(bytes(32), "mesa", frozenset(), frozenset())
    others = {names(set(), licensee="other").participant("PL1"), names(set()).house_dealer("PL1")}
    others |= {other_key.participant("PL1"), names(set()).participant("PL2")}
    assert len(others | {here}) == 5
    assert here.startswith("P-")
    assert len(here) == 12


@pytest.mark.parametrize(
    ("sentence", "shown"),
    [
        ("participant PL7 at seat 3 banks again", "participant {} at seat 3 banks again"),
        ("banked by 'PL7', declined by PL7.", "banked by '{}', declined by {}."),
        ("PL77 and XPL7 are others", "PL77 and XPL7 are others"),
    ],
)
def test_an_identifier_in_a_sentence_is_replaced_as_a_whole_word(sentence: str, shown: str) -> None:
    held = names({"PL7"})
    assert held.text(sentence) == shown.format(held.participant("PL7"), held.participant("PL7"))


def test_an_identifier_that_reads_like_a_figure_is_replaced_only_where_it_names_a_person() -> None:
    held = names({"3", "1044"})
    said = held.text("participant 3 at seat 3 won 1044 cents; participant '1044' did not")
    assert said == (
        f"participant {held.participant('3')} at seat 3 won 1044 cents;"
        f" participant '{held.participant('1044')}' did not"
    )


def test_an_identifier_of_several_words_is_replaced() -> None:
    held = names({"Ann Lee"}, {"Bo Chi"})
    assert held.text("Ann Lee played; Bo Chi dealt") == (
        f"{held.participant('Ann Lee')} played; {held.house_dealer('Bo Chi')} dealt"
    )


def test_people_named_only_in_sentences_are_replaced_when_the_input_names_them() -> None:
    row = finding(1, "ROTN-001", Verdict.REVIEW, message="participant PL900 banked three rounds running")
    shown = redacted(replace(with_findings(()), findings=(row,), participants=("PL900",)))
    assert "PL900" not in shown.findings[0].message
    assert "banked three rounds running" in shown.findings[0].message


def test_quarantined_bytes_are_withheld_and_identifiers_taken_out_of_their_message() -> None:
    raw = b'{"seats":[{"participant_id":"PL5555 \'x"}],"declined_by":["PL6","PL8"],"house_dealer_id":77}'
    line = replace(quarantined()[0], raw=raw, message="id 'PL5555 'x' of dealer 77, PL6 and PL8: stake '10.005'")
    shown = redacted(night(quarantined=(line,))).quarantined[0]
    assert shown.raw is None
    assert shown.message == "id '(withheld)' of dealer (withheld), (withheld) and (withheld): stake '10.005'"


def test_a_quarantined_line_that_is_not_json_withholds_everything_quoted() -> None:
    line = replace(quarantined()[0], raw=b"PL5,10,ten", message="column 3: 'ten' of 'PL5' is not an amount")
    shown = redacted(night(quarantined=(line,))).quarantined[0]
    assert shown.message == "column 3: (withheld) of (withheld) is not an amount"


def test_a_short_key_is_refused() -> None:
    with pytest.raises(ReportError, match="pseudonym key of mesa-card-room has 3 bytes and needs at least 16"):
        redacted(night(pseudonym_key=b"abc"))


def test_the_key_is_not_in_the_input_s_own_text() -> None:
    assert "pseudonym_key" not in repr(night())
