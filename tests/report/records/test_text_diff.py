"""The word-level difference of two texts."""

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaljson.report.records.diff_html import diff_html, diff_line, diff_sides
from evaljson.report.records.text_diff import MOST, Diff, word_diff

CLOSE = st.text("ab é\u0301\U0001f469\u200d", max_size=12)


def pieces(gold: str, extracted: str) -> str:
    """The difference on a line: [-taken out-] and {+put in+}."""
    marks = {"same": "{}", "gold": "[-{}-]", "extracted": "{{+{}+}}"}
    diff = word_diff(gold, extracted)
    return "none" if diff is None else "".join(marks[part.kind].format(part.text) for part in diff.parts)


@pytest.mark.parametrize(
    ("gold", "extracted", "shown"),
    [
        ("Acme GmbH & Co.", "Acme GmbH and Co.", "Acme GmbH [-&-]{+and+} Co."),
        ("2024-03-01", "2024-03-11", "2024-03-[-01-]{+11+}"),
        ("19.90", "19.9", "19.[-90-]{+9+}"),
        ("due ", "due", "due[- -]"),
        ("ACME Ltd", "Acme Ltd", "[-ACME-]{+Acme+} Ltd"),
        ("caf\u00e9", "cafe\u0301", "[-caf\u00e9-]{+cafe\u0301+}"),
        ("lab \U0001f469\u200d\U0001f52c 1", "lab \U0001f469 1", "lab [-\U0001f469\u200d\U0001f52c-]{+\U0001f469+} 1"),
        ("ALQ-MODULO2M", "Art. ALQ-MODULO2M", "{+Art. +}ALQ-MODULO2M"),
        ("one two two", "one two", "one [-two -]two"),
        ("Ordner 8 cm, Schild, grau", "Ordner 8 cm,…", "Ordner 8 cm,[- Schild, grau-]{+…+}"),
        ("a long text with an a", "a", "none"),
        ("Wartung des Multifunktionsgeräts", "Wartung", "none"),
        ("Wartung des Geräts", "Wartung", "Wartung[- des Geräts-]"),
        ("東京都港区芝", "東京都渋谷区芝", "東京都[-港-]{+渋谷+}区芝"),
        ("DE89 3704 0044", "DE89 3074 0044", "DE89 [-3704-]{+3074+} 0044"),
        ("Castle Garden 34", "Castle  Garden  34", "Castle {+ +}Garden{+ +} 34"),
        ("7-201.11", "7-201.11, 4-601.11", "7-201.11{+, 4-601.11+}"),
        ("4-601.11", "7-201.11, 4-601.11", "{+7-201.11, +}4-601.11"),
        ("A-1; B-1; C-1", "A-1; C-1", "A-1; [-B-1; -]C-1"),
        ("x", "y", "none"),
        ("kitten sitting", "sitting kitten", "none"),
        ("same", "same", "none"),
    ],
)
def test_the_difference_is_what_a_person_would_mark(gold: str, extracted: str, shown: str) -> None:
    assert pieces(gold, extracted) == shown


@pytest.mark.parametrize(("gold", "extracted"), [(1, 2), ("1", 1), (None, "a"), (["a"], ["b"])])
def test_only_texts_have_one(gold: Any, extracted: Any) -> None:
    assert word_diff(gold, extracted) is None


@given(CLOSE, CLOSE)
def test_both_texts_can_be_put_together_from_it(gold: str, extracted: str) -> None:
    diff = word_diff(gold, extracted) or Diff((), 0)
    if diff.parts:
        assert "".join(part.text for part in diff.parts if part.kind != "extracted") == gold
        assert "".join(part.text for part in diff.parts if part.kind != "gold") == extracted


@pytest.mark.parametrize(
    ("gold", "extracted", "html"),
    [
        ("Gerät 3", "Gerat 3", "<del>Ger<b>ä</b>t</del><ins>Ger<b>a</b>t</ins> 3"),
        ("steel bracket", "steel hook", "steel <del>bracket</del><ins>hook</ins>"),
    ],
)
def test_letters_are_marked_in_a_word_that_is_only_spelt_otherwise(gold: str, extracted: str, html: str) -> None:
    diff = word_diff(gold, extracted)
    assert diff is not None
    assert html in diff_html(diff)


@pytest.mark.parametrize("before", ["", "one two ", "a long beginning of many words that both have " * 9])
def test_a_line_that_is_cut_shows_the_difference_at_its_beginning(before: str) -> None:
    diff = word_diff(f"{before}north harbour and the rest", f"{before}south harbour and the rest")
    assert diff is not None
    first = re.sub("<[^>]*>", "", diff_line(diff).split("<del>")[0])
    assert len(first) <= 20


def test_long_texts_are_compared_from_where_they_differ() -> None:
    gold = "x " * 50_000 + "abc"
    diff = word_diff(gold, gold[:-1] + "d")
    assert diff is not None
    assert diff.cut == 0
    assert [part.text for part in diff.parts[1:]] == ["abc", "abd"]
    assert "equal characters …" in diff_html(diff)


def test_long_equal_stretches_are_cut_between_words_with_the_number_of_characters_left_out() -> None:
    clause = "After ten days, disputes go to the courts at the registered office of the buyer, unless both agree: "
    diff = word_diff(f"one {clause}days", f"two {clause}weeks")
    assert diff is not None
    shown = re.sub("<[^>]*>", "", diff_html(diff))
    assert shown == "onetwo After ten days, … 65 equal characters … unless both agree: daysweeks"
    gold, extracted = (re.sub("<[^>]*>", "", side) for side in diff_sides(diff))
    assert (gold, extracted) == (f"one {clause}days", f"two {clause}weeks"), "side by side it is there to be read"


def test_what_is_not_compared_is_said() -> None:
    gold = "a" + "x" * MOST + "left out"
    diff = word_diff(gold, "b" + gold[1:])
    assert diff is not None
    assert "… 9 more characters, not compared" in diff_html(diff)


@pytest.mark.parametrize(
    ("gold", "extracted", "html"),
    [
        ("<b>x", "<b>y", "&lt;b&gt;<del>x</del><ins>y</ins>"),
        ("total \u202e1", "total 1", "total <del>[U+202E]</del>1"),
        ("a  ", "a ", 'a <del><span class="ej-gap"> </span></del>'),
        ("a b", "a\u00a0b", '<ins><span class="ej-named">no-break space</span></ins>b'),
        ("due\ud800 now", "due now", "due<del>[U+D800]</del> now"),
        ("nul\0 now", "nul now", "nul<del>[U+0000]</del> now"),
    ],
)
def test_html_is_escaped_and_shows_what_would_be_invisible(gold: str, extracted: str, html: str) -> None:
    diff = word_diff(gold, extracted)
    assert diff is not None
    assert html in diff_html(diff)


def test_the_text_decides_in_which_direction_it_runs() -> None:
    diff = word_diff("שלום עולם", "שלום עול")
    assert diff is not None
    assert '<div class="ej-diff"><bdi dir="auto">' in diff_html(diff)
