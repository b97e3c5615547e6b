"""What a post-processor may do to results, and what follows for the figures."""

from typing import Any

import pytest

import evaljson
from evaljson import FieldResult, NullHandling, propagate_batch_errors, reclassify_nulls

SCHEMA = {"type": "object", "properties": {name: {"type": "string"} for name in "abc"}}
GOLD = [{"a": "x", "b": "y", "c": "z"}, {"a": "x"}]
EXTRACTED = [{"a": "x", "b": "n", "d": "new"}, {"a": "x"}]


def run_with(*steps: Any, gold: Any = GOLD, extracted: Any = EXTRACTED, schema: Any = SCHEMA) -> evaljson.RunResult:
    return evaljson.evaluate(gold, extracted, schema, post_process=list(steps) if len(steps) != 1 else steps[0])


def shown(run: evaljson.RunResult, record: int = 0) -> list[tuple[str, str]]:
    return [(result.path, result.status) for result in run.records[record].field_results]


def result(path: str, status: str, gold: Any = None, extracted: Any = None) -> FieldResult:
    return FieldResult(path, float(status == "match"), "exact", gold, extracted, status, None, gold, extracted)


def test_one_that_changes_nothing_changes_no_figure() -> None:
    plain, same = evaljson.evaluate(GOLD, EXTRACTED, SCHEMA), run_with(lambda results: results)
    assert [list(record.field_results) for record in same.records] == [list(r.field_results) for r in plain.records]
    for name in ("mean_f1", "mean_precision", "mean_recall", "pooled_f1", "total_fields", "total_hallucinations"):
        assert getattr(same, name) == getattr(plain, name)
    assert dict(same.per_field) == dict(plain.per_field)
    assert list(same.per_field) == list(plain.per_field)
    assert same.to_frame().equals(plain.to_frame())


def test_it_is_called_once_a_record_with_a_list_of_field_results() -> None:
    calls: list[list[str]] = []

    def spy(results: list[FieldResult]) -> list[FieldResult]:
        calls.append([each.path for each in results])
        return results

    run_with(spy)
    assert calls == [["a", "b", "c", "d"], ["a"]]


def test_figures_are_counted_anew_from_what_it_gives() -> None:
    def forgive(results: list[FieldResult]) -> list[FieldResult]:
        for each in results:
            if each.status == "mismatch":
                each.status, each.score, each.reason = "match", 1.0, "forgiven"
        return results

    run = run_with(forgive)
    assert (run.records[0].precision, run.records[0].recall) == (pytest.approx(2 / 3), pytest.approx(2 / 3))
    assert (run.total_matches, run.total_mismatches) == (3, 0)
    assert (run.per_field["b"].matches, run.per_field["b"].mean_score) == (1, 1.0)
    assert run.records[0].field_results[1].reason == "forgiven"
    assert run.to_frame()["reason"][1] == "forgiven"


def test_a_change_in_place_counts_where_nothing_is_returned() -> None:
    def skip_all(results: list[FieldResult]) -> None:
        for each in results:
            each.status = "skipped"

    run = run_with(skip_all)
    assert (run.total_fields, run.total_skipped, run.mean_f1) == (0, 5, 1.0)


def test_results_may_be_dropped() -> None:
    run = run_with(lambda results: [each for each in results if each.path != "d"])
    assert shown(run) == [("a", "match"), ("b", "mismatch"), ("c", "omission")]
    assert (run.total_hallucinations, "d" in run.per_field) == (0, False)
    assert run.records[0].precision == 0.5


def test_all_results_may_be_dropped() -> None:
    run = run_with(lambda results: [])
    assert (run.mean_f1, run.pooled_f1, run.total_fields, len(run.to_frame())) == (1.0, None, 0, 0)


def test_results_may_be_added_and_count() -> None:
    run = run_with(lambda results: [*results, result("total.check", "mismatch", 1, 2)])
    assert shown(run, 1) == [("a", "match"), ("total.check", "mismatch")]
    assert run.records[1].f1 == 0.5
    assert sum(found.mismatches for found in run.per_field.values()) == 3


