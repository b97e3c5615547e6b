"""Small inputs on which other tools are known to go wrong."""

import random
from typing import Any

import pytest

import evaljson

ITEM = {"type": "object", "properties": {"sku": {"type": "string"}, "price": {"type": "number"}}}
ITEMS: dict[str, Any] = {"type": "array", "items": ITEM, "x-eval-align": {"match_by": "hungarian"}}


def of(**properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties}


def f1(schema: dict[str, Any], gold: Any, extracted: Any) -> float:
    return evaljson.evaluate([gold], [extracted], schema).records[0].f1


def items(count: int) -> list[dict[str, Any]]:
    return [{"sku": f"S{i}", "price": i + 0.5} for i in range(count)]


@pytest.mark.parametrize("count", [60, 300])
def test_identical_items_in_another_order_are_perfect(count: int) -> None:
    shuffled = random.Random(count).sample(items(count), count)
    assert f1(of(items=ITEMS), {"items": items(count)}, {"items": shuffled}) == 1.0


@pytest.mark.parametrize("type_", ["boolean", "integer", "number", "string"])
@pytest.mark.parametrize(("gold", "extracted"), [(True, 1), (1, True), (False, 0), (True, 1.0), (True, "true")])
def test_true_is_not_1(type_: str, gold: Any, extracted: Any) -> None:
    assert f1(of(a={"type": type_}), {"a": gold}, {"a": extracted}) == 0.0


def test_an_invented_key_costs_precision() -> None:
    run = evaljson.evaluate([{"a": "x"}], [{"a": "x", "invented": "y"}], of(a={"type": "string"}))
    record = run.records[0]
    assert (record.precision, record.recall) == (0.5, 1.0)
    assert record.f1 < 1
    assert run.per_field["invented"].hallucinations == 1


@pytest.mark.parametrize("wrong", [["x"], [], {}, {"x": 1}, [[]], None, 1])
def test_a_container_where_a_string_belongs_is_wrong_and_crashes_nothing(wrong: Any) -> None:
    assert f1(of(a={"type": "string"}, b={"type": "string"}), {"a": "x", "b": "y"}, {"a": wrong, "b": "y"}) == 0.5


@pytest.mark.parametrize(
    "align", [{"ordered": True}, {"match_by": "hungarian"}, {"match_by": "key_field", "key": "sku"}]
)
def test_of_three_equal_rows_two_extracted_are_not_all(align: dict[str, Any]) -> None:
    row = {"sku": "S", "price": 1.0}
    schema = of(items={**ITEMS, "x-eval-align": align})
    run = evaljson.evaluate([{"items": [row] * 3}], [{"items": [row] * 2}], schema)
    assert run.records[0].recall < 1
    assert run.records[0].f1 < 1
    assert run.total_omissions >= 2


@pytest.mark.parametrize("gold", [{"a": "x"}, {"a": "x", "items": [{"sku": "S", "price": 1.0}]}])
def test_an_empty_object_is_worth_nothing(gold: dict[str, Any]) -> None:
    run = evaljson.evaluate([gold], [{}], of(a={"type": "string"}, items=ITEMS))
    assert (run.records[0].f1, run.records[0].recall) == (0.0, 0.0)
    assert run.empty_records == 1


@pytest.mark.parametrize("align", [{"ordered": True}, {"match_by": "key_field", "key": "sku"}])
def test_a_thousand_items_give_one_row_per_schema_leaf(align: dict[str, Any]) -> None:
    schema = of(items={**ITEMS, "x-eval-align": align})
    run = evaljson.evaluate([{"items": items(1000)}], [{"items": items(1000)[::-1]}], schema)
    assert list(run.per_field) == ["items[].sku", "items[].price"]
    assert run.total_fields == 2000


@pytest.mark.parametrize(("gold", "extracted"), [(0, 1), (1, 0), (0, 0)])
def test_an_empty_array_is_no_missing_one(gold: int, extracted: int) -> None:
    results = evaljson.score_record(
        evaljson.parse_eval_schema(of(items=ITEMS)), {"items": items(gold)}, {"items": items(extracted)}
    )
    statuses = {result.status for result in results}
    assert statuses == {(0, 1): {"hallucination"}, (1, 0): {"omission"}, (0, 0): {"match"}}[gold, extracted]


def test_units_count_in_a_quantity() -> None:
    assert one_field("quantity", "5 kg", "5 g") == 0.0
    assert one_field("quantity", "5 kg", "5000 g") == 1.0


def test_an_amount_is_read_in_any_locale() -> None:
    assert one_field("amount", "1.247,50 EUR", 1247.5) == 1.0


def one_field(comparator: str, gold: object, extracted: object) -> float | None:
    schema = {"type": "object", "properties": {"f": {"type": "string", "x-eval-compare": comparator}}}
    return evaljson.evaluate([{"f": gold}], [{"f": extracted}], schema).mean_f1
