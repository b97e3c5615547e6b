"""The rows of one array, of those of all arrays of a record."""

import evaljson
from evaljson.report.records.element_pairs import MOST, PairRow, pairs_of_array

ITEMS = {"type": "array", "items": {"type": "object", "properties": {"k": {"type": "string"}}}}
SCHEMA = {"type": "object", "properties": {"n": ITEMS, "m": ITEMS}}


def test_only_the_pairs_of_that_array_are_listed() -> None:
    gold, extracted = {"n": [{"k": "a"}, {"k": "b"}], "m": [{"k": "z"}]}, {"n": [{"k": "a"}], "m": []}
    pairs = pairs_of_array(evaljson.evaluate([gold], [extracted], SCHEMA).alignments(), "n")
    assert pairs.shown == (PairRow("n", 0, 0, 1.0), PairRow("n", 1, None, 0.0))
    assert pairs.count == 2


def test_of_a_long_array_the_first_rows_are_shown_and_all_counted() -> None:
    record = {"n": [{"k": str(number)} for number in range(MOST + 5)]}
    pairs = pairs_of_array(evaljson.evaluate([record], [record], SCHEMA).alignments(), "n")
    assert (len(pairs.shown), pairs.count) == (MOST, MOST + 5)
