from typing import Any, NamedTuple

import pytest

import evaljson
from evaljson.base.params import Param
from evaljson.comparators.registry import comparator_names, find_comparator


def always(gold: Any, extracted: Any, params: Any) -> float:
    return 1.0


def never(gold: Any, extracted: Any, params: Any) -> float:
    return 0.0


def schema(name: Any) -> dict[str, Any]:
    return {"type": "object", "properties": {"a": {"type": "string", "x-eval-compare": name}}}


def score(name: Any) -> float:
    return evaljson.evaluate([{"a": "x"}], [{"a": "y"}], schema(name)).records[0].f1


def test_the_built_in_names_are_known_and_sorted() -> None:
    assert {"exact", "numeric", "oneof", "semantic"} <= set(comparator_names())
    assert comparator_names() == sorted(comparator_names())


def test_a_registered_comparator_is_known_at_once() -> None:
    evaljson.register("mine", always)
    assert evaljson.get_comparator("mine") is always
    assert "mine" in comparator_names()
    assert score("mine") == 1.0


@pytest.mark.parametrize("name", ["exact", "numeric", "oneof"])
@pytest.mark.parametrize("overwrite", [False, True])
def test_three_names_are_protected(name: str, overwrite: bool) -> None:
    with pytest.raises(evaljson.RegistryError, match=f"'{name}' is protected"):
        evaljson.register(name, always, overwrite=overwrite)


def test_a_second_registration_needs_overwrite() -> None:
    evaljson.register("mine", always)
    with pytest.raises(evaljson.RegistryError, match="'mine' is registered already: pass overwrite=True"):
        evaljson.register("mine", never)
    assert score("mine") == 1.0
    evaljson.register("mine", never, overwrite=True)
    assert score("mine") == 0.0


def test_semantic_is_replaced_without_overwrite_but_only_once() -> None:
    evaljson.register("semantic", always)
    assert score("semantic") == 1.0
    with pytest.raises(evaljson.RegistryError, match="overwrite=True"):
        evaljson.register("semantic", never)


@pytest.mark.parametrize("error", [evaljson.ComparatorNotFoundError, evaljson.RegistryError, KeyError, ValueError])
def test_an_unknown_name_gets_a_suggestion(error: type[Exception]) -> None:
    with pytest.raises(error, match=r"^there is no comparator 'numerc'\. Did you mean 'numeric'\?$"):
        evaljson.get_comparator("numerc")


def test_a_registration_can_be_forgotten() -> None:
    evaljson.register("mine", always)
    evaljson.unregister("mine")
    assert "mine" not in comparator_names()
    evaljson.register("mine", never)
    assert score("mine") == 0.0


def test_a_built_in_comparator_is_back_once_its_replacement_is_forgotten() -> None:
    evaljson.register("fuzzy", always)
    assert score("fuzzy") == 1.0
    evaljson.unregister("fuzzy")
    assert score("fuzzy") == 0.0


@pytest.mark.parametrize("name", ["nobody", "exact", "fuzzy"])
def test_only_what_was_registered_can_be_forgotten(name: str) -> None:
    with pytest.raises(evaljson.ComparatorNotFoundError, match=f"no comparator was registered as '{name}'"):
        evaljson.unregister(name)


@pytest.mark.parametrize("name", ["", None, 1])
def test_a_name_is_a_non_empty_string(name: Any) -> None:
    with pytest.raises(evaljson.RegistryError, match="non-empty string"):
        evaljson.register(name, always)


@pytest.mark.parametrize("error", [evaljson.RegistryError, TypeError, ValueError])
def test_what_cannot_be_called_is_refused(error: type[Exception]) -> None:
    not_callable: Any = "exact"
    with pytest.raises(error, match="not callable"):
        evaljson.register("mine", not_callable)


def test_parameters_that_a_comparator_describes_are_checked() -> None:
    class Described:
        params = (Param("digits", "integer", "How many.", required=True),)

        def __call__(self, gold: Any, extracted: Any, params: Any) -> float:
            return float(params["digits"] == 2)

    evaljson.register("described", Described())
    assert score({"described": {"digits": 2}}) == 1.0
    with pytest.raises(evaljson.SchemaError, match=r"no parameter 'digit'\. Did you mean 'digits'\?"):
        evaljson.parse_eval_schema(schema({"described": {"digit": 2}}))
    with pytest.raises(evaljson.SchemaError, match="needs the parameter 'digits'"):
        evaljson.parse_eval_schema(schema("described"))


@pytest.mark.parametrize("own", [{"letters": 2}, ("letters",), ["letters"], "letters", 2, None])
@pytest.mark.parametrize("name", ["params", "vectorise", "is_batch", "across_records"])
def test_an_object_may_have_settings_of_its_own_under_a_name_that_means_something_here(name: str, own: Any) -> None:
    class FirstLetters:
        def __call__(self, gold: Any, extracted: Any, params: Any) -> float:
            return float(getattr(self, name) == own)

    comparator = FirstLetters()
    setattr(comparator, name, own)
    evaljson.register("letters", comparator)
    assert find_comparator("letters").params is None
    assert score("letters") == 1.0


class _Verdict(NamedTuple):
    score: float
    reason: str


@pytest.mark.parametrize("schema_entry", ["mapped", {"either": {"of": ["mapped"]}}])
def test_a_result_is_anything_with_score_and_reason(schema_entry: Any) -> None:
    evaljson.register("mapped", lambda gold, extracted, params: _Verdict(1.0, "seen on a map"))
    (result,) = evaljson.evaluate([{"a": "x"}], [{"a": "y"}], schema(schema_entry)).records[0].field_results
    assert (result.status, result.reason) in [("match", "seen on a map"), ("match", "by mapped: seen on a map")]


@pytest.mark.parametrize("params", [{}, {"values": None}, {"values": "north"}, {"values": ("n", "s")}])
def test_oneof_without_a_list_is_a_type_error(params: dict[str, Any]) -> None:
    with pytest.raises(TypeError, match="oneof needs the parameter 'values', a list"):
        evaljson.get_comparator("oneof")("north", "n", params)


@pytest.mark.parametrize("name", ["numeric", "amount"])
@pytest.mark.parametrize(
    ("tolerance", "f1"), [({"rel": None, "abs": 2}, 1.0), ({"rel": 0.001, "abs": None}, 0.0), (None, 0.0)]
)
def test_null_in_a_tolerance_means_not_set(name: str, tolerance: Any, f1: float) -> None:
    field = {"type": "number", "x-eval-compare": {name: {"tolerance": tolerance}}}
    run = evaljson.evaluate([{"a": 100}], [{"a": 102}], {"type": "object", "properties": {"a": field}})
    assert run.mean_f1 == f1


def test_parameters_that_nobody_describes_reach_the_comparator_as_they_are() -> None:
    seen: list[Any] = []

    def spy(gold: Any, extracted: Any, params: Any) -> float:
        seen.append(dict(params))
        return 1.0

    evaljson.register("spy", spy)
    score({"spy": {"anything": [1]}})
    assert seen == [{"anything": [1]}]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("exact", []),
        ("numeric", ["tolerance", "text"]),
        ("oneof", ["values"]),
        ("semantic", ["instructions", "rubric", "scale", "all_pairs"]),
    ],
)
def test_built_in_comparators_describe_their_parameters(name: str, expected: list[str]) -> None:
    params = find_comparator(name).params
    assert params is not None
    assert [param.name for param in params] == expected
