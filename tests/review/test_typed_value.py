"""Values that people type, by the type of the field."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaljson.base.errors import InputError
from evaljson.base.jsontypes import strict_equal
from evaljson.review.typed_value import as_typed, read_typed, types_of

VALUES: st.SearchStrategy[Any] = st.recursive(
    st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=5,
)


@pytest.mark.parametrize(
    ("text", "types", "value"),
    [
        ("12", "string", "12"), (" x ", "string", " x "), ("", "string", ""), ("12", "integer", 12),
        ("12.5", "number", 12.5), ("12", "number", 12), ("true", "boolean", True), ("[1]", "array", [1]),
        ("12", ("integer", "string"), 12), ("twelve", ("integer", "string"), "twelve"),
        ("true", ("string", "null"), "true"),
        ('{"a": 1}', "object", {"a": 1}),
        ("5,044.10", "number", 5044.1), ("5.044,10", "number", 5044.1), ("-1,234,567", "integer", -1234567),
        ("5,044.10", ("number", "string"), "5,044.10"),
    ],
)  # fmt: skip
def test_a_text_is_read_by_the_type_of_the_field(text: str, types: str | tuple[str, ...], value: Any) -> None:
    assert strict_equal(read_typed(text, types_of(types)), value)


@pytest.mark.parametrize(
    ("text", "type"), [("x", "integer"), ("1.5", "integer"), ("1", "boolean"), ("NaN", "number"), ("1e999", "number"), ("{}", "array")]  # noqa: E501
)  # fmt: skip
def test_what_is_no_value_of_the_type_is_refused(text: str, type: str) -> None:
    with pytest.raises(InputError, match="is not"):
        read_typed(text, types_of(type))


def test_a_number_that_can_be_read_in_two_ways_is_refused_and_both_are_named() -> None:
    with pytest.raises(InputError, match=r"is not a number\. Type 1234 or 1\.234\."):
        read_typed("1,234", ("number",))


@given(VALUES)
def test_what_is_written_is_read_back(value: Any) -> None:
    kinds = {str: "string", bool: "boolean", int: "integer", float: "number", list: "array", dict: "object"}
    types = types_of(kinds[type(value)])
    assert strict_equal(read_typed(as_typed(value, types), types), value)


@pytest.mark.parametrize(
    ("value", "written"), [({"a": 1, "b": [2]}, 6), ({}, 1), ([1, 2], 1)], ids=["object", "empty", "list"]
)
def test_an_object_has_a_line_for_each_of_its_parts(value: Any, written: int) -> None:
    assert len(as_typed(value, types_of(("object", "array"))).splitlines()) == written
