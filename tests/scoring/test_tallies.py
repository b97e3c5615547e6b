"""Counts are additive: order and grouping never change a sum."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import evaljson
from tests.profiles import examples

SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "a": {"type": "string", "x-eval-weight": 0.5},
        "n": {"type": "number", "x-eval-compare": {"numeric": {"tolerance": {"abs": 1}}}},
        "s": {"type": "string", "x-eval-skip": True},
        "t": {
            "type": "array",
            "items": {"type": "object", "properties": {"k": {"type": "string"}, "v": {"type": "integer"}}},
            "x-eval-align": {"match_by": "hungarian"},
        },
    },
}
scalars = st.sampled_from(["x", "y", None, 1, 2, True])
items = st.lists(st.dictionaries(st.sampled_from(["k", "v", "u"]), scalars), max_size=3)
values = st.fixed_dictionaries({}, optional={"a": scalars, "n": scalars, "s": scalars, "t": st.one_of(items, scalars)})
pairs = st.lists(st.tuples(values, st.one_of(st.none(), values)), max_size=6)


def run_of(some: list[Any]) -> evaljson.RunResult:
    return evaljson.evaluate([gold for gold, _ in some], [extracted for _, extracted in some], SCHEMA)


def counts(run: evaljson.RunResult) -> np.ndarray[Any, Any]:
    return np.array(
        [
            run.total_records, run.total_fields, run.total_matches, run.total_mismatches, run.total_omissions,
            run.total_hallucinations, run.total_skipped, run.total_batch_errors, *sums(run),
        ]
    )  # fmt: skip


def sums(run: evaljson.RunResult) -> list[float]:
    return [float(part.sum()) for part in run.tallies.by_record()]


@settings(deadline=None)
@given(pairs, pairs)
def test_concatenating_runs_adds_their_counts(left: list[Any], right: list[Any]) -> None:
    assert counts(run_of(left + right)) == pytest.approx(counts(run_of(left)) + counts(run_of(right)))


@settings(deadline=None)
@given(pairs, pairs)
def test_concatenating_runs_keeps_each_record(left: list[Any], right: list[Any]) -> None:
    both = run_of(left + right)
    alone = [record for part in (left, right) for record in run_of(part).records]
    assert [(r.precision, r.recall, r.f1) for r in both.records] == [(r.precision, r.recall, r.f1) for r in alone]
    assert [list(r.field_results) for r in both.records] == [list(r.field_results) for r in alone]


@settings(deadline=None)
@given(pairs)
def test_sums_by_record_and_field_add_up_both_ways(some: list[Any]) -> None:
    tallies = run_of(some).tallies
    for grid, by_record, by_field in zip(
        tallies.by_record_and_field(), tallies.by_record(), tallies.by_field(), strict=True
    ):
        assert grid.shape == (len(some), len(tallies.rows.fields))
        assert grid.sum(axis=1) == pytest.approx(by_record)
        assert grid.sum(axis=0) == pytest.approx(by_field)


@settings(deadline=None)
@given(pairs)
def test_the_fields_add_up_to_the_run(some: list[Any]) -> None:
    run = run_of(some)
    for total, name in (
        (run.total_matches, "matches"), (run.total_mismatches, "mismatches"), (run.total_omissions, "omissions"),
        (run.total_hallucinations, "hallucinations"),
    ):  # fmt: skip
        assert sum(getattr(field, name) for field in run.per_field.values()) == total
    assert run.total_fields == len(run.to_frame().query("status != 'skipped'"))


@settings(deadline=None)
@given(pairs)
def test_every_figure_is_none_or_from_0_to_1(some: list[Any]) -> None:
    run = run_of(some)
    names = [f"{kind}_{name}" for kind in ("mean", "pooled") for name in ("precision", "recall", "f1")]
    fields = [getattr(field, name) for field in run.per_field.values() for name in ("precision", "recall", "f1")]
    for figure in [*(getattr(run, name) for name in names), *fields]:
        assert figure is None or 0.0 <= figure <= 1.0 + 1e-12


@settings(deadline=None)
@given(pairs)
def test_a_record_against_itself_is_perfect(some: list[Any]) -> None:
    known = [{key: value for key, value in gold.items() if key != "t"} for gold, _ in some]
    own = [{**gold, "n": 1} for gold in known]
    run = evaljson.evaluate(own, own, SCHEMA)
    assert [record.f1 for record in run.records] == [1.0] * len(own)


@settings(deadline=None)
@given(pairs)
def test_schema_order_is_the_order_of_the_fields(some: list[Any]) -> None:
    fields = run_of(some).tallies.rows.fields
    known = ["", "a", "n", "s", "t", "t[]", "t[].k", "t[].v", "t[].u"]
    assert fields == [path for path in known if path in fields]


@examples(30)
@given(pairs)
def test_the_sums_at_one_field_are_those_of_its_column(some: list[Any]) -> None:
    tallies = run_of(some).tallies
    every = tallies.by_record_and_field()
    for number in range(len(tallies.rows.fields)):
        one = tallies.by_record_at(number)
        assert [part.tolist() for part in one] == [part[:, number].tolist() for part in every]


def test_sums_that_are_kept_cannot_be_changed() -> None:
    tallies = run_of([({"a": "x"}, {"a": "x"})]).tallies
    for part in (*tallies.by_record(), *tallies.by_field()):
        with pytest.raises(ValueError, match="read-only"):
            part[0] = 7.0
