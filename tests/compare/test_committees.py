"""Real pairs: prompt 1 and prompt 2 of the same models, with very unequal coverage."""

from functools import cache
from pathlib import Path

import pytest

from evaljson import RunResult, compare_runs, evaluate
from evaljson.load import read_records

DATA = Path(__file__).parents[3] / "shared" / "data" / "committees"
SCHEMA = {
    "type": "object",
    "x-eval-id": "id",
    "properties": {"committee": {"type": "string", "x-eval-transform": ["lowercase"]}},
}

pytestmark = pytest.mark.skipif(not DATA.exists(), reason="the real data is not beside the project")


@cache
def scored(name: str) -> RunResult:
    gold = read_records(DATA / "gold.jsonl").records
    extracted = read_records(DATA / f"extracted_{name}.jsonl", kind="extracted").records
    return evaluate(gold, extracted, SCHEMA, missing_records="exclude")


MODELS = ["claude35_haiku", "gemma2", "mixtral", "phi3"]


@pytest.mark.parametrize("model", MODELS)
def test_two_prompts_are_compared_over_the_mails_that_both_read(model: str) -> None:
    a, b = scored(model), scored(f"{model}_prompt2")
    comparison = compare_runs(a, b, resamples=2000)
    in_b = {record.record_id: record.f1 for record in b.records}
    shared = [(record.f1, in_b[record.record_id]) for record in a.records if record.record_id in in_b]
    assert comparison.coverage.compared == len(shared)
    assert comparison.estimate.difference == pytest.approx(sum(y - x for x, y in shared) / len(shared), abs=1e-9)
    assert comparison.notes[0].startswith(
        "The plain averages mislead" if model != "claude35_haiku" else "The plain averages"
    )


@pytest.mark.parametrize(
    ("model", "whole", "committee"),
    [
        ("claude35_haiku", "no detectable difference", "no detectable difference"),
        # Prompt 2 keeps models from inventing keys, which costs mixtral some committees.
        # Of gemma2's wrong committees 42 got right, and of its right ones 19 blank and 12 wrong: as many, less weight.
        ("gemma2", "better", "better"),
        ("mixtral", "better", "worse"),
        ("phi3", "better", "better"),
    ],
)
def test_verdicts_are_sensible(model: str, whole: str, committee: str) -> None:
    comparison = compare_runs(scored(model), scored(f"{model}_prompt2"), resamples=2000)
    field = next(field for field in comparison.fields if field.path == "committee")
    assert (comparison.verdict, field.verdict) == (whole, committee)


def test_mails_that_a_model_never_answered_are_pointed_out() -> None:
    gold = read_records(DATA / "gold.jsonl").records
    runs = [
        evaluate(gold, read_records(DATA / f"extracted_{name}.jsonl", kind="extracted").records, SCHEMA)
        for name in ("mixtral", "mixtral_prompt2")
    ]
    comparison = compare_runs(*runs, resamples=500)
    assert "Coverage is unequal: of 1,000 records, A produced 461 and B 1,000" in comparison.notes[0]
