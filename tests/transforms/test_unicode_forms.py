"""Composed and decomposed forms, which are Unicode's own for every text but one of hundreds of marks in a row."""

import unicodedata
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaljson.transforms.text_folding import without_accents
from evaljson.transforms.unicode_forms import RUN, nfc, nfd

MARKS = "\u0301\u0316\u0323\u0344\u093c\u3099"
texts = st.text(st.one_of(st.sampled_from(f"ae\u1e69각{MARKS}"), st.characters()), max_size=3 * RUN)


@pytest.mark.parametrize(("form", "ours"), [("NFC", nfc), ("NFD", nfd)])
@given(text=texts)
def test_a_text_has_the_form_that_unicode_gives_it(form: str, ours: Callable[[str], str], text: str) -> None:
    assert ours(text) == unicodedata.normalize(form, text)  # type: ignore[arg-type]


def test_a_letter_before_a_long_row_of_marks_keeps_its_accent() -> None:
    assert nfc("e" + "\u0301" * 5 * RUN).startswith("é")
    assert without_accents("e" + "\u0301\u0316" * 5 * RUN + "a") == "ea"
