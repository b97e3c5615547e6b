"""What holds for every comparator of values, on any JSON value: in 0..1, identity, symmetry, no exceptions."""

import contextlib
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaljson import ComparatorResult
from evaljson.comparators.date.dates import date, datetime_
from evaljson.comparators.nested.any_of import any_of
from evaljson.comparators.nested.either import either
from evaljson.comparators.nested.sets import set_
from evaljson.comparators.number.numeric_similarity import numeric_similarity
from evaljson.comparators.quantity.amount import amount
from evaljson.comparators.quantity.quantity import quantity
from evaljson.scoring.columns import codes_of
from evaljson.scoring.row_pairs import FlatPairs
from evaljson.transforms.parse_date import parse_date
from evaljson.transforms.parse_number import parse_number
from tests.profiles import examples

TELLING = st.text("0123456789.,'-+()/: TZW٠٫年eE$€kgmarchMAR\"°%ſ", max_size=16)
SCALARS = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=12), TELLING, st.integers(-5, 5),
    st.dates().map(str), st.datetimes().map(str), st.floats(-1e6, 1e6).map(lambda x: f"{x:,.2f} EUR"),
    st.sampled_from(["5 kg", "5000 g", "20 °C", "5 m2", "1.247,50 €", "03/04/2024", "4 Mar 24", "1e999999999999"]),
    st.sampled_from([10**400, 2**53 + 1, 5e-324, "9999-12-31T23:59:59-14:00", "0001-01-01T00:00+14:00", "9" * 300]),
)  # fmt: skip
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=6,
)
ALL = [
    pytest.param(fn, params, symmetric, id=f"{type(fn).__name__}-{i}")
    for i, (fn, params, symmetric) in enumerate(
        [
            (amount, {}, True), (amount, {"decimal": ",", "currency": "same"}, True),
            (amount, {"tolerance": {"rel": 0.1}}, False),
            (amount, {"tolerance": {"abs": 2}}, True), (quantity, {}, True),
            (quantity, {"unit": "kg", "tolerance": {"rel": 0.5}}, False),
            (date, {}, True), (date, {"day_first": True, "tolerance": {"days": 400}}, True),
            (date, {"formats": ["%d.%m.%Y"]}, True),
            (datetime_, {}, True), (datetime_, {"timezone": "Europe/Berlin", "tolerance": {"seconds": 0.5}}, True),
            (numeric_similarity, {}, False), (numeric_similarity, {"definition": "difference"}, True),
            (set_, {}, True), (set_, {"score": "jaccard", "duplicates": "set"}, True),
            (set_, {"score": "precision"}, False),
            (set_, {"score": "recall", "transform": ["lowercase"]}, False),
            (either, {"of": ["exact", "numeric"]}, True),
        ]
    )
]  # fmt: skip


@pytest.mark.parametrize(("compare", "params", "symmetric"), ALL)
@examples(80)
@given(gold=VALUES, extracted=VALUES)
def test_any_two_values_get_a_score(
    compare: Any, params: dict[str, Any], symmetric: bool, gold: Any, extracted: Any
) -> None:
    found = compare(gold, extracted, params)
    assert isinstance(found, ComparatorResult)
    assert 0.0 <= found.score <= 1.0
    assert found.reason is None or len(found.reason) < 2000
    if symmetric:
        assert compare(extracted, gold, params).score == pytest.approx(found.score)
    assert compare(gold, gold, params).score == 1.0


@examples(80)
@given(gold=VALUES, extracted=VALUES)
def test_any_of_gives_any_two_values_a_score_and_takes_what_gold_lists(gold: Any, extracted: Any) -> None:
    assert 0.0 <= any_of(gold, extracted, {"compare": "numeric", "transform": ["strip"]}).score <= 1.0
    assert any_of([gold, extracted], extracted, {}).score == 1.0


@examples(200)
@given(value=VALUES)
def test_transforms_give_json_or_refuse(value: Any) -> None:
    for transform in (parse_number, parse_date):
        with contextlib.suppress(ValueError):
            assert type(transform(value, {})) in (int, float, str)


@given(number=st.floats(min_value=1000, max_value=1e12))
def test_numbers_with_both_separators_are_read_under_either_setting(number: float) -> None:
    text = f"{number:,.2f}"
    swapped = text.translate(str.maketrans(".,", ",."))
    found = {parse_number(written, {"decimal": decimal}) for written in (text, swapped) for decimal in ".,"}
    assert found == {round(number, 2)}


@pytest.mark.parametrize(
    ("compare", "params", "symmetric"), [case for case in ALL if hasattr(case.values[0], "vectorise")]
)
@examples(60)
@given(column=st.lists(VALUES, max_size=8))
def test_columns_score_like_calls(compare: Any, params: dict[str, Any], symmetric: bool, column: list[Any]) -> None:
    column = [
        *column,
        "5 kg",
        "5000 g",
        5,
        "5.00",
        "€5",
        "2024-03-04",
        "4 Mar 24",
        "2024-03-04T00:00Z",
        "x",
        None,
        "5 Mg",
        "5 mg",
    ]
    codes, distinct = codes_of(column)
    gold, extracted = (side.ravel() for side in np.indices((len(column), len(column))))
    scores = compare.vectorise(distinct, params)(FlatPairs(gold, extracted, np.arange(len(gold))), codes, codes)
    called = [
        compare(column[g], column[e], params).score for g, e in zip(gold.tolist(), extracted.tolist(), strict=True)
    ]
    assert scores.astype(float).tolist() == called
