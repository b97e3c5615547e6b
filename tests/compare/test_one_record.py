"""One record with far more values than all others outweighs them in the F1 of a field, and the field says so."""

from typing import Any

import pytest

from evaljson import compare_runs, evaluate
from evaljson.compare.fields import FieldComparison

SCHEMA: dict[str, Any] = {
    "type": "object",
    "x-eval-id": "id",
    "properties": {"doses": {"type": "array", "items": {"type": "string"}}},
}


def field_of(better: int, worse_values: int, *, other_worse: int = 0, long: int = 1) -> FieldComparison:
    """B is right in one value of each of some records where A is wrong, and wrong in many values of the long ones."""
    gold = [{"id": i, "doses": ["5"]} for i in range(better)]
    gold += [{"id": f"worse {i}", "doses": ["5"]} for i in range(other_worse)]
    last = [{"id": f"long {n}", "doses": [str(i) for i in range(worse_values)]} for n in range(long)]
    wrong = [{**record, "doses": ["?"] * worse_values} for record in last]
    as_wrong = [{**record, "doses": ["?"]} for record in gold]
    a = evaluate([*gold, *last], [*as_wrong[:better], *gold[better:], *last], SCHEMA)
    b = evaluate([*gold, *last], [*gold[:better], *as_wrong[better:], *wrong], SCHEMA)
    comparison = compare_runs(a, b, names=("p1", "p2"), resamples=200)
    return next(field for field in comparison.fields if field.path == "doses[]")


def test_a_field_names_what_one_record_changes_where_it_hides_that_all_others_improve() -> None:
    field = field_of(58, 30)
    assert (field.verdict, field.up, field.down) == ("no detectable difference", 58, 1)
    assert field.largest_change == pytest.approx(30 / 88)
    assert field.note == "58 of 59 records that change its F1 favour p2, but one record makes up 34% of all change"


def test_a_field_says_that_a_few_large_changes_hide_that_nearly_all_others_improve() -> None:
    field = field_of(60, 9, long=5)
    assert (field.verdict, field.up, field.down) == ("no detectable difference", 60, 5)
    assert field.note == (
        "60 of 65 records that change its F1 favour p2, but a few change it far more than others: "
        "the largest makes up 9% of all change"
    )


@pytest.mark.parametrize(
    ("better", "worse_values", "other_worse", "why"),
    [
        (58, 1, 0, "the field is better, and needs no word"),
        (30, 30, 28, "as many records change for the worse"),
        (4, 6, 0, "four records are few"),
        (120, 50, 50, "one record makes up less than a quarter, and many others are worse"),
    ],
)
def test_it_is_not_said_where(better: int, worse_values: int, other_worse: int, why: str) -> None:
    assert field_of(better, worse_values, other_worse=other_worse).note is None, why


def test_where_nothing_changes_no_record_has_a_share_in_it() -> None:
    run = evaluate([{"id": 1, "doses": ["5"]}], [{"id": 1, "doses": ["5"]}], SCHEMA)
    (field,) = compare_runs(run, run, resamples=100).fields
    assert (field.largest_change, field.note) == (None, None)


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        pytest.param(range(1), ["without r0, it is 0.0 F1 points, not \u221210.0."], id="one record alone differs"),
        pytest.param(
            range(2), ["without r0, it is \u22121.1 F1 points, not \u221211.0."], id="another differs a little"
        ),
        pytest.param(range(4), [], id="without it, more than half of the difference is left"),
    ],
)
def test_a_verdict_says_where_one_record_makes_most_of_the_difference(wrong: range, says: list[str]) -> None:
    gold = [{"id": f"r{i}", "doses": [str(n) for n in range(10)]} for i in range(10)]
    worse = [
        {**one, "doses": ["?"] * 10 if at == 0 or len(wrong) > 2 else ["?", *one["doses"][1:]]} if at in wrong else one
        for at, one in enumerate(gold)
    ]
    a, b = (evaluate(gold, records, SCHEMA) for records in (gold, worse))
    notes = compare_runs(a, b, resamples=200).notes
    assert [note.split(": ", 1)[1] for note in notes if "One record" in note] == says


def test_of_few_records_one_always_makes_most_of_the_difference() -> None:
    gold = [{"id": f"r{i}", "doses": ["5"]} for i in range(9)]
    a, b = (evaluate(gold, records, SCHEMA) for records in (gold, [{**gold[0], "doses": ["?"]}, *gold[1:]]))
    assert not any("One record" in note for note in compare_runs(a, b, resamples=200).notes)
