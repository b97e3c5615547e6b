"""`RunResult.alignments()`: what it says, worked out again from the field results."""

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

import numpy as np
import pandas as pd
import pytest

import evaljson
from evaljson.base.paths import split
from tests.profiles import is_deep
from tests.property.generate import records, schemas
from tests.property.product import product_run

INDICES = ("gold_index", "extracted_index")
COLUMNS = ["record_id", "array", "gold_index", "extracted_index", "strategy", "score"]
ITEM: dict[str, Any] = {
    "type": "object",
    "properties": {
        "sku": {"type": "string"},
        "n": {"type": "integer", "x-eval-weight": 3},
        "tags": {"type": "array", "items": {"type": "string"}, "x-eval-align": {"match_by": "hungarian"}},
    },
}
CHAIN = [{"match_by": "key_field", "key": "sku"}, {"match_by": "hungarian", "on": ["n"]}]
SCHEMA: dict[str, Any] = {
    "type": "object",
    "x-eval-id": "id",
    "properties": {
        "lines": {"type": "array", "items": ITEM, "x-eval-align": CHAIN},
        "by.day": {"type": "object", "additionalProperties": {"type": "array", "items": {"type": "number"}}},
    },
}
GOLD: list[dict[str, Any]] = [
    {
        "id": "r1",
        "lines": [{"sku": "A", "n": 1, "tags": ["x", "y"]}, {"sku": "B", "n": 2}, {"sku": "C", "n": 3}],
        "by.day": {"mon": [1, 2]},
    },
    {"id": "r2", "lines": [{"sku": "A"}]},
]
EXTRACTED: list[dict[str, Any]] = [
    {
        "id": "r1",
        "lines": [{"sku": "D", "n": 9}, {"sku": "A", "n": 1, "tags": ["y", "z"]}, {"sku": "Z", "n": 2}],
        "by.day": {"mon": [1]},
    },
]


@pytest.fixture(scope="module")
def frame() -> pd.DataFrame:
    return evaljson.evaluate(GOLD, EXTRACTED, SCHEMA).alignments()


def test_one_row_per_pair_or_lone_element_of_every_array(frame: pd.DataFrame) -> None:
    assert list(frame.columns) == COLUMNS
    assert frame.to_numpy().tolist() == [
        ["r1", "lines", 0, 1, "key_field", pytest.approx(2 * 5 / 12)],
        ["r1", "lines", 1, 2, "hungarian", pytest.approx(2 * 3 / 8)],
        ["r1", "lines", 2, None, None, 0.0],
        ["r1", "lines", None, 0, None, 0.0],
        ["r1", "lines[0].tags", 0, None, None, 0.0],
        ["r1", "lines[0].tags", 1, 0, "hungarian", 1.0],
        ["r1", "lines[0].tags", None, 1, None, 0.0],
        ["r1", "['by.day'].mon", 0, 0, "ordered", 1.0],
        ["r1", "['by.day'].mon", 1, None, None, 0.0],
        ["r2", "lines", 0, None, None, 0.0],
    ]


def test_what_is_undefined_is_none_and_indices_are_integers(frame: pd.DataFrame) -> None:
    assert {type(index) for index in frame["gold_index"]} == {int, type(None)}
    assert {type(index) for index in frame["extracted_index"]} == {int, type(None)}
    assert {type(name) for name in frame["strategy"]} == {str, type(None)}


@pytest.mark.parametrize("setting", [{"x-eval-skip": True}, {"x-eval-weight": 0}])
def test_the_score_is_none_where_nothing_counts(setting: dict[str, Any]) -> None:
    items = {"type": "string", **setting}
    schema = {"type": "object", "properties": {"t": {"type": "array", "items": items}}}
    found = evaljson.evaluate([{"t": ["a", "b"]}], [{"t": ["a"]}], schema).alignments()
    assert found[["gold_index", "extracted_index", "score"]].to_numpy().tolist() == [[0, 0, None], [1, None, None]]


def test_arrays_compared_as_one_value_have_no_rows() -> None:
    array = {"type": "array", "items": {"type": "string"}, "x-eval-compare": "exact"}
    run = evaljson.evaluate([{"t": ["a"]}], [{"t": ["a"]}], {"type": "object", "properties": {"t": array}})
    assert len(run.alignments()) == 0


def test_a_run_without_records_has_an_empty_frame_with_all_columns() -> None:
    found = evaljson.evaluate([], [], SCHEMA).alignments()
    assert (len(found), list(found.columns)) == (0, COLUMNS)


def test_after_a_post_processor_scores_are_those_of_its_results(frame: pd.DataFrame) -> None:
    def forgiving(results: list[evaljson.FieldResult]) -> list[evaljson.FieldResult]:
        for result in results:
            if result.path == "lines[1].sku":
                result.status, result.score = "match", 1.0
        return [*results, evaljson.FieldResult("lines[7].sku", 0.0, "exact", None, None, "omission")]

    found = evaljson.evaluate(GOLD, EXTRACTED, SCHEMA, post_process=forgiving).alignments()
    assert found["score"].tolist() == [*frame["score"][:1], 1.0, *frame["score"][2:]]
    assert found[COLUMNS[:-1]].equals(frame[COLUMNS[:-1]])


