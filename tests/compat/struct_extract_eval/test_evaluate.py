"""Runs: plain data that may be changed, with the engine's figures."""

import copy
import dataclasses
import json
import pickle
from random import Random
from typing import Any

import pytest

import evaljson
from benchmarks.data import damaged, gold_record
from benchmarks.data import schema as invoices
from evaljson.compat.struct_extract_eval import (
    ComparatorSpec,
    FieldResult,
    RunResult,
    SchemaNode,
    annotate_xeval,
    evaluate,
    parse_eval_schema,
    score_record,
)
from evaljson.compat.struct_extract_eval.core.record import build_record_result, build_run_result
from evaljson.compat.struct_extract_eval.postprocess import NullHandling, reclassify_nulls
from tests.cases import read_cases

from .build import NUMBER, TEXT, many, of, text

HUNGARIAN = {"match_by": "hungarian"}
SKIPPED_EVERYWHERE = "skip with the key on neither side"


def shown(run: RunResult, record: int = 0) -> list[tuple[str, str]]:
    return [(result.path, result.status) for result in run.records[record].field_results]


@pytest.mark.parametrize(
    "case", [case for case in read_cases("scoring") if case["source"] == "reference"], ids=lambda case: case["name"]
)
def test_it_gives_what_the_package_gives(case: dict[str, Any]) -> None:
    record = evaluate([case["gold"]], [case["extracted"]], case["schema"]).records[0]
    found = [[result.path, result.status, pytest.approx(result.score)] for result in record.field_results]
    if case["name"] == SKIPPED_EVERYWHERE:  # the case leaves out results that are in no count
        found = [result for result in found if result[1] != "skipped"]
    assert sorted(found, key=lambda result: result[:2]) == sorted(case["results"], key=lambda result: result[:2])
    assert [record.precision, record.recall, record.f1] == pytest.approx(
        [case["precision"], case["recall"], case["f1"]]
    )


@pytest.fixture(scope="module")
def invoices_run() -> tuple[list[Any], list[Any], Any]:
    gold = [gold_record(Random(f"gold {i}"), items=3) for i in range(30)]
    extracted = [damaged(Random(f"damage {i}"), record) for i, record in enumerate(gold)]
    return gold, extracted, annotate_xeval(invoices(HUNGARIAN))


def test_its_figures_are_those_of_the_engine(invoices_run: Any) -> None:
    run, ours = evaluate(*invoices_run), evaljson.evaluate(*invoices_run)
    for name in ("mean_precision", "mean_recall", "mean_f1"):
        assert getattr(run, name) == pytest.approx(getattr(ours, name))
    for name in ("total_records", "total_fields", "total_omissions", "total_hallucinations", "total_batch_errors"):
        assert getattr(run, name) == getattr(ours, name)
    assert [record.f1 for record in run.records] == [record.f1 for record in ours.records]


def test_figures_are_the_same_from_the_columns_and_from_the_results(invoices_run: Any) -> None:
    run, again = evaluate(*invoices_run), evaluate(*invoices_run, post_process=lambda results: results)
    rebuilt = build_run_result(
        [build_record_result(r.record_id, r.field_results, r.gold, r.extracted) for r in run.records]
    )
    for other in (again, rebuilt):
        assert other.records == run.records
        assert other == dataclasses.replace(run, per_field=other.per_field)
        assert {path: dataclasses.astuple(found) for path, found in other.per_field.items()} == {
            path: pytest.approx(dataclasses.astuple(found)) for path, found in run.per_field.items()
        }


def test_a_run_is_json_and_survives_copies_and_pickles(invoices_run: Any) -> None:
    run = evaluate(*invoices_run)
    assert json.loads(json.dumps(dataclasses.asdict(run)))["records"][3]["field_results"]
    for other in (copy.copy(run), copy.deepcopy(run), pickle.loads(pickle.dumps(run))):
        assert other == run
    record = evaluate(*invoices_run).records[0]
    for other in (copy.copy(record), pickle.loads(pickle.dumps(record)), dataclasses.replace(record)):
        assert other.field_results == run.records[0].field_results


