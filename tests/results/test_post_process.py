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


def edited(status: str, becomes: str | None, score: float | None) -> Any:
    def edit(results: list[FieldResult]) -> None:
        for each in results:
            if each.status == status:
                each.status, each.score = becomes or status, each.score if score is None else score

    return edit


@pytest.mark.parametrize(
    ("status", "becomes", "score", "f1", "means"),
    [
        ("match", None, 0.5, 0.25, {"a": 0.5, "b": 0.0}),
        ("mismatch", None, 1.0, 1.0, {"a": 1.0, "b": 1.0}),
        ("mismatch", "match", None, 0.5, {"a": 1.0, "b": 0.0}),
        ("mismatch", "omission", 0.5, 2 / 3, {"a": 1.0, "b": 0.5}),
    ],
    ids=["half a match", "mismatch forgiven by its score", "status without score", "score on an omission"],
)
def test_scores_count_as_they_are(
    status: str, becomes: str | None, score: float | None, f1: float, means: dict[str, float]
) -> None:
    gold, extracted = [{"a": "x", "b": "y"}], [{"a": "x", "b": "z"}]
    run = run_with(edited(status, becomes, score), gold=gold, extracted=extracted)
    assert run.mean_f1 == pytest.approx(f1)
    assert {path: figures.mean_score for path, figures in run.per_field.items()} == means


def test_what_it_notes_on_a_result_stays_there() -> None:
    def note(results: list[FieldResult]) -> None:
        results[0].seen_by = "ann"  # type: ignore[attr-defined]

    run = run_with(note, lambda results: results)
    assert vars(run.records[0].field_results[0])["seen_by"] == "ann"


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
    ("omission", None, None, "omission"),
    ("hallucination", None, None, "hallucination"),
    ("omission", "x", None, "omission"),
    ("pending", "x", None, "omission"),
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


def test_other_values_may_count_as_absent_by_type_and_value() -> None:
    policy = NullHandling(absent_values=["N/A", 0, []])
    given = [
        result("a", "mismatch", "N/A", "x"), result("b", "mismatch", 0.0, 1), result("c", "mismatch", None, 1),
        result("d", "mismatch", "x", False), result("e", "mismatch", "x", []),
    ]  # fmt: skip
    statuses = [found.status for found in reclassify_nulls(given, config=policy)]
    assert statuses == ["hallucination", "mismatch", "mismatch", "mismatch", "omission"]


def test_reclassify_nulls_looks_at_compared_values() -> None:
    raw = FieldResult("a", 0.0, "exact", "-", "x", "mismatch", None, None, "x")
    assert reclassify_nulls([raw])[0].status == "hallucination"


def test_they_change_the_results_they_are_given_and_return_that_list() -> None:
    given = [result("a", "mismatch", None, "x"), result("b", "batch_error"), result("c", "match", 1, 1)]
    assert reclassify_nulls(given) is given
    assert propagate_batch_errors(given) is given
    assert [each.status for each in given] == ["hallucination", "batch_error", "batch_error"]


def test_a_post_processor_of_ones_own_may_call_them_for_their_effect() -> None:
    def both(results: list[FieldResult]) -> list[FieldResult]:
        propagate_batch_errors(results)
        reclassify_nulls(results)
        return results

    assert shown(run_with(both, gold=[{"a": "x"}], extracted=[{"a": None}])) == [("a", "omission")]


@pytest.mark.parametrize(
    ("gold", "extracted", "figures"),
    [({"a": None, "b": "x"}, {"b": "x"}, (1.0, 0.5)), ({"b": "x"}, {"a": None, "b": "x"}, (0.5, 1.0))],
    ids=["extracted lacks the key", "gold lacks the key"],
)
def test_a_missing_key_costs_what_it_did_though_the_other_value_is_null(
    gold: Any, extracted: Any, figures: tuple[float, float]
) -> None:
    run = run_with(reclassify_nulls, gold=[gold], extracted=[extracted])
    assert (run.mean_precision, run.mean_recall) == figures


def test_reclassify_nulls_in_a_run_changes_its_figures() -> None:
    run = run_with(reclassify_nulls, gold=[{"a": None, "b": "y"}], extracted=[{"a": "x", "b": None}])
    assert shown(run) == [("a", "hallucination"), ("b", "omission")]
    assert (run.total_hallucinations, run.total_omissions, run.mean_f1) == (1, 1, 0.0)


def test_node_level_results_are_not_taken_for_null() -> None:
    schema = {"type": "object", "properties": {"t": {"type": "array", "items": {"type": "string"}}}}
    for gold, extracted, status in (({"t": []}, {"t": []}, "match"), ({"t": "x"}, {"t": []}, "mismatch")):
        assert shown(run_with(reclassify_nulls, gold=[gold], extracted=[extracted], schema=schema)) == [("t", status)]


def test_batch_errors_spread_to_all_that_their_comparator_was_asked() -> None:
    names = {"buyer.terms": "judge", "seller.terms": "judge", "seller.name": "exact", "other": "second", "shape": ""}
    given = [result(path, "match", 1, 1) for path in names]
    for each in given:
        each.comparator = names[each.path]
    given[1].status = given[4].status = "batch_error"
    statuses = [(found.status, found.score) for found in propagate_batch_errors([*given, result("x", "batch_error")])]
    error, match = ("batch_error", 0.0), ("match", 1.0)
    assert statuses == [error, ("batch_error", 1.0), error, match, ("batch_error", 1.0), error]


def test_skipped_ones_go_along_and_missing_and_invented_ones_stay() -> None:
    kinds = ("skipped", "mismatch", "omission", "hallucination", "batch_error")
    found = propagate_batch_errors([result(kind, kind) for kind in kinds])
    assert [one.status for one in found] == ["batch_error", "batch_error", "omission", "hallucination", "batch_error"]


def test_propagated_batch_errors_leave_the_counts() -> None:
    schema = {
        "type": "object",
        "properties": {name: {"type": "string", "x-eval-compare": "semantic"} for name in "ab"},
    }
    run = run_with(
        propagate_batch_errors,
        gold=[{"a": "x", "b": "y"}, {"a": "x", "b": "y"}],
        extracted=[{"a": "p", "b": "y"}, {"a": "x", "b": "y"}],
        schema=schema,
    )
    assert (run.total_batch_errors, run.total_fields) == (2, 2)
    assert [record.f1 for record in run.records] == [1.0, 1.0]