def sums(results: Any) -> dict[str, list[float]]:
    """2 S and G + E by the path of each element, of all results at and below it."""
    found: dict[str, list[float]] = {}
    sides = {"match": 2, "mismatch": 2, "omission": 1, "hallucination": 1}
    for result in results:
        brought = sides.get(result.status, 0) * result.weight
        for at in elements(result.path):
            both = found.setdefault(at, [0.0, 0.0])
            both[0] += brought * result.score
            both[1] += brought
    return found


def elements(path: str) -> Iterator[str]:
    """The path up to each of its indices."""
    steps = split(path)
    return ("\n".join(map(repr, steps[: i + 1])) for i, step in enumerate(steps) if isinstance(step, int))


def element(array: str, index: int) -> str:
    return "\n".join(map(repr, [*split(array), index]))


@pytest.mark.examples
@pytest.mark.parametrize("seed", range(300, 306 if is_deep() else 302))
@pytest.mark.parametrize("edited", [False, True], ids=["as scored", "post-processed"])
def test_it_agrees_with_the_field_results_of_random_records(seed: int, edited: bool) -> None:
    for i, schema in enumerate(islice(schemas(seed), 12)):
        pairs = list(islice(records(Random(f"{seed}/{i}"), schema), 8))
        run = product_run(schema, pairs)
        if edited:
            golds, extracteds = [gold for gold, _ in pairs], [extracted for _, extracted in pairs]
            run = evaljson.evaluate(golds, extracteds, schema, post_process=lambda results: results[::2])
        frame = run.alignments()
        assert list(frame["record_id"].drop_duplicates()) == [
            record.record_id for record in run.records if record.record_id in set(frame["record_id"])
        ]
        of_map = [any(isinstance(row[name], str) for name in INDICES) for row in frame.to_dict("records")]
        of_map = np.array(of_map, np.bool_)
        for record in run.records:
            of_record(frame[(frame["record_id"] == record.record_id) & ~of_map], record)
            entries_of_record(frame[(frame["record_id"] == record.record_id) & of_map], record)


def entries_of_record(rows: pd.DataFrame, record: evaljson.RecordResult) -> None:
    """The rows of maps: each key once on each side, and results inside a pair lie under its two keys."""
    for array, entries in rows.groupby("array"):
        depth = len(split(str(array)))
        partner = {row["gold_index"]: row["extracted_index"] for row in entries.to_dict("records")}
        for name in INDICES:
            keys = [key for key in entries[name] if key is not None]
            assert len(keys) == len(set(keys))
        for result in record.field_results:
            steps = split(result.path)
            if result.extracted_path is None or len(steps) <= depth or steps[:depth] != split(str(array)):
                continue
            if partner.get(steps[depth]) is not None:
                assert split(result.extracted_path)[depth] == partner[steps[depth]]


def of_record(rows: pd.DataFrame, record: evaljson.RecordResult) -> None:
    expected, shown, left = sums(record.field_results), {}, dict[str, int]()
    for row in rows.to_dict("records"):
        if row["gold_index"] is None:
            left[row["array"]] = left.get(row["array"], 0) - 1
        index = left[row["array"]] if row["gold_index"] is None else row["gold_index"]
        at = element(row["array"], index)
        assert at not in shown, "an element has one row"
        shown[at] = row["extracted_index"]
        twice, brought = expected.pop(at, (0.0, 0.0))
        assert row["score"] == (pytest.approx(twice / brought) if brought else None)
        assert (row["strategy"] is None) == (row["gold_index"] is None or row["extracted_index"] is None)
    assert not expected, "every element that has results has a row"
    for result in record.field_results:
        if result.extracted_path is not None:
            places = [step for step in split(result.extracted_path) if isinstance(step, int)]
            assert [shown[at] for at in elements(result.path)] == places
    for _, array in rows.groupby("array"):
        golds = [index for index in array["gold_index"] if index is not None]
        extracteds = [index for index in array["extracted_index"] if index is not None]
        assert golds == list(range(len(golds)))
        assert sorted(extracteds) == list(range(len(extracteds)))


def test_rows_of_one_array_stand_together() -> None:
    golds, extracteds = [GOLD[0], {**GOLD[0], "id": "r3"}], [EXTRACTED[0], {**EXTRACTED[0], "id": "r3"}]
    frame = evaljson.evaluate(golds, extracteds, SCHEMA).alignments()
    at = (frame["record_id"].astype(str) + frame["array"]).to_numpy()
    assert 1 + np.count_nonzero(at[1:] != at[:-1]) == len(set(at))
