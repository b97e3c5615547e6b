"""Extracted records whose id gold lacks, where they count as invented."""

import copy
import pickle
from typing import Any

import pytest

from evaljson import InputError, RunResult, compare_runs, evaluate
from evaljson.load.invented_record import InventedRecord
from evaljson.results.groups import figures_by_group
from evaljson.results.saved.run import load_run, save_run
from evaljson.schema import parse_eval_schema
from evaljson.whatif import preview
from tests.cases import read_cases

CASES: list[dict[str, Any]] = read_cases("strays")

SCHEMA = {
    "type": "object",
    "x-eval-id": "id",
    "properties": {"a": {"type": "string"}, "n": {"type": "array", "items": {"type": "number"}}},
}
GOLD: list[dict[str, Any]] = [{"id": "x", "a": "1", "n": [1]}, {"id": "y", "a": "2", "n": []}]
EXTRACTED: list[dict[str, Any]] = [
    {"id": "new", "a": "3", "n": [4, 5], "more": 6},
    {"id": "x", "a": "1", "n": [1]},
    {"id": None, "a": "?"},
    {"id": "y", "a": "2", "n": []},
]


def scored(**options: Any) -> RunResult:
    return evaluate(GOLD, EXTRACTED, SCHEMA, **options)


def test_all_their_fields_are_invented() -> None:
    run = scored(strays="invented")
    assert [record.record_id for record in run.records] == ["x", "y", "new"]
    last = run.records[2]
    assert [(one.path, one.status) for one in last.field_results] == [
        (path, "hallucination") for path in ("a", "n[-1]", "n[-2]", "more")
    ]
    assert (last.precision, last.recall, last.f1) == (0.0, 1.0, 0.0)
    assert (run.total_hallucinations, run.invented_records) == (4, ("new",))
    assert [stray.id for stray in run.strays] == ["new", None], "a record without a usable id is only reported"


def test_by_default_they_are_in_no_figure() -> None:
    run = scored()
    assert (run.total_records, run.total_hallucinations, run.invented_records) == (2, 0, ())
    assert run.signature == scored(strays="report").signature
    assert run.signature != scored(strays="invented").signature


def test_figures_are_those_of_gold_with_an_empty_record() -> None:
    run, longer = scored(strays="invented"), evaluate([*GOLD, {"id": "new"}], EXTRACTED, SCHEMA)
    assert (run.mean_f1, run.pooled_f1, dict(run.per_field)) == (
        longer.mean_f1,
        longer.pooled_f1,
        dict(longer.per_field),
    )


def test_a_saved_run_keeps_them() -> None:
    run = scored(strays="invented")
    loaded = load_run(save_run(run), GOLD, EXTRACTED, SCHEMA)
    assert loaded == run
    part = run.only([2, 0])
    assert part.invented_records == ("new",)
    assert load_run(save_run(part), GOLD, EXTRACTED, SCHEMA).records == part.records
    assert run.only([0]).invented_records == ()


def test_runs_that_treat_them_differently_are_not_compared() -> None:
    with pytest.raises(InputError, match="score both with the same choice for strays"):
        compare_runs(scored(), scored(strays="invented"))


def test_unknown_choices_are_refused() -> None:
    with pytest.raises(InputError, match=r"strays is .* not 'count'"):
        scored(strays="count")


TYPES: dict[str, Any] = {
    "k": {"type": "object", "properties": {"a": {"type": "string", "x-eval-weight": 3}, "t": {"type": "string"}}},
    "m": {"type": "object", "properties": {"n": {"type": "array", "items": {"type": "number"}}}},
}
BY_TYPE = {"type": "object", "x-eval-id": "id", "x-eval-by": "t", "x-eval-schemas": TYPES}
OF_TYPES = [{"id": "x", "t": "k", "a": "1"}]
STRAYS: list[dict[str, Any]] = [
    {"id": "k1", "t": "k", "a": "3"},
    {"id": "m1", "t": "m", "n": [4, 5]},
    {"id": "q1", "t": "q", "a": "?"},
    {"id": "none", "a": "?"},
]


