"""A run as bytes, and back."""

from dataclasses import replace
from itertools import islice
from random import Random
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest

import evaljson
from evaljson import InputError, RunResult, evaluate
from evaljson.report.records.elements import pairs_by_record, pairs_of_record
from evaljson.results.saved import run as saved
from evaljson.results.saved.columns import columns_of, of_objects
from evaljson.results.saved.results import SavedResults
from evaljson.results.saved.run import load_run, save_run
from tests.messy import messy
from tests.profiles import is_deep
from tests.property.generate import CUSTOM, Pair, records, schemas
from tests.property.product import graded

GOLD: list[Any] = [
    {"id": 1, "a": 1, "n": [{"k": "x", "v": 1.0}, {"k": "y", "v": 2}], "t": "\ud800"},
    {"id": "b", "a": None, "n": [], "t": "", "odd": 10**40, "\ud800k\\u0041\x00": "\ud83d" + "\ude00"},
]
EXTRACTED: list[Any] = [
    {"id": "b", "a": None, "new": [1, {"z": float("nan")}]},
    {"id": "stray"},
    {"id": 1, "a": 1.0, "n": [{"k": "y", "v": 2}, {"k": "z"}], "t": "\ud800"},
    {"id": 1, "a": 9},
]


def sample(**options: Any) -> RunResult:
    schema = evaljson.infer_schema(GOLD)
    schema["properties"]["n"]["x-eval-align"] = {"match_by": "hungarian"}
    return evaluate(GOLD, EXTRACTED, schema, "id", **options)


def told(run: RunResult) -> list[str]:
    """Everything that a run says, by repr so that NaN equals NaN."""
    frame = run.alignments()
    return [
        repr(list(run.records)),
        repr(replace(run, records=())),
        repr(dict(run.signature)),
        repr(frame.to_dict("list")),
        *map(str, frame.dtypes),
    ]


def again(run: RunResult, gold: list[Any], extracted: list[Any]) -> RunResult:
    return load_run(save_run(run), gold, extracted)


@pytest.mark.parametrize(
    "options",
    [{}, {"missing_records": "exclude"}, {"leave_out": [1]}, {"post_process": lambda results: results[:1]}],
    ids=["all", "exclude", "leave out", "post-process"],
)
def test_what_is_read_is_what_was_saved(options: dict[str, Any]) -> None:
    run = sample(**options)
    assert told(again(run, GOLD, EXTRACTED)) == told(run)