def test_results_are_lists_that_keep_what_is_done_to_them() -> None:
    run = evaluate([{"a": "x", "b": "y"}], [{"a": "x"}], of(a=TEXT, b=TEXT))
    record = run.records[0]
    record.field_results.append(record.field_results.pop(0))
    record.field_results[0].note = "seen"  # type: ignore[attr-defined]
    record.f1 = 0.25
    run.records.append(record)
    assert [result.path for result in run.records[1].field_results] == ["b", "a"]
    assert vars(run.records[0].field_results[0])["note"] == "seen"
    assert [found.f1 for found in run.records] == [0.25, 0.25]
    assert isinstance(record.field_results + record.field_results, list)


def test_what_is_set_before_it_is_computed_stays() -> None:
    run = evaluate([{"a": "x"}], [{"a": "x"}], of(a=TEXT))
    run.records[0].field_results, run.per_field = [], {}
    assert (vars(run.records[0])["field_results"], vars(run)["per_field"]) == ([], {})
    with pytest.raises(AttributeError, match="has no attribute 'fields'"):
        run.records[0].fields  # type: ignore[attr-defined]  # noqa: B018


def test_what_is_read_later_is_what_was_scored() -> None:
    run = evaluate([{"a": "x"}], [{"a": "y"}], of(a=TEXT))
    run.records[0].field_results[0].score = 1.0
    assert run.per_field["a"].mean_score == 0.0


def test_fields_are_counted_by_instance_path() -> None:
    schema = of(t=many(of(k=TEXT, u=many(NUMBER))))
    run = evaluate(
        [{"t": [{"k": "a", "u": [1, 2]}, {"k": "b"}]}, {"t": [{"k": "a"}]}],
        [{"t": [{"k": "a", "u": [1, 3]}, {"k": "c", "u": [5]}]}, {"t": [{"k": "b"}, {"k": "z"}]}],
        schema,
    )
    counts = {path: dataclasses.astuple(found) for path, found in run.per_field.items()}
    assert counts == {
        "t[0].k": (0.5, 1, 1, 0, 0),
        "t[1].k": (0.0, 0, 1, 0, 0),
        "t[0].u[0]": (1.0, 1, 0, 0, 0),
        "t[0].u[1]": (0.0, 0, 1, 0, 0),
        "t[1].u[-1]": (0.0, 0, 0, 0, 1),
        "t[-1].k": (0.0, 0, 0, 0, 1),
    }


def test_a_hungarian_array_lists_pairs_then_gold_then_extracted_elements_that_are_alone() -> None:
    schema = of(t=many(TEXT, **{"x-eval-align": HUNGARIAN}))
    run = evaluate([{"t": ["lost", "b", "gone", "a"]}], [{"t": ["new", "a", "b"]}], schema)
    assert shown(run) == [
        ("t[1]", "match"), ("t[3]", "match"), ("t[0]", "omission"), ("t[2]", "omission"), ("t[-1]", "hallucination"),
    ]  # fmt: skip


@pytest.mark.parametrize(("gold", "extracted"), [({}, {}), ({"m": 1}, {}), ({"m": 1}, {"m": 2})])
def test_a_skipped_field_always_has_a_result_without_compared_values(gold: Any, extracted: Any) -> None:
    schema = of(a=TEXT, m={"type": "integer", "x-eval-skip": True})
    _, result = evaluate([{"a": "x", **gold}], [{"a": "x", **extracted}], schema).records[0].field_results
    assert (result.path, result.status, result.comparator) == ("m", "skipped", "")
    assert (result.gold_value, result.extracted_value) == (gold.get("m"), extracted.get("m"))
    assert (result.gold_compared, result.extracted_compared) == (None, None)


