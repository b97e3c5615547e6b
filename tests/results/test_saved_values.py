"""The values of a saved run: each distinct text is read once, and every row gets the value that it was saved with."""

import json
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
        "a": {"type": "string"}, "n": {"type": "number"},
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


def shown(found: ComparedValues) -> list[tuple[int, str, str, bool]]:
    """By row of the tallies: both values, and whether a comparator was asked."""
    rows = zip(*(part.tolist() for part in (found.rows, found.gold, found.extracted, found.is_field)), strict=True)
    return sorted(
        (row, *(("nothing" if code == NONE else repr(found.values[code])) for code in codes), asked)
        for row, *codes, asked in rows
    )


@given(st.lists(st.tuples(_RECORD, _RECORD), min_size=1, max_size=5))
def test_every_row_has_the_values_that_its_result_has(pairs: list[tuple[Any, Any]]) -> None:
    gold, extracted = ([pair[side] for pair in pairs] for side in (0, 1))
    run = load_run(save_run(evaluate(gold, extracted, SCHEMA)), gold, extracted)
    assert isinstance(run.table, SavedResults)
    every = run.table.in_order()
    in_tallies = np.argsort(every.rows)
    results = [every.results[place] for place in in_tallies.tolist()]
    (found,) = run.table.compared_values()
    assert shown(found) == shown(values_of_results(results, run.tallies.rows.status))
