"""What one variant has right and another wrong."""

from collections import Counter
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evaljson.base.errors import InputError
from evaljson.evaluate import evaluate
from evaljson.report.records.regressions import RegressionExample, _ranked, errors, example, regressions
from evaljson.results.model import RunResult

NAMES = ("a", "b", "n")
GOLD: list[dict[str, Any]] = [{"id": f"r{i}", "a": "1", "b": "2", "n": [{"k": 1}, {"k": 2}]} for i in range(4)]
SCHEMA = {
    "type": "object",
    "x-eval-id": "id",
    "properties": {
        "a": {"type": "string"},
        "b": {"type": "string"},
        "n": {"type": "array", "items": {"type": "object", "properties": {"k": {"type": "integer"}}}},
    },
}


def scored(*changes: tuple[int, dict[str, Any]], records: int = 4, **more: Any) -> RunResult:
    extracted: list[Any] = [dict(record) for record in GOLD[:records]]
    for place, change in changes:
        extracted[place].update(change)
    return evaluate(GOLD, extracted, {**SCHEMA, **more})


def listed(lost_fields: Any) -> list[tuple[str, str | None, float]]:
    return [(regression.record, regression.field, regression.lost) for regression in lost_fields]


def test_only_what_was_right_before_is_a_regression() -> None:
    a, b = scored((0, {"a": "?"})), scored((0, {"a": "?"}), (1, {"a": "?"}))
    assert listed(regressions(a, b)) == [("r1", "a", 0.25)]


ONE_AT = {"type": "object", "properties": {"low": {"type": "integer"}, "high": {"type": "integer"}}}


@pytest.mark.parametrize(
    ("before", "after"), [({"low": 0}, {}), ("text", {"low": 0}), ({"low": 0}, "text"), ({"low": 0}, {"high": 1})]
)
def test_an_object_that_was_wrong_in_its_parts_or_as_a_whole_was_not_right(before: Any, after: Any) -> None:
    schema = {"type": "object", "properties": {"range": ONE_AT, "list": {"type": "array", "items": ONE_AT}}}
    gold = [{"range": None, "list": []}] * 2

    def run(part: Any) -> RunResult:
        return evaluate(gold, [{"range": part, "list": [part]} if part else {}, gold[1]], schema)

    assert {one.field for one in regressions(run(before), run(after))} <= {"range.high", "list[].high"}
    assert regressions(evaluate(gold, gold, schema), run(after))


def test_the_record_that_loses_most_f1_comes_first() -> None:
    b = scored((0, {"a": "?"}), (2, {"a": "?", "n": [{"k": 8}, {"k": 9}]}), (3, {"b": None}))
    assert listed(regressions(scored(), b)) == [
        ("r2", "n[].k", 0.5), ("r0", "a", 0.25), ("r3", "b", 0.25), ("r2", "a", 0.25),
    ]  # fmt: skip


def test_the_field_whose_regressions_cost_most_leads_whichever_records_lose_most() -> None:
    b = scored((0, {"a": "?"}), (1, {"a": "?"}), (2, {"a": "?", "n": [{"k": 8}, {"k": 9}]}), (3, {"b": "?"}))
    found = regressions(scored(), b)
    assert [(one.record, one.field, found.alike(one)) for one in found.first(4)] == [
        ("r0", "a", 3), ("r2", "n[].k", 1), ("r3", "b", 1), ("r1", "a", 3),
    ]  # fmt: skip


def test_a_missing_record_leads_where_it_costs_more_than_any_field() -> None:
    found = regressions(scored(), scored((0, {"a": "?"}), (1, {"a": "?"}), records=3))
    assert [(one.record, one.field, found.alike(one)) for one in found.first(2)] == [("r3", None, 1), ("r0", "a", 2)]


def test_a_record_all_wrong_comes_before_one_that_loses_more_weight() -> None:
    gold: list[Any] = [{"id": "long", "n": [{"k": i} for i in range(30)]}, {"id": "short", "a": "1", "b": "2"}]
    bad: list[Any] = [
        {"id": "long", "n": [{"k": i if i > 9 else -1} for i in range(30)]},
        {"id": "short", "a": "?", "b": "?"},
    ]
    found = regressions(evaluate(gold, gold, SCHEMA), evaluate(gold, bad, SCHEMA))
    assert [(one.record, one.field) for one in found] == [("short", "a"), ("long", "n[].k"), ("short", "b")]


@settings(max_examples=60, deadline=None)
@given(st.lists(st.dictionaries(st.sampled_from(["a", "b", "n"]), st.none() | st.just("?")) | st.none(), max_size=4))
def test_records_come_in_the_order_of_what_their_f1_loses(changed: list[dict[str, Any] | None]) -> None:
    bad: list[Any] = [{**GOLD[at], **change} for at, change in enumerate(changed) if change is not None]
    b = evaluate(GOLD, bad, SCHEMA)
    f1 = {str(record.record_id): record.f1 for record in b.records}
    wrong = [name for name, figure in f1.items() if figure < 1]
    first = [one.record for one in list(regressions(scored(), b))[: len(wrong)]]
    assert first == sorted(wrong, key=lambda name: round(f1[name], 9))


def test_what_is_invented_where_nothing_was_is_a_regression() -> None:
    b = scored((0, {"new": 1}))
    (one,) = regressions(scored(), b)
    assert (one.record, one.field) == ("r0", "new")
    assert one.lost == pytest.approx(1 / 9)