def typed(schema: Any = BY_TYPE, **options: Any) -> RunResult:
    return evaluate(OF_TYPES, [*OF_TYPES, *STRAYS], schema, strays="invented", **options)


def test_of_several_document_types_each_has_the_one_that_it_names_itself() -> None:
    run = typed()
    assert run.types == ("k", "k", "m")
    assert [(one.path, one.status, one.weight) for one in run.records[1].field_results] == [
        ("a", "hallucination", 3), ("t", "hallucination", 1),
    ]  # fmt: skip
    assert [(one.path, one.status) for one in run.records[2].field_results] == [
        ("n[-1]", "hallucination"), ("n[-2]", "hallucination"),
    ]  # fmt: skip
    assert [record.f1 for record in run.records] == [1.0, 0.0, 0.0]


def test_those_of_a_type_without_a_schema_are_only_reported() -> None:
    run = typed()
    assert run.invented_records == ("k1", "m1")
    assert [stray.id for stray in run.strays] == ["k1", "m1", "q1", "none"]


def test_fields_at_the_root_score_the_types_that_have_no_schema() -> None:
    run = typed({**BY_TYPE, "properties": {"a": {"type": "string"}}})
    assert run.invented_records == ("k1", "m1", "q1", "none")
    assert run.types == ("k", "k", "m", None, None)


def test_a_saved_run_of_several_types_keeps_them() -> None:
    run = typed()
    loaded = load_run(save_run(run), OF_TYPES, [*OF_TYPES, *STRAYS], BY_TYPE)
    assert (loaded, loaded.types) == (run, run.types)


def test_a_preview_scores_them_by_their_type_too() -> None:
    run, edited = typed(), copy.deepcopy(BY_TYPE)
    edited["x-eval-schemas"]["k"]["properties"]["a"]["x-eval-weight"] = 1
    edited["x-eval-schemas"]["m"]["properties"]["n"]["x-eval-skip"] = True
    seen = preview(run, parse_eval_schema(BY_TYPE), parse_eval_schema(edited))
    again = typed(edited)
    assert (seen.after.mean_f1, seen.after.pooled_f1) == (again.mean_f1, again.pooled_f1)
    assert seen.gain.tolist() == [0.0, 0.0, 1.0]


def test_their_groups_are_those_of_their_types() -> None:
    groups = figures_by_group(typed(), "type").groups
    assert {one.label: one.records for one in groups} == {"k": 2, "m": 1}


def test_runs_of_several_types_share_their_strays() -> None:
    none = evaluate(OF_TYPES, OF_TYPES, BY_TYPE, strays="invented")
    assert len(compare_runs(none, typed()).records) == 3


def test_the_type_may_carry_a_confidence() -> None:
    schema = {**BY_TYPE, "x-eval-confidence": {"leaves": {"value": "value", "confidence": "sure"}}}
    sure = [{"id": "k1", "t": {"value": "k", "sure": 0.9}, "a": {"value": "3", "sure": 0.5}}]
    run = evaluate(OF_TYPES, [*OF_TYPES, *sure], schema, strays="invented")
    assert run.types == ("k", "k")


def test_a_record_that_gold_lacks_is_the_same_in_another_process() -> None:
    again = pickle.loads(pickle.dumps(InventedRecord("id", "k1", "k")))
    assert (again, again.document_type) == ({"id": "k1"}, "k")


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_the_cases(case: dict[str, Any]) -> None:
    run = evaluate(case["gold"], case["extracted"], case["schema"], strays="invented")
    own = {record.record_id: record for record in run.records if record.record_id in run.invented_records}
    assert list(run.invented_records) == case["invented"]
    assert {name: [[one.path, one.status] for one in record.field_results] for name, record in own.items()} == case[
        "results"
    ]
    assert [record.f1 for record in run.records] == case["f1"]
    assert [run.mean_f1, run.mean_precision, run.mean_recall] == [
        case[name] for name in ("mean_f1", "mean_precision", "mean_recall")
    ]
    assert evaluate(case["gold"], case["extracted"], case["schema"]).mean_f1 == case["reported"]["mean_f1"]
