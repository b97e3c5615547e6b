"""The values of a saved run: each distinct text is read once, and every row gets the value that it was saved with."""

import json
from collections.abc import Iterable
from typing import Any

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from evaljson.base.any_text import dumped, escaped
from evaljson.evaluate import evaluate
from evaljson.results.compared_values import NONE, ComparedValues, values_of_results
from evaljson.results.saved.results import SavedResults, _value
from evaljson.results.saved.run import load_run, save_run

SCHEMA = {
    "type": "object",
    "properties": {
        "a": {"type": "string", "x-eval-transform": [{"null_if": {"values": ["x", "null"]}}]},
        "n": {"type": ["number", "null"], "x-eval-transform": [{"null_if": {"values": [1]}}]},
        "tags": {"type": "array", "items": {"type": "string"}, "x-eval-compare": "set"},
    },
}  # fmt: skip
_TEXTS = st.sampled_from(["x", "", '"', "\\", "\\u0041", "ä", "\ud800", "\x00", "null", "12"])
_RECORD = st.fixed_dictionaries(
    {},
    optional={
        "a": _TEXTS | st.none(), "n": st.sampled_from([1, 1.0, -0.0, 2.5, 10**30, None]),
        "tags": st.lists(_TEXTS, max_size=2),
    },
)  # fmt: skip


@given(st.recursive(st.text() | st.floats(allow_nan=False) | st.integers() | st.none() | st.booleans(), st.lists))
def test_a_value_is_read_as_json_reads_it(value: Any) -> None:
    text = escaped(dumped(value))
    read = _value(text)
    assert repr(read) == repr(json.loads(dumped(value)))


def shown(found: Iterable[ComparedValues]) -> list[tuple[int, str, str, bool, bool]]:
    """By row of the tallies: both values, whether a comparator was asked, and whether a transform made one null."""
    return sorted(
        (row, *("nothing" if code == NONE else repr(part.values[code]) for code in codes), asked, made_null)
        for part in found
        for row, *codes, asked, made_null in zip(
            *(one.tolist() for one in (part.rows, part.gold, part.extracted, part.is_field, part.made_null)),
            strict=True,
        )
    )


@given(st.lists(st.tuples(_RECORD, _RECORD), min_size=1, max_size=5))
def test_every_row_has_the_values_that_its_result_has(pairs: list[tuple[Any, Any]]) -> None:
    gold, extracted = ([pair[side] for pair in pairs] for side in (0, 1))
    scored = evaluate(gold, extracted, SCHEMA)
    run = load_run(save_run(scored), gold, extracted)
    assert isinstance(run.table, SavedResults)
    every = run.table.in_order()
    in_tallies = np.argsort(every.rows)
    results = [every.results[place] for place in in_tallies.tolist()]
    expected = shown([values_of_results(results, run.tallies.rows.status)])
    assert shown(run.table.compared_values()) == expected
    assert shown(scored.table.compared_values()) == expected
