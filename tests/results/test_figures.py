"""The figures of a run: what counts, what is None, and what stays visible without counting."""

from typing import Any

import pytest

import evaljson

FIGURES = ("mean_precision", "mean_recall", "mean_f1", "pooled_precision", "pooled_recall", "pooled_f1")
STRING, NUMBER = {"type": "string"}, {"type": "number"}


def of(**properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties}


def run(schema: dict[str, Any], *pairs: tuple[Any, Any]) -> evaljson.RunResult:
    return evaljson.evaluate([gold for gold, _ in pairs], [extracted for _, extracted in pairs], schema)


def figures(found: evaljson.RunResult) -> list[float | None]:
    return [getattr(found, name) for name in FIGURES]


def test_a_run_without_records_has_none_everywhere_and_counts_of_zero() -> None:
    found = run(of(a=STRING))
    assert figures(found) == [None] * 6
    assert (found.total_records, found.total_fields, found.empty_records) == (0, 0, 0)
    assert (list(found.records), dict(found.per_field), len(found.to_frame())) == ([], {}, 0)


@pytest.mark.parametrize(
    ("gold", "extracted", "precision", "recall", "f1"),
    [
        ({"a": "x"}, {"a": "x"}, 1.0, 1.0, 1.0),
        ({"a": "x"}, {"a": "y"}, 0.0, 0.0, 0.0),
        ({"a": "x"}, {}, 1.0, 0.0, 0.0),
        ({}, {"a": "x"}, 0.0, 1.0, 0.0),
        ({"s": 1}, {"s": 2}, 1.0, 1.0, 1.0),
        ({}, {}, 1.0, 1.0, 1.0),
        ({"a": "x", "b": "y"}, {"a": "x"}, 1.0, 0.5, 2 / 3),
    ],
)
def test_an_empty_denominator_of_a_record_is_1(
    gold: Any, extracted: Any, precision: float, recall: float, f1: float
) -> None:
    record = run(of(a=STRING, b=STRING, s={**NUMBER, "x-eval-skip": True}), (gold, extracted)).records[0]
    assert (record.precision, record.recall, record.f1) == (precision, recall, pytest.approx(f1))


def test_an_empty_denominator_of_pooled_and_field_figures_is_none() -> None:
    omitted = run(of(a=STRING), ({"a": "x"}, {}))
    assert figures(omitted) == [1.0, 0.0, 0.0, None, 0.0, 0.0]
    field = omitted.per_field["a"]
    assert (field.precision, field.recall, field.f1, field.mean_score) == (None, 0.0, 0.0, 0.0)
    invented = run(of(a=STRING), ({}, {"a": "x"})).per_field["a"]
    assert (invented.precision, invented.recall, invented.f1) == (0.0, None, 0.0)
    skipped = run(of(a={**STRING, "x-eval-skip": True}), ({"a": "x"}, {"a": "y"}))
    assert figures(skipped) == [1.0, 1.0, 1.0, None, None, None]


def test_mean_figures_are_means_over_records_and_pooled_ones_over_fields() -> None:
    found = run(of(a=STRING, b=STRING, c=STRING), ({"a": "x"}, {"a": "x"}), (dict.fromkeys("abc", "x"), {"a": "n"}))
    assert figures(found) == pytest.approx([0.5, 0.5, 0.5, 0.5, 0.25, 1 / 3])


def test_counts_are_by_status_and_add_up() -> None:
    gold = {"a": "x", "b": "x", "c": "x", "s": 1}
    found = run(
        of(a=STRING, b=STRING, c=STRING, d=STRING, s={**NUMBER, "x-eval-skip": True}),
        (gold, {"a": "x", "b": "y", "d": "z", "s": 1, "unknown": 1}),
    )
    assert (found.total_matches, found.total_mismatches, found.total_omissions) == (1, 1, 1)
    assert (found.total_hallucinations, found.total_skipped, found.total_fields) == (2, 1, 5)
    assert list(found.per_field) == ["a", "b", "c", "d", "unknown"]


def test_per_field_has_only_paths_with_a_scored_result_in_schema_order() -> None:
    schema = of(z=STRING, never=STRING, t={"type": "array", "items": of(q=STRING)}, a=STRING)
    record = {"a": "1", "z": "1", "t": [{"q": "1"}]}
    found = run(schema, (record, record), ({"t": []}, {"t": []}), ({"t": [{}]}, {"t": []}))
    assert list(found.per_field) == ["z", "t", "t[]", "t[].q", "a"]


@pytest.mark.parametrize("weight", [1, 1.0])
def test_weights_of_one_change_nothing(weight: float) -> None:
    pair = ({"a": "x", "b": "y"}, {"a": "x", "b": "z"})
    plain, weighted = run(of(a=STRING, b=STRING), pair), run(of(a={**STRING, "x-eval-weight": weight}, b=STRING), pair)
    assert figures(plain) == figures(weighted)


