"""The scorers of whole columns against the comparators called with two values: nasty values, all pairs."""

from typing import Any

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from evaljson.base.jsontypes import strict_equal
from evaljson.comparators.registry import find_comparator
from evaljson.scoring.columns import codes_of
from evaljson.scoring.row_pairs import FlatPairs
from tests.profiles import examples

BIG = 2**53
NASTY: list[Any] = [
    None, True, False, 0, 1, -1, 0.0, -0.0, 1.0, 0.1, 1e308, -1e308, 5e-324, float("nan"), float("inf"), float("-inf"),
    BIG, BIG + 1, -BIG - 1, float(BIG), float(BIG + 2), 2**64, 10**400, -(10**400), 10**308,
    "0", " 1 ", "1.0", "01", "1_0", "-1", "1e308", "1e400", "-1e400", "10e399", "nan", "inf", "-inf", "Infinity", "",
    "true", "x", str(BIG), str(BIG + 1), f"{BIG + 1}.0", "0x10", "１", [], {}, [1], [1.0], [True], {"a": 1},
]  # fmt: skip
numbers = st.one_of(st.integers(-4, 4), st.integers(), st.floats(), st.floats(-4, 4).map(lambda x: round(x, 1)))
texts = st.one_of(numbers.map(str), numbers.map(lambda x: f" {x}"), st.text(max_size=2))
columns = st.lists(st.one_of(st.sampled_from(NASTY), numbers, texts, st.booleans()), max_size=12)
plain_columns = st.lists(numbers, max_size=12)
bounds = st.one_of(st.sampled_from([0, 0.0, 0.01, 0.5, 1, 2, 1e308]), st.floats(0, 10, allow_subnormal=False))
tolerances = st.fixed_dictionaries({}, optional={"rel": bounds, "abs": bounds})


def assert_columns_score_like_calls(name: str, column: list[Any], params: dict[str, Any]) -> None:
    fn: Any = find_comparator(name).fn
    codes, distinct = codes_of(column)
    gold, extracted = (side.ravel() for side in np.indices((len(column), len(column))))
    pairs = FlatPairs(gold, extracted, np.arange(len(gold)))
    scores = fn.vectorise(distinct, params)(pairs, codes, codes)
    expected = [fn(column[g], column[e], params).score for g, e in zip(gold.tolist(), extracted.tolist(), strict=True)]
    wrong = [
        (column[g], column[e], want)
        for g, e, want, got in zip(gold.tolist(), extracted.tolist(), expected, scores.tolist(), strict=True)
        if float(got) != want
    ]
    assert wrong == []


@examples(150)
@given(columns, tolerances)
@example(NASTY, {})
@example(NASTY, {"rel": 0.01})
@example(NASTY, {"abs": 1})
@example(NASTY, {"rel": 1e308, "abs": 1e308})
def test_numeric_scores_columns_as_it_scores_two_values(column: list[Any], tolerance: dict[str, Any]) -> None:
    assert_columns_score_like_calls("numeric", column, {"tolerance": tolerance} if tolerance else {})


@examples(150)
@given(plain_columns, tolerances)
def test_numeric_scores_columns_of_numbers_as_it_scores_two(column: list[Any], tolerance: dict[str, Any]) -> None:
    assert_columns_score_like_calls("numeric", column, {"tolerance": tolerance})


@settings(deadline=None)
@given(columns)
@example(NASTY)
def test_exact_scores_columns_as_it_scores_two_values(column: list[Any]) -> None:
    assert_columns_score_like_calls("exact", column, {})


@settings(deadline=None)
@given(columns, st.lists(st.sampled_from(NASTY), min_size=1, max_size=5))
@example(NASTY, [1, "1", None])
@example(NASTY, [True, [1], float("nan")])
def test_oneof_scores_columns_as_it_scores_two_values(column: list[Any], listed: list[Any]) -> None:
    assert_columns_score_like_calls("oneof", column, {"values": listed})


AMOUNT_IN_CENTS = {"amount": {"decimal": ",", "tolerance": {"abs": 0.01}}}
ALTERNATIVES = st.lists(
    st.sampled_from(["exact", "numeric", "normalized", "date", "amount", AMOUNT_IN_CENTS]), min_size=1, max_size=3
)


@settings(deadline=None)
@given(columns, ALTERNATIVES)
@example(NASTY, [AMOUNT_IN_CENTS, "amount"])
@example(NASTY, ["exact", {"either": {"of": ["numeric", "normalized"]}}])
def test_either_scores_columns_as_it_scores_two_values(column: list[Any], of: list[Any]) -> None:
    assert_columns_score_like_calls("either", column, {"of": of})


def test_either_scores_no_columns_where_one_alternative_compares_pairs_only() -> None:
    either: Any = find_comparator("either").fn
    assert either.vectorise([1], {"of": ["exact", "any_of"]}) is None


@pytest.mark.parametrize("name", ["numeric", "exact"])
def test_an_empty_column_gives_no_scores(name: str) -> None:
    assert_columns_score_like_calls(name, [], {})


@given(st.sampled_from(NASTY), st.sampled_from(NASTY))
def test_exact_is_strict_equality_and_symmetric(left: Any, right: Any) -> None:
    fn: Any = find_comparator("exact").fn
    assert fn(left, right, {}).score == fn(right, left, {}).score == float(strict_equal(left, right))


@given(st.sampled_from(NASTY), st.sampled_from(NASTY), st.floats(0, 10))
def test_numeric_without_rel_is_symmetric(left: Any, right: Any, bound: float) -> None:
    fn: Any = find_comparator("numeric").fn
    for params in ({}, {"tolerance": {"abs": bound}}):
        assert fn(left, right, params).score == fn(right, left, params).score
