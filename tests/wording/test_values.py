"""How values are written where there is room for a line only."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaljson.wording.values import as_text, with_signs

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=2), inner, max_size=2),
    max_leaves=4,
)


@pytest.mark.parametrize(
    "text",
    [
        "1",
        "-1.5",
        "1e5",
        "1E5",
        " 1 ",
        "007",
        "true",
        "False",
        "NULL",
        "null",
        "NaN",
        "Infinity",
        "",
        "[1]",
        "{}",
        '"a"',
    ],
)
def test_a_text_that_looks_like_another_value_is_quoted(text: str) -> None:
    assert as_text(text) == json.dumps(text)


@pytest.mark.parametrize(
    "text", ["one", "falsehood", "1 kg", "2026-03-01", "1,000", "[draft]", "{name}", '"a" or "b"', "-"]
)
def test_any_other_text_is_not(text: str) -> None:
    assert as_text(text) == text


@given(JSON, JSON)
def test_values_of_two_types_are_never_written_alike(one: Any, other: Any) -> None:
    if isinstance(one, str) != isinstance(other, str):
        assert as_text(one) != as_text(other)


@given(JSON)
def test_a_value_is_told_from_its_own_writing_as_text(value: Any) -> None:
    written = as_text(value)
    assert isinstance(value, str) or as_text(written) != written


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (" Boris Falk  ", "␣Boris Falk␣␣"), ("a  b", "a␣␣b"), ("a b", "a b"), ("a\nb", "a↵\nb"), ("", ""),
        ("a\u00a0b", "a⍽b"),
    ],
)  # fmt: skip
def test_spaces_that_readers_would_not_see_have_signs(text: str, shown: str) -> None:
    assert with_signs(text) == shown
