from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaljson.base.errors import SchemaError
from evaljson.base.params import check_params
from evaljson.comparators.text.regex import regex

NUMBER = r"\D*0*(\d+)"


@pytest.mark.parametrize(
    ("gold", "extracted", "params", "score"),
    [
        ("anything", "INV-0042", {"pattern": r"INV-\d+"}, 1), ("INV-1", "INV-0042.", {"pattern": r"INV-\d+"}, 0),
        (None, "INV-1", {"pattern": r"INV-\d+"}, 1), ("INV-1", None, {"pattern": r"INV-\d+"}, 0),
        (5, 5, {"pattern": "x"}, 1), (5, 5.0, {"pattern": "x"}, 0), (None, None, {"pattern": "x"}, 1),
        ("y", "y", {"pattern": "x"}, 0), ("y", "y", {"pattern": "x", "groups": True}, 1),
        ("INV-0042", "no. 42", {"pattern": NUMBER, "groups": True}, 1),
        ("INV-0042", "no. 43", {"pattern": NUMBER, "groups": True}, 0),
        ("none", "no. 43", {"pattern": NUMBER, "groups": True}, 0),
        (None, "no. 43", {"pattern": NUMBER, "groups": True}, 0),
        ("ab", "b", {"pattern": "(a)?b", "groups": True}, 0), ("a", "A", {"pattern": "(?i)a", "groups": True}, 0),
    ],
)  # fmt: skip
def test_texts_have_the_form(gold: Any, extracted: Any, params: dict[str, Any], score: int) -> None:
    assert regex(gold, extracted, params).score == score


def test_the_reason_shows_the_groups() -> None:
    found = regex("no. 1", "no. 2", {"pattern": NUMBER, "groups": True})
    assert found.reason == "gold gives '1', extracted '2'"


def test_a_text_on_which_a_pattern_takes_too_long_is_a_mismatch_with_the_reason() -> None:
    found = regex("x", "a" * 90 + "b", {"pattern": "(a|aa)+c?$"})
    assert found.score == 0
    assert "make it simpler" in (found.reason or "")


@given(st.none() | st.integers() | st.text() | st.lists(st.text()), st.none() | st.floats() | st.text())
def test_any_two_values_are_taken(left: Any, right: Any) -> None:
    assert regex(left, right, {"pattern": r"\w*"}).score in (0, 1)
    params = {"pattern": r"(\w)*", "groups": True}
    assert regex(left, right, params).score == regex(right, left, params).score
    assert regex(left, left, params).score == 1


@pytest.mark.parametrize(
    ("params", "problem"),
    [
        ({}, "needs the parameter 'pattern'"), ({"pattern": "(a"}, r"'\(a' is not a regular expression: missing \)"),
        ({"pattern": "(a{999}){999}"}, "use smaller counts"),
        ({"pattern": "a", "group": True}, "Did you mean 'groups'"),
    ],
)  # fmt: skip
def test_bad_parameters_are_refused(params: dict[str, Any], problem: str) -> None:
    with pytest.raises(SchemaError, match=problem):
        check_params(params, regex.params, "regex", "a")
