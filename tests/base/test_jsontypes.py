import datetime
import decimal
import itertools
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaljson.base.jsontypes import ABSENT, find_non_json, hash_safe, strict_equal, strict_key, type_name
from evaljson.scoring.columns import codes_of

NAN = float("nan")
SCALARS: list[Any] = [None, True, False, 0, 1, 0.0, 1.0, "", "1", "true", 2**53, 2.0**53, 2**53 + 1, float("inf")]
scalars = st.one_of(st.sampled_from(SCALARS), st.integers(-3, 3), st.floats(), st.text(max_size=2))
values = st.recursive(
    scalars,
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(st.sampled_from("ab"), inner, max_size=2)),
    max_leaves=6,
)


@pytest.mark.parametrize(("left", "right"), list(itertools.combinations(SCALARS, 2)))
def test_no_two_of_these_values_are_strictly_equal_at_any_depth(left: Any, right: Any) -> None:
    for wrap in (lambda v: v, lambda v: [v], lambda v: {"a": v}, lambda v: [{"a": [v]}]):
        assert not strict_equal(wrap(left), wrap(right))
        assert not strict_equal(wrap(right), wrap(left))
        assert strict_equal(wrap(left), wrap(left))


@pytest.mark.parametrize(
    ("left", "right", "equal"),
    [
        (NAN, float("nan"), True),
        ([NAN], [float("nan")], True),
        (0.0, -0.0, True),
        ({"a": 1, "b": 2}, {"b": 2, "a": 1}, True),
        ([1, 2], [2, 1], False),
        ([], {}, False),
        ([], None, False),
        ({}, {"a": None}, False),
        ([None], [], False),
        (ABSENT, None, False),
        (ABSENT, ABSENT, True),
        ("nan", NAN, False),
        ([["a"], []], [["a", []]], False),
    ],
)
def test_strict_equality_is_same_type_and_same_value(left: Any, right: Any, equal: bool) -> None:
    assert strict_equal(left, right) is equal


@given(values, values)
def test_keys_are_equal_exactly_where_values_are(left: Any, right: Any) -> None:
    assert (strict_key(left) == strict_key(right)) is same(left, right)
    if same(left, right):
        assert hash(strict_key(left)) == hash(strict_key(right))


@given(st.lists(st.one_of(values, st.just(ABSENT)), max_size=12))
def test_codes_of_a_column_tell_apart_what_strict_equality_does(column: list[Any]) -> None:
    codes, distinct = codes_of(column)
    assert len(distinct) == len(set(codes.tolist()))
    for one, code in zip(column, codes.tolist(), strict=True):
        assert same(one, distinct[code])
        assert [same(one, other) for other in distinct].count(True) == 1


@given(st.lists(scalars, max_size=6))
def test_python_hashing_is_trusted_only_where_it_agrees(column: list[Any]) -> None:
    if hash_safe(set(map(type, column))):
        for left, right in itertools.combinations(column, 2):
            assert (left == right or (left != left and right != right)) == same(left, right)


@pytest.mark.parametrize(
    ("value", "name"),
    [
        (None, "null"), (True, "boolean"), (1, "integer"), (1.0, "number"), ("", "string"), ([], "array"),
        ({}, "object"),
        (ABSENT, "absent"), (decimal.Decimal(1), "decimal.Decimal"), (np.float64(1), "numpy.float64"),
        (datetime.date(2024, 1, 1), "datetime.date"), ((), "builtins.tuple"),
    ],
)  # fmt: skip
def test_types_have_their_json_names(value: Any, name: str) -> None:
    assert type_name(value) == name


ODD: list[Any] = [
    (1,),
    {1},
    b"x",
    decimal.Decimal(1),
    np.int64(1),
    np.float64(1),
    np.bool_(True),
    datetime.date(2024, 1, 1),
]


@pytest.mark.parametrize("odd", ODD, ids=lambda odd: type(odd).__name__)
@pytest.mark.parametrize(
    ("wrap", "where"),
    [
        (lambda odd: odd, "a"),
        (lambda odd: [0, odd], "a[1]"),
        (lambda odd: {"b": odd}, "a.b"),
        (lambda odd: {"b": [{"c.d": odd}]}, "a.b[0]['c.d']"),
    ],
)
def test_what_is_no_json_is_found_with_its_path(odd: Any, wrap: Any, where: str) -> None:
    found = find_non_json(wrap(odd), "a")
    assert found is not None
    assert found[0] == where
    assert found[1].startswith("a value of type ")
    assert found[1].endswith(type(odd).__name__)


def test_a_key_that_is_no_string_is_no_json() -> None:
    assert find_non_json({"a": {1: "x"}}, "") == ("a", "a key of type integer")


@given(values)
def test_nothing_is_found_in_json(value: Any) -> None:
    assert find_non_json(value, "") is None


def same(left: Any, right: Any) -> bool:
    """Strict equality again, by recursion instead of by keys."""
    if type(left) is not type(right):
        return False
    if isinstance(left, list):
        return len(left) == len(right) and all(map(same, left, right))
    if isinstance(left, dict):
        return left.keys() == right.keys() and all(same(left[key], right[key]) for key in left)
    return bool(left == right) or (left != left and right != right)