def test_several_run_in_order() -> None:
    run = run_with(
        lambda results: [each for each in results if each.path == "b"],
        lambda results: [*results, *results],
    )
    assert shown(run) == [("b", "mismatch"), ("b", "mismatch")]


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"status": "matched"}, "unknown status 'matched'. Did you mean 'match'?"),
        ({"status": "pending"}, "unknown status 'pending'"),
        ({"status": None}, "unknown status None"),
        ({"score": 1.5}, "the score 1.5, which is not from 0 to 1"),
        ({"score": -0.5}, "the score -0.5"),
        ({"score": float("nan")}, "the score nan"),
        ({"score": None}, "the score None"),
        ({"score": True}, "the score True"),
        ({"score": "1"}, "the score '1'"),
    ],
)
def test_a_wrong_status_or_score_is_refused_with_the_path(change: dict[str, Any], says: str) -> None:
    def spoil(results: list[FieldResult]) -> list[FieldResult]:
        for name, value in change.items():
            setattr(results[-1], name, value)
        return results

    with pytest.raises(evaljson.InputError, match="a post-processor set the") as caught:
        run_with(spoil)
    assert says in caught.value.problem
    assert caught.value.path == "d"


def test_what_is_no_field_result_is_refused() -> None:
    with pytest.raises(evaljson.InputError, match="returned a dict, not a FieldResult"):
        run_with(lambda results: [{"path": "a"}])


def test_each_gets_fresh_copies_and_keeping_them_changes_nothing_later() -> None:
    kept: list[FieldResult] = []

    def keep(results: list[FieldResult]) -> list[FieldResult]:
        kept.extend(results)
        return results

    run = run_with(keep)
    before = shown(run)
    for each in kept:
        each.status, each.score = "hallucination", 0.0
    assert run.mean_f1 == run_with(keep).mean_f1
    assert shown(run) == before


@pytest.mark.parametrize("steps", [(), (lambda results: results,)])
def test_what_someone_does_to_field_results_later_changes_no_metric(steps: Any) -> None:
    run = run_with(*steps)
    figures = (run.mean_f1, run.records[0].f1, run.per_field["b"], run.total_fields)
    for each in run.records[0].field_results:
        each.status, each.score = "match", 1.0
    assert (run.mean_f1, run.records[0].f1, run.per_field["b"], run.total_fields) == figures
    assert (run.to_frame()["status"] == "match").sum() == 2


def test_per_field_keeps_schema_paths_for_arrays_maps_and_odd_keys() -> None:
    schema = {
        "type": "object",
        "properties": {
            "t": {"type": "array", "items": {"type": "object", "properties": {"p.q": {"type": "string"}}}},
            "m": {"type": "object", "additionalProperties": {"type": "string"}},
        },
    }
    gold = [{"t": [{"p.q": "1"}, {"p.q": "2"}], "m": {"k.l": "v", "*": "w"}}]
    extracted = [{"t": [{"p.q": "1", "u": 1}, {"p.q": "3"}, {"p.q": "4"}], "m": {"k.l": "v", "n": "w"}, "z.z": 1}]
    plain, same = (
        evaljson.evaluate(gold, extracted, schema, post_process=step) for step in (None, lambda results: results)
    )
    assert list(same.per_field) == ["t[]['p.q']", "t[].u", "m.*", "['z.z']"]
    assert dict(same.per_field) == dict(plain.per_field)
    assert list(same.to_frame()["field"]) == list(plain.to_frame()["field"])


NULLS = [
    ("mismatch", None, "x", "hallucination"),
    ("mismatch", "x", None, "omission"),
    ("match", None, None, "skipped"),
    ("match", "x", "x", "match"),
    ("mismatch", "x", "y", "mismatch"),
    ("omission", None, None, "skipped"),
    ("hallucination", None, None, "skipped"),
    ("omission", "x", None, "omission"),
    ("skipped", None, None, "skipped"),
    ("batch_error", None, "x", "batch_error"),
]


