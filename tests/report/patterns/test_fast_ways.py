"""What is looked at for each error of a large run has fast ways; they find what the plain ways find."""

import math
import unicodedata
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaljson.report.patterns.differences import _is_rounded
from evaljson.report.patterns.siblings import _key, _keys_beside
from evaljson.transforms.number_text import _plain_character, plain

_NUMBERS = st.decimals(-1000, 1000, allow_nan=False, places=4).map(Fraction) | st.fractions(-9, 9, max_denominator=300)
_SCALARS: list[Any] = [1, True, 1.0, 0, False, -0.0, None, "1", "", "x", math.nan, 10**20, 1e20, [1], {"a": 1}]


def is_rounded(exactly: Fraction, roughly: Fraction) -> bool:
    """The plain way."""
    smaller = min(abs(exactly), abs(roughly))
    if smaller and abs(exactly - roughly) > smaller / 2:
        return False
    for decimals in range(7):
        scaled, target = exactly * 10**decimals, roughly * 10**decimals
        if target.denominator == 1 and scaled.denominator != 1:
            return bool(abs(scaled - target) < 1 and (abs(scaled - target) * 2 <= 1 or int(scaled) == target))
    return False


@given(exactly=_NUMBERS, places=st.integers(0, 4), other=_NUMBERS)
def test_numbers_are_rounded_where_their_fractions_say_so(exactly: Fraction, places: int, other: Fraction) -> None:
    for roughly in (round(exactly, places), other):
        assert _is_rounded(exactly, Fraction(roughly)) == is_rounded(exactly, Fraction(roughly))


@given(st.text(st.characters(max_codepoint=127)) | st.text())
def test_texts_are_made_plain_character_by_character(text: str) -> None:
    assert plain(text) == "".join(map(_plain_character, unicodedata.normalize("NFC", text))).strip()


@pytest.mark.parametrize("extracted", _SCALARS, ids=repr)
@pytest.mark.parametrize("beside", _SCALARS, ids=repr)
def test_a_value_is_beside_where_it_has_the_same_key(beside: Any, extracted: Any) -> None:
    is_same = not isinstance(beside, dict | list) and _key(beside) == _key(extracted)
    assert _keys_beside({"a": 5, "b": beside}, "a", extracted) == ["b"] * is_same
    assert not _keys_beside({"a": beside}, "a", extracted)