@pytest.mark.parametrize(
    ("weights", "f1"),
    [((3, 1), 0.75), ((0.5, 1.5), 0.25), ((0, 1), 0.0), ((1, 0), 1.0), ((0, 0), 1.0), ((1e-9, 0), 1.0)],
)
def test_a_leaf_counts_with_its_weight(weights: tuple[float, float], f1: float) -> None:
    schema = of(a={**STRING, "x-eval-weight": weights[0]}, b={**STRING, "x-eval-weight": weights[1]})
    record = run(schema, ({"a": "x", "b": "y"}, {"a": "x", "b": "z"})).records[0]
    assert (record.precision, record.recall, record.f1) == pytest.approx((f1, f1, f1))


def test_weights_multiply_along_the_path() -> None:
    schema = of(o={**of(a={**STRING, "x-eval-weight": 0.5}), "x-eval-weight": 6}, b=STRING)
    found = run(schema, ({"o": {"a": "x"}, "b": "y"}, {"o": {"a": "x"}, "b": "z"}))
    assert found.records[0].f1 == 0.75
    assert [result.weight for result in found.records[0].field_results] == [3.0, 1.0]
    assert found.per_field["o.a"].weight == 3.0


def test_weight_zero_is_visible_in_the_status_counts_and_in_no_figure() -> None:
    found = run(of(a={**STRING, "x-eval-weight": 0}, b=STRING), ({"a": "x", "b": "y"}, {"a": "n", "b": "y"}))
    assert (found.mean_f1, found.pooled_f1, found.total_mismatches, found.total_fields) == (1.0, 1.0, 1, 2)
    field = found.per_field["a"]
    assert (field.mismatches, field.mean_score, field.precision, field.recall, field.f1) == (1, 0.0, None, None, None)


def test_results_at_a_node_weigh_what_leads_to_it() -> None:
    t = {"type": "array", "items": {**of(q={**STRING, "x-eval-weight": 5}), "x-eval-weight": 3}, "x-eval-weight": 2}
    found = run(of(t=t), ({"t": "wrong"}, {"t": []}), ({"t": []}, {"t": [{"new": 1, "q": "x"}, {}]}))
    weights = {result.path: result.weight for record in found.records for result in record.field_results}
    assert weights == {"t": 2.0, "t[-1].q": 30.0, "t[-2]": 6.0}


def test_an_unknown_key_weighs_what_its_parent_does() -> None:
    schema = of(o={**of(a=STRING), "x-eval-weight": 3})
    found = run(schema, ({"o": {"a": "x"}}, {"o": {"a": "x", "new": 1}}))
    assert [result.weight for result in found.records[0].field_results] == [3.0, 3.0]
    assert found.records[0].precision == 0.5


def test_the_figures_of_a_field_follow_its_scores_not_its_counts() -> None:
    schema = of(t={"type": "array", "items": {**NUMBER, "x-eval-compare": {"numeric": {"tolerance": {"abs": 1}}}}})
    field = run(schema, ({"t": [1, 2, 3]}, {"t": [1, 5]})).per_field["t[]"]
    assert (field.matches, field.mismatches, field.omissions, field.hallucinations) == (1, 1, 1, 0)
    assert (field.precision, field.recall, field.f1) == pytest.approx((1 / 2, 1 / 3, 2 / 5))
    assert field.mean_score == pytest.approx(1 / 3)


def test_a_gold_key_outside_the_schema_is_said_once_a_path_and_not_scored() -> None:
    schema = of(t={"type": "array", "items": of(q=STRING)}, m={"type": "object", "additionalProperties": of(r=STRING)})
    gold = {"t": [{"q": "x", "u.v": 1}, {"q": "x", "u.v": 2}], "m": {"k": {"r": "x", "w": 1}}, "top": 1}
    extracted = {"t": [{"q": "x"}, {"q": "x"}], "m": {"k": {"r": "x"}}}
    found = run(schema, (gold, extracted))
    assert found.mean_f1 == 1.0
    assert {(problem.kind, problem.path, problem.count) for problem in found.problems} == {
        ("gold", "t[]['u.v']", 2), ("gold", "m.*.w", 1), ("gold", "top", 1),
    }  # fmt: skip
    assert "it is not scored" in found.problems[0].message


def test_an_extracted_key_that_only_gold_and_not_the_schema_has_is_a_hallucination_all_the_same() -> None:
    found = run(of(a=STRING), ({"a": "x", "z": 1}, {"a": "x", "z": 1}))
    assert [(result.path, result.status) for result in found.records[0].field_results] == [
        ("a", "match"),
        ("z", "hallucination"),
    ]


def test_problems_are_logged_as_well(caplog: pytest.LogCaptureFixture) -> None:
    run(of(a=STRING), ({"a": "x", "z": 1}, {"a": "x"}))
    assert "z: gold has this key and the schema does not: it is not scored" in caplog.text


def test_a_run_is_frozen() -> None:
    found: Any = run(of(a=STRING), ({"a": "x"}, {"a": "x"}))
    with pytest.raises(AttributeError, match="mean_f1"):
        found.mean_f1 = 0.0
