"""any_of and either: comparators that ask other comparators."""

from collections.abc import Iterator
from typing import Any

import pytest

import evaljson
from evaljson import ComparatorResult, CompoundComparator, SchemaError
from evaljson.base.params import check_params
from evaljson.comparators import registry
from evaljson.comparators.date.dates import date
from evaljson.comparators.nested.any_of import any_of
from evaljson.comparators.nested.either import either
from evaljson.comparators.number.numeric_similarity import numeric_similarity


@pytest.fixture(autouse=True)
def registered(own_registries: None) -> Iterator[None]:
    """Under their names, whether or not they are built in already."""
    for name, fn in (("any_of", any_of), ("either", either), ("date", date), ("near", numeric_similarity)):
        evaljson.register(name, fn)
    yield
    assert registry._user


@pytest.mark.parametrize(
    ("gold", "extracted", "params", "score", "said"),
    [
        (["a", "b"], "b", {}, 1, "nearest to 'b'"), (["a", "b"], "c", {}, 0, "nearest to 'a'; the values differ"),
        ([1, 10], 9, {"compare": "near"}, 0.9, "nearest to 10; off by 1"),
        ("a", "a", {}, 1, "taken for the one acceptable value"),
        ([1, 2], "2.0", {"compare": "numeric"}, 1, "nearest to 2"),
        ([100], 101, {"compare": {"numeric": {"tolerance": {"abs": 1}}}}, 1, "100"),
        (["2024-03-04"], "4 March 2024", {"compare": {"date": {}}}, 1, "nearest to '2024-03-04'"),
        (["A "], "a", {"transform": ["strip", "lowercase"]}, 1, "'A '"),
        ([5, "A"], "a", {"transform": ["lowercase"]}, 1, "'A'"),
        (["a"], 5, {"transform": ["lowercase"]}, 0, "lowercase takes text"),
        ([], "a", {}, 0, "no acceptable value"), ([], None, {}, 0, "no acceptable value"),
        ([], None, {"nulls": "empty"}, 1, '"empty"'),
        (["a"], None, {"nulls": "empty"}, 0, "nearest"), (["a"], None, {"nulls": "always"}, 1, '"always"'),
        ([None, "a"], None, {}, 1, "nearest to null"),
        (["a"], "b", {"compare": {"either": {"of": ["exact", {"oneof": {"values": ["b"]}}]}}}, 1, "by oneof"),
        ([["a"]], ["a"], {}, 1, "array"),
    ],
)  # fmt: skip
def test_the_best_acceptable_value_decides(
    gold: Any, extracted: Any, params: dict[str, Any], score: float, said: str
) -> None:
    found = any_of(gold, extracted, params)
    assert found.score == pytest.approx(score)
    assert said in (found.reason or "")


@pytest.mark.parametrize(
    ("gold", "extracted", "of", "score", "said"),
    [
        ("2024-03-04", "4 March 2024", ["exact", {"date": {}}], 1, "by date"),
        ("n/a", "n/a", ["exact", {"date": {}}], 1, "by exact"),
        ("a", "b", ["exact", {"date": {}}], 0, "no alternative matches (exact: the values differ; date: gold is"),
        (10, 9, ["exact", "near"], 0.9, "by near: off by 1"), (1, 1, ["exact", "near"], 1, "by exact"),
    ],
)  # fmt: skip
def test_the_best_alternative_decides(gold: Any, extracted: Any, of: list[Any], score: float, said: str) -> None:
    found = either(gold, extracted, {"of": of})
    assert found.score == pytest.approx(score)
    assert said in (found.reason or "")


def compound() -> CompoundComparator:
    return CompoundComparator(("a", "b"), "a", "both", lambda gold, extracted, params: ComparatorResult(1.0))