@pytest.mark.parametrize(("status", "gold", "extracted", "becomes"), NULLS)
def test_reclassify_nulls_reads_null_as_absent(status: str, gold: Any, extracted: Any, becomes: str) -> None:
    (found,) = reclassify_nulls([result("a", status, gold, extracted)])
    assert (found.status, found.score) == (becomes, float(becomes == "match"))


def test_two_absent_ones_may_match_instead() -> None:
    (found,) = reclassify_nulls([result("a", "match", None, None)], NullHandling(both_absent_skip=False))
    assert (found.status, found.score) == ("match", 1.0)


def test_other_values_may_count_as_absent_strictly() -> None:
    policy = NullHandling(absent_values=["N/A", 0])
    given = [result("a", "mismatch", "N/A", "x"), result("b", "mismatch", 0.0, 1), result("c", "mismatch", None, 1)]
    assert [found.status for found in reclassify_nulls(given, policy)] == ["hallucination", "mismatch", "mismatch"]


def test_reclassify_nulls_looks_at_compared_values() -> None:
    raw = FieldResult("a", 0.0, "exact", "-", "x", "mismatch", None, None, "x")
    assert reclassify_nulls([raw])[0].status == "hallucination"


def test_reclassify_nulls_leaves_the_given_results_alone() -> None:
    given = result("a", "mismatch", None, "x")
    reclassify_nulls([given])
    assert given.status == "mismatch"


def test_reclassify_nulls_in_a_run_changes_its_figures() -> None:
    run = run_with(reclassify_nulls, gold=[{"a": None, "b": "y"}], extracted=[{"a": "x", "b": None}])
    assert shown(run) == [("a", "hallucination"), ("b", "omission")]
    assert (run.total_hallucinations, run.total_omissions, run.mean_f1) == (1, 1, 0.0)


def test_node_level_results_are_not_taken_for_null() -> None:
    schema = {"type": "object", "properties": {"t": {"type": "array", "items": {"type": "string"}}}}
    for gold, extracted, status in (({"t": []}, {"t": []}, "match"), ({"t": "x"}, {"t": []}, "mismatch")):
        assert shown(run_with(reclassify_nulls, gold=[gold], extracted=[extracted], schema=schema)) == [("t", status)]


def test_batch_errors_spread_to_the_fields_of_the_same_object_only() -> None:
    given = [
        result("t[0].a", "batch_error"), result("t[0].b", "match", 1, 1), result("t[0].c", "skipped"),
        result("t[0].d.e", "match", 1, 1), result("t[1].a", "match", 1, 1), result("x", "mismatch", 1, 2),
    ]  # fmt: skip
    statuses = [found.status for found in propagate_batch_errors(given)]
    assert statuses == ["batch_error", "batch_error", "skipped", "match", "match", "mismatch"]
    assert [given[1].status, propagate_batch_errors(given)[1].score] == ["match", 0.0]


def test_keys_with_dots_are_not_mistaken_for_siblings() -> None:
    given = [result("['t.a']", "batch_error"), result("t.b", "match", 1, 1), result("c", "match", 1, 1)]
    assert [found.status for found in propagate_batch_errors(given)] == ["batch_error", "match", "batch_error"]


def test_propagated_batch_errors_leave_the_counts() -> None:
    schema = {
        "type": "object",
        "properties": {"a": {"type": "string", "x-eval-compare": "semantic"}, "b": {"type": "string"}},
    }
    run = run_with(
        propagate_batch_errors,
        gold=[{"a": "x", "b": "y"}, {"a": "x", "b": "y"}],
        extracted=[{"a": "p", "b": "y"}, {"a": "x", "b": "y"}],
        schema=schema,
    )
    assert (run.total_batch_errors, run.total_fields) == (2, 2)
    assert [record.f1 for record in run.records] == [1.0, 1.0]
