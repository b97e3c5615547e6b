"""Against the naive oracle, on objects that differ here and there."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaljson.metrics import json_difference, json_distance, json_field_match, json_similarity
from tests.profiles import examples

from . import oracle
from .values import near_pairs, weights

Pair = tuple[dict[str, Any], dict[str, Any]]
thoroughly = examples(300)


def near(exact: Fraction) -> Any:
    return pytest.approx(float(exact), abs=1e-9)


@thoroughly
@given(near_pairs(), st.booleans(), st.booleans())
def test_field_match_is_what_its_definition_says(pair: Pair, normalized: bool, strict: bool) -> None:
    result = json_field_match(*pair, normalized=normalized, strict=strict)
    assert result.score == near(oracle.field_match(*pair, normalized, strict))


@thoroughly
@given(near_pairs())
def test_similarity_is_what_its_definition_says(pair: Pair) -> None:
    result = json_similarity(*pair)
    matched, total = oracle.leaves(*pair)
    assert result.score == near(oracle.similarity(*pair))
    assert result.details == {"matched_leaves": near(matched), "total_leaves": total}


@thoroughly
@given(near_pairs(), st.none() | weights())
def test_difference_is_what_its_definition_says(pair: Pair, given_weights: dict[str, Any] | None) -> None:
    expected = oracle.difference(*pair, given_weights)
    result = json_difference(*pair, weights=given_weights)
    assert result.score == (None if expected is None else near(expected))


@thoroughly
@given(near_pairs(), st.booleans())
def test_distance_is_what_its_definition_says(pair: Pair, absent_is_null: bool) -> None:
    assert json_distance(*pair, absent_is_null=absent_is_null).score == oracle.distance(*pair, absent_is_null)
