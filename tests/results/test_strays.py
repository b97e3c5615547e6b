"""Extracted records whose id gold lacks, where they count as invented."""

from typing import Any

import pytest

from evaljson import InputError, RunResult, compare_runs, evaluate
from evaljson.results.saved.run import load_run, save_run

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


def test_document_types_and_unknown_choices_are_refused() -> None:
    types = {"k": {"type": "object", "properties": SCHEMA["properties"]}}
    by_type = {"type": "object", "x-eval-id": "id", "x-eval-by": "t", "x-eval-schemas": types}
    with pytest.raises(InputError, match="strays cannot count as invented with x-eval-by"):
        evaluate([{**record, "t": "k"} for record in GOLD], EXTRACTED, by_type, strays="invented")
    with pytest.raises(InputError, match=r"strays is .* not 'count'"):
        scored(strays="count")
