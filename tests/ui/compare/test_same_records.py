"""What is said of the records where both sides have the same ones."""

import pytest

from evaljson import RunResult, compare_runs, evaluate
from evaljson.ui.compare.verdict import same_records

GOLD = [{"id": str(at), "k": "v"} for at in range(5)]


def test_a_stray_of_one_side_is_none_of_the_same_records() -> None:
    schema = {"type": "object", "x-eval-id": "id", "properties": {"k": {"type": "string"}}}
    a, b = (evaluate(GOLD, [*GOLD, *more], schema, strays="invented") for more in ([{"id": "x", "k": "y"}], []))
    words = "the same 5 records of gold, and 1 record without gold count as invented."
    assert same_records(compare_runs(a, b, resamples=100)).endswith(words)


def lacking(*at: int) -> RunResult:
    schema = {"type": "object", "x-eval-id": "id", "properties": {"k": {"type": "string"}}}
    return evaluate(GOLD, [record for place, record in enumerate(GOLD) if place not in at], schema)


@pytest.mark.parametrize(
    ("a", "b", "words"),
    [
        ([lacking(4)], [lacking(4)], "1 of them was produced on neither side and counts as missing."),
        ([lacking(3)], [lacking(4)], "Each side lacks 1 of 5 records, not all of them the same."),
        ([lacking(), lacking(4)], [lacking(4)], "1 of them was not produced by every run and counts as missing in the"),
        ([lacking(), lacking(3)], [lacking(4)], "Runs of each side lack 1 of 5 records, not all of them the same."),
    ],
)  # fmt: skip
def test_a_record_that_a_repeat_produced_is_not_said_to_be_lacking_on_that_side(
    a: list[RunResult], b: list[RunResult], words: str
) -> None:
    assert words in same_records(compare_runs(a, b, names=("A", "B"), resamples=100))
