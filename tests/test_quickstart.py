"""The five lines that people try first."""

import pytest

from evaljson import RunResult, annotate_xeval, evaluate, infer_schema, parse_eval_schema, validate_gold

GOLD = [
    {"method": "sputtering", "temperature": 300, "lab_id": "A1"},
    {"method": "evaporation", "temperature": 450, "lab_id": "B2"},
]
EXTRACTED = [
    {"method": "sputtering", "temperature": 301, "lab_id": "A1"},
    {"method": "evaporation", "temperature": 460, "lab_id": "B3"},
]


@pytest.fixture(scope="module")
def run() -> RunResult:
    schema = infer_schema(GOLD)
    annotated = annotate_xeval(schema)
    tree = parse_eval_schema(annotated)
    validate_gold(GOLD, tree)
    return evaluate(GOLD, EXTRACTED, tree)


def test_f1_precision_and_recall_are_one_half(run: RunResult) -> None:
    assert [f"{figure:.2f}" for figure in (run.mean_f1, run.mean_precision, run.mean_recall)] == ["0.50"] * 3


def test_the_first_record_has_two_of_three_and_the_second_one(run: RunResult) -> None:
    figures = [(record.precision, record.recall, record.f1) for record in run.records]
    assert figures == [pytest.approx((2 / 3,) * 3), pytest.approx((1 / 3,) * 3)]


@pytest.mark.parametrize(
    ("field", "mean_score", "matches", "mismatches"),
    [("method", 1.0, 2, 0), ("temperature", 0.0, 0, 2), ("lab_id", 0.5, 1, 1)],
)
def test_each_field_has_its_own_row(
    run: RunResult, field: str, mean_score: float, matches: int, mismatches: int
) -> None:
    figures = run.per_field[field]
    assert (figures.mean_score, figures.matches, figures.mismatches) == (mean_score, matches, mismatches)
    assert (figures.omissions, figures.hallucinations) == (0, 0)


def test_totals_count_six_fields_of_two_records(run: RunResult) -> None:
    assert (run.total_records, run.total_fields) == (2, 6)
    assert (run.total_omissions, run.total_hallucinations, run.total_batch_errors) == (0, 0, 0)
    assert set(run.per_field) == {"method", "temperature", "lab_id"}
    assert run.problems == ()


def test_nothing_has_to_be_annotated_first(run: RunResult) -> None:
    assert evaluate(GOLD, EXTRACTED, infer_schema(GOLD)).per_field == run.per_field


def test_a_tolerance_of_one_percent_forgives_one_degree_but_not_ten() -> None:
    schema = annotate_xeval(infer_schema(GOLD))
    schema["properties"]["temperature"]["x-eval-compare"] = {"numeric": {"tolerance": {"rel": 0.01}}}
    figures = evaluate(GOLD, EXTRACTED, schema).per_field["temperature"]
    assert (figures.matches, figures.mismatches) == (1, 1)
