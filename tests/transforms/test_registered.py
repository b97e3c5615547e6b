"""Transforms that users register."""

import datetime
import decimal
from collections.abc import Callable
from functools import partial
from typing import Any, ClassVar

import numpy as np
import pytest

import evaljson
from evaljson.results.saved.run import load_run, save_run


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


ANSWERS: list[Callable[[], Any]] = [
    lambda: decimal.Decimal(1), lambda: np.float64(1), lambda: np.int64(1), lambda: (1, 2), lambda: {1},
    lambda: [{"a": (1,)}], lambda: datetime.date(2024, 1, 1), lambda: {1: "a"}, lambda: frozenset({1}),
    lambda: bytearray(b"x"), lambda: [datetime.date(2024, 1, 1)],
]  # fmt: skip


@pytest.mark.parametrize("make", ANSWERS, ids=lambda make: type(make()).__name__)
@pytest.mark.parametrize("compare", ["exact", {"either": {"of": ["exact"]}}])
def test_its_answer_may_be_any_value_and_is_compared_by_type_and_equality(
    make: Callable[[], Any], compare: Any
) -> None:
    evaljson.register_transform("odd", lambda value: "other" if value == "z" else make())
    result = only(["odd"], "x", "y", **{"x-eval-compare": compare})
    assert (result.status, result.gold_compared, result.extracted_compared) == ("match", make(), make())
    assert only(["odd"], "x", "z", **{"x-eval-compare": compare}).status == "mismatch"


@pytest.mark.parametrize(
    ("gold", "extracted"),
    [(1, True), (decimal.Decimal(1), 1), ((1,), [1]), (object(), object()), ({1}, frozenset({1}))],
)
def test_answers_of_two_types_are_different(gold: Any, extracted: Any) -> None:
    evaljson.register_transform("odd", lambda value: gold if value == "x" else extracted)
    assert only(["odd"], "x", "y").status == "mismatch"
    assert only(["odd"], "x", "x").status == "match"


def test_an_answer_whose_equality_fails_equals_only_itself() -> None:
    arrays = {"x": np.array([1, 2]), "y": np.array([1, 2])}
    evaljson.register_transform("array", arrays.get)
    assert only(["array"], "x", "y").status == "mismatch"
    assert only(["array"], "x", "x").status == "match"


def test_numeric_takes_a_decimal_for_the_number_it_is() -> None:
    evaljson.register_transform("decimal", lambda value: decimal.Decimal(value))
    assert only(["decimal"], "1.10", "1.1", **{"x-eval-compare": "numeric"}).status == "match"
    tolerant = {"x-eval-compare": {"numeric": {"tolerance": {"abs": 0.2}}}}
    assert only(["decimal"], "1.10", "1.25", **tolerant).status == "match"


def test_a_saved_run_has_the_text_of_an_answer_that_json_does_not_have() -> None:
    evaljson.register_transform("date", datetime.date.fromisoformat)
    node = {"type": "string", "x-eval-transform": ["date"]}
    run = evaljson.evaluate([{"a": "2031-05-04"}], [{"a": "20310504"}], {"type": "object", "properties": {"a": node}})
    assert run.records[0].field_results[0].gold_compared == datetime.date(2031, 5, 4)
    assert load_run(save_run(run), [{}], [{}]).records[0].field_results[0].gold_compared == "2031-05-04"


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
