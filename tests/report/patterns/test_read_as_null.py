"""Values that a setting reads as null, against a value: what gold has there is no null."""

from typing import Any

import pytest

from evaljson import evaluate
from evaljson.report.patterns.find import find_patterns
from evaljson.report.patterns.kinds import KINDS
from evaljson.report.patterns.table import pattern_list
from evaljson.results.saved.run import load_run, save_run

NULL_IF = {"null_if": {"values": [0, False, "n/a"]}}


def patterns(pairs: list[tuple[Any, Any]]) -> dict[str, int]:
    gold, extracted = ([{"id": f"{n}", "a": pair[side]} for n, pair in enumerate(pairs)] for side in (0, 1))
    field = {"type": ["number", "boolean", "string", "null"], "x-eval-transform": [NULL_IF]}
    schema = {"type": "object", "x-eval-id": "id", "properties": {"id": {"type": "string"}, "a": field}}
    scored = evaluate(gold, extracted, schema)
    found, of_saved = (
        {one.kind.name: one.values for one in pattern_list(run, find_patterns(run))}
        for run in (scored, load_run(save_run(scored), gold, extracted))
    )
    assert of_saved == found
    return found


@pytest.mark.parametrize(
    ("pairs", "expected"),
    [
        ([(0, 10), (0, 25), (None, 0)], {"different": 2}),
        ([(10, 0), (25, False)], {"different": 1, "other_type": 1}),
        ([(None, 10), (0, 25)], {"value_for_null": 1, "different": 1}),
        ([("n/a", 10), (None, 25)], {"value_for_null": 2}),
        ([(10, None), (25, None)], {"null_for_value": 2}),
    ],
)
def test_zero_read_as_null_is_no_null_against_a_value(pairs: list[Any], expected: dict[str, int]) -> None:
    assert set(expected) <= {kind.name for kind in KINDS}
    assert patterns(pairs) == expected
