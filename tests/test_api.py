"""The names, the argument orders and the field orders that people already type."""

import dataclasses
import inspect
import pickle
from typing import Any

import pytest

import evaljson

NAMES = """
infer_schema resolve_schema_references annotate_xeval set_type_default reset_type_defaults parse_eval_schema
parse_xeval_entry validate_gold evaluate score_record register register_transform get_comparator get_transform
reclassify_nulls propagate_batch_errors NullHandling ComparatorResult BatchItem CompoundComparator ComparatorSpec
TransformSpec SchemaNode FieldResult RecordResult FieldAggregation RunResult SchemaError GoldValidationError
"""

FIELDS = {
    "ComparatorResult": "score comparator reason skip",
    "BatchItem": "path gold_raw extracted_raw gold_compared extracted_compared params record_id",
    "FieldResult": (
        "path score comparator gold_value extracted_value status reason gold_compared extracted_compared similarity"
        " weight extracted_path"
    ),
    "RecordResult": "record_id field_results gold extracted precision recall f1",
    "FieldAggregation": (
        "mean_score matches mismatches omissions hallucinations precision recall f1 skipped batch_errors"
    ),
    "RunResult": (
        "records mean_precision mean_recall mean_f1 total_records total_fields total_omissions total_hallucinations"
        " total_batch_errors per_field"
    ),
    "NullHandling": "absent_values both_absent_skip",
}

ARGUMENTS = {
    "evaluate": "gold extracted schema id_field post_process missing_records",
    "score_record": "schema gold extracted",
    "register": "name fn overwrite",
    "register_transform": "name fn overwrite",
    "validate_gold": "gold schema id_field warn_missing strict_types",
    "infer_schema": "gold",
    "annotate_xeval": "schema",
    "parse_eval_schema": "schema",
    "get_comparator": "name",
    "get_transform": "name",
}


@pytest.mark.parametrize("name", NAMES.split())
def test_the_names_of_the_field_are_there(name: str) -> None:
    assert name in evaljson.__all__
    assert hasattr(evaljson, name)


def test_all_is_sorted_and_holds_only_what_exists() -> None:
    assert evaljson.__all__ == sorted(set(evaljson.__all__))
    assert [name for name in evaljson.__all__ if not hasattr(evaljson, name)] == []


def test_every_public_class_and_function_is_listed() -> None:
    public = {
        name
        for name, value in vars(evaljson).items()
        if not name.startswith("_") and (inspect.isclass(value) or inspect.isfunction(value))
    }
    assert public - set(evaljson.__all__) == set()


@pytest.mark.parametrize("name", FIELDS)
def test_results_have_the_documented_fields_first_and_in_order(name: str) -> None:
    expected = FIELDS[name].split()
    names = [field.name for field in dataclasses.fields(getattr(evaljson, name))]
    assert names[: len(expected)] == expected


@pytest.mark.parametrize("name", ARGUMENTS)
def test_functions_take_the_documented_arguments_in_order(name: str) -> None:
    expected = ARGUMENTS[name].split()
    assert list(inspect.signature(getattr(evaljson, name)).parameters)[: len(expected)] == expected


def test_missing_records_is_given_by_name_only() -> None:
    parameter = inspect.signature(evaljson.evaluate).parameters["missing_records"]
    assert (parameter.kind, parameter.default) == (inspect.Parameter.KEYWORD_ONLY, "omit")


def test_a_field_result_is_made_from_six_positional_values() -> None:
    result = evaljson.FieldResult("a.b", 1.0, "exact", "x", "x", "match")
    assert (result.reason, result.gold_compared, result.similarity, result.weight, result.extracted_path) == (
        None, None, None, 1.0, None,
    )  # fmt: skip


def test_a_field_aggregation_is_made_from_five_positional_values() -> None:
    result = evaljson.FieldAggregation(0.5, 1, 1, 0, 0)
    assert (result.precision, result.skipped, result.batch_errors) == (None, 0, 0)


@pytest.mark.parametrize(
    "frozen",
    [
        evaljson.ComparatorResult(1.0, "exact"),
        evaljson.FieldAggregation(0.5, 1, 1, 0, 0),
        evaljson.RecordResult("r", [], {}, {}, 1.0, 1.0, 1.0),
        evaljson.BatchItem("a", 1, 2, 1, 2, {}),
    ],
    ids=lambda value: type(value).__name__,
)
def test_results_are_frozen(frozen: Any) -> None:
    name = dataclasses.fields(frozen)[0].name
    with pytest.raises(dataclasses.FrozenInstanceError, match=name):
        setattr(frozen, name, "other")


def test_an_error_about_gold_has_the_record_beside_its_path_and_survives_pickling() -> None:
    raised = evaljson.GoldValidationError("no good", "r7", "items[].price")
    assert isinstance(raised, ValueError)
    assert isinstance(raised, evaljson.EvaljsonError)
    for error in (raised, pickle.loads(pickle.dumps(raised))):
        assert (str(error), error.record_id, error.path) == ("no good", "r7", "items[].price")
    assert (evaljson.GoldValidationError("no").record_id, evaljson.GoldValidationError("no").path) == ("", "")


@pytest.mark.parametrize("error", [evaljson.SchemaError, evaljson.InputError])
def test_errors_have_a_path_are_value_errors_and_survive_pickling(error: Any) -> None:
    raised = error("what is wrong", "items[].price")
    assert isinstance(raised, ValueError)
    assert isinstance(raised, evaljson.EvaljsonError)
    assert (raised.path, raised.problem, str(raised)) == (
        "items[].price",
        "what is wrong",
        "items[].price: what is wrong",
    )
    again = pickle.loads(pickle.dumps(raised))
    assert (type(again), again.path, str(again)) == (error, raised.path, str(raised))


def test_an_error_about_the_whole_has_the_empty_path() -> None:
    assert (str(evaljson.SchemaError("no")), evaljson.SchemaError("no").path) == ("no", "")
