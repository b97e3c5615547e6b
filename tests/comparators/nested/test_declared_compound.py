"""Compounds that the schema declares: sibling fields judged as one, without code."""

from typing import Any

import pytest

import evaljson

QUANTITY = {"fields": ["value", "unit"], "primary": "value", "compare": "quantity"}


def schema(params: dict[str, Any], **more: Any) -> dict[str, Any]:
    field = {"type": "string", "x-eval-compare": {"compound": params}}
    return {"type": "object", "properties": {"value": {**field, **more}, "unit": field}}


def scored(params: dict[str, Any], gold: Any, extracted: Any, **more: Any) -> list[tuple[str, str]]:
    results = evaljson.score_record(schema(params, **more), gold, extracted)
    return [(result.path, result.status) for result in results]


@pytest.mark.parametrize(
    ("extracted", "status"),
    [
        ({"value": 5000, "unit": "g"}, "match"),
        ({"value": "5", "unit": "kg"}, "match"),
        ({"value": 5, "unit": "g"}, "mismatch"),
        ({"value": 5}, "mismatch"),
    ],
)
def test_the_joined_text_is_compared_and_the_result_stands_at_the_primary_field(extracted: Any, status: str) -> None:
    found = scored(QUANTITY, {"value": 5, "unit": "kg"}, extracted)
    assert found == [("value", status), ("unit", "skipped")]


def test_without_a_comparator_all_fields_must_be_equal_and_the_reason_names_those_that_are_not() -> None:
    params = {"fields": ["value", "unit"], "primary": "value"}
    result, _ = evaljson.score_record(schema(params), {"value": 5, "unit": "kg"}, {"value": 5, "unit": "g"})
    assert (result.status, result.reason) == ("mismatch", "unit differs")


@pytest.mark.parametrize(
    ("gold", "extracted", "status"),
    [({"value": 5, "unit": "kg"}, {}, "omission"), ({}, {"unit": "kg"}, "hallucination")],
)
def test_a_compound_that_one_side_lacks_is_one_result(gold: Any, extracted: Any, status: str) -> None:
    assert scored(QUANTITY, gold, extracted) == [("value", status)]


@pytest.mark.parametrize(
    ("params", "problem"),
    [
        ({"fields": ["value", "unti"], "primary": "value"}, "'unti' is not a sibling. Did you mean 'unit'?"),
        ({"fields": ["value", "unit"], "primary": "other"}, "'other' is not a sibling"),
        ({"fields": ["value"], "primary": "value"}, "name at least two fields"),
        ({"fields": ["value", "unit"]}, "needs the parameter 'primary'"),
        ({**QUANTITY, "compare": "quantty"}, "Did you mean 'quantity'?"),
        ({**QUANTITY, "compare": "semantic"}, "judges many fields at once"),
    ],
)
def test_a_declaration_that_cannot_work_is_refused_when_the_schema_is_parsed(params: Any, problem: str) -> None:
    with pytest.raises(evaljson.SchemaError, match=problem.replace("?", r"\?")):
        evaljson.parse_eval_schema(schema(params))


def test_siblings_declare_it_alike() -> None:
    one_sided = schema(QUANTITY)
    one_sided["properties"]["unit"] = {"type": "string"}
    with pytest.raises(evaljson.SchemaError, match="its sibling 'unit' has to declare the same compound"):
        evaljson.parse_eval_schema(one_sided)


def test_elements_pair_by_their_compounds() -> None:
    rows = {"type": "array", "items": schema(QUANTITY), "x-eval-align": {"match_by": "hungarian"}}
    gold = [{"value": 5, "unit": "kg"}, {"value": 2, "unit": "m"}]
    extracted = [{"value": 200, "unit": "cm"}, {"value": 5000, "unit": "g"}]
    run = evaljson.evaluate([{"t": gold}], [{"t": extracted}], {"type": "object", "properties": {"t": rows}})
    assert run.mean_f1 == 1.0
