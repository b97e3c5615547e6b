"""A field that changes where neither side has an error: null beside a key left out."""

from evaljson import evaluate
from evaljson.compare import compare_runs

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
    assert start.note.startswith("20 of its 22 changes are records without an error on either side: one has a right")


def test_an_error_that_goes_is_none_of_them() -> None:
    wrong = [{**record, "name": "x"} if at < 9 else record for at, record in enumerate(GOLD)]
    comparison = compare_runs(evaluate(GOLD, wrong, SCHEMA), evaluate(GOLD, GOLD, SCHEMA), resamples=200)
    name = next(field for field in comparison.fields if field.path == "name")
    assert (name.verdict, name.up, name.errorless, name.note) == ("better", 9, 0, None)
