from typing import Any

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


def test_an_unknown_name_gets_a_suggestion() -> None:
    with pytest.raises(evaljson.RegistryError, match=r"no comparator 'numerc'\. Did you mean 'numeric'\?"):
        evaljson.get_comparator("numerc")


@pytest.mark.parametrize("name", ["", None, 1])
def test_a_name_is_a_non_empty_string(name: Any) -> None:
    with pytest.raises(evaljson.RegistryError, match="non-empty string"):
        evaljson.register(name, always)


def test_what_cannot_be_called_is_refused() -> None:
    not_callable: Any = "exact"
    with pytest.raises(evaljson.RegistryError, match="not callable"):
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
        ("numeric", ["tolerance"]),
        ("oneof", ["values"]),
        ("semantic", ["instructions", "rubric", "scale", "all_pairs"]),
    ],
)
def test_built_in_comparators_describe_their_parameters(name: str, expected: list[str]) -> None:
    params = find_comparator(name).params
    assert params is not None
    assert [param.name for param in params] == expected
