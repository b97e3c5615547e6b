"""A field that changes where neither side has an error: null beside a key left out."""

import random
from typing import Any

import pytest

from evaljson import evaluate
from evaljson.compare import Comparison, FieldComparison, compare_runs
from evaljson.report.compare.tables import field_rows
from evaljson.results.losses import worsening

SCHEMA = {
    "type": "object",
    "properties": {
        "name": {"type": "string"},
        "start": {"type": ["string", "null"], "x-eval-nulls": {"absent": [None], "both_absent": "match"}},
    },
}
GOLD = [{"name": f"n{at}", **({"start": f"d{at}"} if at % 2 else {})} for at in range(40)]
NULLS = [{"start": None, **record} for record in GOLD]


def test_a_verdict_says_how_many_of_its_changes_have_no_error_on_either_side() -> None:
    wrong = [{**record, "start": "x"} if at in (1, 3) else record for at, record in enumerate(GOLD)]
    comparison = compare_runs(evaluate(GOLD, NULLS, SCHEMA), evaluate(GOLD, wrong, SCHEMA), resamples=200)
    start = next(field for field in comparison.fields if field.path == "start")
    assert (start.verdict, start.down, start.errorless) == ("worse", 22, 20)
    assert start.note is not None
    assert start.note.startswith(
        "20 of the 22 records that change its F1 are without an error on either side: one has a right"
    )


def test_an_error_that_goes_is_none_of_them() -> None:
    wrong = [{**record, "name": "x"} if at < 9 else record for at, record in enumerate(GOLD)]
    comparison = compare_runs(evaluate(GOLD, wrong, SCHEMA), evaluate(GOLD, GOLD, SCHEMA), resamples=200)
    name = next(field for field in comparison.fields if field.path == "name")
    assert (name.verdict, name.up, name.errorless, name.note) == ("better", 9, 0, None)


TAGS = {
    "type": "object",
    "properties": {"name": {"type": "string"}, "tags": {"type": "array", "items": {"type": "string"}}},
}


def field_of(comparison: Comparison, path: str) -> FieldComparison:
    return next(field for field in comparison.fields if field.path == path)


@pytest.mark.parametrize(
    ("schema", "gold", "a", "b", "path"),
    [
        (SCHEMA, {"name": "n"}, {"name": "n", "start": None}, {"name": "n"}, "start"),
        (TAGS, {"tags": []}, {"tags": []}, {"tags": ["x"]}, "tags"),
    ],
    ids=["a null beside a key left out", "an empty array beside invented elements"],
)
def test_a_field_in_which_no_record_loses_more_did_not_get_worse(
    schema: dict[str, Any], gold: dict[str, Any], a: dict[str, Any], b: dict[str, Any], path: str
) -> None:
    other = {"name": "n", "start": "s", "tags": []}
    golds, wrong = [*[gold] * 20, other], {"name": "n", "start": "x"}
    a_run, b_run = (evaluate(golds, [*[one] * 20, wrong], schema) for one in (a, b))
    comparison = compare_runs(a_run, b_run, resamples=200)
    field = field_of(comparison, path)
    assert (field.verdict, field.down, field.worse_in) == ("no detectable difference", 20, 0)
    assert field.p is not None
    assert field.p < 0.01
    assert field.note is not None
    assert field.note.startswith("B loses more here in no record, though its F1 is lower: A has a right result where")
    row = field_rows(comparison).set_index("path").loc[path]
    assert row["mark"].startswith("–")
    assert (row["better_in"], row["worse_in"], row["missing"]) == (0, 0, 0)


def test_a_side_that_loses_less_and_nowhere_more_is_not_worse() -> None:
    gold: list[dict[str, Any]] = [{"tags": []}] * 22
    a, b = (
        evaluate(gold, [*[{"tags": most}] * 20, {"tags": one}, {}], TAGS) for most, one in (([], None), (["x"],) * 2)
    )
    tags = field_of(compare_runs(a, b, resamples=200), "tags")
    assert (tags.better_in, tags.worse_in) == (1, 0)
    assert tags.difference is not None
    assert tags.difference < 0
    assert (tags.direction, tags.verdict) == (0.0, "no detectable difference")


@pytest.mark.parametrize("seed", range(5))
def test_a_row_counts_the_records_that_the_records_page_lists(seed: int) -> None:
    drawn = random.Random(seed)
    gold, a, b = ([{"name": drawn.choice("ab"), "tags": drawn.choices("lm", k=drawn.randint(0, 3))}
                   for _ in range(30)] for _ in range(3))  # fmt: skip
    a_run, b_run = (evaluate(gold, [None if drawn.random() < 0.1 else one for one in side], TAGS) for side in (a, b))
    comparison = compare_runs(a_run, b_run, resamples=100)
    rows = field_rows(comparison).set_index("path")
    for path, row in rows.iterrows():
        change, field = worsening(a_run, b_run, str(path)), field_of(comparison, str(path))
        assert field.worse_in + field.worse_missing == (change > 0).sum()
        assert row["better_in"] + row["worse_in"] + row["missing"] == (change != 0).sum()
