"""Where programs import names from, and how they call them."""

import importlib
import inspect
from typing import Any

import pytest

PACKAGE = "evaljson.compat.struct_extract_eval"
NAMES = {
    "": "ComparatorSpec CompoundComparator FieldAggregation FieldResult GoldValidationError NullHandling RecordResult"
    " RunResult SchemaNode TransformSpec annotate_xeval evaluate infer_schema parse_eval_schema parse_xeval_entry"
    " reclassify_nulls reset_type_defaults resolve_schema_references score_record set_type_default validate_gold",
    ".core.comparators.registry": "ComparatorNotFoundError get_comparator is_batch register",
    ".core.comparators.comparator": "BatchComparator BatchItem Comparator ComparatorResult",
    ".core.comparators.batch": "process_batches",
    ".core.transforms.registry": "TransformNotFoundError get_transform register",
    ".core.transforms.transform": "Transform",
    ".core.schema": "SchemaError collapse_multi_type_anyof get_children get_leaf_paths get_node_at_path is_leaf"
    " iter_schema load_schema merge_all_of non_null_types remove_null_anyof resolve_type",
    ".core.record": "build_record_result build_run_result",
    ".postprocess": "NullHandling propagate_batch_errors reclassify_nulls",
    ".batch": "DEFAULT_PROMPT_TEMPLATE FakeJudge GroqJudge Judge JudgeItem SemanticBatchComparator",
}
SIGNATURES = {
    "annotate_xeval": "schema",
    "set_type_default": "json_type comparator",
    "parse_xeval_entry": "entry",
    "infer_schema": "values path=''",
    "resolve_schema_references": "schema",
    "parse_eval_schema": "raw_schema",
    "score_record": "schema gold extracted",
    "evaluate": "gold extracted schema id_field=None post_process=None",
    "validate_gold": "gold schema id_field=None warn_missing=True strict_types=False",
    "GoldValidationError": "message record_id='' path=''",
    "CompoundComparator": "fields primary name='compound'",
    "FieldResult": "path score comparator gold_value extracted_value status reason=None gold_compared=None"
    " extracted_compared=None",
    "RecordResult": "record_id field_results gold extracted precision recall f1",
    "FieldAggregation": "mean_score matches mismatches omissions hallucinations",
    "core.schema.SchemaError": "message path=''",
    "core.schema.load_schema": "path",
    "core.schema.get_children": "schema path=''",
    "core.schema.get_node_at_path": "schema path",
    "core.record.build_record_result": "record_id field_results gold extracted",
    "core.record.build_run_result": "records",
    "core.comparators.batch.process_batches": "field_results tree",
    "core.comparators.registry.register": "name fn *overwrite=False",
    "core.transforms.registry.register": "name fn",
    "batch.SemanticBatchComparator": "judge name='semantic'",
    "batch.FakeJudge": "responses=None default_score=None",
    "batch.GroqJudge": "model='llama-3.3-70b-versatile' api_key=None prompt_template=None",
}


@pytest.mark.parametrize(
    ("module", "name"), [(module, name) for module, names in NAMES.items() for name in names.split()]
)
def test_a_name_is_where_programs_import_it_from(module: str, name: str) -> None:
    assert hasattr(importlib.import_module(PACKAGE + module), name)


def test_the_package_offers_these_names_and_no_others() -> None:
    package = importlib.import_module(PACKAGE)
    assert sorted(package.__all__) == sorted(NAMES[""].split())


@pytest.mark.parametrize("name", SIGNATURES)
def test_it_is_called_with_these_arguments(name: str) -> None:
    module, _, attribute = name.rpartition(".")
    called: Any = getattr(importlib.import_module(f"{PACKAGE}.{module}".rstrip(".")), attribute)
    written = []
    for parameter in inspect.signature(called).parameters.values():
        default = "" if parameter.default is inspect.Parameter.empty else f"={parameter.default!r}"
        star = "*" if parameter.kind is inspect.Parameter.KEYWORD_ONLY else ""
        written.append(f"{star}{parameter.name}{default}")
    assert " ".join(written) == SIGNATURES[name]
