from typing import Any

import pytest

import evaljson

NAN = float("nan")


def run_of(values: list[Any], gold: Any, extracted: Any, **settings: Any) -> evaljson.FieldResult:
    node = {"type": "string", "x-eval-compare": {"oneof": {"values": values}}, **settings}
    run = evaljson.evaluate([{"a": gold}], [{"a": extracted}], {"type": "object", "properties": {"a": node}})
    return run.records[0].field_results[0]


@pytest.mark.parametrize(
    ("values", "extracted", "score"),
    [
        (["x", "y"], "y", 1), (["x", "y"], "Y", 0), ([1], 1.0, 1), ([1.0], 1, 1), ([1], True, 0), ([True], 1, 0),
        ([True], True, 1), ([1], "1", 0), ([None], None, 1), (["x"], None, 0), ([NAN], NAN, 1), ([[1]], [1], 1),
        ([[1]], [1.0], 0), ([{"a": 1}], {"a": 1}, 1), ([""], "", 1),
    ],
)  # fmt: skip
@pytest.mark.parametrize("gold", ["x", "not listed", None, 7])
def test_the_extracted_value_must_be_a_listed_one_whatever_gold_is(
    values: list[Any], extracted: Any, score: int, gold: Any
) -> None:
    assert run_of(values, gold, extracted).score == score


def test_listed_values_go_through_the_transforms_of_the_field() -> None:
    settings = {"x-eval-transform": ["strip", "lowercase"]}
    assert run_of([" USD", "EUR"], "x", "usd ", **settings).status == "match"
    assert run_of([" USD", "EUR"], "x", "gbp", **settings).status == "mismatch"


def test_a_listed_value_that_a_transform_refuses_is_compared_as_it_is() -> None:
    assert run_of([5, "a"], "x", "A", **{"x-eval-transform": ["lowercase"]}).status == "match"


@pytest.mark.parametrize("missing", [{"gold": {}, "status": "hallucination"}, {"extracted": {}, "status": "omission"}])
def test_a_missing_key_is_missing_all_the_same(missing: dict[str, Any]) -> None:
    node = {"type": "string", "x-eval-compare": {"oneof": {"values": ["x"]}}}
    gold, extracted = missing.get("gold", {"a": "x"}), missing.get("extracted", {"a": "x"})
    run = evaljson.evaluate([gold], [extracted], {"type": "object", "properties": {"a": node}})
    assert run.records[0].field_results[0].status == missing["status"]


def test_the_values_in_the_schema_are_not_changed_by_a_run() -> None:
    node = {"type": "string", "x-eval-compare": {"oneof": {"values": ["X"]}}, "x-eval-transform": ["lowercase"]}
    tree = evaljson.parse_eval_schema({"type": "object", "properties": {"a": node}})
    for _ in range(2):
        evaljson.evaluate([{"a": "x"}], [{"a": "x"}], tree)
    comparator = tree.properties["a"].comparator
    assert comparator is not None
    assert comparator.params == {"values": ["X"]}


@pytest.mark.parametrize(
    ("compare", "accepted"),
    [
        ({"either": {"of": ["date", {"oneof": {"values": [" USD", 5]}}]}}, ["usd", "USD "]),
        ({"any_of": {"compare": {"oneof": {"values": [" USD"]}}}}, ["usd", "USD "]),
        (
            {"any_of": {"compare": {"oneof": {"values": ["U.S.D"]}}, "transform": ["strip_punctuation"]}},
            ["usd", "u-sd"],
        ),
        ({"either": {"of": [{"any_of": {"compare": {"oneof": {"values": ["USD"]}}}}]}}, ["usd"]),
    ],
)
def test_values_that_are_listed_inside_another_comparator_go_through_all_transforms_on_the_way(
    compare: dict[str, Any], accepted: list[str]
) -> None:
    node = {"type": "string", "x-eval-compare": compare, "x-eval-transform": ["strip", "lowercase"]}
    schema = {"type": "object", "properties": {"a": node}}
    wanted = [*((text, "match") for text in accepted), ("gbp", "mismatch")]
    run = evaljson.evaluate([{"a": "x"}] * len(wanted), [{"a": text} for text, _ in wanted], schema)
    assert [(one.extracted["a"], one.field_results[0].status) for one in run.records] == wanted
    assert evaljson.parse_eval_schema(schema).raw["properties"]["a"]["x-eval-compare"] == compare
