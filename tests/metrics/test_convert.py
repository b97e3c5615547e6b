"""Weights to an eval schema and back."""

import copy
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evaljson import InputError, SchemaError
from evaljson.metrics import json_difference, weights_from_schema, weights_to_schema
from evaljson.schema.gold.infer import infer_schema

from .values import SHARES

NUMBER = {"type": "number"}


def an_object(**properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties}


def an_array(items: dict[str, Any]) -> dict[str, Any]:
    return {"type": "array", "items": items}


def weighing(weight: float, node: dict[str, Any] = NUMBER) -> dict[str, Any]:
    return {**node, "x-eval-weight": weight}


PART = an_object(b=weighing(0.5))
MENU = an_object(price=NUMBER, menus=an_array(an_object(name={"type": "string"}, pizza=NUMBER)))


def test_weights_stand_in_the_schema_where_they_apply() -> None:
    before = copy.deepcopy(MENU)
    written = weights_to_schema({"price": 0.25, "menus": {"__menus": 0.8, "name": 0.0}}, MENU)
    assert written == an_object(
        price=weighing(0.25),
        menus=weighing(0.8, an_array(an_object(name=weighing(0.0, {"type": "string"}), pizza=NUMBER))),
    )
    assert before == MENU


def test_what_the_weights_do_not_name_stays_as_it_is() -> None:
    schema = an_object(a=weighing(3), b=an_object(c=NUMBER))
    assert weights_to_schema({"b": {"c": 0.5}}, schema) == an_object(a=weighing(3), b=an_object(c=weighing(0.5)))


@pytest.mark.parametrize(
    ("weights", "path", "why"),
    [
        ({"prize": 1}, "prize", "declares no key 'prize' here. Did you mean 'price'"),
        ({"menus": {"pasta": 1}}, "menus.pasta", "declares no key 'pasta'"),
        ({"price": {"net": 1}}, "price.net", "declares no key 'net'"),
    ],
)
def test_a_weight_for_a_key_that_the_schema_lacks_is_refused(weights: Any, path: str, why: str) -> None:
    with pytest.raises(SchemaError, match=why) as caught:
        weights_to_schema(weights, MENU)
    assert caught.value.path == path


def test_wrong_weights_and_schemas_are_refused() -> None:
    with pytest.raises(InputError, match=r"menus\.name: a weight is a number from 0 to 1, not 2"):
        weights_to_schema({"menus": {"name": 2}}, MENU)
    with pytest.raises(SchemaError, match="is not resolved"):
        weights_to_schema({}, {"$ref": "#/$defs/x"})
    with pytest.raises(SchemaError, match="x-eval-weight takes a number"):
        weights_from_schema(an_object(a=weighing("1")))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "weights",
    [
        {}, {"price": 0.25}, {"price": 1.0, "menus": 0.5}, {"menus": {"name": 0.0}},
        {"menus": {"__menus": 0.8, "name": 0.0, "pizza": 1.0}},
    ],
)  # fmt: skip
def test_what_came_from_weights_gives_the_same_weights_back(weights: Any) -> None:
    converted = weights_from_schema(weights_to_schema(weights, MENU))
    assert (converted.weights, converted.notes) == (weights, ())


def test_siblings_above_1_are_scaled_and_it_says_so() -> None:
    schema = an_object(
        a=weighing(4), b=NUMBER, c=weighing(0), d=an_object(e=weighing(0.5), f=weighing(2)), g=an_object(h=NUMBER)
    )
    converted = weights_from_schema(schema)
    assert converted.weights == {"a": 1.0, "b": 0.25, "c": 0.0, "d": {"__d": 0.25, "e": 0.25, "f": 1.0}, "g": 0.25}
    assert converted.notes == (
        "the record: weights of its keys are divided by 4, to be at most 1.",
        "d: weights of its keys are divided by 2, to be at most 1.",
    )


@pytest.mark.parametrize(
    ("schema", "weights", "note"),
    [
        (weighing(3, an_object(a=weighing(0.5))), {"a": 0.5}, "the record: x-eval-weight 3 is left out"),
        (an_object(a=weighing(0.5, an_array(weighing(0.5)))), {"a": 0.25}, r"a\[\]: x-eval-weight 0.5 has become"),
        (an_object(a=an_array(an_array(weighing(0.5, PART)))), {"a": {"__a": 0.5, "b": 0.5}}, r"a\[\]\[\]: .*factor"),
        (an_object(m={"type": "object", "additionalProperties": weighing(0.5)}), {}, r"m\.\*: weights of free keys"),
        (an_object(a={**NUMBER, "x-eval-skip": True}), {}, "a: x-eval-skip is not a weight"),
        (an_object(a=weighing(1e-300), b=weighing(1e200)), {"a": 0.0, "b": 1.0}, "a: the weight is too small beside"),
        (an_object(a={**PART, "x-eval-compare": "exact"}), {}, "a.b: x-eval-weight has no effect there"),
    ],
)  # fmt: skip
def test_what_weights_cannot_say_is_noted(schema: Any, weights: Any, note: str) -> None:
    converted = weights_from_schema(schema)
    assert converted.weights == weights
    with pytest.raises(ValueError, match=note):
        raise ValueError(" ".join(converted.notes))


def test_a_key_that_would_be_read_as_the_weight_of_its_container_is_refused() -> None:
    with pytest.raises(SchemaError, match="would be that of its container") as caught:
        weights_from_schema(an_object(a=an_object(__a=weighing(0.5))))
    assert caught.value.path == "a.__a"
    assert weights_from_schema(an_object(a=an_object(__a=NUMBER, b=weighing(0.5)))).weights == {"a": {"b": 0.5}}


RECORD = {"p": 1, "q": "text", "r": {"s": 2, "t": {"u": 1}}, "v": [{"w": 1, "x": 2}]}
OTHER = {"p": 2, "q": "test", "r": {"s": 5, "t": {"u": 3}}, "v": [{"w": 2, "x": 2}, {"w": 0, "x": 0}]}
RECORD_WEIGHTS = st.fixed_dictionaries(
    {},
    optional={
        "p": SHARES,
        "q": SHARES,
        "r": st.one_of(SHARES, st.fixed_dictionaries({}, optional={"__r": SHARES, "s": SHARES, "t": SHARES})),
        "v": st.one_of(SHARES, st.fixed_dictionaries({}, optional={"__v": SHARES, "w": SHARES, "x": SHARES})),
    },
)


@settings(deadline=None)
@given(RECORD_WEIGHTS)
def test_there_and_back_scores_the_same(weights: dict[str, Any]) -> None:
    back = weights_from_schema(weights_to_schema(weights, infer_schema([RECORD]))).weights
    straight, there_and_back = (json_difference(OTHER, RECORD, weights=used).score for used in (weights, back))
    assert straight == there_and_back