@pytest.mark.parametrize("rows", [1, 2, 5, 1000], ids="{} rows a group".format)
def test_a_look_at_a_part_of_the_file_finds_what_a_look_at_all_of_it_does(
    rows: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(saved, "ROWS", rows)
    run = sample()
    found, every = again(run, GOLD, EXTRACTED), run.table.in_order()
    assert told(found) == told(run)
    assert repr(found.table.in_order()) == repr(every)
    numbered = [number for number, _ in sorted(enumerate(every.rows), key=lambda one: one[1])]
    for chosen in ([], [3], [4, 0, 4, 2], list(range(len(every.rows)))):
        expected = [every.results[numbered[row]] for row in chosen]
        assert repr(found.table.some(np.array(chosen, np.intp))) == repr(expected)


def test_what_a_look_gives_can_be_changed_without_changing_the_next() -> None:
    gold: list[Any] = [{"a": [1, 2]}, {"a": [1, 2]}]
    schema = {"type": "object", "properties": {"a": {"type": "array", "x-eval-compare": "exact"}}}
    found = again(evaluate(gold, gold, schema), gold, gold)
    first, second = found.table.in_order().results
    first.gold_value.append(3)
    assert second.gold_value == [1, 2]
    assert [result.gold_value for result in found.table.in_order().results] == [[1, 2], [1, 2]]


def test_the_numbers_of_a_saved_run_are_read_and_its_texts_are_not() -> None:
    found = again(sample(), GOLD, EXTRACTED)
    before = found.table.size
    assert found.mean_f1 is not None
    assert found.table.size == before
    assert list(found.records[0].field_results)
    assert found.table.size > before


def test_a_saved_run_gives_the_same_frame() -> None:
    run = sample()
    pd.testing.assert_frame_equal(again(run, GOLD, EXTRACTED).to_frame(), run.to_frame())


def test_some_records_of_a_saved_run_are_those_of_the_run() -> None:
    run = sample()
    assert told(again(run, GOLD, EXTRACTED).only([1])) == told(run.only([1]))


def test_document_types_survive() -> None:
    gold = [{"kind": "a", "x": 1}, {"kind": "b", "y": 1}]
    run = evaluate(gold, gold, evaljson.infer_schema(gold, by="kind"))
    assert told(again(run, gold, gold).by_type()["a"]) == told(run.by_type()["a"])


@pytest.mark.parametrize("schema", [None, {"type": "object", "properties": {"a": {"type": "integer"}}}])
def test_a_run_of_an_earlier_version_learns_from_the_schema_which_keys_that_lacks(
    schema: dict[str, Any] | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    gold, extracted = [{"a": 1}], [{"a": 1, "new": 2}]
    run = evaluate(gold, extracted, {"type": "object", "properties": {"a": {"type": "integer"}}})
    about = saved._about
    monkeypatch.setattr(saved, "_about", lambda *of: {**about(*of), "run": _without(about(*of)["run"], "undeclared")})
    found = load_run(save_run(run), gold, extracted, schema)
    assert (run.undeclared, found.undeclared) == (("new",), () if schema is None else ("new",))


def _without(said: dict[str, Any], name: str) -> dict[str, Any]:
    return {key: value for key, value in said.items() if key != name}


def test_extracted_records_are_shown_without_their_confidences_again() -> None:
    schema = {"type": "object", "properties": {"a": {"type": "string"}}, "x-eval-confidence": {"leaves": {}}}
    gold, extracted = [{"a": "x"}], [{"a": {"value": "x", "confidence": 0.9}}]
    run = evaluate(gold, extracted, schema)
    found = load_run(save_run(run), gold, extracted, schema)
    assert told(found) == told(run)
    assert found.records[0].extracted == {"a": "x"}
    assert found.confidence() == run.confidence()


def test_a_run_without_results_can_be_saved() -> None:
    run = evaluate([], [], {"type": "object", "properties": {"a": {"type": "string"}}})
    assert told(again(run, [], [])) == told(run)


@pytest.mark.parametrize("seed", range(4))
def test_any_run_comes_back_as_it_was(seed: int) -> None:
    evaljson.register(CUSTOM, graded, overwrite=True)
    for i, schema in enumerate(islice(schemas(seed), 10)):
        pairs: list[Pair] = list(islice(records(Random(f"{seed}/{i}"), schema), 8))
        gold, extracted = [gold for gold, _ in pairs], [extracted for _, extracted in pairs]
        run = evaluate(gold, extracted, schema)
        assert told(again(run, gold, extracted)) == told(run)


@pytest.mark.parametrize("data", [b"", b"PAR1", b"no parquet at all"])
def test_damaged_bytes_are_refused(data: bytes) -> None:
    with pytest.raises(InputError, match="not a saved run"):
        load_run(data, [], [])


def test_a_run_of_other_records_is_refused() -> None:
    with pytest.raises(InputError, match="other records"):
        load_run(save_run(sample()), GOLD[:1], EXTRACTED)


@pytest.mark.examples
@pytest.mark.parametrize("seed", range(3 if is_deep() else 1))
def test_the_columns_of_the_engine_are_those_of_its_results_one_by_one(seed: int) -> None:
    data = messy(12, 3, seed=seed)
    schema = {**data.schema, "x-eval-defaults": {"string": {"x-eval-transform": ["lowercase"]}}}
    for extracted in data.extracted.values():
        run = evaluate(data.gold, extracted, schema)
        fast, slow = (pa.table(columns(run)) for columns in (columns_of, of_objects))
        assert fast.column_names == slow.column_names
        for name in fast.column_names:
            assert (name, fast[name].to_pylist()) == (name, slow[name].to_pylist())


@pytest.mark.parametrize("seed", range(3))
def test_the_alignments_of_one_record_are_those_among_all(seed: int) -> None:
    data = messy(6, 1, seed=seed)
    (extracted,) = list(data.extracted.values())[:1]
    run = again(evaluate(data.gold, extracted, data.schema), data.gold, extracted)
    every, table = run.table.alignments(list(range(len(run.records)))), run.table
    assert isinstance(table, SavedResults)
    for place in range(len(run.records)):
        expected = every[every["record_id"] == place].to_dict("list")
        assert repr(table.alignments_of({place: place}).to_dict("list")) == repr(expected)
        assert pairs_of_record(table, place) == pairs_by_record(run)[place]


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("places", [[], [4], [5, 0, 3]], ids=str)
def test_the_alignments_of_some_records_are_looked_up_and_are_those_of_the_run(
    places: list[int], seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = messy(6, 1, seed=seed)
    (extracted,) = list(data.extracted.values())[:1]
    run = evaluate(data.gold, extracted, data.schema)
    found = again(run, data.gold, extracted).only(places)
    monkeypatch.delattr(SavedResults, "alignments")
    expected, looked_up = run.only(places).alignments(), found.alignments()
    assert repr(looked_up.to_dict("list")) == repr(expected.to_dict("list"))
    assert list(map(str, looked_up.dtypes)) == list(map(str, expected.dtypes))