@pytest.mark.parametrize(("gold", "extracted"), [({"t": []}, {"t": []}), ({"t": ["x"]}, {"t": "x"})])
def test_results_at_containers_are_not_taken_for_null(gold: Any, extracted: Any) -> None:
    schema = of(t=many(TEXT))
    plain = evaluate([gold], [extracted], schema)
    nulls = evaluate([gold], [extracted], schema, post_process=lambda found: reclassify_nulls(found, NullHandling()))
    assert shown(plain) == shown(nulls)


def test_the_id_field_names_records_and_joins_nothing() -> None:
    gold, extracted = [{"a": "1"}, {"a": 7}, {}], [{"a": "2"}, {"a": 7}, {}]
    run = evaluate(gold, extracted, of(a=TEXT), id_field="a")
    assert [record.record_id for record in run.records] == ["1", 7, 2]
    assert [record.f1 for record in run.records] == [0.0, 1.0, 1.0]


def test_records_that_do_not_pair_are_refused() -> None:
    with pytest.raises(ValueError, match="1 gold and 2 extracted records"):
        evaluate([{}], [{}, {}], of(a=TEXT))


def test_a_run_of_nothing_is_perfect() -> None:
    run = evaluate([], [], of(a=TEXT))
    assert (run.mean_f1, run.records, run.per_field, run.total_records) == (1.0, [], {}, 0)


@pytest.mark.parametrize("steps", [None, lambda results: None, [], [lambda results: results]])
def test_a_post_processor_may_change_its_list_in_place(steps: Any) -> None:
    run = evaluate([{"a": "x"}], [{"a": "x"}], of(a=TEXT), post_process=steps)
    assert run.mean_f1 == 1.0


def test_a_post_processor_changes_the_objects_it_is_given() -> None:
    kept: list[FieldResult] = []

    def forgive(results: list[FieldResult]) -> list[FieldResult]:
        kept.extend(results)
        results[0].status, results[0].score = "match", 1.0
        return results

    run = evaluate([{"a": "x"}], [{"a": "y"}], of(a=TEXT), post_process=forgive)
    assert run.records[0].field_results[0] is kept[0]
    assert (run.mean_f1, run.per_field["a"].matches) == (1.0, 1)


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"status": "right"}, "unknown status 'right'"),
        ({"score": 2}, "the score 2"),
        ({"score": None}, "the score None"),
    ],
)
def test_a_post_processor_leaves_what_can_be_counted(change: dict[str, Any], problem: str) -> None:
    def spoil(results: list[FieldResult]) -> list[FieldResult]:
        vars(results[0]).update(change)
        return results

    with pytest.raises(ValueError, match=problem):
        evaluate([{"a": "x"}], [{"a": "x"}], of(a=TEXT), post_process=spoil)


@pytest.mark.parametrize(("answer", "error"), [(7, TypeError), ("no", TypeError), ([{"path": "a"}], ValueError)])
def test_a_post_processor_returns_field_results(answer: Any, error: type[Exception]) -> None:
    with pytest.raises(error, match="a post-processor returned"):
        evaluate([{"a": "x"}], [{"a": "x"}], of(a=TEXT), post_process=lambda results: answer)


def test_a_tree_made_by_hand_is_scored() -> None:
    leaf = SchemaNode("a b.c", "string", ComparatorSpec("exact"))
    tree = SchemaNode(path="", json_type="object", children=[SchemaNode("a b", "object", children=[leaf])])
    (result,) = score_record(tree, {"a b": {"c": "x"}}, {"a b": {"c": "x"}})
    assert (result.path, result.status) == ("a b.c", "match")


def test_a_changed_tree_scores_otherwise() -> None:
    tree = parse_eval_schema(of(t=many(text(**{"x-eval-transform": ["strip"]}))))
    elements = tree.children[0]
    elements.children[0].transforms.clear()
    elements.align = HUNGARIAN
    statuses = [
        result.status for result in score_record(schema=tree, gold={"t": ["b", "a"]}, extracted={"t": ["a", "b "]})
    ]
    assert statuses == ["match", "omission", "hallucination"]