def test_a_record_that_is_missing_is_one_regression() -> None:
    lost_fields = regressions(scored(), scored(records=3))
    assert listed(lost_fields) == [("r3", None, 1.0)]
    assert lost_fields.records == 1


def test_nothing_was_right_in_a_record_that_the_baseline_did_not_produce() -> None:
    b = scored((2, {"new": 1}), (3, {"new": 1}))
    assert [(one.record, one.field) for one in regressions(scored(records=3), b)] == [("r2", "new")]
    assert not regressions(scored(records=3), scored(records=3))


def test_weights_count() -> None:
    heavy = {**SCHEMA["properties"], "b": {"type": "string", "x-eval-weight": 5}}  # type: ignore[dict-item]
    b = scored((0, {"a": "?"}), (1, {"b": "?"}), properties=heavy)
    assert listed(regressions(scored(properties=heavy), b)) == [("r1", "b", 0.625), ("r0", "a", 0.125)]


def test_runs_under_another_schema_are_refused() -> None:
    with pytest.raises(InputError, match="another eval schema"):
        regressions(scored(), scored(properties={"a": {"type": "string"}}))


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"a": "?"}, RegressionExample("a", "mismatch", "1", "?", 0)),
        ({"n": [{"k": 8}, {"k": 9}]}, RegressionExample("n[0].k", "mismatch", 1, 8, 1)),
        ({"n": [{"k": 1}]}, RegressionExample("n[1].k", "omission", 2, None, 0)),
        (
            {"n": [{"k": 8}] + [{"k": 9}] * 4},
            RegressionExample("n[-1].k", "hallucination", None, 9, 2, (("mismatch", 2),)),
        ),
        ({"new": [1]}, RegressionExample("new", "hallucination", None, [1], 0)),
    ],
)
def test_an_example_is_the_first_value_that_is_wrong_as_most_are(
    change: dict[str, Any], expected: RegressionExample
) -> None:
    b = scored((0, change))
    assert example(b, next(iter(regressions(scored(), b)))) == expected


@pytest.mark.parametrize("more", [{}, {"compare": "quantity"}])
def test_the_example_of_a_compound_shows_what_differs_beside_an_equal_value(more: dict[str, str]) -> None:
    rule = {"x-eval-compare": {"compound": {"fields": ["value", "unit"], "primary": "value", **more}}}
    parts = {"value": {"type": "number", **rule}, "unit": {"type": "string", **rule}}
    schema = {"type": "object", "properties": {"dose": {"type": "object", "properties": parts}}}
    run = evaluate([{"dose": {"value": 5, "unit": "mg"}}], [{"dose": {"value": 5, "unit": "g"}}], schema)
    shown = example(run, next(iter(errors(run))))
    assert shown is not None
    assert (shown.path, shown.gold, shown.extracted) == ("dose.value", "5 mg", "5 g")


def test_a_missing_record_has_no_example() -> None:
    b = scored(records=3)
    assert example(b, next(iter(regressions(scored(), b)))) is None


changes = st.lists(
    st.tuples(st.integers(0, 3), st.dictionaries(st.sampled_from(["a", "b"]), st.sampled_from(["1", "2", "?"]))),
    max_size=6,
)


@settings(deadline=None)
@given(changes, changes)
def test_a_regression_is_in_no_variant_that_is_right_and_lost_nothing_before(of_a: Any, of_b: Any) -> None:
    a, b = scored(*of_a), scored(*of_b)
    wrong_in = [{(regression.record, regression.field) for regression in errors(run)} for run in (a, b)]
    assert {(regression.record, regression.field) for regression in regressions(a, b)} == wrong_in[1] - wrong_in[0]


@settings(deadline=None)
@given(changes)
def test_the_errors_of_a_run_lose_what_the_run_loses(changes: Any) -> None:
    run = scored(*changes)
    assert errors(run).records == sum(record.f1 < 1 for record in run.records)
    assert not regressions(run, run)


def test_a_few_can_be_taken_and_the_records_with_a_field() -> None:
    b = scored((0, {"a": "?", "b": "?"}), (1, {"b": "?"}), records=3)
    found = regressions(scored(), b)
    assert [one.field for one in found] == [None, "b", "b", "a"]
    assert [one.field for one in found.first(3)] == [None, "b", "a"]
    assert found.places_with("b").tolist() == [0, 1]
    assert found.places_with("nowhere").tolist() == []
    assert found.places_with(None).tolist() == [0, 1, 3]


@settings(max_examples=100, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 5), st.sampled_from([0.5, 1.0, 1.0 + 1e-12, 3.0]), st.integers(0, 3))))
def test_the_order_is_that_of_taking_turns_cell_by_cell(cells: list[tuple[int, float, int]]) -> None:
    rows, losses, of_fields = (np.array(part) for part in zip(*cells, strict=True)) if cells else [np.zeros(0)] * 3
    assert _ranked(losses, of_fields.astype(float), rows.astype(np.intp)).tolist() == one_by_one(cells)


def one_by_one(cells: list[tuple[int, float, int]]) -> list[int]:
    """The order, found by counting how often each record had its turn."""
    turns: Counter[int] = Counter()
    whole: Counter[int] = Counter()
    for row, loss, _ in cells:
        whole[row] += loss  # type: ignore[assignment]
    keyed = []
    for at in sorted(range(len(cells)), key=lambda at: (-round(cells[at][1], 9), -cells[at][2], at)):
        row = cells[at][0]
        turns[row] += 1
        keyed.append(((turns[row], -round(whole[row], 9), row), at))
    return [at for _, at in sorted(keyed, key=lambda entry: entry[0])]