def nested(levels: int) -> Any:
    entry: Any = "exact"
    for _ in range(levels):
        entry = {"either": {"of": [entry]}}
    return entry


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        ("exakt", "Did you mean 'exact'"), ({"numeric": {"tol": 1}}, "no parameter 'tol'"),
        ("semantic", "judges many fields at once"),
        ("both", "judges many fields at once"), ("oneof", "needs the parameter 'values'"), (5, 'write "name" or'),
        ({}, 'write "name" or'),
        ({"exact": 1}, 'write "name" or'), ({"either": {"of": []}}, "list at least one comparator"),
        ({"either": {"of": ["exakt"]}}, "Did you mean 'exact'"),
        (nested(500), "nested deeper"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("name", ["any_of", "either"])
def test_inner_comparators_are_checked_when_the_schema_is_parsed(name: str, entry: Any, said: str) -> None:
    evaljson.register("both", compound())
    params = {"of": ["exact", entry]} if name == "either" else {"compare": entry}
    node = {"type": "string", "x-eval-compare": {name: params}}
    with pytest.raises(SchemaError, match=said.replace("(", r"\(")) as caught:
        evaljson.parse_eval_schema({"type": "object", "properties": {"f": node}})
    assert caught.value.path == "f"


@pytest.mark.parametrize("inner", ["exakt", {"exact": 1}, "semantic", {"either": {"of": [5]}}])
def test_what_cannot_be_an_alternative_is_refused_with_an_example_of_what_can(inner: Any) -> None:
    with pytest.raises(SchemaError, match="Write them such as") as caught:
        check_params({"of": [inner]}, either.params, "comparator 'either'", "f")
    assert str(caught.value).count('["exact", {"date": {}}]') == 1


def test_alternatives_may_stand_in_each_other() -> None:
    check_params({"of": [nested(5)]}, either.params, "comparator 'either'", "f")
    assert either(1, 1, {"of": [nested(5)]}).score == 1.0


@pytest.mark.parametrize(
    ("entry", "said"), [(["lowercas"], "Did you mean 'lowercase'"), ([{"round_digits": {}}], "digits"), ([5], "write")]
)
def test_inner_transforms_are_checked_too(entry: list[Any], said: str) -> None:
    with pytest.raises(SchemaError, match=said):
        check_params({"transform": entry}, any_of.params, "comparator 'any_of'", "f")


def test_inner_comparators_are_found_when_called_so_that_a_replacement_counts() -> None:
    evaljson.register("date", lambda gold, extracted, params: 0.25, overwrite=True)
    assert either("a", "b", {"of": ["exact", "date"]}).score == 0.25


@pytest.mark.parametrize("answer", [7, -1, float("nan"), None, True, "1", ComparatorResult(2.0)])
def test_an_inner_answer_that_is_no_score_is_a_problem_of_the_run(answer: Any) -> None:
    evaljson.register("odd", lambda gold, extracted, params: answer)
    node = {"type": "string", "x-eval-compare": {"either": {"of": ["odd"]}}}
    run = evaljson.evaluate([{"f": "a"}], [{"f": "b"}], {"type": "object", "properties": {"f": node}})
    assert run.records[0].field_results[0].status == "mismatch"
    assert "comparator 'odd' scored" in str(run.problems)


def test_a_skip_counts_only_where_nothing_else_is_said() -> None:
    evaljson.register("skips", lambda gold, extracted, params: ComparatorResult(0.0, "skips", "not now", skip=True))
    assert not either("a", "a", {"of": ["skips", "exact"]}).skip
    assert either("a", "a", {"of": ["skips"]}).skip


@pytest.mark.parametrize(("extracted", "status"), [({}, "omission"), ({"f": None}, "match"), ({"f": "x"}, "mismatch")])
def test_an_empty_list_in_gold_and_no_key_in_extracted_is_an_omission(extracted: dict[str, Any], status: str) -> None:
    node = {"type": "array", "x-eval-compare": {"any_of": {"nulls": "empty"}}}
    run = evaljson.evaluate([{"f": []}], [extracted], {"type": "object", "properties": {"f": node}})
    assert run.records[0].field_results[0].status == status
