"""What the fonts cannot show is named; what they can show is left alone."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from compliance.reports.printable import FONT_FILES, covered, printable, shortened

EVERY_FACE = frozenset.intersection(*map(covered, FONT_FILES))


@pytest.mark.parametrize(
    "text", ["Mesa Card Room, Inc.", "Zoë Ångström", "Q♥ 10♦ 2♣ A♠", "−25.00 ≤ ½ × 3 … – — · ¶", "Ελλάδα", "Москва", ""]
)
def test_text_that_the_fonts_have_stays_as_it_is(text: str) -> None:
    assert printable(text) == text


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Zoë 🎲", "Zoë [U+1F3B2 GAME DIE]"),
        ("a\u202egnp.exe", "a[U+202E RIGHT-TO-LEFT OVERRIDE]gnp.exe"),
        ("a\x00b", "a[U+0000 CONTROL CHARACTER]b"),
        ("a\nb", "a[U+000A CONTROL CHARACTER]b"),
        ("أحمد", "[U+0623 ARABIC LETTER ALEF WITH HAMZA ABOVE, U+062D, U+0645, U+062F]"),
        ("שלום", "[U+05E9 HEBREW LETTER SHIN, U+05DC, U+05D5, U+05DD]"),
        ("\u200b", "[U+200B ZERO WIDTH SPACE]"),
        ("\ud800", "[U+D800 NO NAME]"),
        ("牌 7", "[U+724C CJK UNIFIED IDEOGRAPH-724C] 7"),
    ],
)
def test_what_the_fonts_lack_is_named(text: str, shown: str) -> None:
    assert printable(text) == shown


@given(st.text())
def test_every_result_can_be_shown_by_every_shipped_face(text: str) -> None:
    assert {ord(character) for character in printable(text)} <= EVERY_FACE


@given(st.text())
def test_printing_twice_changes_nothing_more(text: str) -> None:
    assert printable(printable(text)) == printable(text)


def test_long_text_keeps_both_ends_and_says_its_length() -> None:
    text = "a" * 400 + "b" * 100
    assert shortened(text, 40) == "a" * 30 + " … " + "b" * 10 + " [500 characters]"
    assert shortened("a" * 40, 40) == "a" * 40
