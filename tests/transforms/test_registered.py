"""Transforms that users register."""

import datetime
import decimal
from functools import partial
from typing import Any, ClassVar

import numpy as np
import pytest

import evaljson


def only(transforms: list[Any], gold: Any, extracted: Any, **settings: Any) -> evaljson.FieldResult:
    node = {"type": "string", "x-eval-compare": "exact", "x-eval-transform": transforms, **settings}
    schema = {"type": "object", "properties": {"a": node}}
    (result,) = evaljson.evaluate([{"a": gold}], [{"a": extracted}], schema).records[0].field_results
    return result


def test_one_with_two_arguments_gets_its_params() -> None:
    evaljson.register_transform("cut", lambda value, params: value[: params["length"]])
    assert only([{"cut": {"length": 2}}], "abc", "abx").status == "match"
    assert only([{"cut": {"length": 3}}], "abc", "abx").status == "mismatch"


def cut(value: str, options: Any = None) -> str:
    return value[: (options or {}).get("length", 99)]


class Cut:
    params: ClassVar = {"length": "set in the schema"}

    def __call__(self, value: str, *rest: Any) -> str:
        return cut(value, *rest)


@pytest.mark.parametrize(
    "fn", [cut, Cut(), partial(cut), Cut().__call__], ids=["function", "object", "partial", "method"]
)
def test_its_second_argument_is_the_params_whatever_its_name_and_default(fn: Any) -> None:
    evaljson.register_transform("cut", fn)
    assert only([{"cut": {"length": 2}}], "abc", "abx").status == "match"


@pytest.mark.parametrize("fn", [lambda value: value.upper(), str.casefold, str.upper, str.lower, str.strip])
def test_one_with_one_argument_will_do(fn: Any) -> None:
    evaljson.register_transform("fold", fn)
    other = {str.casefold: "sTRASSE", str.strip: " Straße\n"}.get(fn, "sTRAßE")
    assert only(["fold"], "Straße", other).status == "match"


def test_get_transform_takes_value_and_params_whatever_was_registered() -> None:
    evaljson.register_transform("fold", str.casefold)
    assert evaljson.get_transform("fold")("A", {}) == "a"


def test_it_is_called_with_none_and_decides() -> None:
    evaljson.register_transform("blank", lambda value: "" if value is None else value)
    assert only(["blank"], None, "").status == "match"


def test_it_is_not_called_for_a_missing_key() -> None:
    seen: list[Any] = []
    evaljson.register_transform("spy", lambda value: seen.append(value) or value)
    schema = {"type": "object", "properties": {"a": {"type": "string", "x-eval-transform": ["spy"]}}}
    run = evaljson.evaluate([{"a": "x"}, {}], [{}, {}], schema)
    assert seen == ["x"]
    assert run.total_omissions == 1


def test_it_is_called_once_for_each_distinct_value() -> None:
    seen: list[Any] = []
    evaljson.register_transform("spy", lambda value: seen.append(value) or value)
    schema = {"type": "object", "properties": {"a": {"type": "string", "x-eval-transform": ["spy"]}}}
    run = evaljson.evaluate([{"a": "x"}] * 5, [{"a": "y"}] * 4 + [{"a": "x"}], schema)
    assert sorted(seen) == ["x", "y"]
    assert run.per_field["a"].matches == 1


@pytest.mark.parametrize(
    "answer",
    [
        decimal.Decimal(1), np.float64(1), np.int64(1), (1, 2), {1}, [{"a": (1,)}], datetime.date(2024, 1, 1), {1: "a"},
        object(),
    ],
    ids=lambda answer: type(answer).__name__,
)  # fmt: skip
def test_an_answer_that_is_no_json_is_a_refusal(answer: Any) -> None:
    evaljson.register_transform("odd", lambda value: answer)
    result = only(["odd"], "x", "y")
    assert result.status == "mismatch"
    assert "which is not a JSON value" in (result.reason or "")
    assert (result.gold_compared, result.extracted_compared) == ("x", "y")
    assert only(["odd"], "x", "x").status == "match"


def test_one_that_raises_without_a_word_is_named_with_its_error() -> None:
    def refuse(value: Any) -> Any:
        raise LookupError

    evaljson.register_transform("refuse", refuse)
    assert "refuse raised LookupError" in (only(["refuse"], "x", "y").reason or "")


def test_a_container_may_become_a_scalar() -> None:
    evaljson.register_transform("count", len)
    node = {"type": "array", "items": {"type": "string"}, "x-eval-transform": ["count"], "x-eval-compare": "numeric"}
    schema = {"type": "object", "properties": {"a": node}}
    run = evaljson.evaluate([{"a": ["x", "y"]}], [{"a": ["p", "q"]}], schema)
    assert run.mean_f1 == 1.0
    assert run.records[0].field_results[0].gold_compared == 2


def test_built_in_ones_are_replaced_without_overwrite_but_only_once() -> None:
    evaljson.register_transform("strip", lambda value: "same")
    assert only(["strip"], "x", "y").status == "match"
    with pytest.raises(evaljson.RegistryError, match="'strip' is registered already: pass overwrite=True"):
        evaljson.register_transform("strip", str.strip)
    evaljson.register_transform("strip", lambda value: value, overwrite=True)
    assert only(["strip"], "x", "y").status == "mismatch"


@pytest.mark.parametrize(
    ("name", "fn", "error", "says"),
    [("", str.lower, evaljson.RegistryError, "non-empty string"), ("x", "lower", TypeError, "not callable")],
)
def test_what_cannot_be_registered_is_refused(name: str, fn: Any, error: type[Exception], says: str) -> None:
    with pytest.raises(error, match=says):
        evaljson.register_transform(name, fn)


@pytest.mark.parametrize("error", [evaljson.TransformNotFoundError, evaljson.RegistryError, KeyError, ValueError])
def test_an_unknown_name_gets_a_suggestion(error: type[Exception]) -> None:
    with pytest.raises(error, match=r"^there is no transform 'lower_case'\. Did you mean 'lowercase'\?$"):
        evaljson.get_transform("lower_case")


def test_a_registration_can_be_forgotten() -> None:
    evaljson.register_transform("strip", lambda value: "same")
    evaljson.unregister_transform("strip")
    assert only(["strip"], "x ", "x").status == "match"
    assert only(["strip"], "x", "y").status == "mismatch"
    with pytest.raises(evaljson.TransformNotFoundError, match="no transform was registered as 'strip'"):
        evaljson.unregister_transform("strip")


def test_null_policies_look_at_what_it_made() -> None:
    evaljson.register_transform("blank", lambda value: None if value in ("n/a", "-") else value)
    result = only(["blank"], "n/a", "x", **{"x-eval-nulls": {"absent": [None]}})
    assert result.status == "hallucination"
